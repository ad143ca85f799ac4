"""What models propose becomes directives that the words bear out."""

from typing import Any

import pytest

from myscholar.actions.conflicts import say_the_same
from myscholar.actions.executable import beyond_models
from myscholar.actions.llm.reading import candidate_of, directive_of, sentence_of, usable
from myscholar.actions.llm.replies import OwnDoubt, Proposal
from myscholar.actions.llm.showing import PromptSituation
from myscholar.actions.own import as_worded, fingerprint
from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import InferenceId

USE = ", which might help you decide."
SITUATION = PromptSituation("Does active learning work?", 2026, 4)


def proposal(
    does: str, tldr: str, verb: Verb, *terms: str, stage: Stage = Stage.SEARCH_ADD, **more: Any
) -> Proposal:
    return Proposal(
        stage=stage,
        strategy=f"I can {does}{USE}",
        tldr=tldr,
        category=Category.CONTENT,
        verb=verb,
        terms=list(terms),
        **more,
    )


def action(text: str, tldr: str, verb: Verb, *terms: str) -> Action:
    said = proposal(text, tldr, verb, *terms, stage=Stage.ORGANIZATION)
    made = candidate_of(said, model="some:model").action("g1", personalized=False, enabled=False)
    return made.model_copy(update={"wording": fingerprint(made.tldr, made.text)})


def read(*proposals: Proposal, situation: PromptSituation = SITUATION, n_inferences: int = 0):
    """The short lines that stay, and those that are left out with why."""
    ids = tuple(InferenceId(f"k{i}") for i in range(n_inferences))
    kept, dropped = usable([candidate_of(p, inferences=ids) for p in proposals], situation)
    return [c.tldr for c in kept], [(d.candidate.tldr, d.reason.value) for d in dropped]


def test_terms_that_the_words_do_not_say_are_left_out() -> None:
    said = proposal(
        "look for papers on cold start",
        "Also search for cold start",
        Verb.SEARCH,
        "cold start",
        "bandits",
    )
    assert directive_of(said).terms == ("cold start",)


def test_without_terms_the_words_are_read() -> None:
    said = proposal("look for papers on label noise", "Also search for label noise", Verb.SEARCH)
    assert directive_of(said).terms == ("label noise",)


def test_a_search_keeps_the_years_that_its_words_name() -> None:
    said = proposal(
        "see if there are papers on drift from 2022 on",
        "Also search for drift from 2022 on",
        Verb.SEARCH,
        "drift",
    )
    directive = directive_of(said)
    assert (directive.verb, directive.terms, directive.filters.year_min) == (
        Verb.SEARCH,
        ("drift",),
        2022,
    )


@pytest.mark.parametrize(
    ("tldr", "field", "value"),
    [
        ("Keep to papers from 2021 on", "year_min", 2021),
        ("Keep to papers cited at least 20 times", "min_citations", 20),
        ("Keep to papers in ACL or EMNLP", "venues", ("ACL", "EMNLP")),
        ("Keep to papers in the field of Medicine", "fields", ("Medicine",)),
        ("Keep to open access papers", "open_access", True),
    ],
)
def test_limits_are_read_off_the_words(tldr: str, field: str, value: object) -> None:
    directive = directive_of(
        proposal("keep to such papers", tldr, Verb.LIMIT, stage=Stage.SEARCH_REFINE)
    )
    assert directive.verb is Verb.LIMIT
    assert getattr(directive.filters, field) == value


def test_a_limit_that_names_none_only_ranks() -> None:
    said = proposal(
        "keep to peer-reviewed trials",
        "Keep to peer-reviewed trials",
        Verb.LIMIT,
        "peer-reviewed trials",
        stage=Stage.SEARCH_REFINE,
    )
    assert directive_of(said).verb is Verb.FOCUS


def test_leaving_out_by_year_is_a_limit() -> None:
    words = "leave out papers before 2015"
    said = proposal(words, words.capitalize(), Verb.EXCLUDE, stage=Stage.SEARCH_REFINE)
    directive = directive_of(said)
    assert (directive.verb, directive.filters.year_min) == (Verb.LIMIT, 2015)


