"""What one browser session holds while papers are chosen."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from myscholar.surfaces.web.held import held
from myscholar.workflows.library.add_papers import DEFAULT_LIBRARY
from myscholar.workflows.library.find_papers import FoundAuthor, FoundPaper, FoundPapers


class Found(NamedTuple):
    """What a search found. `sought` says what was searched, in words: `for “dense retrieval”`, `by
    Ada Lovelace`; `author` is whose papers they are, where one was opened."""

    papers: FoundPapers
    sought: str = ""
    author: FoundAuthor | None = None


@dataclass(frozen=True)
class PaperSelection:
    """All papers of a library are ticked, newly read ones too, but those in `unticked`."""

    library: str = DEFAULT_LIBRARY
    unticked: frozenset[str] = frozenset()
    found: Found | None = None
    opened_from: Found | None = None
    """What an author was opened from."""
    basket: tuple[FoundPaper, ...] = ()
    """Ticked among what searches found, and not read yet; it outlives searches."""
    n_searches: int = 0
    updating: str | None = None
    """The profile whose papers the ticked ones are to be."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Why facts of a paper of the library could not be kept, by its id."""
    troubles: tuple[str, ...] = ()
    """What could not be done."""

    def ticked(self, paper_ids: tuple[str, ...], *, on: bool) -> "PaperSelection":
        ids = frozenset(paper_ids)
        return replace(self, unticked=self.unticked - ids if on else self.unticked | ids)

    def with_found(self, found: Found | None) -> "PaperSelection":
        n = self.n_searches + 1
        before = self.found if found and found.author else None
        return replace(self, found=found, opened_from=before, n_searches=n)

    def picked(self, paper_ids: Collection[str], *, on: bool) -> "PaperSelection":
        """What was found goes into the basket, or out of it."""
        rest = tuple(p for p in self.basket if p.identifier not in paper_ids)
        there = {p.identifier: p for p in self.basket}
        shown = self.found.papers.papers if self.found else ()
        new = {p.identifier: p for p in shown if p.identifier in paper_ids}
        return replace(self, basket=tuple((there | new).values()) if on else rest)

    def dated(self, paper_id: str, year: int) -> "PaperSelection":
        """A paper of the basket that Semantic Scholar has no year for."""
        dated = (p._replace(year=year) if p.identifier == paper_id else p for p in self.basket)
        return replace(self, basket=tuple(dated))

    def with_trouble(self, *said: str) -> "PaperSelection":
        return replace(self, troubles=said)

    def with_refusal(self, paper_id: str, reason: str | None) -> "PaperSelection":
        rest = {i: said for i, said in self.refused.items() if i != paper_id}
        return replace(self, refused={**rest, paper_id: reason} if reason else rest)

    def in_library(
        self, name: str, *, unticked: Collection[str] = (), updating: str | None = None
    ) -> "PaperSelection":
        return replace(
            self,
            library=name,
            unticked=frozenset(unticked),
            updating=updating,
            refused={},
            troubles=(),
        )


@dataclass
class _Desk:
    now: PaperSelection = field(default_factory=PaperSelection)


def now() -> PaperSelection:
    return held(_Desk).now


def keep(desk: PaperSelection) -> None:
    held(_Desk).now = desk
