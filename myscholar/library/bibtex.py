"""BibTeX -> papers, by bibtexparser 2: LaTeX accents decoded, the `abstract` field kept as text."""

import logging
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from bibtexparser.library import Library
from bibtexparser.middlewares import (
    LatexDecodingMiddleware,
    NormalizeFieldKeys,
    RemoveEnclosingMiddleware,
    SeparateCoAuthors,
)
from bibtexparser.model import Block, Entry, Field, MiddlewareErrorBlock, ParsingFailedBlock
from bibtexparser.splitter import Splitter
from pydantic import ValidationError

from myscholar.domain.papers import Paper, Publication, Relation
from myscholar.domain.text import shorten
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

MAX_BYTES = 50_000_000
"""Of a file; by hand."""
MOST_IN_A_BLOCK = 2_000_000
"""Characters of an entry; also of many that do not begin at a line's start. By hand."""
MOST_IN_A_FIELD = 100_000
"""Characters: 100,000 of the worst LaTeX take a second to decode (measured)."""
_PORTION = 500_000
"""Characters that are parsed together, about; by hand."""
_BLOCK = re.compile(r"^[ \t]*@\w*[ \t]*[{(]", re.MULTILINE)
"""Where an entry begins, whatever those before it lack; as the parser has it."""
_READ = frozenset(
    "title author authors year date venue journal journaltitle booktitle publisher institution"
    " school howpublished abstract text text_kind summary url doi eprint archiveprefix arxiv_id"
    " s2_id citation_count fields keywords pdf_url relation".split()
)
"""The fields that a paper is made of."""
_VERBATIM = frozenset(("url", "doi", "eprint", "pdf_url", "arxiv_id", "s2_id"))
_IN_ADDRESSES = re.compile(r"(\\textasciitilde\b *|\\~|\$\\sim\$)(?:\{\})?|\\url\b|\\([&%_#$])")
"""What LaTeX has addresses write for a tilde, about them, and before a sign of its own."""
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
_LIGATURES = {"---": "\u2014", "--": "\u2013", "``": "\u201c", "''": "\u201d"}
_LIGATURE = re.compile("|".join(_LIGATURES))
_BINDING = re.compile(r"\\.|[{}$]")
_WITHIN_A_MACRO = re.compile(r"\\(?:[A-Za-z]+|\W?)$")
_LATEX = LatexDecodingMiddleware()


