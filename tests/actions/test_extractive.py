import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from myscholar.actions.conflicts import contradict
from myscholar.actions.extractive import propose_actions
from myscholar.actions.interpret import as_worded, compatible, interpret
from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList, Category, Stage, Verb
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Profile
from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.text.background import Background

QUESTION = "Does active learning help when fine-tuning a large language model?"
FAR = "What are the main open challenges in quantum error correction?"


def personalized(found: ActionList) -> list[Action]:
    return [a for a in found.actions if a.personalized]


def generic(found: ActionList) -> list[Action]:
    return [a for a in found.actions if not a.personalized]


def is_well_formed(action: Action) -> bool:
    said = action.text.startswith("I can ") and ", which might help you " in action.text and action.text.endswith(".")
    return said and len(action.tldr.split()) < 15 and len(action.text.split()) < 30 and "{" not in action.tldr + action.text


def test_a_question_alone_gets_eight_generic_actions_two_a_stage(background: Background) -> None:
    found = propose_actions(QUESTION, profile=None, background=background)
    assert Counter(a.stage for a in found.actions) == dict.fromkeys(Stage, 2)
    assert {a.category for a in found.actions} == set(Category)
    assert any(a.saves_time for a in found.actions)


def test_a_reader_gets_eight_personalized_actions_as_well(background: Background, reader: Profile) -> None:
    found = personalized(propose_actions(QUESTION, profile=reader, background=background))
    assert Counter(a.stage for a in found) == dict.fromkeys(Stage, 2)
    assert sum(a.category is Category.RESEARCH_IDEAS for a in found) in (2, 3)
    assert any(a.saves_time for a in found)
    assert sum(a.wild_card for a in found) == 1


def test_personalized_actions_name_an_inference_of_the_profile(background: Background, reader: Profile) -> None:
    found = personalized(propose_actions(QUESTION, profile=reader, background=background))
    known = {i.inference_id for i in reader.inferences}
    assert sum(a.inference_id in known for a in found) >= 6


def test_experts_are_spared_definitions_and_told_why(background: Background, reader: Profile) -> None:
    found = propose_actions("What is known about active learning?", profile=reader, background=background)
    assert Verb.DEFINE not in {a.directive.verb for a in found.actions}
    skipping = next(a for a in personalized(found) if a.directive.verb is Verb.SKIP_DEFINITIONS)
    assert skipping.directive.terms == ("active learning",)
    assert "your papers already use the term" in skipping.text


def test_a_question_outside_the_field_gets_broad_help_and_nothing_of_the_profile_s_topics(
    background: Background, reader: Profile
) -> None:
    found = personalized(propose_actions(FAR, profile=reader, background=background))
    assert Verb.DEFINE in {a.directive.verb for a in found}
    assert not [a.tldr for a in found if "active learning" in a.text or "annotation" in a.text]


def test_disabled_inferences_stay_out_of_actions(background: Background, reader: Profile) -> None:
    off = reader.model_copy(update={"inferences": tuple(i.model_copy(update={"enabled": False}) for i in reader.inferences)})
    found = personalized(propose_actions(QUESTION, profile=off, background=background))
    assert [a.inference_id for a in found if a.inference_id] == []


def test_compared_things_are_set_side_by_side_from_the_start(background: Background) -> None:
    found = propose_actions(
        "What are the differences between participatory design and co-design?", profile=None, background=background
    )
    table = next(a for a in found.actions if a.directive.verb is Verb.COMPARE)
    assert table.directive.terms == ("participatory design", "co-design")
    assert table.enabled


def test_recent_work_is_asked_for_only_where_the_year_is_known(background: Background) -> None:
    asked = "What are the latest techniques for anomaly detection in process mining?"
    dated = propose_actions(asked, profile=None, background=background, this_year=2026)
    assert [a.directive.filters.year_min for a in dated.actions if a.directive.verb is Verb.LIMIT and a.enabled] == [2022]
    undated = propose_actions(asked, profile=None, background=background)
    assert [a for a in undated.actions if a.directive.filters.year_min] == []


