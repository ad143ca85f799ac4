"""BibTeX -> papers, by bibtexparser 2: LaTeX accents decoded, the `abstract` field kept as text."""

import logging
import re
from pathlib import Path
from typing import Any

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares import LatexDecodingMiddleware, NormalizeFieldKeys, SeparateCoAuthors
from bibtexparser.model import Entry
from pydantic import ValidationError

from myscholar.domain.papers import Paper, Publication, Relation
from myscholar.errors import OversizedFile
from myscholar.library.problems import NOT_UTF8, Problem, decode, opening
from myscholar.library.records import BadRecord, paper_of

MAX_BYTES = 50_000_000
"""Of a file; by hand."""


_PUBLISHED = {
    "article": (Publication.JOURNAL, "journal"),
    "inproceedings": (Publication.CONFERENCE, "booktitle"),
    "conference": (Publication.CONFERENCE, "booktitle"),
    "book": (Publication.BOOK, "publisher"),
    "incollection": (Publication.CHAPTER, "booktitle"),
    "inbook": (Publication.CHAPTER, "booktitle"),
    "techreport": (Publication.REPORT, "institution"),
    "phdthesis": (Publication.PHD_THESIS, "school"),
    "mastersthesis": (Publication.MASTERS_THESIS, "school"),
    "misc": (None, "howpublished"),
}
"""By type of entry: as what it was published, and the field that says where."""


def read_bibtex(
    path: Path, *, relation: Relation = Relation.MINE
) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    """Entries become papers; broken blocks, doubled keys and entries without a title become
    Problems with their line.

    Raises UnreadableFile and OversizedFile (over 50 MB).
    """
    with opening(path):
        if path.stat().st_size > MAX_BYTES:
            raise OversizedFile(path, "the file is over 50 MB; split it.")
        text, undecoded = decode(path.read_bytes())
    troubles: list[tuple[int | None, str]] = []
    if undecoded:
        troubles.append((undecoded - 1, NOT_UTF8))
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    middleware = [NormalizeFieldKeys(), LatexDecodingMiddleware(), SeparateCoAuthors()]
    library = parse_string(text, append_middleware=middleware)
    papers = []
    for entry in library.entries:
        try:
            papers.append(paper_of(_record(entry), relation))
        except (BadRecord, ValidationError) as error:
            reason = error if isinstance(error, BadRecord) else "a field has an impossible value"
            troubles.append((entry.start_line, f"entry {entry.key!r} is no paper: {reason}"))
    for block in library.failed_blocks:
        reason = str(block.error).split("\n")[0] or "it may lack a brace or a comma"
        troubles.append((block.start_line, f"this entry can't be read: {reason}"))
    problems = (
        Problem(source=str(path), line=None if start is None else start + 1, message=message)
        for start, message in troubles
    )
    return tuple(papers), tuple(problems)


def _record(entry: Entry) -> dict[str, Any]:
    record = {
        key: _plain(field.value) if isinstance(field.value, str) else field.value
        for key, field in entry.fields_dict.items()
        if key not in ("id", "paper_id")
    }
    of_arxiv = "arxiv" in str(record.get("archiveprefix", "arxiv")).lower()
    record["arxiv"] = record.get("eprint") if of_arxiv else None
    if published := _PUBLISHED.get(entry.entry_type.lower()):
        record["publication"], place = published
        said = str(record.get(place) or record.get("journaltitle") or "")
        record["venue"] = "" if "\\url" in said or "://" in said else said
    if isinstance(record.get("author"), list):
        record["author"] = [_first_last(_plain(str(name))) for name in record["author"]]
    return record


def _plain(text: str) -> str:
    return re.sub(r"[{}]", "", text).replace("~", " ").strip()


def _first_last(name: str) -> str:
    """ "van Rossum, Guido" is "Guido van Rossum"; "King, Jr., Martin" is "Martin King, Jr."."""
    parts = [p.strip() for p in name.split(",")]
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}"
    return f"{parts[2]} {parts[0]}, {parts[1]}" if len(parts) == 3 else name
