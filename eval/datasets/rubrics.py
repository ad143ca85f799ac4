"""What a good answer must contain. Source: ScholarQA-CS (Asai et al. 2024), its rubrics."""

from pathlib import Path
from typing import Annotated

from pydantic import Field

from eval.datasets.rows import FileRow, Items, Words, bad_row, read_rows
from eval.domain.rubric import Criterion, Importance, Rubric


class _CriterionRow(FileRow):
    name: Words = ""
    importance: Importance
    criterion: str = Field(min_length=1)
    weight: float = Field(ge=0, allow_inf_nan=False)
    evidence: Annotated[tuple[str, ...], Items] = ()


class _RubricRow(FileRow):
    query_id: str = Field(min_length=1)
    annotator: int = 1
    items: tuple[_CriterionRow, ...] = Field(min_length=1)


class _QuestionRow(FileRow):
    query_id: str = Field(min_length=1)
    question: Words = ""


def read_rubrics(path: Path) -> dict[str, tuple[Rubric, ...]]:
    """By query_id; a question has one rubric an annotator, in the file's order.

    Weights are as the file has them (there they sum to 0.6 over the criteria of a rubric; the other
    0.4 is for length, expertise, citations and excerpts, and not read). Raises UnreadableFile for a
    bad row, or an annotator who comes twice for a question.
    """
    found: dict[str, tuple[Rubric, ...]] = {}
    for number, row in enumerate(read_rows(path, _RubricRow), start=1):
        earlier = found.get(row.query_id, ())
        if row.annotator in {r.annotator for r in earlier}:
            raise bad_row(
                path, number, f"annotator: {row.annotator} has a rubric for {row.query_id} already."
            )
        found[row.query_id] = (*earlier, _rubric(row))
    return found


def questions_of_rubrics(path: Path) -> dict[str, str]:
    """By query_id, where rows name their question. Raises UnreadableFile."""
    return {row.query_id: row.question for row in read_rows(path, _QuestionRow) if row.question}


def _rubric(row: _RubricRow) -> Rubric:
    criteria = []
    for number, item in enumerate(row.items, start=1):
        own = item.model_dump(exclude={"criterion"}) | {"text": item.criterion}
        criteria.append(Criterion(**own | {"name": item.name or f"criterion {number}"}))
    return Rubric(query_id=row.query_id, annotator=row.annotator, criteria=tuple(criteria))
