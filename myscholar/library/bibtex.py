"""BibTeX -> papers, by bibtexparser 2: LaTeX accents decoded, the `abstract` field kept as text."""

import logging
import re
from pathlib import Path

from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library
from bibtexparser.middlewares import LatexDecodingMiddleware, NormalizeFieldKeys, SeparateCoAuthors
from pydantic import ValidationError

from myscholar.domain.papers import Paper, Relation
from myscholar.errors import OversizedFile, UnreadableFile
from myscholar.library.problems import Problem
from myscholar.library.records import BadRecord, paper_of

MAX_BYTES = 50_000_000


def read_bibtex(
    path: Path, *, relation: Relation = Relation.MINE
) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Entries become papers; broken blocks, doubled keys and entries without a title become
    Problems with their line.

    Raises UnreadableFile and OversizedFile (over 50 MB).
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise OversizedFile(path, "the file is over 50 MB; split it.")
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(path, f"it can't be opened ({error.strerror}).") from error
    text = content.decode("utf-8-sig", errors="replace")
    problems = []
    if "\ufffd" in text and b"\xef\xbf\xbd" not in content:
        line = text[: text.index("\ufffd")].count("\n") + 1
        problems.append(
            Problem(
                source=str(path),
                line=line,
                message="some bytes are not UTF-8; they were replaced by \ufffd",
            )
        )
    library = _parsed(text)
    papers = []
    for entry in library.entries:
        record = {
            key: _plain(str(field.value)) if isinstance(field.value, str) else field.value
            for key, field in entry.fields_dict.items()
        }
        record = {
            **record,
            "arxiv": record.get("eprint")
            if "arxiv" in str(record.get("archiveprefix", "arxiv")).lower()
            else None,
        }
        record.pop("id", None)
        record["paper_id"] = None
        if isinstance(record.get("author"), list):
            record["author"] = [_first_last(_plain(str(name))) for name in record["author"]]
        try:
            papers.append(paper_of(record, relation))
        except (BadRecord, ValidationError) as error:
            reason = error if isinstance(error, BadRecord) else "a field has an impossible value"
            problems.append(
                Problem(
                    source=str(path),
                    line=_line(entry.start_line),
                    message=f"entry {entry.key!r} is no paper: {reason}",
                )
            )
    for block in library.failed_blocks:
        reason = str(block.error).split("\n")[0] or "it may lack a brace or a comma"
        problems.append(
            Problem(
                source=str(path),
                line=_line(block.start_line),
                message=f"this entry can't be read: {reason}",
            )
        )
    return tuple(papers), tuple(problems)


def _parsed(text: str) -> Library:
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    return parse_string(
        text,
        append_middleware=[NormalizeFieldKeys(), LatexDecodingMiddleware(), SeparateCoAuthors()],
    )


def _line(start: int | None) -> int | None:
    return None if start is None else start + 1


def _plain(text: str) -> str:
    return re.sub(r"[{}]", "", text).replace("~", " ").strip()


def _first_last(name: str) -> str:
    """ "van Rossum, Guido" is "Guido van Rossum"; "King, Jr., Martin" is "Martin King, Jr."."""
    parts = [p.strip() for p in name.split(",")]
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}"
    return f"{parts[2]} {parts[0]}, {parts[1]}" if len(parts) == 3 else name