@pytest.mark.parametrize(
    ("stage", "tldr", "named", "read"),
    [
        (Stage.SEARCH_REFINE, "Leave out survey papers", Verb.FOCUS, Verb.EXCLUDE),
        (Stage.ORGANIZATION, "Add a section on drift", Verb.SKIP_SECTION, Verb.ADD_SECTION),
        (Stage.GENERATION, "Define drift on first use", Verb.SKIP_DEFINITIONS, Verb.DEFINE),
        (Stage.ORGANIZATION, "Group papers by kind of drift", Verb.SEARCH, Verb.FREE),
        (Stage.SEARCH_ADD, "Also search for drift", Verb.DEFINE, Verb.SEARCH),
    ],
)
def test_where_words_and_verb_part_the_words_win(
    stage: Stage, tldr: str, named: Verb, read: Verb
) -> None:
    said = proposal(tldr[0].lower() + tldr[1:], tldr, named, "drift", stage=stage)
    assert directive_of(said).verb is read


def test_a_free_way_of_writing_searches_for_nothing() -> None:
    words = "group papers by kind of drift"
    said = proposal(words, words.capitalize(), Verb.FREE, "kind of drift", stage=Stage.ORGANIZATION)
    assert directive_of(said).terms == ()


def test_small_slips_of_the_form_are_mended() -> None:
    assert (
        sentence_of("I'll add a table, which may help you compare")
        == "I can add a table, which might help you compare."
    )


def test_an_inference_is_known_by_its_number_and_none_beyond_the_last() -> None:
    ids = (InferenceId("k1"), InferenceId("k2"))
    numbers = {
        n: candidate_of(
            proposal("add a table", "Add a table", Verb.COMPARE, inference_number=n),
            inferences=ids,
        ).inference_id
        for n in (0, 2, 3)
    }
    assert numbers == {0: None, 2: "k2", 3: None}


def search(topic: str, **more: Any) -> Proposal:
    return proposal(
        f"look for papers on {topic}", f"Also search for {topic}", Verb.SEARCH, topic, **more
    )


def test_what_can_not_be_shown_is_left_out_with_why() -> None:
    twice = proposal(
        "see if there are papers on drift", "Search for papers on drift", Verb.SEARCH, "drift"
    )
    endless = proposal(
        "look for " + "very " * 40 + "long papers", "Also search for length", Verb.SEARCH, "length"
    )
    beyond = proposal(
        "email the authors of each paper", "Ask authors for their data", Verb.SEARCH, "data"
    )
    mine = proposal(
        "relate findings to your papers",
        "Relate findings to your papers",
        Verb.CONNECT,
        stage=Stage.GENERATION,
    )
    assert read(search("drift"), twice, endless, beyond, mine) == (
        ["Also search for drift"],
        [
            ("Search for papers on drift", "repeats"),
            ("Also search for length", "unreadable"),
            ("Ask authors for their data", "beyond"),
            ("Relate findings to your papers", "no_papers"),
        ],
    )


def test_of_two_that_ask_for_the_same_the_one_that_follows_from_the_profile_stays() -> None:
    anyone = search("drift")
    reader = proposal(
        "see if there are papers on drift",
        "Search for papers on drift",
        Verb.SEARCH,
        "drift",
        inference_number=1,
    )
    for pair in ((anyone, reader), (reader, anyone)):
        kept, dropped = read(*pair, n_inferences=1)
        assert kept == ["Search for papers on drift"]
        assert dropped == [("Also search for drift", "repeats")]


def test_what_repeats_is_held_against_an_action_that_is_on_the_list() -> None:
    anyone = search("drift")
    twin = proposal("find papers on drift", "Also search for drift", Verb.SEARCH, "drift")
    reader = proposal(
        "see if there are papers on drift",
        "Search for papers on drift",
        Verb.SEARCH,
        "drift",
        inference_number=1,
    )
    made = [candidate_of(p, inferences=(InferenceId("k1"),)) for p in (anyone, twin, reader)]
    (kept,), dropped = usable(made, PromptSituation("Q", 2026, 4, reader=None))
    assert [d.near for d in dropped] == [kept, kept]
    assert kept.tldr == "Search for papers on drift"


def test_the_same_words_again_are_no_other_proposal() -> None:
    assert read(*(search("drift") for _ in range(10))) == (["Also search for drift"], [])


def test_a_doubt_that_speaks_of_the_person_is_withheld() -> None:
    reasons = ("You are not a native speaker of English.", "The question is not on drift.")
    doubts = [OwnDoubt(kind=ErrorType.OFFTOPIC, reason=reason) for reason in reasons]
    flags = [candidate_of(search("drift", doubt=d), model="wise-1").doubts for d in doubts]
    assert [[f.reason for f in found] for found in flags] == [[], [reasons[1]]]


