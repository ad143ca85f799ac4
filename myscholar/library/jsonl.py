"""JSONL -> papers: one object a line with `paper_id, title, authors, year, venue, text | abstract |
summary`, all but the title optional."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from myscholar.domain.papers import Paper, Relation
from myscholar.library.problems import (
    NOT_UTF8,
    TOO_BIG,
    Problem,
    check_size,
    check_text,
    decode,
    opening,
)
from myscholar.library.reading import ReadLimits
from myscholar.library.records import BadRecord, paper_of

MAX_LINE_BYTES = 20_000_000
"""Of one paper, or of one line of many; by hand."""


def read_jsonl(
    path: Path, *, relation: Relation = Relation.MINE, limits: ReadLimits = ReadLimits()
) -> Iterator[Paper | Problem]:
    """Good lines become papers, each bad line a Problem with its number. A line {"papers": [...]}
    gives all of them.

    Raises UnreadableFile (missing, no permission) and OversizedFile.
    """
    with opening(path), path.open("rb") as file:
        check_size(path, limits.max_bytes)
        check_text(path, file.read(8))
        file.seek(0)
        for number, line in enumerate(_lines(file), start=1):
            try:
                for found in _read_line(line, relation):
                    if isinstance(found, str):
                        yield Problem(source=str(path), line=number, message=found)
                    else:
                        yield found
            except MemoryError:
                yield Problem(source=str(path), line=number, message=TOO_BIG)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Each line; of one that is too long its beginning, a byte longer than it may be."""
    while line := file.readline(MAX_LINE_BYTES + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE_BYTES)


def _read_line(line: bytes, relation: Relation) -> Iterator[Paper | str]:
    """Papers, or the message of what is wrong."""
    if len(line) > MAX_LINE_BYTES:
        yield "the line is longer than 20 MB and was left out"
        return
    text, undecoded = decode(line.strip())
    if undecoded:
        yield NOT_UTF8
    if not text:
        return
    if text in ("[", "{"):
        yield "this is not valid JSON (each object has to stand in one line, alone)"
        return
    try:
        value = json.loads(text)
    except RecursionError:
        yield "this is not valid JSON (nested too deeply)"
        return
    except ValueError as error:  # also a number of thousands of digits
        yield f"this is not valid JSON ({getattr(error, 'msg', 'a number is too long')})"
        return
    several = isinstance(value, dict) and isinstance(value.get("papers"), list)
    for record in value["papers"] if several else [value]:
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
