"""Texts of a retrieval corpus in BEIR's form."""

from pathlib import Path

from eval.datasets.rows import FileRow, Words, read_rows


class _DocumentRow(FileRow):
    title: Words = ""
    text: Words = ""


def read_texts(path: Path) -> tuple[str, ...]:
    """Of each row {title?, text} that has words. Raises UnreadableFile for a bad row."""
    wholes = (f"{row.title}\n\n{row.text}".strip() for row in read_rows(path, _DocumentRow))
    return tuple(whole for whole in wholes if whole)
