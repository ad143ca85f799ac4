"""What reading finds of a paper against what its source says: headings, references, title, authors,
year, abstract, sentences.

Without options the typeset papers of the tests are read. Counts are added up over papers: precision
is right/read, recall right/true.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Annotated, Any, Self

import typer

from myscholar.domain.text import fold
from myscholar.library.pdf.read import parse
from myscholar.library.reading import PdfReading, ReadLimits

TYPESET = Path(__file__).parents[2] / "tests" / "library" / "typeset" / "pdf"
KINDS = ("headings", "references", "title", "authors", "year", "abstract", "sentences")


@dataclass(frozen=True, slots=True)
class Truth:
    """`optional` headings (run-in, without a number) are neither missed nor wrong. A reference is
    (first author's surname, title).

    Where references were only counted by eye, `n_references` says how many there are, and
    `references` is empty.
    """

    title: str
    authors: tuple[str, ...]
    year: int | None
    headings: tuple[str, ...]
    references: tuple[tuple[str, str], ...]
    n_references: int
    optional: frozenset[str] = frozenset()
    abstract: str | None = None
    sentences: tuple[str, ...] = ()

    @classmethod
    def of(cls, raw: dict[str, Any], shared: dict[str, Any]) -> Self:
        """`shared` is what is true of all papers of a folder."""
        own: Any = raw.get("references", shared["references"])
        references = [] if isinstance(own, int) else own
        return cls(
            n_references=own if isinstance(own, int) else len(own),
            title=raw["title"],
            authors=tuple(raw["authors"]),
            year=raw["year"],
            headings=tuple(title for level, title in raw["headings"] if level < 4),
            references=tuple((surname, title) for surname, title in references),
            optional=frozenset(fold(title) for level, title in raw["headings"] if level >= 4),
            abstract=shared.get("abstract"),
            sentences=tuple(shared.get("sentences", ())),
        )


@dataclass(frozen=True, slots=True)
class ReadingScore:
    right: int
    read: int
    true: int
    wrong: tuple[str, ...] = field(default=(), compare=False)
    missed: tuple[str, ...] = field(default=(), compare=False)

    @property
    def precision(self) -> float:
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else 1.0

    def __add__(self, other: "ReadingScore") -> "ReadingScore":
        return ReadingScore(
            self.right + other.right, self.read + other.read, self.true + other.true
        )


def truths(path: Path) -> dict[str, Truth]:
    """By the PDF's stem."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return {name: Truth.of(one, raw) for name, one in raw["variants"].items()}


def scores(reading: PdfReading, truth: Truth) -> dict[str, ReadingScore]:
    paper, true = reading.paper, truth.references
    headings = [h for h in reading.headings if fold(h) not in truth.optional]
    abstract = [paper.abstract] if paper.abstract and truth.abstract else []
    return {
        "headings": in_order(headings, truth.headings),
        "references": (
            reference_score(paper.references, true) if true else count(paper.references, truth)
        ),
        "title": in_order([paper.title], [truth.title]),
        "authors": in_order(paper.authors, truth.authors),
        "year": in_order(*([str(year)] if year else [] for year in (paper.year, truth.year))),
        "abstract": in_order(abstract, [truth.abstract] if truth.abstract else []),
        "sentences": sentence_score([p.text for p in paper.passages], truth.sentences),
    }


def in_order(read: Sequence[str], true: Sequence[str]) -> ReadingScore:
    """Right are the entries of the longest common subsequence, letters and digits compared."""
    ours, theirs = [fold(text) for text in read], [fold(text) for text in true]
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    used = {b.a + k for b in blocks for k in range(b.size)}
    met = {b.b + k for b in blocks for k in range(b.size)}
    wrong = tuple(text for i, text in enumerate(read) if i not in used)
    missed = tuple(text for i, text in enumerate(true) if i not in met)
    return ReadingScore(len(used), len(read), len(true), wrong, missed)


def reference_score(read: Sequence[str], true: Sequence[tuple[str, str]]) -> ReadingScore:
    """Right: it holds one title only, and the author's surname in its first forty letters."""
    entries = [fold(text) for text in read]
    titles = {fold(title): fold(surname) for surname, title in true}
    right: set[str] = set()
    wrong = []
    for text, entry in zip(read, entries, strict=True):
        held = [title for title in titles if title in entry]
        if len(held) == 1 and held[0] not in right and titles[held[0]] in entry[:40]:
            right.add(held[0])
        else:
            wrong.append(text)
    missed = tuple(title for _, title in true if fold(title) not in right)
    return ReadingScore(len(right), len(read), len(true), tuple(wrong), missed)


def sentence_score(passages: Sequence[str], true: Sequence[str]) -> ReadingScore:
    """Right is what stands whole in one passage; only that counts as read."""
    texts = [fold(text).replace(" ", "") for text in passages]
    folded = [(sentence, fold(sentence).replace(" ", "")) for sentence in true]
    missed = tuple(said for said, letters in folded if not any(letters in t for t in texts))
    right = len(true) - len(missed)
    return ReadingScore(right, right, len(true), (), missed)


def count(read: Sequence[str], truth: Truth) -> ReadingScore:
    return ReadingScore(min(len(read), truth.n_references), len(read), truth.n_references)


def main(
    papers: Annotated[Path, typer.Option(help="Folder of PDFs.", show_default=False)] = TYPESET,
    truth: Annotated[
        Path | None, typer.Option(help="What is true of them; default: truth.json in the folder.")
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Name what was read wrong and what was missed.")
    ] = False,
) -> None:
    total: dict[str, ReadingScore] = dict.fromkeys(KINDS, ReadingScore(0, 0, 0))
    print(f"{'right/read/true':44}" + "".join(f"{kind:>14}" for kind in KINDS))
    for name, true in truths(truth or papers / "truth.json").items():
        found = scores(parse(papers / f"{name}.pdf", ReadLimits()), true)
        cells = (f"{s.right}/{s.read}/{s.true}" for s in found.values())
        print(f"{name:44}" + "".join(f"{cell:>14}" for cell in cells))
        total = {kind: total[kind] + found[kind] for kind in KINDS}
        if show:
            show_faults(found)
    print(f"{'precision':44}" + "".join(f"{s.precision:14.3f}" for s in total.values()))
    print(f"{'recall':44}" + "".join(f"{s.recall:14.3f}" for s in total.values()))


def show_faults(found: dict[str, ReadingScore]) -> None:
    for kind, score in found.items():
        for label, texts in (("wrong", score.wrong), ("missed", score.missed)):
            for text in texts:
                print(f"    {kind} {label}: {text[:110]}")
