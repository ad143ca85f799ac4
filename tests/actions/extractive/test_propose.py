import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from myscholar.actions.conflicts import contradict
from myscholar.actions.extractive.propose import propose_actions
from myscholar.actions.interpret import compatible, interpret
from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList, Category, Stage, Verb
from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    PaperSupport,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.text.background import Background

BACKGROUND = Background(n_documents=10_000, frequencies={})
QUESTION = "Does active learning help when fine-tuning a large language model?"
FAR = "What are the main open challenges in quantum error correction?"


def personalized(found: ActionList) -> list[Action]:
    return [a for a in found.actions if a.personalized]


def generic(found: ActionList) -> list[Action]:
    return [a for a in found.actions if not a.personalized]


def is_well_formed(action: Action) -> bool:
    said = (
        action.text.startswith("I can ")
        and ", which might help you " in action.text
        and action.text.endswith(".")
    )
    return (
        said
        and len(action.tldr.split()) < 15
        and len(action.text.split()) < 30
        and "{" not in action.tldr + action.text
    )


def papers(title: str, *texts: str) -> tuple[Hit, ...]:
    def hit(n: int, text: str) -> Hit:
        passage = Passage(
            passage_id=PassageId(f"{n}:1"),
            paper_id=PaperId(str(n)),
            kind=PassageKind.ABSTRACT,
            text=text,
        )
        return Hit(
            paper=Paper(paper_id=PaperId(str(n)), title=f"{title} {n}", passages=(passage,)),
            score=1.0,
        )

    return tuple(hit(n, text) for n, text in enumerate(texts))


def test_a_question_alone_gets_eight_generic_actions_two_a_stage(background: Background) -> None:
    found = propose_actions(QUESTION, profile=None, background=background)
    assert Counter(a.stage for a in found.actions) == dict.fromkeys(Stage, 2)
    assert {a.category for a in found.actions} == set(Category)
    assert any(a.saves_time for a in found.actions)


def test_a_reader_gets_eight_personalized_actions_as_well(
    background: Background, reader: Profile
) -> None:
    found = personalized(propose_actions(QUESTION, profile=reader, background=background))
    assert Counter(a.stage for a in found) == dict.fromkeys(Stage, 2)
    assert sum(a.category is Category.RESEARCH_IDEAS for a in found) in (2, 3)
    assert any(a.saves_time for a in found)
    assert sum(a.wild_card for a in found) == 1


def test_personalized_actions_name_an_inference_of_the_profile(
    background: Background, reader: Profile
) -> None:
    found = personalized(propose_actions(QUESTION, profile=reader, background=background))
    known = {i.inference_id for i in reader.inferences}
    assert sum(a.inference_id in known for a in found) >= 6


def test_experts_are_spared_definitions_and_told_why(
    background: Background, reader: Profile
) -> None:
    found = propose_actions(
        "What is known about active learning?", profile=reader, background=background
    )
    assert Verb.DEFINE not in {a.directive.verb for a in found.actions}
    skipping = next(a for a in personalized(found) if a.directive.verb is Verb.SKIP_DEFINITIONS)
    assert skipping.directive.terms == ("active learning",)
    assert "your papers already use the term" in skipping.text


def test_a_question_outside_the_field_gets_broad_help_and_is_only_related_to_own_topics(
    background: Background, reader: Profile
) -> None:
    found = personalized(propose_actions(FAR, profile=reader, background=background))
    assert Verb.DEFINE in {a.directive.verb for a in found}
    assert {
        a.directive.verb for a in found if "active learning" in a.text or "annotation" in a.text
    } == {Verb.CONNECT}


def reader_of(text: str, *terms: str) -> Profile:
    """One paper with an abstract, and one inference that rests on it."""
    paper_id = PaperId("own")
    abstract = Passage(
        passage_id=PassageId("own:1"), paper_id=paper_id, kind=PassageKind.ABSTRACT, text=text
    )
    support = PaperSupport(
        paper_id=paper_id,
        explanation="One paper says so.",
        evidence=(Evidence.of_passage(abstract),),
    )
    own = ProfilePaper(
        paper_id=paper_id,
        number=1,
        title="Own work",
        relation=Relation.MINE,
        text_source=TextSource.ABSTRACT,
    )
    inference = Inference(
        inference_id=InferenceId("knowledge-1"),
        aspect=ProfileAspect.KNOWLEDGE,
        text="Said.",
        supports=(support,),
        terms=terms,
    )
    return Profile(
        profile_id=ProfileId("r"),
        name="A reader",
        created_at="2026-01-01T00:00:00Z",
        papers=(own,),
        passages=(abstract,),
        inferences=(inference,),
    )


