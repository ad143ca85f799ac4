"""What an asker asks in the middle of an expert's dialogue, beside what should be asked there.
Source: IntentRL §4.1 (Quality Score, on the offline test set)."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from eval.domain.metric import Metric
from eval.domain.results import Row
from eval.metrics.intentrl import quality_score
from eval.statistics.bootstrap import bootstrap_mean
from eval.studies.intentrl.askers import question_of
from eval.studies.intentrl.cases import IntentCase
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import Turn
from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.graph import GraphTurn, accessible
from myscholar.interactive.clarify.training.rewards import (
    content_reward,
    format_reward,
    n_questions,
    similarity_of,
)
from myscholar.interactive.clarify.training.trajectories import ways_through
from myscholar.text.likeness import LEXICAL, in_full

BY_WORDS = "cosine of words"


class OfTurn(Frozen):
    query_id: str
    asker: str
    score: float | None
    """None where it asks nothing."""


def expert_turns(case: IntentCase, seed: int) -> Iterator[tuple[tuple[Turn, ...], tuple[str, ...]]]:
    """Along one way that is drawn: what was said so far, and what should be asked next."""
    ways = ways_through(case.graph.graph, seed=seed)
    way = Random(f"{seed}/{case.query_id}").choice(ways)
    for n in range(len(way)):
        open_now = accessible(case.graph.graph, way[:n])
        targets = dict.fromkeys(i for key in open_now for i in case.graph.targets(key))
        yield tuple(map(_said, way[:n])), tuple(targets)


def scored(query_id: str, asker: str, question: Question | None, targets: Sequence[str]) -> OfTurn:
    return OfTurn(query_id=query_id, asker=asker, score=question and _worth(question, targets))


def quality_rows(turns: Sequence[OfTurn], *, seed: int) -> Iterator[Row]:
    """A turn at which an asker has nothing to ask is unscored."""
    by_asker = defaultdict[str, list[OfTurn]](list)
    for turn in turns:
        by_asker[turn.asker].append(turn)
    for asker, found in by_asker.items():
        scores = defaultdict[str, list[float]](list)
        for turn in found:
            if turn.score is not None:
                scores[turn.query_id].append(turn.score)
        n_scored = sum(map(len, scores.values()))
        yield Row(
            system=asker,
            judge=BY_WORDS,
            metric=Metric.QUALITY_SCORE,
            estimate=bootstrap_mean(scores, seed=seed) if scores else None,
            n_scored=n_scored,
            n_unscored=len(found) - n_scored,
        )


def _worth(question: Question, targets: Sequence[str]) -> float:
    content = content_reward(in_full(question), targets, similarity_of(LEXICAL))
    return quality_score(content, format_reward(n_questions(in_full(question))))


def _said(turn: GraphTurn) -> Turn:
    question = question_of(turn.node)
    answer = Answer(kind=AnswerKind.CHOICE, choices=(turn.option.text,))
    return Turn(stage="clarify", question=question, answer=question.check(answer))
