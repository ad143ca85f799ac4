"""A tree over the bundled sample, with what a careful person replied in the model's place."""

import asyncio
from collections.abc import Callable

import pytest

from myscholar.domain.interaction import ROOT, NodeOrigin, Persona, ResearchNode
from myscholar.domain.profile import Profile
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.steer.growth import DEEP
from myscholar.interactive.steer.llm.mind import LlmTreeMind
from myscholar.interactive.steer.mind import DirectionCandidate, Taught
from myscholar.interactive.steer.replies import question_of, read_reply
from myscholar.workflows.background import load_background
from myscholar.workflows.sample import SAMPLE_QUESTION
from tests.interactive.conftest import cassette

Made = tuple[Persona, Taught, tuple[DirectionCandidate, ...]]


@pytest.fixture(scope="module")
def mind(mira: Profile, answers: Callable[[str], ScriptedLLM]) -> LlmTreeMind:
    return LlmTreeMind(
        question=SAMPLE_QUESTION,
        background=load_background(),
        llm=answers("steer"),
        profile=mira,
        this_year=2026,
    )


@pytest.fixture(scope="module")
def made(mind: LlmTreeMind, sample) -> Made:
    """Who asks, with how far the question's own papers cover what they expect; what these teach;
    and where to go on."""
    return asyncio.run(_look(mind, sample))


async def _look(mind: LlmTreeMind, sample) -> Made:
    hits = await sample.search(SAMPLE_QUESTION, DEEP)
    asks = await mind.estimate(SAMPLE_QUESTION, "", hits)
    taught = await mind.learn(SAMPLE_QUESTION, hits, (), asks, ())
    marks = await mind.marks([taught.learnings], asks)
    covered = [
        aspect.model_copy(update={"coverage": mark / 2})
        for aspect, mark in zip(asks.aspects, marks.of_reports[0], strict=True)
    ]
    persona = asks.model_copy(update={"aspects": tuple(covered)})
    root = ResearchNode(
        node_id=ROOT,
        direction=SAMPLE_QUESTION,
        origin=NodeOrigin.QUESTION,
        learnings=taught.learnings,
    )
    return persona, taught, await mind.propose(root, hits, (), persona)


def test_every_quote_that_a_learning_rests_on_stands_in_a_paper_of_its_own(made: Made) -> None:
    _, taught, _ = made
    said = cassette("steer_learn")["learnings"]
    assert [(le.title, le.evidence.text, le.text) for le in taught.learnings] == [
        (each["paper"], each["quote"], each["insight"]) for each in said
    ]
    assert len({learning.paper_id for learning in taught.learnings}) == 6
    assert (len(taught.tags), taught.note) == (4, "")


def test_what_nothing_was_learned_of_is_told_where_directions_are_proposed(
    made: Made, mind: LlmTreeMind
) -> None:
    persona, _, _ = made
    assert [aspect.coverage for aspect in persona.wanted] == [0.5, 0, 0.5, 0.5, 1, 0, 1, 0]
    (prompt,) = [p for _, p in mind.llm.asked if p.name == "steer/propose"]
    assert "that abstain when they cannot decide (0% covered so far)" in prompt.task


async def test_seven_directions_and_a_wild_card_are_offered_and_each_finds_papers(
    made: Made, sample
) -> None:
    _, _, offered = made
    assert [each.is_wild_card for each in offered] == [*[False] * 7, True]
    found = [{hit.paper.paper_id for hit in await sample.search(each.query, 6)} for each in offered]
    assert all(found)
    assert len({frozenset(papers) for papers in found}) == len(offered)


async def test_a_reply_adds_what_is_new_and_turns_down_what_is_refused(
    made: Made, mind: LlmTreeMind
) -> None:
    persona, _, offered = made
    names = [each.direction for each in offered[:3]]
    said = question_of(SAMPLE_QUESTION, names, "").read(
        "1, 3 and claims that are stronger than their guideline\nLeave studies of readers aside"
    )
    reply = read_reply(said, names, (0,))
    chosen = [names[place] for place in reply.followed]
    after = await mind.update(persona, said, chosen, reply.added)
    assert chosen == [names[0], names[2]]
    assert {a.text for a in after.wanted} - {a.text for a in persona.wanted} == {
        "claims stated more strongly than the guideline that they cite"
    }
    assert [a.text for a in after.aspects if a.refused] == [persona.wanted[7].text]


def test_no_reply_is_asked_for_again(made: Made, mind: LlmTreeMind) -> None:
    assert made
    assert mind.llm.told == []
