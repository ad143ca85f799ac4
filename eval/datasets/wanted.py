"""Questions with what a good answer holds, in sentences: experts' rubrics, and the criteria of
DeepResearch Bench (Du et al. 2025)."""

from pathlib import Path

from pydantic import Field

from eval.datasets.rows import FileRow, read_rows
from eval.datasets.rubrics import questions_of_rubrics, read_rubrics
from myscholar.domain.model import Frozen

CRITERIA = Path("data") / "deep_research_bench" / "criteria.jsonl"
"""In the folder of the shared data."""
_DIMENSIONS = ("comprehensiveness", "insight")
"""Of the criteria, those of which intents are made. Source: IntentRL E.2."""


class Wanted(Frozen):
    query_id: str
    question: str = Field(min_length=1)
    criteria: tuple[str, ...]
    """`NAME: EXPLANATION` where they have names."""


class _CriterionRow(FileRow):
    criterion: str = Field(min_length=1)
    explanation: str = ""


class _TaskRow(FileRow):
    id: str
    prompt: str = Field(min_length=1)
    criterions: dict[str, tuple[_CriterionRow, ...]]


def of_rubrics(path: Path) -> tuple[Wanted, ...]:
    """Of two annotators both, each criterion once. Raises UnreadableFile."""
    questions = questions_of_rubrics(path)
    return tuple(
        Wanted(
            query_id=query_id,
            question=questions[query_id],
            criteria=tuple(dict.fromkeys(c.text for r in rubrics for c in r.criteria)),
        )
        for query_id, rubrics in read_rubrics(path).items()
        if query_id in questions
    )


def of_tasks(path: Path) -> tuple[Wanted, ...]:
    """Raises UnreadableFile."""
    return tuple(
        Wanted(
            query_id=f"drb-{row.id}",
            question=row.prompt,
            criteria=tuple(
                f"{c.criterion}: {c.explanation}"
                for dimension in _DIMENSIONS
                for c in row.criterions.get(dimension, ())
            ),
        )
        for row in read_rows(path, _TaskRow)
    )
