"""What all five calls read: the papers as paragraphs numbered from 1 through the whole prompt, and
the field counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from myscholar.domain.papers import Passage, PassageKind
from myscholar.profile.drafts import title_passage
from myscholar.profile.llm.choice import ChosenPiece, choose
from myscholar.profile.llm.counts import Count, field_counts
from myscholar.profile.reading import ReadPaper
from myscholar.text.background import Background

_KINDS = {PassageKind.ABSTRACT: "Abstract"}


@dataclass(frozen=True)
class NumberedParagraph:
    """A numbered piece of a passage: [start, end) of it, mostly all of it. Titles are numbered
    too."""

    number: int
    paper: int
    passage: Passage
    start: int
    end: int
    section: str
    """The section's name where it differs from that of the paragraph before, else empty."""

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]

    @property
    def line(self) -> str:
        """The text in one line, so that no line of a paper can pass for a number of ours."""
        return " ".join(self.text.split())


@dataclass(frozen=True)
class PaperText:
    """A paper with the paragraphs that are read. `number` is that of the profile."""

    read: ReadPaper
    paragraphs: tuple[NumberedParagraph, ...]

    @property
    def number(self) -> int:
        return self.read.number

    @property
    def title(self) -> str:
        return " ".join(self.read.paper.title.split())

    @property
    def year(self) -> int | None:
        return self.read.paper.year

    @property
    def is_mine(self) -> bool:
        return self.read.is_mine


@dataclass(frozen=True)
class ProfileMaterial:
    """`n_all` counts the paragraphs that could have been read, titles not among them."""

    papers: tuple[PaperText, ...]
    counts: tuple[Count, ...]
    n_all: int

    @cached_property
    def paragraphs(self) -> dict[int, NumberedParagraph]:
        return {p.number: p for paper in self.papers for p in paper.paragraphs}

    @cached_property
    def by_number(self) -> dict[int, PaperText]:
        return {paper.number: paper for paper in self.papers}

    @property
    def n_read(self) -> int:
        return len(self.paragraphs) - len(self.papers)


def gather(read: Sequence[ReadPaper], background: Background, budget: int) -> ProfileMaterial:
    """The paragraphs of all papers that fit into about `budget` tokens, in reading order, every
    paper with its title at least."""
    chosen = choose(read, background, budget)
    papers: list[PaperText] = []
    number = 0
    for paper in read:
        title = title_passage(paper.paper)
        pieces = (ChosenPiece(title, 0, len(title.text)), *chosen[paper.number])
        papers.append(PaperText(paper, tuple(_numbered(pieces, paper.number, number))))
        number += len(pieces)
    n_all = sum(len(chosen.all_pieces[p.number]) for p in read)
    return ProfileMaterial(tuple(papers), field_counts(read, background), n_all)


def _numbered(pieces: Sequence[ChosenPiece], paper: int, before: int) -> list[NumberedParagraph]:
    section, numbered = "", []
    for number, piece in enumerate(pieces, start=before + 1):
        name = " ".join((piece.passage.section or _KINDS.get(piece.passage.kind, "")).split())
        new = "" if name == section else name
        numbered.append(
            NumberedParagraph(number, paper, piece.passage, piece.start, piece.end, new)
        )
        section = name
    return numbered