KITES = papers(
    "Kites", *["A bow kite is light. The spar joints are weak. Gusts of wind tear thin sails."] * 4
)


def own_topics(profile: Profile) -> set[str]:
    found = propose_actions("How do kites fly?", profile=profile, background=BACKGROUND, hits=KITES)
    return {
        t
        for a in personalized(found)
        for t in a.directive.terms
        if t in {*profile.inferences[0].terms, "spar joints"}
    }


def test_what_ones_own_papers_and_the_papers_found_come_back_to_is_named_in_actions() -> None:
    text = "The spar joints are weak in tents. We glue the spar joints of tents."
    assert own_topics(reader_of(text, "tent poles")) == {"spar joints", "tent poles"}


def test_a_topic_of_a_paper_that_shares_nothing_with_the_papers_found_is_only_related_to_them() -> (
    None
):
    reader = reader_of("Liver cells divide slowly.", "liver cells")
    found = personalized(
        propose_actions("How do kites fly?", profile=reader, background=BACKGROUND, hits=KITES)
    )
    assert [a.directive.verb for a in found if "liver cells" in a.text] == [Verb.CONNECT]


def test_a_paper_much_like_the_papers_found_is_near_though_its_topic_is_in_none() -> None:
    reader = reader_of("Gusts of wind tear thin sails where joints are weak.", "storm tents")
    found = personalized(
        propose_actions("How do kites fly?", profile=reader, background=BACKGROUND, hits=KITES)
    )
    assert {Verb.CONNECT} < {a.directive.verb for a in found if "storm tents" in a.text}


def test_disabled_inferences_stay_out_of_actions(background: Background, reader: Profile) -> None:
    off = reader.model_copy(
        update={
            "inferences": tuple(i.model_copy(update={"enabled": False}) for i in reader.inferences)
        }
    )
    found = personalized(propose_actions(QUESTION, profile=off, background=background))
    assert [a.inference_id for a in found if a.inference_id] == []


def test_compared_things_are_set_side_by_side_from_the_start(background: Background) -> None:
    found = propose_actions(
        "What are the differences between participatory design and co-design?",
        profile=None,
        background=background,
    )
    table = next(a for a in found.actions if a.directive.verb is Verb.COMPARE)
    assert table.directive.terms == ("participatory design", "co-design")
    assert table.enabled


def test_recent_work_is_asked_for_only_where_the_year_is_known(background: Background) -> None:
    asked = "What are the latest techniques for anomaly detection in process mining?"
    dated = propose_actions(asked, profile=None, background=background, this_year=2026)
    assert [
        a.directive.filters.year_min
        for a in dated.actions
        if a.directive.verb is Verb.LIMIT and a.enabled
    ] == [2022]
    undated = propose_actions(asked, profile=None, background=background)
    assert [a for a in undated.actions if a.directive.filters.year_min] == []


def test_look_up_results_give_topics_that_actions_name(
    background: Background, hits: tuple[Hit, ...]
) -> None:
    found = propose_actions(QUESTION, profile=None, background=background, hits=hits)
    searched = [
        t for a in found.actions if a.directive.verb is Verb.SEARCH for t in a.directive.terms
    ]
    assert {"uncertainty sampling", "cold start"} & set(searched)


def test_look_up_results_about_something_else_change_nothing(
    background: Background, hits: tuple[Hit, ...]
) -> None:
    plain = propose_actions(FAR, profile=None, background=background)
    assert propose_actions(FAR, profile=None, background=background, hits=hits) == plain


def test_past_rejections_lower_an_action_and_take_it_out_of_the_defaults(
    background: Background,
) -> None:
    before = propose_actions(QUESTION, profile=None, background=background)
    assert any(a.directive.verb is Verb.NUMBERS and a.enabled for a in before.actions)
    past = [
        PastChoice(verb=Verb.NUMBERS, category=Category.STYLE, personalized=False, chosen=False)
    ] * 6
    after = propose_actions(QUESTION, profile=None, background=background, past=past)
    assert not any(a.directive.verb is Verb.NUMBERS and a.enabled for a in after.actions)


def test_past_picks_become_defaults(background: Background) -> None:
    past = [
        PastChoice(
            verb=Verb.NEXT_STEPS, category=Category.RESEARCH_IDEAS, personalized=False, chosen=True
        )
    ] * 6
    found = propose_actions(QUESTION, profile=None, background=background, past=past)
    assert any(a.directive.verb is Verb.NEXT_STEPS and a.enabled for a in found.actions)


def test_the_same_input_gives_the_same_actions(background: Background, reader: Profile) -> None:
    assert propose_actions(QUESTION, profile=reader, background=background) == propose_actions(
        QUESTION, profile=reader, background=background
    )


