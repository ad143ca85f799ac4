"""A tree is grown once for all costs at which the same is asked, and measured against what the
user wanted."""

import asyncio
from collections.abc import Sequence

import pytest

from eval.domain.metric import Metric
from eval.domain.persona import QuestionPersona, WantedAspect
from eval.judges.local.aspects import LocalAspectJudge
from eval.studies.steering.systems import SystemName, TreeSpec, VariedMind, rescaled
from eval.studies.steering.trees import Gardener, Grown, asks_alike, replies_of
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.interaction import (
    ROOT,
    Interaction,
    PauseDecision,
    Persona,
    ResearchMode,
    ResearchNode,
    TreeLimits,
    Turn,
)
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import QueryResult, SearchAll, SearchRecord
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.steer.llm.pausing import LlmPauseAgent
from myscholar.interactive.steer.looking import marks_by_words
from myscholar.interactive.steer.mind import DirectionCandidate
from myscholar.interactive.steer.valuing import choose_apart
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


PAIR = QuestionPersona(
    pair_id="q-1",
    query_id="q",
    question="How do honey bees find a food source?",
    persona="I work on the waggle dance. I also want to read of optic flow and polarized light.",
    aspects=tuple(
        WantedAspect(text=text)
        for text in ("waggle dance", "optic flow", "polarized light", "magnetic sense")
    ),
)
OURS, UNASKED = (
    TreeSpec(system=SystemName.OURS, base_cost=1.0),
    TreeSpec(system=SystemName.UNASKED),
)


def gardener(search: SearchAll) -> Gardener:
    return Gardener(PAIR, search, load_background(), LocalAspectJudge(), "v", 0)


