"""What one browser session holds while papers are chosen."""

from dataclasses import dataclass, field, replace

from myscholar.surfaces.web.held import held
from myscholar.workflows.library.add_papers import DEFAULT_LIBRARY
from myscholar.workflows.library.find_papers import FoundPapers


@dataclass(frozen=True)
class PaperSelection:
    """All papers of a library are ticked, newly read ones too, but those in `unticked`."""

    library: str = DEFAULT_LIBRARY
    unticked: frozenset[str] = frozenset()
    found: FoundPapers | None = None
    found_by: str = ""
    """What was searched, in words: `for “dense retrieval”`, `by Ada Lovelace`."""
    n_searches: int = 0
    troubles: tuple[str, ...] = ()
    """What could not be done."""

    def ticked(self, paper_ids: tuple[str, ...], *, on: bool) -> "PaperSelection":
        ids = frozenset(paper_ids)
        return replace(self, unticked=self.unticked - ids if on else self.unticked | ids)

    def with_found(self, found: FoundPapers | None, found_by: str = "") -> "PaperSelection":
        return replace(self, found=found, found_by=found_by, n_searches=self.n_searches + 1)

    def with_trouble(self, *said: str) -> "PaperSelection":
        return replace(self, troubles=said)

    def in_library(self, name: str) -> "PaperSelection":
        return replace(self, library=name, unticked=frozenset(), troubles=())


@dataclass
class _Desk:
    now: PaperSelection = field(default_factory=PaperSelection)


def now() -> PaperSelection:
    return held(_Desk).now


def keep(desk: PaperSelection) -> None:
    held(_Desk).now = desk
