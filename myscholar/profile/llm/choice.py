"""Which paragraphs the model reads when the papers are longer than the prompt may be: the telling
ones of every paper, not the first ones."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from myscholar.domain.papers import Passage, PassageKind
from myscholar.domain.text import that_fit
from myscholar.profile.reading import ReadPaper
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

CHARACTERS_PER_TOKEN = 4
"""Of English text, about; by hand."""
PREFIX_TOKENS = 60_000
"""Tokens of papers in one prompt. By hand: five full papers have about 45,000, so they are read as
they are; the calls that share the prefix read it from the vendor's cache."""
LONGEST = 3000
"""Characters; a longer passage (a text without paragraphs) is numbered in pieces. By hand."""
_OVERHEAD = 4
"""Tokens of a paragraph's number and section, about; by hand."""

_OF_ABSTRACT = 4.0
"""By hand. Weights of other sections decided nothing: of the paragraph nearest to each of 138 real
inferences 0.89 or 0.88 was read at 6,000 tokens a profile, 0.92 at 12,000 with them or without."""
_APPARATUS = pattern("paper_sentences.apparatus")
_STATES, _NUMBERED = pattern("own_work.states"), pattern("paper_sentences.numbered")
_SYMBOL = re.compile(r"[=∑∏∫≤≥∈±×]")


@dataclass(frozen=True)
class ChosenPiece:
    """[start, end) of a passage."""

    passage: Passage
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]

    @property
    def n_tokens(self) -> int:
        return tokens(self.text) + _OVERHEAD


@dataclass(frozen=True)
class Chosen:
    """Paper number -> the pieces that are read, in reading order; and all that there are."""

    pieces: Mapping[int, tuple[ChosenPiece, ...]]
    all_pieces: Mapping[int, tuple[ChosenPiece, ...]]

    def __getitem__(self, number: int) -> tuple[ChosenPiece, ...]:
        return self.pieces[number]


def tokens(text: str) -> int:
    """About how many tokens a vendor counts: English prose has four characters a token."""
    return math.ceil(len(text) / CHARACTERS_PER_TOKEN)


def choose(read: Sequence[ReadPaper], background: Background, budget: int) -> Chosen:
    """All pieces that say anything if they fit into `budget` tokens, otherwise each paper's most
    telling ones.

    The budget is shared evenly; what a short paper leaves goes to the longer ones. Each paper keeps
    one piece, so a budget below that is exceeded.
    """
    passages = {p.number: dict.fromkeys(s.passage for s in p.sentences) for p in read}
    everything = {
        n: tuple(piece for p in own for piece in _split(p)) for n, own in passages.items()
    }
    telling = {
        n: tuple(p for p in pieces if says_something(p)) or pieces[:1]
        for n, pieces in everything.items()
    }
    shares = _shares({n: sum(p.n_tokens for p in pieces) for n, pieces in telling.items()}, budget)
    best = {n: _best(pieces, shares[n], background) for n, pieces in telling.items()}
    return Chosen(best, everything)


def _split(passage: Passage) -> list[ChosenPiece]:
    """The whole passage, or runs of its sentences of at most LONGEST characters."""
    if len(passage.text) <= LONGEST:
        return [ChosenPiece(passage, 0, len(passage.text))]
    pieces: list[ChosenPiece] = []
    start = 0
    for span in sentence_spans(passage.text):
        if span.end - start > LONGEST and span.start > start:
            pieces.append(ChosenPiece(passage, start, span.start))
            start = span.start
    return [*pieces, ChosenPiece(passage, start, len(passage.text))]


def says_something(piece: ChosenPiece) -> bool:
    """Whether it is running text: mostly letters, some words, not an acknowledgement or a reference
    list."""
    text = piece.text
    is_prose = sum(c.isalpha() or c.isspace() for c in text) >= 0.7 * len(text)
    is_apparatus = _APPARATUS.search(piece.passage.section or "")
    return is_prose and len(text.split()) >= 8 and not is_apparatus


def _shares(needs: Mapping[int, int], budget: int) -> dict[int, int]:
    """Tokens for each paper: an even share, more where others need less."""
    shares: dict[int, int] = {}
    left = budget
    for done, (number, need) in enumerate(sorted(needs.items(), key=lambda n: (n[1], n[0]))):
        shares[number] = min(need, left // (len(needs) - done))
        left -= shares[number]
    return shares


def _best(
    pieces: Sequence[ChosenPiece], share: int, background: Background
) -> tuple[ChosenPiece, ...]:
    """The pieces of greatest worth that fit into the share, in reading order; one at least."""
    if sum(p.n_tokens for p in pieces) <= share:
        return tuple(pieces)
    n = len(pieces)
    ranked = sorted(range(n), key=lambda i: (-worth(pieces[i], i / n, background), i))
    return tuple(pieces[i] for i in sorted(that_fit(ranked, lambda i: pieces[i].n_tokens, share)))


def worth(piece: ChosenPiece, position: float, background: Background) -> float:
    """How much a paragraph tells of its paper. `position` in [0, 1]: how far into the paper it
    stands.

    How rare its words are, times how often it states something of its own; more for an abstract,
    less for pointers to tables, formulas and figures.
    """
    text = piece.text
    n_sentences = max(1, len(sentence_spans(text)))
    stems = set(content_stems(text))
    rarity = sum(background.idf(s) for s in stems) / max(1, len(stems)) / 8
    says = 1 + min(1.0, len(_STATES.findall(text)) / n_sentences)
    points = 1 + (len(_NUMBERED.findall(text)) + len(_SYMBOL.findall(text))) / n_sentences
    place = 1.3 if position < 0.12 or position > 0.9 else 1.0
    weight = _OF_ABSTRACT if piece.passage.kind is PassageKind.ABSTRACT else 1.0
    return weight * (0.5 + rarity) * says * place / points