def read_bibtex(
    path: Path, *, relation: Relation = Relation.MINE, limits: ReadLimits = ReadLimits()
) -> Iterator[Paper | Problem]:
    """Entries become papers; broken blocks and entries without a title become Problems with their
    line. Two entries may have one key, and an entry a field twice: the last counts.

    Raises UnreadableFile and OversizedFile (over 50 MB).
    """
    with opening(path):
        check_size(path, min(MAX_BYTES, limits.max_bytes))
        content = path.read_bytes()
    check_text(path, content)
    text, undecoded = decode(content)
    if undecoded:
        yield Problem(source=str(path), line=undecoded, message=NOT_UTF8)
    for name in ("bibtexparser", "pylatexenc"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    strings: dict[str, str] = {}
    for line, portion in _portions(text):
        try:
            for start, found in _read_portion(portion, strings, relation):
                if isinstance(found, str):
                    yield Problem(source=str(path), line=line + start + 1, message=found)
                else:
                    yield found
        except MemoryError:
            yield Problem(source=str(path), line=line + 1, message=TOO_BIG)


def _portions(text: str) -> Iterator[tuple[int, str]]:
    """Whole blocks, of about so many characters together, and the number of lines before. A large
    one stands alone."""
    starts = [match.start() for match in _BLOCK.finditer(text)]
    line = start = 0
    for end, following in pairwise([*starts, len(text)]):
        if following - start > _PORTION and end > start:
            yield line, text[start:end]
            line += text.count("\n", start, end)
            start = end
    yield line, text[start:]


def _read_portion(
    text: str, strings: dict[str, str], relation: Relation
) -> Iterator[tuple[int, Paper | str]]:
    """Papers, and messages of what is wrong; with their lines. `strings` are those defined before,
    to which its own are added."""
    if len(text.strip()) > MOST_IN_A_BLOCK:
        yield 0, f"an entry is longer than {MOST_IN_A_BLOCK:,} characters and was left out"
        return
    library = Splitter(text).split()
    strings |= {key.lower(): string.value for key, string in library.strings_dict.items()}
    for block in library.blocks:
        entry: Block | None = block
        if isinstance(block, ParsingFailedBlock):  # also a doubled key, whose entry is whole
            entry = block.ignore_error_block
            if entry is None:
                reason = str(block.error).split("\n")[0] or "it may lack a brace or a comma"
                yield block.start_line or 0, f"this entry can't be read: {shorten(reason, 200)}"
        if isinstance(entry, Entry):
            for field in entry.fields:
                field.value = strings.get(field.value.lower(), field.value)
            for middleware in (RemoveEnclosingMiddleware(), NormalizeFieldKeys()):
                middleware.transform_entry(entry, library)
            yield from ((entry.start_line or 0, found) for found in _read_entry(entry, relation))


def _read_entry(entry: Entry, relation: Relation) -> Iterator[Paper | str]:
    name = f"entry {shorten(entry.key, 60)!r}"
    fields = {f.key: f.value for f in entry.fields if f.key in _READ}
    for key in [key for key, value in fields.items() if len(value) > MOST_IN_A_FIELD]:
        yield f"{name}: its {key} is longer than {MOST_IN_A_FIELD:,} characters and was left out"
        del fields[key]
    decoded, is_whole = _without_latex(fields)
    if not is_whole:
        yield f"{name}: some of its LaTeX can't be read and stands as it is"
    entry.fields = [Field(key, value) for key, value in decoded.items()]
    SeparateCoAuthors().transform_entry(entry, Library())
    try:
        yield paper_of(_record(entry), relation)
    except (BadRecord, ValidationError) as error:
        reason = error if isinstance(error, BadRecord) else "a field has an impossible value"
        yield f"{name} is no paper: {reason}"


def _without_latex(fields: dict[str, str]) -> tuple[dict[str, str], bool]:
    """Texts for LaTeX, and whether all of it was understood. Only words with a macro go through
    the decoder: it takes ten microseconds a character (measured)."""
    texts: dict[str, str] = {}
    is_whole = True
    for key, value in fields.items():
        parts = []
        if key in _VERBATIM:
            value = _IN_ADDRESSES.sub(lambda match: match[2] or "~" * bool(match[1]), value)
        for piece in _bound_words(value):
            if "\\" in piece:
                said, is_understood = _decode_latex(piece.rstrip())
                parts.append(said + piece[len(piece.rstrip()) :])
                is_whole &= is_understood
            elif "$" in piece or key in _VERBATIM:
                parts.append(piece)
            else:
                parts.append(_LIGATURE.sub(lambda match: _LIGATURES[match[0]], piece))
        texts[key] = "".join(parts)
    return texts, is_whole


@lru_cache(maxsize=1_000)
def _decode_latex(text: str) -> tuple[str, bool]:
    """As it stands, and False, where the decoder can't."""
    field = Field("", text)
    done = _LATEX.transform_entry(Entry("", "", [field]), Library())
    return field.value, not isinstance(done, MiddlewareErrorBlock)


def _bound_words(text: str) -> Iterator[str]:
    """The text in pieces: words, those together that a brace, a formula or a macro binds."""
    if "\\" not in text:
        yield text
        return
    held: list[str] = []
    depth, in_formula = 0, False
    for word in re.findall(r"\S+\s*|\s+", text):
        held.append(word)
        for mark in _BINDING.findall(word):
            depth += (mark in ("{", "\\(", "\\[")) - (mark in ("}", "\\)", "\\]"))
            in_formula ^= mark == "$"
        if depth <= 0 and not in_formula and not _WITHIN_A_MACRO.search(word.rstrip()):
            yield "".join(held)
            held, depth = [], 0
    yield "".join(held)


def _record(entry: Entry) -> dict[str, Any]:
    record = {
        key: _plain(field.value, key) if isinstance(field.value, str) else field.value
        for key, field in entry.fields_dict.items()
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


def _plain(text: str, key: str = "") -> str:
    bare = re.sub(r"[{}]", "", text)
    return (bare if key in _VERBATIM else bare.replace("~", " ")).strip()


def _first_last(name: str) -> str:
    """ "van Rossum, Guido" is "Guido van Rossum"; "King, Jr., Martin" is "Martin King, Jr."."""
    parts = [p.strip() for p in name.split(",")]
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}"
    return f"{parts[2]} {parts[0]}, {parts[1]}" if len(parts) == 3 else name
