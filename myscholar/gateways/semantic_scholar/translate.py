"""The service's JSON to domain values, once. Anything may be null or absent at any depth; what has
no id is left out.

A paper is called `CorpusId:N` everywhere, for this is the only id that snippets carry; the 40-digit
hash, where known, is its `s2_id`.
"""

import hashlib
import re
import sys
from collections.abc import Mapping
from typing import TypeVar

from pydantic import Field

from myscholar.domain.evidence import Hit
from myscholar.domain.model import Frozen
from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Publication,
    TextSource,
    is_of_preprints,
)
from myscholar.domain.text import writable

SOURCE_NAME = "semantic-scholar"
PAPER_FIELDS = (
    "paperId,corpusId,externalIds,url,title,abstract,venue,publicationVenue,year,authors.name,"
    "citationCount,isOpenAccess,openAccessPdf,fieldsOfStudy,s2FieldsOfStudy,publicationTypes"
).split(",")
LINKED_FIELDS = ["authors" if field == "authors.name" else field for field in PAPER_FIELDS]
"""Of citations, references and recommendations, which know no fields of authors."""
SNIPPET_FIELDS = "snippet.text snippet.snippetKind snippet.section snippet.snippetOffset".split()
AUTHOR_FIELDS = "authorId name affiliations paperCount citationCount hIndex url".split()

_KINDS = {"body": PassageKind.BODY, "abstract": PassageKind.ABSTRACT}

_PUBLICATIONS = {
    "journal": Publication.JOURNAL,
    "conference": Publication.CONFERENCE,
    "Conference": Publication.CONFERENCE,
    "BookSection": Publication.CHAPTER,
    "Book": Publication.BOOK,
    "JournalArticle": Publication.JOURNAL,
}
"""The surest first."""

_CORPUS_ID = re.compile(r"[0-9]{1,18}")
_LARGEST_COUNT = 10**9
"""From which a count is a slip that no database holds; by hand."""

Json = Mapping[str, object]
T = TypeVar("T")


class ScholarAuthor(Frozen):
    """An author as the service tells them apart: namesakes are several, and one person may be there
    twice."""

    author_id: str
    name: str
    n_papers: int = Field(default=0, ge=0)
    n_citations: int = Field(default=0, ge=0)
    affiliations: tuple[str, ...] = ()
    """As the author gave them; seldom known."""
    h_index: int | None = Field(default=None, ge=0)


def to_paper(record: object) -> Paper | None:
    """A paper with its abstract as the one passage; None for a record without an id."""
    facts = _mapping(record)
    external = _mapping(facts.get("externalIds"))
    paper_id = paper_id_of(facts)
    if paper_id is None:
        return None
    abstract = _text(facts.get("abstract"))
    pdf_url = _text(_mapping(facts.get("openAccessPdf")).get("url"))
    is_open, year = facts.get("isOpenAccess"), _count(facts.get("year")) or 0
    return Paper(
        paper_id=paper_id,
        title=_text(facts.get("title")) or f"Untitled paper ({paper_id})",
        authors=_names(facts.get("authors")),
        year=year if 1000 <= year <= 2999 else None,
        venue=_venue(facts),
        publication=_publication(facts),
        url=_text(facts.get("url")),
        doi=_text(external.get("DOI")),
        arxiv_id=_text(external.get("ArXiv")),
        s2_id=_text(facts.get("paperId")) or paper_id,
        citation_count=_count(facts.get("citationCount")),
        fields=_fields(facts),
        open_access=is_open if isinstance(is_open, bool) else bool(pdf_url) or None,
        pdf_url=pdf_url,
        passages=(passage(paper_id, PassageKind.ABSTRACT, abstract),) if abstract else (),
        text_source=TextSource.ABSTRACT if abstract else TextSource.TITLE_ONLY,
    )


def to_hits(data: object) -> tuple[Hit, ...]:
    """One hit a paper, in the order of its best snippet, with its snippets best first and the best
    one's score."""
    found: dict[PaperId, list[tuple[float, Paper]]] = {}
    for record in _records(data):
        if (paper := _snippet_paper(record)) is not None:
            found.setdefault(paper.paper_id, []).append((_score(record.get("score")), paper))
    return tuple(_merge(snippets) for snippets in found.values())


def to_body(data: object, paper_id: PaperId) -> tuple[Passage, ...]:
    """The body passages of this one paper in reading order, each once, with paragraph numbers from
    1."""
    found: dict[str, tuple[int, str | None]] = {}
    for record in _records(data):
        snippet = _mapping(record.get("snippet"))
        text = _text(snippet.get("text"))
        if (
            text
            and snippet.get("snippetKind") == "body"
            and paper_id_of(_mapping(record.get("paper"))) == paper_id
        ):
            start = _count(_mapping(snippet.get("snippetOffset")).get("start"))
            found.setdefault(text, (0 if start is None else start, _text(snippet.get("section"))))
    ordered = sorted(found.items(), key=lambda item: item[1][0])
    return tuple(
        passage(paper_id, PassageKind.BODY, text, section).model_copy(update={"paragraph": n})
        for n, (text, (_, section)) in enumerate(ordered, start=1)
    )


