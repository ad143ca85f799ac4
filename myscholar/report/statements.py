"""Sentences of the found papers that could be quoted, with what is known of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from myscholar.domain.evidence import ActionId, Evidence, Hit
from myscholar.domain.papers import Paper, Passage
from myscholar.domain.text import Span, fold
from myscholar.report.aims import Aim
from myscholar.report.cues import Cue, cues_of
from myscholar.report.framing import Framing, frame
from myscholar.report.hollow import says_nothing
from myscholar.report.quality import dangles, has_marks, is_quotable, quality, unglued
from myscholar.report.topic import Keyed, Topic
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

PASSAGES_PER_PAPER = 4
CONTEXT = (0.08, 0.5)
"""Coverage of the question that a paper's title and passages must reach: the coverage of the ENOUGH-th best paper, within these limits. On the questions of
ScholarQA-CS2 with known citations, 11 % of papers at 0.1 were cited by some system, 26 % at 0.3, 76 % at 0.6."""
ENOUGH = 23
OF_ACTION = 0.6
"""Share of that coverage that is enough for a paper which an action names."""
OF_BEST = 0.2
"""Share of the best paper's coverage that every paper must reach."""
NOTHING = 0.25
"""Where no paper covers this much of the question, nothing was found."""
LEAST_SENTENCE = 0.06
"""Coverage that the sentence itself must have, unless it serves an action or its passage is WELL_WITHIN the question."""
WELL_WITHIN = 0.4


@dataclass(frozen=True)
class Statement:
    """One quotable sentence. `relevance` and `quality` in [0, 1]; `rank` is the paper's place among the hits, from 0."""

    paper: Paper
    passage: Passage
    framing: Framing
    stems: frozenset[str]
    cues: frozenset[Cue]
    relevance: float
    quality: float
    rank: int
    action_ids: tuple[ActionId, ...] = ()
    merit: float = 0.0
    names_topic: bool = True
    """Whether the sentence itself names a head of the question."""
    near_topic: bool = True
    """Whether the sentence, its passage or its paper's title does."""

    @property
    def text(self) -> str:
        return self.framing.span.of(self.passage.text)

    @cached_property
    def around(self) -> frozenset[str]:
        """The content stems of its paper's title and its passage."""
        return frozenset(content_stems(f"{self.paper.title}. {self.passage.text}"))

    @property
    def is_verbatim(self) -> bool:
        return self.passage.kind.is_verbatim

    def evidence(self) -> Evidence:
        return Evidence.of_passage(self.passage, *self.framing.span)


def gather_statements(hits: Sequence[Hit], topic: Topic, aims: Sequence[Aim]) -> tuple[Statement, ...]:
    """Every quotable sentence of the papers that are about the question or serve an action, in the order of the hits."""
    read = [_read(hit, topic) for hit in hits]
    coverages = sorted((r.coverage for r in read), reverse=True)
    if not coverages or coverages[0] < NOTHING:
        return ()
    lowest = max(CONTEXT[0], OF_BEST * coverages[0])
    least = min(max(coverages[min(ENOUGH, len(coverages)) - 1], lowest), max(CONTEXT[1], lowest))
    found: list[Statement] = []
    for rank, paper in enumerate(read):
        if paper.coverage >= least or (paper.coverage >= OF_ACTION * least and any(aim.names(paper.stems) for aim in aims)):
            found.extend(_of_paper(paper, rank, topic, aims))
    return tuple(found)


@dataclass(frozen=True)
class _Read:
    """A hit with its texts as the topic sees them."""

    hit: Hit
    passages: tuple[tuple[Passage, Keyed], ...]
    title: Keyed
    coverage: float

    @cached_property
    def stems(self) -> frozenset[str]:
        return self.title.stems.union(*(keyed.stems for _, keyed in self.passages))


def _read(hit: Hit, topic: Topic) -> _Read:
    title = Keyed(hit.paper.title)
    passages = tuple((p, Keyed(p.text)) for p in hit.paper.readable[:PASSAGES_PER_PAPER])
    return _Read(hit, passages, title, topic.coverage(title, *(keyed for _, keyed in passages)))


def _of_paper(read: _Read, rank: int, topic: Topic, aims: Sequence[Aim]) -> list[Statement]:
    paper = read.hit.paper.without_text()
    statements = []
    for passage, keyed in read.passages:
        near = topic.coverage(read.title, keyed)
        near_topic = topic.is_named_in(read.title, keyed)
        for span in _sentences(passage, paper.title):
            statement = _statement(paper, passage, span, topic, aims, near, read.stems)
            if statement:
                relevance = 0.4 * statement.relevance + 0.3 * near + 0.3 / (1 + rank / 15)
                statements.append(replace(statement, rank=rank, relevance=min(1.0, relevance), near_topic=near_topic))
    return statements


def _sentences(passage: Passage, title: str) -> list[Span]:
    spans = [piece for span in sentence_spans(passage.text) for piece in unglued(passage.text, span)]
    key = fold(title)
    return [
        span
        for span in spans
        if not (key and len(span.of(passage.text)) < 2.5 * len(title) and fold(span.of(passage.text)).startswith(key))
    ]


def _statement(
    paper: Paper, passage: Passage, span: Span, topic: Topic, aims: Sequence[Aim], near: float, around: frozenset[str]
) -> Statement | None:
    sentence = span.of(passage.text)
    framing = frame(passage.text, *span)
    text = framing.span.of(passage.text)
    if not is_quotable(sentence) or len(text) < 40 or has_marks(text) or _leans_back(text) or says_nothing(text):
        return None
    stems = frozenset(content_stems(text))
    cues = cues_of(sentence)
    serving = tuple(aim.action_id for aim in aims if aim.serves(stems, cues, around))
    keyed = Keyed(text)
    covered = topic.coverage(keyed)
    if covered < LEAST_SENTENCE and near < WELL_WITHIN and not serving:
        return None
    whole = sentence[-1] in ".!" and (sentence[0].isupper() or sentence[0].isdigit())
    made = quality(sentence, whole)
    named = topic.is_named_in(keyed)
    return Statement(paper, passage, framing, stems, cues, covered, made, rank=0, action_ids=serving, names_topic=named)


def _leans_back(text: str) -> bool:
    return dangles(text[:1].upper() + text[1:])
