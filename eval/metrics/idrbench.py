"""How near a report is to a reference, and what asking for it took. Source: IDRBench §3.4.

A unit or report is near another where (1 + cosine) / 2 of their vectors reaches the threshold. With
another embedder than the paper's (Qwen3-0.6B) the threshold parts other things from each other, so
that figures of two embedders can't be compared.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.reference import plain
from eval.domain.results import Item, Measured
from eval.judges.intent_aspects import FEWEST_ASPECTS
from myscholar.text.sentences import sentences

THRESHOLD = 0.8
"""tau. Source: IDRBench table 6."""
CHUNK, OVERLAP = 300, 50
"""Tokens. Source: IDRBench table 6."""
EPSILON = 1e-9
"""Source: IDRBench eq. 4."""
QUALITY = (
    Metric.REPORT_SIMILARITY,
    Metric.SENTENCE_F1,
    Metric.PARAGRAPH_F1,
    Metric.CHUNK_F1,
    Metric.ASPECT_COVERAGE,
)
"""Their mean is the average score. Source: IDRBench table 1."""
STAGES = {
    "planning": Metric.PLANNING_TURNS,
    "research": Metric.RESEARCH_TURNS,
    "generation": Metric.GENERATION_TURNS,
}
_TOKEN = re.compile(r"\w+|[^\w\s]")
_BLANK = re.compile(r"\n[ \t]*\n\s*")
Floats = NDArray[np.floating]


def tokens(text: str) -> tuple[str, ...]:
    """Words and marks of punctuation, each one: the paper does not name its tokenizer."""
    return tuple(_TOKEN.findall(text))


def sentences_of(text: str) -> tuple[str, ...]:
    return _lettered(sentences(plain(text)))


def paragraphs_of(text: str) -> tuple[str, ...]:
    """What blank lines part; lines, in a text that has none."""
    whole = plain(text)
    return _lettered(_BLANK.split(whole) if _BLANK.search(whole) else whole.split("\n"))


def chunks_of(text: str, size: int = CHUNK, overlap: int = OVERLAP) -> tuple[str, ...]:
    """Runs of `size` tokens, each of which begins with the last `overlap` of the one before; the
    last may be shorter, and is not wholly in the one before. 0 <= overlap < size."""
    whole = plain(text)
    at = [m.span() for m in _TOKEN.finditer(whole)]
    starts = range(0, max(1, len(at) - overlap), size - overlap)
    runs = [at[start : start + size] for start in starts]
    return _lettered(whole[run[0][0] : run[-1][1]] for run in runs if run)


def _lettered(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(t for text in texts if any(map(str.isalpha, t := text.strip())))


def similarities(reference: Floats, generated: Floats) -> Floats:
    """(1 + cosine) / 2 of unit rows, in [0, 1]; shape (n_reference, n_generated). A zero row, of
    which nothing is known, is like nothing: 0. Source: IDRBench eq. 1."""
    if not (reference.size and generated.size):
        return np.zeros((len(reference), len(generated)))
    known = np.outer(np.any(reference, axis=1), np.any(generated, axis=1))
    # products of unit rows can pass 1 in the last digits
    return np.asarray(np.where(known, (1 + np.clip(reference @ generated.T, -1, 1)) / 2, 0.0))


class Overlap(NamedTuple):
    recall: float
    """Share of the reference's units that some unit of the report is near to; in [0, 1]."""
    precision: float
    """Share of the report's units that some unit of the reference is near to; in [0, 1]."""

    @property
    def f1(self) -> float:
        both = self.recall + self.precision
        return 2 * self.recall * self.precision / both if both else 0.0


def overlap_of(alike: Floats, threshold: float = THRESHOLD) -> Overlap:
    """Of similarities of shape (n_reference, n_generated); both 0 where either has no unit. A
    similarity that is the threshold counts. Source: IDRBench eq. 2 and 3."""
    if not alike.size:
        return Overlap(0.0, 0.0)
    near = alike >= threshold
    return Overlap(float(near.any(axis=1).mean()), float(near.any(axis=0).mean()))


def fulfilment(mark: float, of_reference: float) -> float:
    """clip(mark / (mark of the reference + epsilon), 0, 1): of an aspect that the reference lacks,
    any mark is 1, and 0 is 0. Source: IDRBench eq. 4."""
    return min(1.0, max(0.0, mark / (of_reference + EPSILON)))


