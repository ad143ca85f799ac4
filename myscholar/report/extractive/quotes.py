"""Sentences of the found papers that could be quoted, with what is known of each."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId, Evidence, Hit
from myscholar.domain.papers import Paper, Passage
from myscholar.domain.text import Span, fold
from myscholar.report.cues import SentenceRole, cues_of
from myscholar.report.extractive.aims import TERM_VERBS, ActionTarget
from myscholar.report.extractive.directions import ReportedChange, change_in
from myscholar.report.extractive.relevance import (
    OF_ACTION,
    TELLING,
    nearness,
    telling_words,
    text_of,
    words_of,
)
from myscholar.report.framing import Framing, frame
from myscholar.report.quality import (
    dangles,
    defined_term,
    has_marks,
    is_quotable,
    is_quotable_beside,
    names_term,
    quality,
    says_nothing,
    unglue,
)
from myscholar.text.background import Background
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

SHORTEST = 40
"""Characters of a quote; by hand."""
MOTIVE = 0.15
"""What it costs a sentence in merit to be one. By hand."""


@dataclass(frozen=True)
class CandidateSentence:
    """One quotable sentence. `relevance`, `nearness` (its paper's) and `quality` in [0, 1]; `rank`
    is the paper's place among the hits, from 0."""

    paper: Paper
    passage: Passage
    sentence: Span
    """All of it; what is quoted may be a part (`framing`)."""
    framing: Framing
    stems: frozenset[str]
    cues: frozenset[SentenceRole]
    change: ReportedChange | None
    relevance: float
    nearness: float
    quality: float
    rank: int
    is_motive: bool = False
    """Whether it stands before what its authors say they did: what they found, not left."""
    action_ids: tuple[ActionId, ...] = ()

    @property
    def text(self) -> str:
        return self.framing.span.of(self.passage.text)

    @property
    def is_verbatim(self) -> bool:
        return self.passage.kind.is_verbatim

    @cached_property
    def merit(self) -> float:
        """What a reader gets from it: near the question, well made, reported, not announced."""
        told = sum(map(bool, (SentenceRole.NUMBERS in self.cues, self.change, self.framing.verb)))
        return self.relevance + 0.4 * self.quality + 0.1 * told - MOTIVE * self.is_motive

    def evidence(self) -> Evidence:
        return Evidence.of_passage(self.passage, *self.framing.span)


class _Sentence(NamedTuple):
    """One that may be quoted, of the paper that stands at `rank`; `text` is the slice to quote."""

    rank: int
    passage: Passage
    whole: Span
    text: str
    framing: Framing
    is_motive: bool


def gather_statements(
    question: str, hits: Sequence[Hit], aims: Sequence[ActionTarget], background: Background
) -> tuple[CandidateSentence, ...]:
    """Every quotable sentence of the papers that are near the question or that an action names by
    words beyond it, in the order of the hits."""
    near = nearness(question, hits, (), background)
    around = [frozenset(content_stems(text_of(h.paper))) for h in hits]
    telling = set(telling_words(question, background, TELLING))
    beyond = [aim for aim in aims if aim.verb in TERM_VERBS | {Verb.CONNECT} and not aim.together]
    named = [any(aim.names(stems) for aim in beyond) for stems in around]
    kept = [
        rank
        for rank, value in enumerate(near.papers)
        if value >= near.cut * (OF_ACTION if named[rank] else 1.0)
        and (named[rank] or telling & words_of(hits[rank].paper))
    ]
    found = [s for rank in kept for s in _of_paper(rank, hits[rank].paper)]
    texts = [s.text for s in found]
    relevances = nearness(question, [hits[rank] for rank in kept], texts, background).sentences
    return tuple(
        _statement(s, hits, aims, around[s.rank], float(relevance), float(near.papers[s.rank]))
        for s, relevance in zip(found, relevances, strict=True)
    )


def statements_of(paper: Paper, *, beside_title: bool = False) -> tuple[CandidateSentence, ...]:
    """Every quotable sentence of one paper, whatever is asked. `beside_title`: it is shown where
    the paper is named, so that "our method" may open it."""
    hits = (Hit(paper=paper, score=1.0),)
    return tuple(_statement(s, hits) for s in _of_paper(0, paper, beside_title=beside_title))


def gather_definitions(
    question: str, hits: Sequence[Hit], known: Sequence[CandidateSentence]
) -> tuple[CandidateSentence, ...]:
    """What papers that are not near, and so not `known`, say of the question's own terms: who
    explains active learning need not speak of its theory."""
    near = {s.rank for s in known}

    def defines(sentence: str) -> bool:
        return names_term(question, defined_term(sentence))

    return gather_sentences(hits, defines, passing_over=near)


def gather_sentences(
    hits: Sequence[Hit],
    is_wanted: Callable[[str], bool] = lambda _: True,
    *,
    passing_over: Collection[int] = (),
) -> tuple[CandidateSentence, ...]:
    """Every quotable sentence that is wanted, in the order of the hits, whatever its paper is
    about; relevance is not known of them. Hits at these places are passed over."""
    return tuple(
        _statement(s, hits)
        for rank, hit in enumerate(hits)
        if rank not in passing_over
        for s in _of_paper(rank, hit.paper, is_wanted)
    )


def _of_paper(
    rank: int,
    paper: Paper,
    is_wanted: Callable[[str], bool] = lambda _: True,
    *,
    beside_title: bool = False,
) -> list[_Sentence]:
    found: dict[str, _Sentence] = {}
    for passage in paper.readable:
        wholes = [s for s in _sentences(passage, paper.title) if is_wanted(s.of(passage.text))]
        framed = [(span, frame(passage.text, *span)) for span in wholes]
        own = min((span.start for span, framing in framed if framing.verb), default=0)
        for span, framing in framed:
            whole, text = span.of(passage.text), framing.span.of(passage.text)
            if _tells_beside(whole, text) if beside_title else _stands_alone(whole, text):
                sentence = _Sentence(rank, passage, span, text, framing, span.start < own)
                found.setdefault(fold(text), sentence)
    return list(found.values())


def _tells_beside(whole: str, text: str) -> bool:
    """Whether the slice can be read, if only for a name, beside its paper's title."""
    return is_quotable_beside(whole) and not has_marks(text)


def _stands_alone(whole: str, text: str) -> bool:
    return (
        len(text) >= SHORTEST
        and is_quotable(whole)
        and not (has_marks(text) or says_nothing(text) or dangles(text[:1].upper() + text[1:]))
    )


def _sentences(passage: Passage, title: str) -> list[Span]:
    """Without the title, which some sources put before the text."""
    text, key = passage.text, fold(title)
    pieces = [piece for span in sentence_spans(text) for piece in unglue(text, span)]

    def is_title(piece: str) -> bool:
        return bool(key) and len(piece) < 2.5 * len(title) and fold(piece).startswith(key)

    return [span for span in pieces if not is_title(span.of(text))]


def _statement(
    sentence: _Sentence,
    hits: Sequence[Hit],
    aims: Sequence[ActionTarget] = (),
    around: frozenset[str] = frozenset(),
    relevance: float = 0.0,
    near: float = 0.0,
) -> CandidateSentence:
    whole, text = sentence.whole.of(sentence.passage.text), sentence.text
    stems, cues = frozenset(content_stems(text)), cues_of(whole)
    is_whole = whole[-1] in ".!" and (whole[0].isupper() or whole[0].isdigit())
    serving = (aim.action_id for aim in aims if aim.is_served_by(text, stems, cues, around))
    return CandidateSentence(
        paper=hits[sentence.rank].paper,
        passage=sentence.passage,
        sentence=sentence.whole,
        framing=sentence.framing,
        stems=stems,
        cues=cues,
        change=change_in(text),
        relevance=relevance,
        nearness=near,
        quality=quality(whole, is_whole),
        rank=sentence.rank,
        is_motive=sentence.is_motive,
        action_ids=tuple(serving),
    )
