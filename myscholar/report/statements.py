"""Sentences of the found papers that could be quoted, with what is known of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from myscholar.domain.evidence import ActionId, Evidence, Hit
from myscholar.domain.papers import Paper, Passage, PassageKind
from myscholar.domain.text import Span, fold
from myscholar.report.aims import Aim
from myscholar.report.cues import Cue, cues_of
from myscholar.report.framing import Framing, Joint, frame
from myscholar.report.quality import dangles, has_marks, is_quotable, quality, unglued
from myscholar.report.topic import Topic
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

PASSAGES_PER_PAPER = 4
LEAST_CONTEXT = 0.34
"""Share of the question's weight that a paper's title and passages must cover."""
LEAST_SENTENCE = 0.12
"""The same for the sentence itself, unless it serves an action."""


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

    @property
    def text(self) -> str:
        return self.framing.span.of(self.passage.text)

    @property
    def is_verbatim(self) -> bool:
        return self.passage.kind.is_verbatim

    def evidence(self) -> Evidence:
        return Evidence.of_passage(self.passage, *self.framing.span)


def gather_statements(hits: Sequence[Hit], topic: Topic, aims: Sequence[Aim]) -> tuple[Statement, ...]:
    """Every quotable sentence of the papers that are about the question or serve an action, in the order of the hits."""
    found: list[Statement] = []
    for rank, hit in enumerate(hits):
        found.extend(_of_hit(hit, rank, topic, aims))
    return tuple(found)


def _of_hit(hit: Hit, rank: int, topic: Topic, aims: Sequence[Aim]) -> list[Statement]:
    readable = hit.paper.readable[:PASSAGES_PER_PAPER]
    title = content_stems(hit.paper.title)
    whole = frozenset(title).union(*(content_stems(p.text) for p in readable))
    context = topic.coverage(whole)
    if context < LEAST_CONTEXT and not any(aim.names(whole) and context >= LEAST_CONTEXT / 2 for aim in aims):
        return []
    paper = hit.paper.without_text()
    statements = []
    for passage in readable:
        near = topic.coverage((*title, *content_stems(passage.text)))
        for span in _sentences(passage, hit.paper.title):
            statement = _statement(paper, passage, span, topic, aims)
            if statement:
                relevance = 0.5 * statement.relevance + 0.3 * near + 0.2 / (1 + rank / 15)
                statements.append(replace(statement, rank=rank, relevance=min(1.0, relevance)))
    return statements


def _sentences(passage: Passage, title: str) -> list[Span]:
    spans = [piece for span in sentence_spans(passage.text) for piece in unglued(passage.text, span)]
    key = fold(title)
    return [span for span in spans if not (key and len(span.of(passage.text)) < 2.5 * len(title) and fold(span.of(passage.text)).startswith(key))]


def _statement(paper: Paper, passage: Passage, span: Span, topic: Topic, aims: Sequence[Aim]) -> Statement | None:
    sentence = span.of(passage.text)
    framing = frame(passage.text, *span)
    text = framing.span.of(passage.text)
    if not is_quotable(sentence) or len(text) < 40 or has_marks(text) or _leans_back(framing, text, passage.kind):
        return None
    stems = frozenset(content_stems(text))
    cues = cues_of(sentence)
    serving = tuple(aim.action_id for aim in aims if aim.serves(stems, cues))
    covered = topic.coverage(stems)
    if covered < LEAST_SENTENCE and not serving:
        return None
    whole = sentence[-1] in ".!" and (sentence[0].isupper() or sentence[0].isdigit())
    return Statement(paper, passage, framing, stems, cues, covered, quality(sentence, whole), rank=0, action_ids=serving)


def _leans_back(framing: Framing, text: str, kind: PassageKind) -> bool:
    return framing.joint in (Joint.SENTENCE, Joint.CLAUSE, Joint.SPOKEN) and dangles(text[:1].upper() + text[1:])
