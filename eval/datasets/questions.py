"""The questions that systems are asked."""

from pathlib import Path

from pydantic import Field

from eval.datasets.rows import FileRow, bad_row, read_rows
from myscholar.domain.model import Frozen


class Question(Frozen):
    query_id: str
    query: str = Field(min_length=1)
    split: str = "dev"


class _QuestionRow(FileRow):
    query_id: str = Field(min_length=1)
    query: str = Field(min_length=1)
    split: str | None = None


def read_questions(path: Path) -> tuple[Question, ...]:
    """Rows {query_id, query, split?}. Raises UnreadableFile for a bad row, an id twice, none."""
    questions: dict[str, Question] = {}
    for number, row in enumerate(read_rows(path, _QuestionRow), start=1):
        if row.query_id in questions:
            raise bad_row(path, number, f"query_id: {row.query_id} came before.")
        questions[row.query_id] = Question(**row.model_dump() | {"split": row.split or "dev"})
    if not questions:
        raise bad_row(path, 1, "there is none; the file holds no questions.")
    return tuple(questions.values())
