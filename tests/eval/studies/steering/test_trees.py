"""A tree is grown once for all costs at which the same is asked, and measured against what the
user wanted."""

import asyncio
from collections.abc import Sequence

import pytest

from eval.studies.steering.pairs import QuestionPersona
from eval.studies.steering.trees import Gardener, asks_alike, rescaled, said_with_evidence
from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.interaction import ROOT, PauseDecision
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import QueryResult, Report, ReportId, SearchRecord, Section
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.steer.llm.pausing import LlmPauseAgent
from myscholar.interactive.steer.looking import marks_by_words
from myscholar.workflows.background import load_background

TEXTS = (
    "The waggle dance of honey bees tells nestmates where a food source lies.",
    "Honey bees measure distance to a food source by optic flow during flight.",
    "Polarized light guides honey bees to a food source under clouds.",
)
SIDES = ("waggle dance", "optic flow", "polarized light", "magnetic sense")
MANY = tuple(
    f"We study the {side} of honey bees in {place}. They find a food source by it."
    for side in SIDES
    for place in ("Kenya", "Bavaria", "Kyoto")
)


def decision(gain: float, asked: bool, n_pauses: int = 0) -> PauseDecision:
    return PauseDecision(
        node_id=ROOT, gain=gain, cost=0, n_pauses=n_pauses, tolerance_share=3, asked=asked
    )


@pytest.mark.parametrize(("cost", "alike"), [(0.0, False), (0.2, True), (0.3, True), (0.5, False)])
def test_a_tree_stands_for_every_cost_at_which_the_same_is_asked(cost: float, alike: bool):
    """Costs: C0 at the first, C0 * (1 + 1/3) at the second."""
    pauses = (decision(0.45, True), decision(0.2, False, n_pauses=1))
    assert asks_alike(pauses, cost) is alike


def test_confidence_is_rescaled_as_if_more_papers_were_needed_for_a_half():
    """Six papers: 6 / (6 + 3) = 2/3, and 6 / (6 + 1) = 6/7, 6 / (6 + 6) = 1/2."""
    assert rescaled(2 / 3, 3) == pytest.approx(2 / 3)
    assert rescaled(2 / 3, 1) == pytest.approx(6 / 7)
    assert rescaled(2 / 3, 6) == pytest.approx(1 / 2)


def test_marks_are_two_in_one_sentence_one_by_half_of_the_words_and_else_nothing():
    said = ["A waggle dance points to food.", "Optic cues are many.", "Flow is a word."]
    aspects = ["waggle dance", "optic flow", "magnetic sense", "polarized optic sky"]
    assert marks_by_words(aspects, said) == (2, 1, 0, 0)


def test_what_a_report_says_without_a_citation_counts_for_nothing():
    report = Report(
        report_id=ReportId("r"),
        question="How do bees find food?",
        title="Bees",
        notice="",
        created_at="2026-01-01T00:00:00Z",
        sections=(Section(title="Dances", text="You asked for the waggle dance."),),
        references=(),
    )
    assert said_with_evidence(report) == ()


PAIR = QuestionPersona(
    pair_id="q-1",
    query_id="q",
    question="How do honey bees find a food source?",
    aspects=("waggle dance", "optic flow", "polarized light", "magnetic sense"),
)


async def search(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
    return tuple(result_of(query) for query in queries)


def test_a_tree_at_which_the_same_is_asked_is_not_grown_again():
    asked: list[str] = []

    async def counting(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        asked.extend(query.text for query in queries)
        return await search(queries, limit)

    gardener = Gardener(PAIR, counting, load_background(), "v", 0)
    unasked = asyncio.run(gardener.steer(None))
    n_searches = len(asked)
    dear = asyncio.run(gardener.steer(1.0))
    assert len(asked) == n_searches
    assert (unasked.n_pauses, dear.n_pauses, dear.base_cost) == (0, 0, 1.0)
    assert unasked.alignment == (2 + 2 + 2 + 0) / 8
    assert unasked.in_full == 3 / 4
    assert unasked.persona_alignment == 2 / 8, "it was told of the first aspect alone"


def test_an_agent_decides_at_every_node_and_its_tree_stands_for_no_cost():
    async def much(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        return tuple(result_of(query, MANY) for query in queries)

    always = ScriptedLLM({"steer/pause": {"reason": "It is open.", "ask": True}})
    gardener = Gardener(PAIR, much, load_background(), "v", 0)
    made = asyncio.run(gardener.steer_by(LlmPauseAgent(PAIR.question, always), "desk:person"))
    assert made.n_pauses == made.n_decisions == made.n_by_agent == len(always.asked) > 0
    assert (made.agent, made.base_cost) == ("desk:person", None)
    assert asyncio.run(gardener.steer(1.0)).n_pauses == 0


def result_of(query: SearchQuery, texts: Sequence[str] = TEXTS) -> QueryResult:
    hits = tuple(Hit(paper=paper(n, text), score=1.0) for n, text in enumerate(texts))
    record = SearchRecord(query=query, source="corpus:x", n_hits=len(hits), seconds=0)
    return QueryResult(record=record, hits=hits)


def paper(n: int, text: str) -> Paper:
    name = PaperId(f"p{n}")
    passage = Passage(
        passage_id=PassageId(f"{name}-1"), paper_id=name, text=text, kind=PassageKind.ABSTRACT
    )
    return Paper(paper_id=name, title=f"Bees {n}: {text}", passages=(passage,))