def test_what_is_on_screen_is_not_shown_again() -> None:
    on_screen = action(
        "see if there are papers on concept drift", "Search for drift", Verb.SEARCH, "drift"
    )
    situation = PromptSituation("Q", 2026, 4, known=(on_screen,))
    kept, dropped = usable(
        [candidate_of(search("concept drift")), candidate_of(search("label noise"))], situation
    )
    assert [c.tldr for c in kept] == ["Also search for label noise"]
    assert [d.near for d in dropped] == [on_screen]


def test_no_more_than_were_asked_for_are_kept() -> None:
    kept, dropped = read(*map(search, ("drift", "noise", "bias", "budget", "recall", "speed")))
    assert len(kept) == 4
    assert dropped == [
        ("Also search for recall", "too_many"),
        ("Also search for speed", "too_many"),
    ]


def test_there_is_one_wild_card_and_none_without_a_reader() -> None:
    wild = [search(t, wild_card=True) for t in ("ethnography", "control theory")]

    def marks(n_inferences: int) -> list[bool]:
        ids = tuple(InferenceId(f"k{i}") for i in range(n_inferences))
        kept, _ = usable([candidate_of(p, inferences=ids) for p in wild], SITUATION)
        return [c.wild_card for c in kept]

    assert (marks(1), marks(0)) == ([True, False], [False, False])


def test_a_model_s_own_doubt_stands_beside_its_proposal_with_its_name() -> None:
    doubt = OwnDoubt(kind=ErrorType.NARROW, reason="It leaves out streams without labels.")
    [flag] = candidate_of(search("drift", doubt=doubt), model="some:model").doubts
    assert (flag.error_type.value, flag.reason, flag.origin) == (
        "action.narrow",
        "It leaves out streams without labels.",
        "some:model",
    )
    endless = OwnDoubt(kind=ErrorType.NARROW, reason="so " * 50)
    assert candidate_of(search("drift", doubt=endless), model="some:model").doubts == ()


@pytest.mark.parametrize(
    "text",
    [
        "I can run a small experiment with both methods",
        "I can reproduce the main results",
        "I can draw a diagram of the pipeline",
        "I can include figures from the papers",
        "I can contact the authors for their data",
        "I can search patents and GitHub for implementations",
        "I can compute a pooled effect size",
        "I can keep you posted on new papers",
    ],
)
def test_no_model_can_do_this(text: str) -> None:
    assert beyond_models("Do it", f"{text}{USE}")


@pytest.mark.parametrize(
    "text",
    [
        "I can add short pseudocode of each algorithm",
        "I can give formulas in LaTeX",
        "I can look for papers that run experiments with people",
        "I can see if there are papers with intervention diagrams",
        "I can draw a line between the two notions",
        "I can state figures on funding per field",
        "I can look for social media datasets",
        "I can add a table of the tests that each paper runs",
        "I can look for papers on patents",
    ],
)
def test_a_model_can_do_this(text: str) -> None:
    assert beyond_models("Do it", f"{text}{USE}") is None


def test_unchanged_words_of_a_model_keep_their_directive() -> None:
    proposed = action("avoid heavy math in the main text", "Avoid excessive math", Verb.FREE)
    assert as_worded(proposed) is proposed


@pytest.mark.parametrize("changed", ["tldr", "text"])
def test_words_of_a_model_that_were_changed_in_a_file_are_read_anew(changed: str) -> None:
    proposed = action("group papers by method", "Group by method", Verb.FREE)
    read = as_worded(proposed.model_copy(update={changed: "Only papers after 2021"}))
    assert (read.origin, read.directive.verb, read.directive.filters.year_min) == (
        "user",
        Verb.LIMIT,
        2022,
    )
    assert as_worded(read) is read


def test_two_tables_of_different_things_are_two_proposals() -> None:
    tables = [
        action(
            "add a table of datasets by size",
            "Add a table of datasets by size",
            Verb.COMPARE,
            "datasets",
        ),
        action(
            "add a table of failures by cause",
            "Add a table of failures by cause",
            Verb.COMPARE,
            "failures",
        ),
        action(
            "give a table of datasets and size",
            "Table of datasets by size",
            Verb.COMPARE,
            "datasets",
        ),
    ]
    assert [say_the_same(tables[0], other) for other in tables[1:]] == [False, True]
