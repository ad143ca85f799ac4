"""The product's team, asked by stage, and what is kept of what it asked. The papers are made up."""

import asyncio

import pytest

from eval.domain.reference import Reference
from eval.studies.idrbench.ambiguity import Vague
from eval.studies.idrbench.asking import (
    AskedUser,
    AskingListener,
    SkippingUser,
    said_of,
    shown_of,
    spec_of,
)
from eval.studies.idrbench.cases import ReferenceSet, ResearchCase, draw
from eval.studies.idrbench.teams import ARMS, AUTONOMOUS, Arm, Researched, research_case
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import UserKind
from myscholar.interactive.team.budget import MOST_TURNS, TeamStage
from myscholar.workflows.background import load_background
from tests.interactive.team.team_run import PAPERS, QUESTION, Shelf

CASE = ResearchCase(
    reference=Reference(
        query_id="q",
        question=QUESTION,
        text="Varroa mites carry viruses into the brood. Drought stress ends brood rearing.",
    ),
    of=ReferenceSet.EXPERTS,
    vague=Vague(text=QUESTION, compression=0),
    aspects=("Varroa mites", "drought stress"),
)
BY_NAME = {arm.name: arm for arm in ARMS}


def researched(arm: Arm, papers=PAPERS) -> Researched:
    shelf = Shelf(papers, on_search=len)
    made = research_case(CASE, arm, shelf.search, load_background(), llm=None, seed=0)
    return asyncio.run(made)


def stages(made: Researched) -> set[str]:
    return {stage for stage, *_ in made.exchanges}


def turns(made: Researched) -> int:
    return len({turn for _, turn, *_ in made.exchanges})


def test_nobody_is_asked_where_the_research_is_autonomous():
    made = researched(AUTONOMOUS)
    assert made.exchanges == ()
    assert "colonies" in made.text


@pytest.mark.parametrize("stage", list(TeamStage))
def test_at_one_stage_only_it_asks_there_and_in_one_turn(stage: TeamStage):
    made = researched(BY_NAME[f"{stage} only"])
    assert stages(made) == {stage}
    assert turns(made) == 1


def test_in_all_stages_it_asks_at_more_than_one_and_within_the_budget():
    """Of somebody who says nothing, so that everything stays open."""
    made = researched(BY_NAME["interactive, skips"])
    assert len(stages(made)) > 1
    assert turns(made) <= MOST_TURNS


def test_what_is_shown_and_said_is_kept():
    made = researched(BY_NAME["planning only"])
    [(stage, turn, shown, said), *_] = made.exchanges
    assert (stage, turn) == ("planning", "planning-1")
    assert "Nosema spores" in shown
    assert said


def test_who_skips_costs_turns_and_changes_no_report():
    made = researched(BY_NAME["interactive, skips"])
    assert turns(made) > 0
    assert {said for *_, said in made.exchanges} == {""}
    assert made.text == researched(AUTONOMOUS).text


def test_a_report_is_empty_where_nothing_can_be_quoted():
    assert researched(AUTONOMOUS, ()).text == ""


def test_every_simulated_user_replies_to_the_team():
    for asked in (AskedUser.PERSONA, AskedUser.INTENTS, AskedUser.REFERENCE):
        made = researched(Arm("x", asked))
        assert any(said for *_, said in made.exchanges), asked


def test_a_user_is_told_the_reference_or_the_aspects_and_never_the_vague_question():
    assert spec_of(AskedUser.NOBODY, CASE, 0).kind is UserKind.NOBODY
    assert spec_of(AskedUser.REFERENCE, CASE, 0).text == CASE.reference.text
    assert spec_of(AskedUser.PERSONA, CASE, 3).items == CASE.aspects
    assert spec_of(AskedUser.PERSONA, CASE, 3).seed == 3
    bare = CASE.model_copy(update={"aspects": ()})
    assert spec_of(AskedUser.INTENTS, bare, 0).items == (QUESTION,)


def test_what_a_person_reads_and_writes():
    question = Question(text="Which?", why="It decides.", choices=("Mites", "Drought"))
    assert shown_of(question) == "It decides.\nWhich?\nMites\nDrought"
    assert shown_of(Question(text="Which?")) == "Which?"
    chosen = Answer(kind=AnswerKind.CHOICE, choices=("Mites", "Drought"))
    assert said_of(chosen) == "Mites\nDrought"
    assert said_of(Answer(kind=AnswerKind.TEXT, text="none")) == "none"
    for silent in (AnswerKind.SKIP, AnswerKind.DECIDE):
        assert said_of(Answer(kind=silent)) == ""


def test_questions_of_one_turn_have_one_name():
    async def ask() -> list[tuple[str, str]]:
        listener = AskingListener(SkippingUser())
        for name in ("planning-1-1", "planning-1-2", "research-2-1"):
            await listener.reply(name, Question(text="Which?"))
        return [(each.stage, each.turn) for each in listener.exchanges]

    assert asyncio.run(ask()) == [
        ("planning", "planning-1"),
        ("planning", "planning-1"),
        ("research", "research-2"),
    ]


def reference(name: str) -> Reference:
    return Reference(query_id=name, question="Why?", text="So.")


def test_sets_are_drawn_in_turn_and_a_larger_limit_keeps_what_a_smaller_took():
    sets = {
        ReferenceSet.EXPERTS: [reference(f"e{n}") for n in range(9)],
        ReferenceSet.SYSTEMS: [reference(f"s{n}") for n in range(2)],
    }
    drawn = draw(sets, 7, 0)
    of = [str(each) for each, _ in drawn]
    assert of == ["experts", "systems", "experts", "systems", "experts", "experts", "experts"]
    assert draw(sets, 3, 0) == drawn[:3]
    assert len({r.query_id for _, r in draw(sets, 99, 0)}) == 11
    assert draw(sets, 7, 1) != drawn
    turned = {each: found[::-1] for each, found in sets.items()}
    assert draw(turned, 7, 0) == drawn, "whatever their order in the file"
    assert draw({}, 7, 0) == ()