def to_authors(data: object) -> tuple[ScholarAuthor, ...]:
    """Those that have an id and a name."""
    return tuple(
        ScholarAuthor(
            author_id=author_id,
            name=name,
            n_papers=_count(record.get("paperCount")) or 0,
            n_citations=_count(record.get("citationCount")) or 0,
            affiliations=_names(record.get("affiliations")),
            h_index=_count(record.get("hIndex")),
        )
        for record in _records(data)
        if (author_id := _text(record.get("authorId"))) and (name := _text(record.get("name")))
    )


def to_papers(data: object) -> tuple[Paper, ...]:
    return tuple(p for record in _records(data) if (p := to_paper(record)) is not None)


def to_linked(data: object) -> tuple[Paper, ...]:
    """The papers at the other end of citations or references."""
    return to_papers([r.get("citingPaper") or r.get("citedPaper") for r in _records(data)])


def paper_id_of(facts: Json) -> PaperId | None:
    """`CorpusId:N`, or the hash where the service gives no corpus id."""
    corpus_id = facts.get("corpusId") or _mapping(facts.get("externalIds")).get("CorpusId")
    if isinstance(corpus_id, int | str) and _CORPUS_ID.fullmatch(str(corpus_id)):
        return PaperId(f"CorpusId:{corpus_id}")
    return PaperId(digest) if (digest := _text(facts.get("paperId"))) else None


def passage(paper_id: PaperId, kind: PassageKind, text: str, section: str | None = None) -> Passage:
    """The text as the service gives it, under an id that the same text always gets."""
    written = text.encode(errors="surrogatepass")
    own = PassageId(f"{paper_id}#s{hashlib.sha1(written, usedforsecurity=False).hexdigest()[:8]}")
    return Passage(passage_id=own, paper_id=paper_id, kind=kind, text=text, section=section)


def _snippet_paper(record: Json) -> Paper | None:
    """The paper of one snippet, with that as its passage. A snippet that is the title itself leaves
    the paper without one."""
    facts, snippet = _mapping(record.get("paper")), _mapping(record.get("snippet"))
    if (paper := to_paper(facts)) is None:
        return None
    text, kind = _text(snippet.get("text")), _KINDS.get(str(snippet.get("snippetKind")))
    section = _text(snippet.get("section"))
    own = (passage(paper.paper_id, kind, text, section),) if text and kind else ()
    access = _text(_mapping(facts.get("openAccessInfo")).get("status"))
    is_open = None if access is None else access.upper() != "CLOSED"
    return paper.model_copy(update={"open_access": is_open, "passages": own})


def _merge(snippets: list[tuple[float, Paper]]) -> Hit:
    """Scores fall from the first snippet on, as the service ranks them."""
    passages = tuple({p.passage_id: p for _, paper in snippets for p in paper.passages}.values())
    score, best = snippets[0]
    source = TextSource.SNIPPETS if passages else TextSource.TITLE_ONLY
    paper = best.model_copy(update={"passages": passages, "text_source": source})
    return Hit(paper=paper, score=score, sources=(SOURCE_NAME,))


def _venue(facts: Json) -> str | None:
    """The venue's name, with its acronym where the service knows one, so that a filter on "ACL"
    finds it."""
    publication = _mapping(facts.get("publicationVenue"))
    name = _text(facts.get("venue")) or _text(publication.get("name"))
    others = _list(publication.get("alternate_names"), str)
    acronym = next(
        (a for a in others if a.isalnum() and a != a.capitalize() and len(a) <= 10), None
    )
    if name is None or acronym is None or acronym.casefold() in name.casefold():
        return name
    return f"{name} ({acronym})"


def _publication(facts: Json) -> Publication | None:
    """By the venue's kind, which is surer than the paper's: "JournalArticle" stands beside most
    conference papers and preprints too."""
    said = [_mapping(facts.get("publicationVenue")).get("type")]
    said += _list(facts.get("publicationTypes"), str)
    venue = _venue(facts)
    if venue is None or is_of_preprints(venue):
        said = [name for name in said if name == "Book"]
    return next((kind for name, kind in _PUBLICATIONS.items() if name in said), None)


def _fields(facts: Json) -> tuple[str, ...]:
    plain = [_text(field) for field in _list(facts.get("fieldsOfStudy"), str)]
    modelled = [_text(record.get("category")) for record in _records(facts.get("s2FieldsOfStudy"))]
    return tuple(dict.fromkeys(field for field in (*plain, *modelled) if field))


def _names(authors: object) -> tuple[str, ...]:
    """Of records with a name, or of plain strings as snippets give them."""
    every = _list(authors, object)
    names = (_text(a if isinstance(a, str) else _mapping(a).get("name")) for a in every)
    return tuple(name for name in names if name)


def _mapping(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _records(value: object) -> list[Json]:
    return _list(value, dict)


def _list(value: object, kind: type[T]) -> list[T]:
    """Its items of this kind; none where it is no list."""
    return [item for item in value if isinstance(item, kind)] if isinstance(value, list) else []


def _text(value: object) -> str | None:
    """A text with something in it, unchanged but for half characters. Numbers become texts: ids
    come as either."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return writable(value) if isinstance(value, str) and value.strip() else None


def _count(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < _LARGEST_COUNT else None


def _score(value: object) -> float:
    """0 for what is no finite number."""
    if not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
        return 0.0
    return float(value)