async def search(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
    return tuple(result_of(query) for query in queries)


def test_a_tree_at_which_the_same_is_asked_is_not_grown_again():
    asked: list[str] = []

    async def counting(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        asked.extend(query.text for query in queries)
        return await search(queries, limit)

    garden = gardener(counting)
    dear = asyncio.run(garden.steer(OURS))
    n_searches = len(asked)
    dearer = asyncio.run(garden.steer(OURS.model_copy(update={"base_cost": 0.9})))
    assert len(asked) == n_searches
    assert (dear.n_pauses, dear.spec.base_cost, dearer.spec.base_cost) == (0, 1.0, 0.9)
    assert dear.measured == dearer.measured


def test_a_tree_at_which_more_is_asked_stands_for_no_dearer_one():
    """It asked at a gain of 0.45: so it would at 0.2, and not at 1."""
    garden = gardener(search)
    free, cheap = (OURS.model_copy(update={"base_cost": cost}) for cost in (0.0, 0.2))
    asked = asyncio.run(garden.steer(free)).model_copy(update={"n_pauses": 7})
    garden.grown = [Grown(free, (decision(0.45, True),), asked)]
    assert asyncio.run(garden.steer(cheap)).n_pauses == 7
    assert asyncio.run(garden.steer(OURS)).n_pauses == 0


def test_replies_are_what_was_chosen_and_what_was_said_in_own_words():
    question = Question(text="Which?", choices=("Dances", "Pollen"), takes_several=True)
    answers = (
        Answer(kind=AnswerKind.CHOICE, choices=("Dances", "Pollen")),
        Answer(kind=AnswerKind.SKIP),
        Answer(kind=AnswerKind.TEXT, text="Optic flow"),
    )
    turns = tuple(Turn(stage="0", question=question, answer=answer) for answer in answers)
    interaction = Interaction(mode=ResearchMode.TREE, turns=turns)
    assert replies_of(interaction) == ("Dances", "Pollen", "Optic flow")


def test_a_research_is_measured_against_all_that_the_user_wants():
    made = asyncio.run(gardener(search).steer(UNASKED))
    assert made.score(Metric.ALIGNMENT) == (2 + 2 + 2 + 0) / 8
    assert made.score(Metric.ASPECTS_IN_FULL) == 3 / 4
    assert made.score(Metric.PERSONA_STATE) == 2 / 8, "it was told of the first aspect alone"
    assert made.score(Metric.FOCUS_KEYPOINTS) == 1, "every sentence of the papers is on one"


def test_a_user_who_was_never_asked_has_no_recall_and_one_who_cannot_be_asked_is_not_measured():
    unasked, dear = (asyncio.run(gardener(search).steer(spec)) for spec in (UNASKED, OURS))
    assert (dear.score(Metric.USER_RECALL), dear.score(Metric.USER_PRECISION)) == (0, None)
    assert unasked.score(Metric.USER_RECALL) is None


def test_a_plain_report_is_written_without_a_tree_and_one_told_all_knows_the_whole_persona():
    plain, told = (
        asyncio.run(gardener(search).steer(TreeSpec(system=system)))
        for system in (SystemName.PLAIN, SystemName.TOLD)
    )
    assert (plain.n_nodes, plain.score(Metric.PERSONA_STATE)) == (1, None)
    assert plain.score(Metric.ALIGNMENT) == (2 + 2 + 2 + 0) / 8
    assert told.score(Metric.PERSONA_STATE) == (2 + 2 + 2 + 0) / 8


def test_where_nothing_is_found_the_report_covers_nothing_and_has_no_focus():
    async def empty(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        return tuple(result_of(query, ()) for query in queries)

    made = asyncio.run(gardener(empty).steer(UNASKED))
    assert made.score(Metric.ALIGNMENT) == 0
    assert made.score(Metric.FOCUS_KEYPOINTS) is None


def test_without_diversity_the_most_confident_directions_are_offered_and_no_wild_card():
    plain = VariedMind(PAIR.question, load_background(), None)
    alike = VariedMind(PAIR.question, load_background(), None, diverse=False)
    more = (
        f"We study the {side} of honey bees in {place}. They find a food source by it."
        for n, side in enumerate(("sun compass", "scent marks", "landmark memory"), 4)
        for place in ("Kenya", "Bavaria", "Kyoto", "Peru", "Oslo", "Chad")[:n]
    )
    hits = result_of(SearchQuery(text="bees"), (*MANY, *more)).hits
    root = ResearchNode(node_id=ROOT, direction=PAIR.question)

    def offered(mind: VariedMind, k: int) -> tuple[DirectionCandidate, ...]:
        proposed = asyncio.run(mind.propose(root, hits, (), Persona()))
        (chosen,) = choose_apart([proposed], k, mind)
        return chosen

    assert any(each.is_wild_card for each in offered(plain, 9))
    kept = offered(alike, 9)
    assert not any(each.is_wild_card for each in kept)
    first = sorted(kept, key=lambda each: -each.confidence)[:2]
    assert list(offered(alike, 2)) == first
    compared = [f"{each.direction} {each.query}" for each in kept]
    assert (alike.vectors(compared) == alike.vectors(compared)[0]).all()
    texts = ["Bees dance.", "Rivers flow."]
    assert (alike.vectors(texts) == plain.vectors(texts)).all(), "what was learned is as it was"


def test_without_a_weight_a_part_of_the_value_counts_for_nothing():
    def limits(system: SystemName) -> TreeLimits:
        return gardener(search)._plan(TreeSpec(system=system, base_cost=0.1)).tree

    assert limits(SystemName.NO_EXPLORATION).explore_weight == 0
    assert limits(SystemName.NO_EXPLORATION).information_weight == 0.5
    assert limits(SystemName.NO_INFORMATION).information_weight == 0
    assert limits(SystemName.OURS).explore_weight == limits(SystemName.OURS).information_weight


def test_an_agent_decides_at_every_node_and_its_tree_stands_for_no_cost():
    async def much(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        return tuple(result_of(query, MANY) for query in queries)

    always = ScriptedLLM({"steer/pause": {"reason": "It is open.", "ask": True}})
    garden, spec = gardener(much), TreeSpec(system=SystemName.OURS, agent="desk:person")
    made = asyncio.run(garden.steer(spec, LlmPauseAgent(PAIR.question, always)))
    assert made.n_pauses == made.n_decisions == made.n_by_agent == len(always.asked) > 0
    assert made.spec == spec
    assert asyncio.run(garden.steer(OURS)).n_pauses == 0


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
