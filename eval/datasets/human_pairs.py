"""Experts' comparisons of two reports on one question, beside what the published judge said of the
same reports.

Source: ScholarQA-CS2 (Hwang et al. 2026), its human evaluation.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from eval.datasets.rows import FileRow, Items, bad_row, read_rows
from myscholar.domain.model import Frozen

Two = tuple[float, float]
Annotator = Literal[1, 2] | None
"""None: the question's own author. Neither of two annotators asked it."""


class Scale(StrEnum):
    """Of the humans' original citation scores. All else is 0 to 1, higher is better."""

    LOWER_IS_BETTER = "1-3, lower is better"
    HIGHER_IS_BETTER = "0-1, higher is better"


class PairScores(Frozen):
    """Of the first and the second report; None: not judged."""

    answer_precision: Two | None = None
    answer_recall: Two | None = None
    citation_precision: Two | None = None
    citation_recall: Two | None = None
    overall: Two | None = None
    overall_citation: Two | None = None


class HumanPair(Frozen):
    pair_id: str
    """Of this annotator's row."""
    group: str
    """Whatever the file calls it."""
    annotator: Annotator = None
    query_id: str
    question: str
    systems: tuple[str, str]
    preferred: str | None
    """The better report's system; None for a tie."""
    preference: Two
    """How good each was, in {0, 0.5, 1}, higher is better; a tie has two equal values."""
    annotators_agree: bool | None = None
    human: PairScores
    """0 to 1, higher is better: a score s on the scale of 1 (best) to 3 became (3 - s) / 2."""
    human_original: PairScores
    """As the annotator gave them."""
    scale: Scale
    """Of the original citation scores."""
    judge: PairScores
    """The published judge's, 0 to 1, higher is better."""
    reports_available: tuple[bool, bool] = (False, False)
    question_intent: str | None = None

    @property
    def compared(self) -> tuple[str, str, str]:
        """Question and systems: two annotators' rows on one pair of reports share it."""
        return (self.query_id, *self.systems)


class _PairRow(FileRow):
    pair_id: str
    group: str = ""
    annotator: Annotator = None
    query_id: str
    question: str
    systems: tuple[str, str]
    preferred: str
    preference: Two
    annotators_agree: bool | None = None
    citation_scale: Scale
    human: PairScores
    judge_model: PairScores
    report_available: Annotated[tuple[bool, ...], Items, Field(max_length=2)] = ()
    question_intent: str | None = None


def read_pairs(path: Path) -> tuple[HumanPair, ...]:
    """In the file's order. Raises UnreadableFile for a bad row: unknown scale, a score outside its
    scale, a preference that contradicts itself."""
    return tuple(
        _pair(path, number, row) for number, row in enumerate(read_rows(path, _PairRow), start=1)
    )


def _pair(path: Path, number: int, row: _PairRow) -> HumanPair:
    a, b = row.preference
    better = None if a == b else row.systems[a < b]
    if row.preferred != (better or "tie"):
        wrong = f"preferred: {row.preferred} does not go with the preference {a:g} : {b:g}."
        raise bad_row(path, number, wrong)
    human = _normalise(row.human, row.citation_scale)
    for name, two in ((n, t) for scores in (human, row.judge_model) for n, t in scores if t):
        if not all(0 <= value <= 1 for value in two):
            raise bad_row(path, number, f"{name}: a score lies outside its scale.")
    own = row.model_dump(include=HumanPair.model_fields.keys() - {"preferred", "human"})
    available = row.report_available if len(row.report_available) == 2 else (False, False)
    return HumanPair(
        **own,
        preferred=better,
        human=human,
        human_original=row.human,
        scale=row.citation_scale,
        judge=row.judge_model,
        reports_available=(available[0], available[1]),
    )


def _normalise(scores: PairScores, scale: Scale) -> PairScores:
    if scale is Scale.HIGHER_IS_BETTER:
        return scores
    changed = {
        name: ((3 - two[0]) / 2, (3 - two[1]) / 2)
        for name, two in scores
        if two and name in _CITATION
    }
    return scores.model_copy(update=changed)


_CITATION = ("citation_precision", "citation_recall", "overall_citation")
