"""How papers are named as the subject of a sentence: never "your papers" for one paper, never "you
did" for a followed one, and without a count, which every surface shows beside the sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.text import shorten
from myscholar.profile.reading import ReadPaper

_TITLE_LIMIT = 52
"""Characters of a title that is named in a sentence; by hand."""
_MAIN_TITLE = re.compile(r".{4,}?(?:(?=: )|\?[’']?(?= ))")
"""What stands before a colon, or ends with a question mark, and a subtitle."""
_WITHIN = str.maketrans("“”„", "‘’‚") | {ord('"'): "'"}
BACKGROUND = "conference abstracts"
"""How a count of the background is named."""


@dataclass(frozen=True)
class PaperSet:
    """All papers that were read: what "your papers" speaks of."""

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

    def __str__(self) -> str:
        """ "“U-Net”", "Your papers", "Some of your papers and one of the papers you follow": how
        many they are stands beside the sentence, not in it. A single paper goes by its title."""
        if self.n == 1 and self.shelf.n_mine + self.shelf.n_followed > 1:
            paper = self.papers[0]
            return (
                short_title(paper) if paper.is_mine else f"{short_title(paper)}, which you follow,"
            )
        n_followed = self.n - self.n_mine
        mine = _share(self.n_mine, self.shelf.n_mine, "your papers", "your one paper")
        followed = _share(
            n_followed, self.shelf.n_followed, "the papers you follow", "the one paper you follow"
        )
        said = " and ".join(filter(None, (mine, followed)))
        return said[:1].upper() + said[1:]


def is_most(n: int, total: int) -> bool:
    """Whether what n of them show may be said of all: "your papers"."""
    return 2 * n > total


def _share(n: int, total: int, every: str, only: str) -> str:
    if n == 0:
        return ""
    if total == 1:
        return only
    if n == 1:
        return f"one of {every}"
    return every if is_most(n, total) else f"some of {every}"


def short_title(paper: ReadPaper) -> str:
    """The title in quotation marks, those within made single, without its subtitle where it is
    long."""
    title = paper.paper.title.strip().rstrip(".").translate(_WITHIN)
    if len(title) > _TITLE_LIMIT and (main := _MAIN_TITLE.match(title)):
        title = main.group()
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
