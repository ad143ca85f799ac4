"""One row of a file, of whatever known shape, as a paper with one or a few passages.

Shapes: ours (`paper_id,title,authors,year,venue` with `abstract`, `summary` or `text`), BEIR
(`_id,title,text,metadata`) and snippets (`snippet_id,text,kind,paper_id` ...). A row's kind is
named in `kind`; `passage` means text of the paper.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Publication,
    TextSource,
)
from myscholar.domain.text import fold
from myscholar.search.corpus.titles import derived_title
from myscholar.text.sentences import sentence_spans

COLUMNS = (
    "paper_id _id snippet_id title authors year venue publication url doi arxiv_id s2_id "
    "citation_count fields open_access pdf_url kind abstract summary text metadata"
).split()
_KINDS = {
    "passage": PassageKind.BODY,
    "body": PassageKind.BODY,
    "abstract": PassageKind.ABSTRACT,
    "summary": PassageKind.SUMMARY,
}
_LONGEST_PASSAGE = 3000
"""Characters from which a text is split at its paragraphs and sentences; by hand."""
_LONGEST_TEXT = 2_000_000
"""Characters of a paper; a book of 500 pages has one million. By hand."""
_MOST = 10**9
"""A count above this is a mistake in the file, and more than an index can hold; by hand."""
_CORPUS_ID = re.compile(r"CorpusI[Dd]:(\d+)")
_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf)/([\w.-]+/\d+|\d{4}\.\d{4,5})")

Row = Mapping[str, Any]


class UnusableRow(ValueError):
    """The row holds no paper; the message says why."""


class OtherKind(ValueError):
    """The row is no text of a paper: a web page, a model's words."""


def paper_of_row(row: Row) -> Paper:
    """Raises UnusableRow or OtherKind."""
    metadata = row.get("metadata")
    facts: Row = {**metadata, **row} if isinstance(metadata, Mapping) else row
    kind = row.get("kind")
    if kind is not None and kind not in _KINDS:
        raise OtherKind(str(kind))
    texts = tuple(_texts(row))
    given_title = _words(facts.get("title"))
    if not texts and not given_title:
        raise UnusableRow("neither a title nor a text")
    authors, year = _authors(facts.get("authors")), _year(facts.get("year"))
    title = given_title or derived_title(authors, year, texts[0][1] if texts else "")
    paper_id = PaperId(
        _words(row.get("paper_id")) or _words(row.get("_id")) or f"t-{_digest(fold(title))}"
    )
    url = _words(facts.get("url")) or None
    return Paper(
        paper_id=paper_id,
        title=title,
        authors=authors,
        year=year,
        venue=_words(facts.get("venue")) or None,
        publication=_publication(facts.get("publication")),
        url=url,
        doi=_words(facts.get("doi")) or None,
        arxiv_id=_words(facts.get("arxiv_id")) or _find(_ARXIV, url, "{}"),
        s2_id=_words(facts.get("s2_id")) or _find(_CORPUS_ID, url, "CorpusId:{}"),
        citation_count=_count(facts.get("citation_count")),
        fields=_authors(facts.get("fields")),
        open_access=facts["open_access"] if isinstance(facts.get("open_access"), bool) else None,
        pdf_url=_words(facts.get("pdf_url")) or None,
        passages=_passages(paper_id, texts, _words(row.get("snippet_id"))),
        text_source=_text_source(texts),
    )


def _publication(value: object) -> Publication | None:
    text = _words(value)
    return Publication(text) if text in tuple(Publication) else None


def _texts(row: Row) -> Iterator[tuple[PassageKind, str]]:
    named = _KINDS.get(str(row.get("kind")), PassageKind.BODY)
    for column, kind in (
        ("abstract", PassageKind.ABSTRACT),
        ("summary", PassageKind.SUMMARY),
        ("text", named),
    ):
        value = row.get(column)
        if value is not None and not isinstance(value, str):
            raise UnusableRow(f"`{column}` is no text")
        if len(value or "") > _LONGEST_TEXT:
            raise UnusableRow(f"`{column}` has more than {_LONGEST_TEXT:,} characters")
        for piece in _pieces(value or ""):
            yield kind, piece


def _pieces(text: str) -> Iterator[str]:
    """The text whole if it is a passage's size, otherwise its paragraphs, and these cut between
    sentences."""
    if len(text) <= _LONGEST_PASSAGE:
        if text.strip():
            yield text.strip()
        return
    for paragraph in re.split(r"\n\s*\n", text):
        yield from _cut(paragraph.strip())


def _cut(paragraph: str) -> Iterator[str]:
    if len(paragraph) <= _LONGEST_PASSAGE:
        if paragraph:
            yield paragraph
        return
    start = end = 0
    for span in sentence_spans(paragraph):
        if span.end - start > _LONGEST_PASSAGE and end > start:
            yield paragraph[start:end].strip()
            start = span.start
        end = span.end
    for first in range(start, len(paragraph), 4 * _LONGEST_PASSAGE):
        yield paragraph[first : first + 4 * _LONGEST_PASSAGE].strip()


def _passages(
    paper_id: PaperId, texts: Sequence[tuple[PassageKind, str]], given_id: str
) -> tuple[Passage, ...]:
    """Ids come from the text, so that the same row read again is the same passage."""
    seen: dict[PassageId, Passage] = {}
    for kind, text in texts:
        own = given_id if given_id and len(texts) == 1 else f"{paper_id}#{_digest(text)}"
        passage = Passage(passage_id=PassageId(own), paper_id=paper_id, kind=kind, text=text)
        seen.setdefault(passage.passage_id, passage)
    if len(seen) == 1:
        return tuple(seen.values())
    return tuple(p.model_copy(update={"paragraph": i}) for i, p in enumerate(seen.values(), 1))


def _text_source(texts: Sequence[tuple[PassageKind, str]]) -> TextSource:
    kinds = {kind for kind, _ in texts}
    if PassageKind.BODY in kinds:
        return TextSource.SNIPPETS
    if PassageKind.ABSTRACT in kinds:
        return TextSource.ABSTRACT
    return TextSource.SUMMARY if kinds else TextSource.TITLE_ONLY


def _words(value: object) -> str:
    """The text in one line; empty for nothing, a number as it is written."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return " ".join(str(value).replace("\0", " ").split())


def _authors(value: object) -> tuple[str, ...]:
    """A list of names, or names parted by semicolons or "and"."""
    if isinstance(value, str):
        value = re.split(r";|\sand\s", value)
    names = value if isinstance(value, list | tuple) else ()
    return tuple(w for n in names if (w := _words(n.get("name") if isinstance(n, Mapping) else n)))


def _year(value: object) -> int | None:
    year = _count(value)
    return year if year is not None and 1000 <= year <= 2999 else None


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = int(float(value))
    except (ValueError, OverflowError):
        return None
    return number if 0 <= number <= _MOST else None


def _find(pattern: re.Pattern[str], url: str | None, shape: str) -> str | None:
    match = pattern.search(url or "")
    return shape.format(match.group(1)) if match else None


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