def aspect_coverage(
    aspects: Sequence[str], marks: Sequence[Judgment], of_reference: Sequence[Judgment]
) -> Measured:
    """LLM-ACS, in [0, 1]: the mean fulfilment of the aspects. Marks in [0, 5], one an aspect.

    An aspect of which either text could not be marked is unscored. Fewer than 8 aspects: unscored
    as a whole, as the paper has 8 to 20. Source: IDRBench §3.4.1, eq. 4.
    """
    if len(aspects) < FEWEST_ASPECTS:
        few = Unscored(reason=f"FewAspects: {len(aspects)} are known, of {FEWEST_ASPECTS}.")
        return _of_report(Metric.ASPECT_COVERAGE, few)
    judged = zip(aspects, marks, of_reference, strict=True)
    items = (Item(name=aspect, judgment=_fulfilled(one, ref)) for aspect, one, ref in judged)
    return Measured(metric=Metric.ASPECT_COVERAGE, items=tuple(items))


def _fulfilled(mark: Judgment, of_reference: Judgment) -> Judgment:
    if isinstance(mark, Unscored):
        return mark
    if isinstance(of_reference, Unscored):
        return of_reference
    score = fulfilment(mark.score, of_reference.score)
    return Scored(score=score, reason=f"{mark.score:g} for {of_reference.score:g}: {mark.reason}")


def average_score(measured: Iterable[Measured]) -> Measured:
    """Plain mean of the five metrics of `QUALITY`; unscored where one of them is. Source: IDRBench
    table 1."""
    scores = {m.metric: m.score for m in measured}
    found = [score for metric in QUALITY if (score := scores.get(metric)) is not None]
    if len(found) == len(QUALITY):
        return _of_report(Metric.AVERAGE_SCORE, Scored(score=fmean(found)))
    lacking = [metric.value for metric in QUALITY if scores.get(metric) is None]
    why = Unscored(reason=f"NoAverage: there is no {', '.join(lacking)}.")
    return _of_report(Metric.AVERAGE_SCORE, why)


class Exchange(NamedTuple):
    """One question of a turn, and what was said to it."""

    stage: str
    turn: str
    """Questions that are put together have the same."""
    asked: str
    """All that a person has to read of it."""
    answered: str
    """What a person wrote or picked; empty for nothing."""


def interaction_costs(exchanges: Sequence[Exchange]) -> tuple[Measured, ...]:
    """Turns by stage and in all; tokens of all questions and of all replies. Turns of a stage that
    the paper does not know count in all alone. Source: IDRBench §3.4.2."""
    turns = {(each.stage, each.turn) for each in exchanges}
    counts: Mapping[Metric, int] = {
        **{m: sum(of == stage for of, _ in turns) for stage, m in STAGES.items()},
        Metric.TURNS: len(turns),
        Metric.QUESTION_TOKENS: sum(len(tokens(each.asked)) for each in exchanges),
        Metric.RESPONSE_TOKENS: sum(len(tokens(each.answered)) for each in exchanges),
    }
    return tuple(_of_report(metric, Scored(score=n)) for metric, n in counts.items())


def compression(original: str, short: str) -> float:
    """Share of the tokens that are gone; below 0 where it became longer. The original has some.
    Source: IDRBench §3.2."""
    n = len(tokens(original))
    return (n - len(tokens(short))) / n


def _of_report(metric: Metric, judgment: Judgment) -> Measured:
    return Measured(metric=metric, items=(Item(name="report", judgment=judgment),))


def likeness(
    alike: Mapping[Metric, Floats], n_words: int, threshold: float = THRESHOLD
) -> tuple[Measured, ...]:
    """Report similarity and the three F1, of similarities by metric (reference by report); that of
    whole reports has the shape (1, 1). A report without a word scores 0 on each; a text of whose
    words the embedder knows none is unscored."""
    found = []
    for metric, values in alike.items():
        if not n_words:
            judged: Judgment = Scored(score=0, reason="The report has no text.")
        elif not values.any() and (values.size or metric is Metric.REPORT_SIMILARITY):
            judged = Unscored(reason="NoVector: the embedder knows no word of one of the texts.")
        elif metric is Metric.REPORT_SIMILARITY:
            judged = Scored(score=float(values[0, 0]))
        else:
            both = overlap_of(values, threshold)
            said = f"recall {both.recall:.3f}, precision {both.precision:.3f}"
            judged = Scored(score=both.f1, reason=said)
        found.append(_of_report(metric, judged))
    return (*found, _of_report(Metric.REPORT_WORDS, Scored(score=n_words)))
