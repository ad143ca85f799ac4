"""The papers of a library, as a list to choose from, and what can be done with them."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeVar

from myscholar.domain.papers import (
    Paper,
    PaperFacts,
    PaperId,
    Relation,
    TextSource,
    short_authors,
)
from myscholar.domain.profile import ProfilePaper
from myscholar.domain.text import fold, shorten
from myscholar.errors import InputError, UnknownName, UnknownPaper
from myscholar.gateways.storage.records import PaperHead
from myscholar.workflows.numbered import numbers_in
from myscholar.workflows.services import Services

FIRST_YEAR, LAST_YEAR = 1000, 2999
READ_FROM = {
    TextSource.FULL_TEXT: "full text",
    TextSource.SNIPPETS: "passages",
    TextSource.ABSTRACT: "abstract",
    TextSource.SUMMARY: "summary",
    TextSource.TITLE_ONLY: "title only",
}
"""What there is of a paper's text, in words."""


class LibraryPaper(NamedTuple):
    """What a list of papers shows. `read_from`: what there is of its text, in words; `relation`
    None: not said."""

    paper_id: PaperId
    title: str
    authors_short: str
    year: int | None
    venue: str | None
    relation: Relation | None
    read_from: str
    n_passages: int
    authors: tuple[str, ...] = ()
    doi: str | None = None
    as_read: PaperFacts | None = None


Listed = TypeVar("Listed", LibraryPaper, ProfilePaper)


def library_view(services: Services, library: str) -> tuple[LibraryPaper, ...]:
    """In the order in which they were added; empty for a library that does not exist. Raises
    StorageError."""
    return tuple(_show(paper) for paper in services.store.paper_heads(library))


def check_library(services: Services, library: str) -> None:
    """Raises UnknownName."""
    known = tuple(info.name for info in services.store.libraries())
    if library not in known:
        raise UnknownName("library", library, known)


def named_papers(papers: Sequence[Listed], names: Sequence[str]) -> tuple[Listed, ...]:
    """Those of a library or profile that a person names by numbers in this order ("2", "4-6"), id,
    title or a part of a title; a number of the list goes before an id. Raises InputError for what
    names none of them, or several."""
    named = {paper.paper_id: paper for name in names for paper in _named(papers, name)}
    return tuple(named.values())


def named_paper(papers: Sequence[Listed], name: str) -> Listed:
    """The one that a person names, as of `named_papers`. Raises InputError also for several."""
    found = named_papers(papers, [name])
    if len(found) != 1:
        raise InputError(f"{shorten(name, 80)!r} names {len(found)} papers. Give one.")
    return found[0]


def _named(papers: Sequence[Listed], name: str) -> Sequence[Listed]:
    if name in map(str, range(1, len(papers) + 1)):  # also where it is the id of another
        return [papers[int(name) - 1]]
    if same := [p for p in papers if name == p.paper_id or fold(name) == fold(p.title)]:
        return same
    if not any(c.isalpha() for c in name):
        return [papers[number - 1] for number in numbers_in(name, len(papers))]
    found = [p for p in papers if fold(name) in fold(p.title)]
    if len(found) == 1:
        return found
    said = f"None of the papers is called {shorten(name, 80)!r}"
    if found:
        titles = "; ".join(shorten(p.title, 80) for p in found[:3])
        said = f"{shorten(name, 80)!r} names {len(found)} papers ({titles})"
    raise InputError(f"{said}. Give numbers, ids or titles.")


def elsewhere(
    papers: Sequence[ProfilePaper], listed: Sequence[LibraryPaper]
) -> tuple[LibraryPaper, ...]:
    """Those papers of a profile that a list of papers lacks."""
    there = {p.paper_id for p in listed}
    return tuple(
        LibraryPaper(
            paper_id=p.paper_id,
            title=p.title,
            authors_short=short_authors(p.authors),
            year=p.year,
            venue=p.venue,
            relation=p.relation,
            read_from=READ_FROM[p.text_source],
            n_passages=0,
        )
        for p in papers
        if p.paper_id not in there
    )


def papers_of(services: Services, library: str, paper_ids: Collection[str]) -> tuple[Paper, ...]:
    """Those of these papers that are there, in the library's order. Raises StorageError."""
    return services.store.papers(library, only=[PaperId(i) for i in paper_ids])


def remove_papers(services: Services, library: str, paper_ids: Sequence[str]) -> int:
    """Gives how many were there; profiles made of them stay as they are. Raises UnknownName for the
    library, StorageError."""
    return services.store.remove(library, [PaperId(i) for i in paper_ids])


def remove_library(services: Services, library: str) -> None:
    """With all its papers; profiles made of them stay as they are. Raises UnknownName,
    StorageError."""
    services.store.remove_library(library)


def set_relation(services: Services, library: str, paper_id: str, relation: Relation) -> None:
    """Raises UnknownName for the library, UnknownPaper, StorageError. A profile made of it before
    stays as it is."""
    change_paper(services, library, paper_id, lambda p: p.model_copy(update={"relation": relation}))


def change_paper(
    services: Services,
    library: str,
    paper_id: str,
    change: Callable[[Paper], Paper],
    *,
    check: Callable[[Sequence[Paper]], None] = lambda _: None,
) -> tuple[Paper, Paper]:
    """Gives the paper before and after. `check` is given the library's papers as they would be,
    and may refuse. Raises UnknownName for the library, UnknownPaper, StorageError."""
    check_library(services, library)
    changed: list[tuple[Paper, Paper]] = []

    def edit(stored: tuple[Paper, ...]) -> tuple[Paper, ...]:
        changed[:] = [(p, change(p)) for p in stored if p.paper_id == paper_id]
        if not changed:
            raise UnknownPaper(paper_id)
        papers = tuple(changed[0][1] if p.paper_id == paper_id else p for p in stored)
        check(papers)
        return papers

    services.store.rewrite(library, edit, at=services.now())
    return changed[0]


def _show(paper: PaperHead) -> LibraryPaper:
    return LibraryPaper(
        paper_id=paper.paper_id,
        title=paper.title,
        authors_short=short_authors(paper.authors),
        year=paper.year,
        venue=paper.venue,
        relation=paper.relation,
        read_from=READ_FROM[paper.text_source],
        n_passages=paper.n_passages,
        authors=paper.authors,
        doi=paper.doi,
        as_read=paper.as_read,
    )