def test_look_up_results_give_facets_that_actions_name(background: Background, hits: tuple[Hit, ...]) -> None:
    found = propose_actions(QUESTION, profile=None, background=background, hits=hits)
    searched = [t for a in found.actions if a.directive.verb is Verb.SEARCH for t in a.directive.terms]
    assert {"uncertainty sampling", "cold start"} & set(searched)


def test_look_up_results_about_something_else_change_nothing(background: Background, hits: tuple[Hit, ...]) -> None:
    plain = propose_actions(FAR, profile=None, background=background)
    assert propose_actions(FAR, profile=None, background=background, hits=hits) == plain


def test_past_rejections_lower_an_action_and_take_it_out_of_the_defaults(background: Background) -> None:
    before = propose_actions(QUESTION, profile=None, background=background)
    assert any(a.directive.verb is Verb.NUMBERS and a.enabled for a in before.actions)
    past = [PastChoice(verb=Verb.NUMBERS, category=Category.STYLE, personalized=False, chosen=False)] * 6
    after = propose_actions(QUESTION, profile=None, background=background, past=past)
    assert not any(a.directive.verb is Verb.NUMBERS and a.enabled for a in after.actions)


def test_past_picks_become_defaults(background: Background) -> None:
    past = [PastChoice(verb=Verb.NEXT_STEPS, category=Category.RESEARCH_IDEAS, personalized=False, chosen=True)] * 6
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


@pytest.mark.parametrize("question", ["transformers?", "RAG", "What about it?", "如何评估大型语言模型？", "{t} and {x}?", "why"])
def test_odd_questions_get_whole_lists_too(question: str, background: Background, reader: Profile) -> None:
    found = propose_actions(question, profile=reader, background=background)
    assert (len(generic(found)), len(personalized(found))) == (8, 8)


@pytest.mark.shared
def test_every_real_question_gets_whole_consistent_readable_lists(shared: Path, background: Background, reader: Profile) -> None:
    lines = (shared / "data/queries/scholarqa_cs2_dev.jsonl").read_text(encoding="utf-8").splitlines()
    for question in (json.loads(line)["query"] for line in lines):
        for profile, n in ((None, 8), (reader, 16)):
            found = propose_actions(question, profile=profile, background=background, this_year=2026)
            assert len(found.actions) == n, question
            assert [a.text for a in found.actions if not is_well_formed(a)] == []
            assert 3 <= len(found.chosen) <= 5, question
            assert not any(contradict(a.directive, b.directive) for a, b in combinations(found.chosen, 2)), question


@pytest.mark.shared
def test_actions_are_read_back_as_what_they_do(shared: Path, background: Background, reader: Profile) -> None:
    lines = (shared / "data/queries/scholarqa_cs2_dev.jsonl").read_text(encoding="utf-8").splitlines()
    actions = [
        a for line in lines for a in propose_actions(json.loads(line)["query"], profile=reader, background=background).actions
    ]
    assert [a.text for a in actions if not compatible(interpret(a.text), a.directive)] == []
    assert [a.tldr for a in actions if not compatible(interpret(a.tldr), a.directive)] == []


def test_the_verb_that_is_asked_about_stands_in_the_actions_and_in_their_searches(background: Background) -> None:
    found = propose_actions("When should a question answering system abstain?", profile=None, background=background)
    searches = [a for a in found.actions if a.directive.verb is Verb.SEARCH]
    assert searches
    assert all("abstention in question answering" in a.text for a in searches)
    assert all({"question answering", "abstain"} <= set(a.directive.terms) for a in searches)


def test_short_lines_do_not_repeat_the_topic_where_the_question_makes_it_obvious(background: Background) -> None:
    question = "How do citations and retrieval-augmented question answering relate?"
    found = propose_actions(question, profile=None, background=background)
    repeated = [a for a in found.actions if "retrieval-augmented question answering" in a.tldr]
    assert {a.directive.verb for a in repeated} <= {Verb.SEARCH, Verb.FOCUS, Verb.DEFINE, Verb.SKIP_DEFINITIONS}
    assert all(as_worded(a) == a for a in found.actions)
