"""JSONL -> papers: one object a line with `paper_id, title, authors, year, venue, text | abstract |
summary`, all but the title optional."""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from myscholar.domain.papers import Paper, Relation
from myscholar.errors import OversizedFile
from myscholar.library.problems import NOT_UTF8, Problem, decode, opening
from myscholar.library.records import BadRecord, paper_of

MAX_BYTES = 2_000_000_000
"""Of a file; by hand."""
MAX_LINE_BYTES = 20_000_000
"""Of one paper; by hand."""


def read_jsonl(
    path: Path, *, relation: Relation = Relation.MINE
) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Good lines become papers, each bad line a Problem with its number. A line {"papers": [...]}
    gives all of them.

    Raises UnreadableFile (missing, no permission) and OversizedFile (over 2 GB).
    """
    papers: list[Paper] = []
    problems: list[Problem] = []
    with opening(path), path.open("rb") as file:
        if path.stat().st_size > MAX_BYTES:
            raise OversizedFile(path, "the file is over 2 GB; split it.")
        for number, line in enumerate(file, start=1):
            for found in _read_line(line.strip(), relation):
                if isinstance(found, Paper):
                    papers.append(found)
                else:
                    problems.append(Problem(source=str(path), line=number, message=found))
    return tuple(papers), tuple(problems)


def _read_line(line: bytes, relation: Relation) -> Iterator[Paper | str]:
    """Papers, or the message of what is wrong."""
    if len(line) > MAX_LINE_BYTES:
        yield "the line is longer than 20 MB and was left out"
        return
    text, undecoded = decode(line)
    if undecoded:
        yield NOT_UTF8
    if not text:
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
