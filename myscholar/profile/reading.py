"""A paper as sentences with offsets, and which of them can be shown to its author as evidence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, Passage, PassageKind, Relation
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

MIN_WORDS, MAX_WORDS = 6, 45
"""Words of a sentence that can be quoted; by hand."""
MAX_PASSAGES = 1500
"""Passages of one paper that are read. By hand: a 300-page book has more, and its first 1,500
paragraphs say enough."""

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_POINTS_ELSEWHERE = pattern("paper_sentences.points_elsewhere")
_LEANS, _OWN_SUBJECT = pattern("paper_sentences.leans"), pattern("paper_sentences.own_subject")
_DEBRIS = re.compile(
    r"https?:|[@=≤≥≈∑∏∫∈∀∃√∞→←↔⇒∂∇⊕⊗×÷±∥⟨⟩\\^~|{}<>•■□�†‡*_]|[α-ωΑ-Ω]|(?:\b\w\s){5,}"
    r"|\.\s?\.\s?\.|…$|\s[.,;]\s|[a-z%)\]]\.[A-Z0-9]\w|\bal\.[a-z]"
    r"|[a-z]{3}\d{1,3}[.,]|\d[A-Z][a-z]{3,}|\b\w{31,}\b|\(\s*\)|\[\s*\]|\s[-–](?=[a-z])|\?\?|,\s*,"
    r"|;\s*;|(?:\[[\d,\s–-]+\]\s*){3}|[a-z],[a-z]|[a-z]\x22[A-Za-z]|\(\.|\w\(\w{3,}"
    r"|\b[A-Z] ?\([A-Z]\)|\b[a-z] \d\b|\)\w|\s-\s|\w- \w"
)
"""What formulas, lost symbols and glued references leave behind in extracted text."""
_BRACKETS = {"(": ")", "[": "]", "“": "”"}


@dataclass(frozen=True)
class Sentence:
    """[start, end) of a passage. `position` in [0, 1]: how far into the paper it stands."""

    passage: Passage
    start: int
    end: int
    position: float

    @cached_property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]

    @property
    def key(self) -> tuple[str, int]:
        return self.passage.passage_id, self.start

    @property
    def in_abstract(self) -> bool:
        return self.passage.kind is PassageKind.ABSTRACT

    @cached_property
    def is_quotable(self) -> bool:
        return is_quotable(self.text)

    @cached_property
    def is_presentable(self) -> bool:
        return is_quotable(self.text, strict=False)

    @cached_property
    def stands_alone(self) -> bool:
        return stands_alone(self.text)

    def evidence(self) -> Evidence:
        return Evidence.of_passage(self.passage, self.start, self.end)


@dataclass(frozen=True)
class ReadPaper:
    """A paper with text. `number` counts from 1 through all papers of the profile, read or not."""

    paper: Paper
    number: int
    sentences: tuple[Sentence, ...]

    @property
    def is_mine(self) -> bool:
        return self.paper.relation is not Relation.FOLLOWED

    @cached_property
    def quotable(self) -> tuple[Sentence, ...]:
        return tuple(s for s in self.sentences if s.is_quotable)

    @cached_property
    def presentable(self) -> tuple[Sentence, ...]:
        """Longer sentences and those that point at figures, too: where nothing better is at
        hand."""
        return tuple(s for s in self.sentences if s.is_presentable)

    @cached_property
    def text(self) -> str:
        """Everything that was read, passages separated by blank lines."""
        return "\n\n".join(p.text for p in self.paper.readable[:MAX_PASSAGES] if p.kind.is_verbatim)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Content stems of the title and of everything that was read."""
        return frozenset(content_stems(f"{self.paper.title}\n{self.text}"))

    @cached_property
    def lead_sentences(self) -> tuple[Sentence, ...]:
        """Of the abstract; without one, of the first paragraph of some length."""
        if abstract := tuple(s for s in self.sentences if s.in_abstract):
            return abstract
        long = (s.passage.passage_id for s in self.sentences if len(s.passage.text) > 300)
        first = next(long, None)
        return tuple(s for s in self.sentences if s.passage.passage_id == first)


def read_papers(papers: Sequence[Paper]) -> tuple[ReadPaper, ...]:
    """The papers that hold verbatim text with at least one sentence, in order."""
    read = (ReadPaper(paper, n, _sentences(paper)) for n, paper in enumerate(papers, start=1))
    return tuple(paper for paper in read if paper.sentences)


def with_titles(papers: Sequence[Paper], read: Sequence[ReadPaper]) -> tuple[ReadPaper, ...]:
    """All papers, in order: those without text speak by their titles."""
    known = {p.number: p for p in read}
    numbered = enumerate(papers, start=1)
    return tuple(known.get(n) or ReadPaper(paper, n, ()) for n, paper in numbered)


def n_unread_of(papers: Sequence[Paper], read: Sequence[ReadPaper]) -> int:
    """How many of the user's own papers have nothing to read."""
    known = {p.paper.paper_id for p in read}
    return sum(p.relation is not Relation.FOLLOWED and p.paper_id not in known for p in papers)


def _sentences(paper: Paper) -> tuple[Sentence, ...]:
    passages = [p for p in paper.readable if p.kind.is_verbatim and p.text.strip()][:MAX_PASSAGES]
    return tuple(
        Sentence(passage, span.start, span.end, index / len(passages))
        for index, passage in enumerate(passages)
        for span in sentence_spans(passage.text)
    )


def is_quotable(text: str, *, strict: bool = True) -> bool:
    """Whether the sentence is whole and clean: 6-45 words, balanced brackets, no formula debris.

    Not `strict`: up to 65 words, more digits, and pointers to figures and tables may pass.
    """
    words = _WORD.findall(text)
    return (
        MIN_WORDS <= len(words) <= (MAX_WORDS if strict else 65)
        and _starts_and_ends_well(text)
        and sum(len(w) for w in words) / len(text) > 0.7
        and sum(len(w) == 1 and w not in ("a", "I", "A") for w in words) <= 2
        and sum(c.isdigit() for c in text) <= (14 if strict else 30)
        and sum(w.isupper() and len(w) > 1 for w in words) <= max(3, len(words) // 4)
        and not _DEBRIS.search(text)
        and not (strict and _POINTS_ELSEWHERE.search(text))
        and _is_balanced(text)
    )


def _starts_and_ends_well(text: str) -> bool:
    ends = text.rstrip("”\"')").endswith((".", "?", "!"))
    return ends and text[0].isupper() and text[0].isalpha()


def _is_balanced(text: str) -> bool:
    if text.count('"') % 2:
        return False
    open_: list[str] = []
    for c in text:
        if c in _BRACKETS:
            open_.append(_BRACKETS[c])
        elif c in _BRACKETS.values() and (not open_ or open_.pop() != c):
            return False
    return not open_


def stands_alone(text: str) -> bool:
    """Whether the sentence can be understood without the one before it."""
    return bool(_OWN_SUBJECT.search(text)) or not _LEANS.search(text)