def test_an_empty_or_endless_question_is_refused(background: Background) -> None:
    with pytest.raises(EmptyQuestion):
        propose_actions("  ", profile=None, background=background)
    with pytest.raises(QuestionTooLong):
        propose_actions("x " * 5_000, profile=None, background=background)


@pytest.mark.parametrize(
    "question",
    ["transformers?", "RAG", "What about it?", "如何评估大型语言模型？", "{t} and {x}?", "why"],
)
def test_odd_questions_get_whole_lists_too(
    question: str, background: Background, reader: Profile
) -> None:
    found = propose_actions(question, profile=reader, background=background)
    assert (len(generic(found)), len(personalized(found))) == (8, 8)


@pytest.mark.shared
def test_every_real_question_gets_whole_consistent_readable_lists(
    shared: Path, background: Background, reader: Profile
) -> None:
    lines = (
        (shared / "data/queries/scholarqa_cs2_dev.jsonl").read_text(encoding="utf-8").splitlines()
    )
    for question in (json.loads(line)["query"] for line in lines):
        for profile, n in ((None, 8), (reader, 16)):
            found = propose_actions(
                question, profile=profile, background=background, this_year=2026
            )
            assert len(found.actions) == n, question
            assert [a.text for a in found.actions if not is_well_formed(a)] == []
            assert 3 <= len(found.chosen) <= 5, question
            assert not any(
                contradict(a.directive, b.directive) for a, b in combinations(found.chosen, 2)
            ), question


@pytest.mark.shared
def test_actions_are_read_back_as_what_they_do(
    shared: Path, background: Background, reader: Profile
) -> None:
    lines = (
        (shared / "data/queries/scholarqa_cs2_dev.jsonl").read_text(encoding="utf-8").splitlines()
    )
    actions = [
        a
        for line in lines
        for a in propose_actions(
            json.loads(line)["query"], profile=reader, background=background
        ).actions
    ]
    assert [a.text for a in actions if not compatible(interpret(a.text), a.directive)] == []
    assert [a.tldr for a in actions if not compatible(interpret(a.tldr), a.directive)] == []


def test_two_questions_with_their_own_papers_get_different_lists(background: Background) -> None:
    kites = papers("Kites", *["A bow kite is light."] * 2, *["The tail drag is low."] * 2)
    moss = papers("Moss gardens", *["The shade moss is slow."] * 2, *["A peat bed is wet."] * 2)
    first = propose_actions(
        "How do kites fly?", profile=None, background=background, hits=kites, this_year=2026
    )
    second = propose_actions(
        "How do moss gardens grow?", profile=None, background=background, hits=moss, this_year=2026
    )
    both = {a.tldr for a in first.actions} & {a.tldr for a in second.actions}
    assert both <= {"Only from 2022 on"}
    assert {"bow kites", "tail drag"} <= {t for a in first.actions for t in a.directive.terms}
    assert {"shade moss", "peat bed"} & {t for a in second.actions for t in a.directive.terms}


def test_a_side_of_the_literature_is_offered_with_the_papers_that_name_it(
    background: Background, hits: tuple[Hit, ...]
) -> None:
    found = propose_actions(QUESTION, profile=None, background=background, hits=hits)
    assert any(
        "3 of the 9 papers found" in a.text
        for a in found.actions
        if a.directive.verb is Verb.SEARCH
    )


def test_what_a_question_leaves_out_is_in_no_action(background: Background) -> None:
    question = "How do kites fly without tail drag?"
    said = papers("Kites", *["A bow kite is light."] * 2, *["The tail drag is low."] * 2)
    found = propose_actions(question, profile=None, background=background, hits=said)
    assert [
        a.tldr for a in found.actions if "tail drag" in f"{a.tldr} {a.text} {a.directive.terms}"
    ] == []


def test_a_definition_is_offered_and_left_off_where_no_paper_defines(
    background: Background,
) -> None:
    def define(*texts: str) -> list[bool]:
        hits = papers("Active learning", *texts)
        found = propose_actions(
            "What is active learning?", profile=None, background=background, hits=hits
        )
        return [a.enabled for a in found.actions if a.directive.verb is Verb.DEFINE]

    assert define(*["Active learning is a method that picks rows."] * 3) == [True]
    assert define(*["Active learning picks rows."] * 3) == [False]


def test_without_a_look_up_only_a_question_for_a_definition_is_sure_of_one(
    background: Background,
) -> None:
    def defined(question: str) -> list[bool]:
        found = propose_actions(question, profile=None, background=background)
        return [a.enabled for a in found.actions if a.directive.verb is Verb.DEFINE]

    assert defined("What is active learning?") == [True]
    assert True not in defined("How do people label in active learning?")
