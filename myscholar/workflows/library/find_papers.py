"""Papers and authors at Semantic Scholar, to choose from: by words, title or name, or by an address
or id."""

import asyncio
import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from myscholar.domain.papers import Paper, short_authors
from myscholar.domain.text import one_line
from myscholar.errors import InputError, ScholarError, UnknownPaper
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.gateways.semantic_scholar.identifiers import Names, parse_identifier
from myscholar.gateways.semantic_scholar.translate import ScholarAuthor
from myscholar.workflows.services import Services

FOUND = 20
"""Papers that a search by words gives."""
_AUTHORS = 8
_ATTEMPTS = 4
"""Requests of one look-up with their retries: somebody is waiting, so trouble is told after
seconds."""
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.'’-])*+,?(?: [^\W\d_](?:[^\W\d_]|[.'’-])*+,?){0,3}")
"""One to four words without digits: it may be a person, or a few words of a title."""
T = TypeVar("T")


class FoundPaper(NamedTuple):
    """`identifier` is a line for `begin_papers`."""

    identifier: str
    title: str
    authors_short: str
    year: int | None
    venue: str | None
    n_citations: int | None
    has_open_pdf: bool
    url: str | None


class FoundAuthor(NamedTuple):
    """`author_id` is for `papers_of_author`."""

    author_id: str
    name: str
    n_papers: int
    n_citations: int
    affiliations: tuple[str, ...] = ()
    """Seldom known."""
    h_index: int | None = None


class FoundPapers(NamedTuple):
    """What there is of both. `problems`: what one of two requests failed by, while the other gave
    something."""

    papers: tuple[FoundPaper, ...] = ()
    authors: tuple[FoundAuthor, ...] = ()
    problems: tuple[str, ...] = ()


async def find_papers(services: Services, text: str) -> FoundPapers:
    """What Semantic Scholar knows of these words. One or two requests; three for a hyphenated name
    that is not found at once.

    An address, id or DOI gives the one paper, an author's address or `author:...` that author.
    Raises InputError for an empty text, UnknownPaper, UnknownName, ScholarError.
    """
    line = one_line(text)
    if not any(c.isalnum() for c in line):
        raise InputError("Write a title, some words of it, or an author's name.")
    names, value = parse_identifier(line)
    async with services.scholar(_ATTEMPTS) as client:
        match names:
            case Names.PAPER:
                return FoundPapers(papers=(_paper(await client.paper(line)),))
            case Names.AUTHOR_ID:
                return FoundPapers(papers=_papers(await client.author_papers(value)))
            case Names.AUTHOR_NAME:
                return FoundPapers(authors=_authors(await client.authors(value, limit=_AUTHORS)))
            case Names.TITLE:
                return await (
                    _words_or_person(client, value)
                    if _NAME.fullmatch(value)
                    else _title(client, value)
                )


async def papers_of_author(services: Services, author_id: str) -> tuple[FoundPaper, ...]:
    """Up to 1,000, the most cited first. Raises UnknownName, ScholarError."""
    async with services.scholar(_ATTEMPTS) as client:
        return _papers(await client.author_papers(author_id))


async def _words_or_person(client: SemanticScholar, text: str) -> FoundPapers:
    papers, authors = await asyncio.gather(
        client.search(text, limit=FOUND),
        client.authors(_as_spoken(text), limit=_AUTHORS),
        return_exceptions=True,
    )
    problems = _problems(papers, authors)
    return FoundPapers(_papers(_given(papers)), _authors(_given(authors)), problems)


def _as_spoken(name: str) -> str:
    """ "Ada Example" of "Example, Ada": the service knows names in this order only."""
    family, comma, given = name.partition(",")
    return f"{given} {family}".strip() if comma and "," not in given else name


async def _title(client: SemanticScholar, text: str) -> FoundPapers:
    """The paper of this title first, then those of similar words."""
    papers, closest = await asyncio.gather(
        client.search(text, limit=FOUND), _match(client, text), return_exceptions=True
    )
    problems = _problems(papers, closest)
    found = {paper.paper_id: paper for paper in (*_given(closest), *_given(papers))}
    return FoundPapers(papers=_papers(tuple(found.values())), problems=problems)


async def _match(client: SemanticScholar, title: str) -> tuple[Paper, ...]:
    try:
        return (await client.match(title),)
    except UnknownPaper:
        return ()


def _problems(*answers: object) -> tuple[str, ...]:
    """The messages of those that failed. Raises the first one's error when all failed, and any
    other than Semantic Scholar's."""
    errors = [answer for answer in answers if isinstance(answer, BaseException)]
    strange = [error for error in errors if not isinstance(error, ScholarError)]
    if strange or len(errors) == len(answers):
        raise (strange or errors)[0]
    return tuple(dict.fromkeys(str(error) for error in errors))


def _given(answer: Sequence[T] | BaseException) -> Sequence[T]:
    return () if isinstance(answer, BaseException) else answer


def _papers(papers: Sequence[Paper]) -> tuple[FoundPaper, ...]:
    return tuple(_paper(paper) for paper in papers)


def _paper(paper: Paper) -> FoundPaper:
    return FoundPaper(
        identifier=paper.paper_id,
        title=paper.title,
        authors_short=short_authors(paper.authors),
        year=paper.year,
        venue=paper.venue,
        n_citations=paper.citation_count,
        has_open_pdf=paper.pdf_url is not None,
        url=paper.url,
    )


def _authors(authors: Sequence[ScholarAuthor]) -> tuple[FoundAuthor, ...]:
    return tuple(FoundAuthor(**a.model_dump()) for a in authors)
