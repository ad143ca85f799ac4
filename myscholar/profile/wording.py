"""How counts and papers are put into words: never "your papers" for one paper, never "you did" for
a followed one."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.text import counted, shorten
from myscholar.profile.reading import ReadPaper

_TITLE_LIMIT = 52
"""Characters of a title that is named in a sentence; by hand."""
BACKGROUND = "conference abstracts"
"""How a count of the background is named."""


@dataclass(frozen=True)
class PaperSet:
    """All papers that were read: what "of your 5 papers" counts against."""

    papers: tuple[ReadPaper, ...]
    n_unread: int = 0
    """Papers of the user's that count, though nothing of them was read."""

    @property
    def n_mine(self) -> int:
        return sum(p.is_mine for p in self.papers) + self.n_unread

    @property
    def n_followed(self) -> int:
        return len(self.papers) + self.n_unread - self.n_mine

    def some(self, supporting: Sequence[ReadPaper]) -> "SentenceSubject":
        return SentenceSubject(self, tuple(supporting))


@dataclass(frozen=True)
class SentenceSubject:
    """The papers an inference is about, as the subject of a sentence."""

    shelf: PaperSet
    papers: tuple[ReadPaper, ...]

    @property
    def n(self) -> int:
        return len(self.papers)

    @property
    def is_plural(self) -> bool:
        return self.n > 1

    @property
    def n_mine(self) -> int:
        return sum(p.is_mine for p in self.papers)

    @property
    def all_followed(self) -> bool:
        return self.n_mine == 0

    def __str__(self) -> str:
        """ "3 of your 5 papers", "Both of your papers", "One of your papers (“U-Net”)", "2 of your
        3 papers and 1 paper you follow"."""
        total = self.shelf.n_mine
        if self.n == 1:
            return self._one()
        if self.n_mine == self.n:
            return _of(self.n_mine, total, "of your", "papers")
        if self.all_followed:
            return _of(self.n, self.shelf.n_followed, "of the", "papers you follow")
        mine = "Your one paper" if total == 1 else f"{self.n_mine} of your {total} papers"
        return f"{mine} and {counted(self.n - self.n_mine, 'paper')} you follow"

    def _one(self) -> str:
        paper = self.papers[0]
        if len(self.shelf.papers) + self.shelf.n_unread == 1:
            return "Your one paper" if paper.is_mine else "The one paper you follow"
        named = "Your own paper" if self.shelf.n_mine == 1 else "One of your papers"
        return f"{named if paper.is_mine else 'One paper you follow'} ({short_title(paper)})"

    @property
    def broadly(self) -> str:
        """ "Your papers" where at least two and at least 60 % of the papers carry it, otherwise the
        count."""
        if self.n >= 2 and self.n >= 0.6 * len(self.shelf.papers):
            if self.n_mine == self.n and self.n_mine >= 0.6 * self.shelf.n_mine:
                return "Your papers"
            if self.all_followed:
                return "The papers you follow"
        return str(self)

    @property
    def count(self) -> str:
        """For a bracket after `broadly`: "4 of 5 papers"; empty where the subject already says
        it."""
        if self.broadly in ("Your papers", "The papers you follow"):
            total = self.shelf.n_mine if self.n_mine else self.shelf.n_followed
            return f" (all {total} papers)" if self.n == total else f" ({self.n} of {total} papers)"
        return ""


def _of(n: int, total: int, of: str, noun: str) -> str:
    if n == total == 2:
        return f"Both {of} {noun}"
    return f"All {n} {of} {noun}" if n == total else f"{n} {of} {total} {noun}"


def short_title(paper: ReadPaper) -> str:
    """The title in quotation marks, without its subtitle where it is long."""
    title = paper.paper.title.strip().rstrip(".")
    if len(title) > _TITLE_LIMIT and ": " in title and len(title.split(": ")[0]) >= 4:
        title = title.split(": ")[0]
    return f"“{shorten(title, _TITLE_LIMIT)}”"


def rarity(share: float, n_documents: int, floor: int) -> str:
    """A share of the background in words: "about 1 in 200 conference abstracts", "7 % of conference
    abstracts"."""
    if share * n_documents < floor:
        return f"fewer than {floor} of {n_documents:,} {BACKGROUND}"
    if share >= 0.02:
        return f"{100 * share:.0f} % of {BACKGROUND}"
    one_in = 1 / share
    step = 10 ** max(0, len(str(int(one_in))) - 2)
    return f"about 1 in {round(one_in / step) * step:,} {BACKGROUND}"
