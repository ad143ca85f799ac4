"""JSONL -> papers: one object a line with `paper_id, title, authors, year, venue, text | abstract |
summary`, all but the title optional."""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from myscholar.domain.papers import Paper, Relation
from myscholar.errors import OversizedFile, UnreadableFile
from myscholar.library.problems import Problem
from myscholar.library.records import BadRecord, paper_of

MAX_BYTES = 2_000_000_000
MAX_LINE_BYTES = 20_000_000


def read_jsonl(
    path: Path, *, relation: Relation = Relation.MINE
) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Good lines become papers, each bad line a Problem with its number. A line {"papers": [...]}
    gives all of them.

    Raises UnreadableFile (missing, no permission) and OversizedFile (over 2 GB).
    """
    papers: list[Paper] = []
    problems: list[Problem] = []
    for number, line in _lines(path):
        if len(line) > MAX_LINE_BYTES:
            problems.append(
                Problem(
                    source=str(path),
                    line=number,
                    message="the line is longer than 20 MB and was left out",
                )
            )
            continue
        text = line.decode("utf-8", errors="replace")
        if "\ufffd" in text and b"\xef\xbf\xbd" not in line:
            problems.append(
                _problem(path, number, "some bytes are not UTF-8; they were replaced by \ufffd")
            )
        for outcome in _of_line(text, relation):
            if isinstance(outcome, Paper):
                papers.append(outcome)
            else:
                problems.append(_problem(path, number, outcome))
    return tuple(papers), tuple(problems)


def _problem(path: Path, number: int, message: str) -> Problem:
    return Problem(source=str(path), line=number, message=message)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise OversizedFile(path, "the file is over 2 GB; split it.")
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                line = line.removeprefix(b"\xef\xbb\xbf").strip() if number == 1 else line.strip()
                if line:
                    yield number, line
    except OSError as error:
        raise UnreadableFile(path, f"it can't be opened ({error.strerror}).") from error


def _of_line(text: str, relation: Relation) -> Iterator[Paper | str]:
    """Papers, or the message of what is wrong."""
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        yield f"this is not valid JSON ({getattr(error, 'msg', 'nested too deeply')})"
        return
    records = (
        value["papers"]
        if isinstance(value, dict) and isinstance(value.get("papers"), list)
        else [value]
    )
    for record in records:
        if not isinstance(record, dict):
            yield "this is not a JSON object with the fields of a paper"
            continue
        try:
            yield paper_of(record, relation)
        except BadRecord as error:
            yield f"this is no paper: {error}"
        except ValidationError as error:
            first = error.errors()[0]
            yield f"this is no paper: {'.'.join(map(str, first['loc']))} {first['msg'].lower()}"
