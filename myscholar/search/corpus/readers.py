"""Files -> papers, a batch at a time, so that memory does not grow with the file. What can't be
read is named; the rest goes on."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper
from myscholar.domain.text import writable
from myscholar.errors import MyScholarError, UnknownFormat, UnreadableFile
from myscholar.search.corpus.rows import COLUMNS, OtherKind, Row, UnusableRow, paper_of_row

ReadPdf = Callable[[Path], Paper]
_SUFFIXES = (".parquet", ".jsonl", ".pdf")
_BATCH = 1000
"""Papers, or rows of a table, that are read at once; by hand."""
_LONGEST_LINE = 20_000_000
"""Bytes of a line that is read as one; by hand."""
_PROBLEMS_SHOWN = 100
"""Problems that are told one by one; the others are counted. By hand."""


class RowProblem(Frozen):
    """Something that was left out. `line` counts from 1: the line of a JSONL file, the row of a
    Parquet file."""

    file: str
    line: int | None = None
    reason: str

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.reason}"


@dataclass
class Intake:
    """What reading left out. The first 100 problems are kept, all are counted."""

    problems: list[RowProblem] = field(default_factory=list)
    n_problems: int = 0
    n_other_kinds: int = 0
    n_read: int = 0

    def report(self, path: Path, line: int | None, reason: str) -> None:
        self.n_problems += 1
        if len(self.problems) < _PROBLEMS_SHOWN:
            self.problems.append(
                RowProblem(file=writable(path.name), line=line, reason=writable(reason))
            )


def check_sources(sources: Sequence[Path]) -> None:
    """Raises UnreadableFile or UnknownFormat before any work is done."""
    for path in sources:
        try:
            is_there = path.exists()
        except OSError as error:
            raise UnreadableFile(path, f"it can't be opened ({error.strerror}).") from error
        if not is_there:
            raise UnreadableFile(path, "there is no such file or folder.")
        if not path.is_dir() and path.suffix.lower() not in _SUFFIXES:
            raise UnknownFormat(path)


def read_papers(
    sources: Sequence[Path], *, read_pdf: ReadPdf, intake: Intake
) -> Iterator[tuple[Paper, ...]]:
    """Batches of papers of all sources in order; folders are searched for .parquet, .jsonl and .pdf
    files."""
    batch: list[Paper] = []
    for path in _files(sources):
        for paper in _papers_of(path, read_pdf, intake):
            batch.append(paper)
            intake.n_read += 1
            if len(batch) >= _BATCH:
                yield tuple(batch)
                batch = []
    if batch:
        yield tuple(batch)


def _files(sources: Sequence[Path]) -> Iterator[Path]:
    for path in sources:
        if path.is_dir():
            files = (p for p in path.rglob("*") if p.suffix.lower() in _SUFFIXES)
            yield from sorted(p for p in files if p.is_file())
        else:
            yield path


def _papers_of(path: Path, read_pdf: ReadPdf, intake: Intake) -> Iterator[Paper]:
    if path.suffix.lower() == ".pdf":
        try:
            yield read_pdf(path)
        except MyScholarError as failed:
            intake.report(path, None, str(failed).removeprefix(f"{path.name}: "))
        return
    rows = _parquet_rows if path.suffix.lower() == ".parquet" else _jsonl_rows
    for line, row in rows(path, intake):
        try:
            yield paper_of_row(row)
        except OtherKind:
            intake.n_other_kinds += 1
        except UnusableRow as bad:
            intake.report(path, line, str(bad))
        except ValidationError as bad:
            first = bad.errors()[0]
            intake.report(path, line, f"`{'.'.join(map(str, first['loc']))}`: {first['msg']}")


def _jsonl_rows(path: Path, intake: Intake) -> Iterator[tuple[int, Row]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(_lines(file), start=1):
                if row := _json_row(path, number, line, intake):
                    yield number, row
    except OSError as failed:
        intake.report(path, None, failed.strerror or "can't be read")


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Each line; of one that is too long its beginning, a byte longer than it may be."""
    while line := file.readline(_LONGEST_LINE + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(_LONGEST_LINE)


def _json_row(path: Path, number: int, line: bytes, intake: Intake) -> Row | None:
    if not line.strip():
        return None
    if len(line) > _LONGEST_LINE:
        intake.report(path, number, "longer than 20 MB")
        return None
    try:
        row = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError:
        intake.report(path, number, "not UTF-8 text")
    except RecursionError:
        intake.report(path, number, "not JSON (nested too deep)")
    except ValueError as bad:  # also a number of thousands of digits
        intake.report(path, number, f"not JSON ({getattr(bad, 'msg', 'a number is too long')})")
    else:
        if isinstance(row, dict):
            return row
        intake.report(path, number, "not a JSON object")
    return None


def _parquet_rows(path: Path, intake: Intake) -> Iterator[tuple[int, Row]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    number = 0
    try:
        with pq.ParquetFile(path) as file:
            columns = [name for name in file.schema_arrow.names if name in COLUMNS]
            if not {"title", "text", "abstract", "summary"} & set(columns):
                raise UnreadableFile(
                    path, "it has none of the columns title, abstract, summary, text."
                )
            for batch in file.iter_batches(batch_size=_BATCH, columns=columns):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pa.ArrowException, OSError) as failed:
        reason = f"not a whole Parquet file ({str(failed).splitlines()[0]})"
        intake.report(path, number or None, reason)
