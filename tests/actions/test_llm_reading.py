"""What models propose becomes directives that the words bear out."""

from typing import Any

import pytest

from myscholar.actions.conflicts import say_the_same
from myscholar.actions.executable import beyond_models
from myscholar.actions.llm.reading import candidate_of, directive_of, sentence_of, usable
from myscholar.actions.llm.replies import GenericReply, PersonalProposal, Proposal
from myscholar.actions.llm.showing import PromptSituation
from myscholar.actions.own import as_worded, fingerprint
from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.profile import InferenceId

USE = ", which might help you decide."
SITUATION = PromptSituation("Does active learning work?", 2026, 4)


def proposal(does: str, tldr: str, verb: Verb, *terms: str, **more: Any) -> Proposal:
    return Proposal(
        strategy=f"I can {does}{USE}",
        tldr=tldr,
        category=Category.CONTENT,
        verb=verb,
        terms=list(terms),
        **more,
    )


def action(text: str, tldr: str, verb: Verb, *terms: str) -> Action:
    made = candidate_of(Stage.ORGANIZATION, proposal(text, tldr, verb, *terms)).action(
        "g1", personalized=False, enabled=False
    )
    return made.model_copy(
        update={"origin": "some:model", "wording": fingerprint(made.tldr, made.text)}
    )


def generic(*search_add: Proposal, **others: list[Proposal]) -> GenericReply:
    empty: dict[str, list[Proposal]] = {"search_refine": [], "organization": [], "generation": []}
    return GenericReply(search_add=list(search_add), **{**empty, **others})


def test_terms_that_the_words_do_not_say_are_left_out() -> None:
    said = proposal(
        "look for papers on cold start",
        "Also search for cold start",
        Verb.SEARCH,
        "cold start",
        "bandits",
    )
    assert directive_of(Stage.SEARCH_ADD, said).terms == ("cold start",)


def test_without_terms_the_words_are_read() -> None:
    said = proposal("look for papers on label noise", "Also search for label noise", Verb.SEARCH)
    assert directive_of(Stage.SEARCH_ADD, said).terms == ("label noise",)


def test_a_search_keeps_the_years_that_its_words_name() -> None:
    said = proposal(
        "see if there are papers on drift from 2022 on",
        "Also search for drift from 2022 on",
        Verb.SEARCH,
        "drift",
    )
    directive = directive_of(Stage.SEARCH_ADD, said)
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
    directive = directive_of(Stage.SEARCH_REFINE, proposal("keep to such papers", tldr, Verb.LIMIT))
    assert directive.verb is Verb.LIMIT
    assert getattr(directive.filters, field) == value


def test_a_limit_that_names_none_only_ranks() -> None:
    said = proposal(
        "keep to peer-reviewed trials",
        "Keep to peer-reviewed trials",
        Verb.LIMIT,
        "peer-reviewed trials",
    )
    assert directive_of(Stage.SEARCH_REFINE, said).verb is Verb.FOCUS


def test_leaving_out_by_year_is_a_limit() -> None:
    said = proposal("leave out papers before 2015", "Leave out papers before 2015", Verb.EXCLUDE)
    directive = directive_of(Stage.SEARCH_REFINE, said)
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
    said = proposal(tldr[0].lower() + tldr[1:], tldr, named, "drift")
    assert directive_of(stage, said).verb is read


def test_a_free_way_of_writing_searches_for_nothing() -> None:
    said = proposal(
        "group papers by kind of drift", "Group papers by kind of drift", Verb.FREE, "kind of drift"
    )
    assert directive_of(Stage.ORGANIZATION, said).terms == ()


def test_small_slips_of_the_form_are_mended() -> None:
    assert (
        sentence_of("I'll add a table, which may help you compare")
        == "I can add a table, which might help you compare."
    )


def test_an_inference_is_known_by_its_number_and_none_beyond_the_last() -> None:
    ids = (InferenceId("k1"), InferenceId("k2"))
    said = PersonalProposal(
        strategy="I can add a table.",
        tldr="Add a table",
        category=Category.STYLE,
        verb=Verb.COMPARE,
    )
    numbers = {
        n: candidate_of(
            Stage.ORGANIZATION, said.model_copy(update={"inference_number": n}), inferences=ids
        )
        for n in (0, 2, 3)
    }
    assert {n: c.inference_id for n, c in numbers.items()} == {0: None, 2: "k2", 3: None}


def test_what_can_not_be_shown_is_dropped() -> None:
    good = proposal("look for papers on drift", "Also search for drift", Verb.SEARCH, "drift")
    twice = proposal(
        "see if there are papers on drift", "Search for papers on drift", Verb.SEARCH, "drift"
    )
    endless = proposal(
        "look for " + "very " * 40 + "long papers", "Also search for length", Verb.SEARCH, "length"
    )
    wordless = Proposal(strategy="", tldr=" ", category=Category.CONTENT, verb=Verb.SEARCH)
    beyond = proposal(
        "email the authors of each paper", "Ask authors for their data", Verb.SEARCH, "data"
    )
    kept = usable(generic(good, twice, endless, wordless, beyond), SITUATION)
    assert [c.tldr for c in kept] == ["Also search for drift"]


def test_what_is_on_screen_is_not_shown_again() -> None:
    on_screen = PromptSituation(
        "Q",
        2026,
        4,
        exclude=("I can see if there are papers on concept drift, which might help you plan.",),
    )
    again = proposal(
        "look for papers on concept drift",
        "Also search for concept drift",
        Verb.SEARCH,
        "concept drift",
    )
    other = proposal(
        "look for papers on label noise", "Also search for label noise", Verb.SEARCH, "label noise"
    )
    assert [c.tldr for c in usable(generic(again, other), on_screen)] == [
        "Also search for label noise"
    ]


def test_no_more_than_were_asked_for_are_kept() -> None:
    topics = ("drift", "noise", "bias", "budget", "recall", "speed")
    many = [
        proposal(f"look for papers on {t}", f"Also search for {t}", Verb.SEARCH, t) for t in topics
    ]
    assert len(usable(generic(*many), SITUATION)) == 4


def test_nothing_connects_to_papers_that_are_not_there() -> None:
    said = proposal(
        "relate findings to your papers", "Relate findings to your papers", Verb.CONNECT
    )
    assert usable(generic(generation=[said]), SITUATION) == ()


def test_there_is_one_wild_card() -> None:
    wild = [
        PersonalProposal(
            strategy=f"I can look for {t}{USE}",
            tldr=f"Also search for {t}",
            category=Category.CONTENT,
            verb=Verb.SEARCH,
            terms=[t],
            wild_card=True,
        )
        for t in ("ethnography", "control theory")
    ]
    kept = usable(generic(*wild), SITUATION, inferences=(InferenceId("k1"),))
    assert [c.wild_card for c in kept] == [True, False]


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
