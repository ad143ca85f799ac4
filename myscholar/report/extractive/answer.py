"""A further question to a report's sources without a model: the sentences that answer it best, side
by side, by paper, or that none speaks of it.

What a question asks for is its topic, each word by how rare it is in the field, and beside it a
role: a limit, a figure, a definition. A sentence answers as far as it holds the topic's words;
those that its paper's title or its neighbours hold count less.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from myscholar.domain.answers import Coverage
from myscholar.domain.evidence import Hit
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperId, Passage
from myscholar.domain.report import Reference, Section, SectionFormat
from myscholar.domain.text import counted, listed
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.choice import ALIKE
from myscholar.report.extractive.doing import grouped_by_paper
from myscholar.report.extractive.quotes import CandidateSentence, gather_sentences
from myscholar.report.extractive.relevance import wanted_words
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.question_kind import QuestionKind, kind_of
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems

NONE = "No sentence was found in the sources that answers this."
MOST, A_PAPER = 8, 2
"""Quotes of an answer, and of one paper in it, at most; by hand."""
ENOUGH, OWN = 0.5, 0.25
"""Share of the topic's weight that a sentence must hold together with what is around it, and by its
own words, to answer. By hand, on 18 questions to two reports."""
AROUND, TITLE = 0.7, 0.5
"""What a word counts that stands in the same passage, or in the paper's title, beside 1 in the
sentence itself; by hand."""
IN_ROLE, OPEN, CITED, MOTIVE = 0.4, 0.6, 0.15, 0.4
"""What a sentence gains that does what the question asks for, that tells what is open where limits
are asked for, and one of a paper that the report cites; what it costs to tell why its authors set
out, not what they found. By hand."""
TELLING = 4.0
"""Idf of the field from which on it is told that no quote names a word of the question; by hand."""
RARE, LEAST = 7.0, 2.0
"""Most and least that a word of the question weighs, in idf of the field; by hand."""
BESIDE_BEST = 0.6
"""Share of the best answer's value that a further one must reach; by hand."""

_LIMITS, _FIGURES = pattern("asked_of_reports.limits"), pattern("asked_of_reports.figures")
_OF_PAPERS = pattern("asked_of_reports.of_papers")
_AROUND_WORDS = ".,;:!()“”\"'"
_GIVES = {SentenceRole.NUMBERS: "gives a figure", SentenceRole.DEFINITION: "says what it is"}
_LIMITING = frozenset({SentenceRole.LIMITATION, SentenceRole.FUTURE})


class QuotedAnswer(Frozen):
    """`missing` says in a sentence what of the question no quote names."""

    coverage: Coverage
    section: Section
    references: tuple[Reference, ...] = ()
    passages: tuple[Passage, ...] = ()
    missing: str = ""


@dataclass(frozen=True)
class _Asked:
    """The topic's words with their weights, and what a sentence has to do."""

    topic: dict[str, float]
    roles: frozenset[SentenceRole]

    def share(self, stems: frozenset[str] | set[str]) -> float:
        total = sum(self.topic.values())
        return sum(w for s, w in self.topic.items() if s in stems) / total if total else 0.0


def answer_by_quotes(
    question: str,
    title: str,
    about: Sequence[str],
    hits: Sequence[Hit],
    background: Background,
    *,
    cited: Collection[PaperId] = (),
) -> QuotedAnswer:
    """The answer under a `title`. `about` are what the question goes on from, the nearest first:
    questions before it and the report's own, which say the topic where it names none. `cited` are
    the papers of the report. Deterministic.
    """
    asked = _asked(question, background)
    for earlier in about:
        if asked.topic:
            break
        asked = _Asked(_asked(earlier, background).topic, asked.roles)
    found = _best(asked, gather_sentences(hits), cited, is_on_topic=bool(_topic_stems(question)))
    if not found:
        return QuotedAnswer(coverage=Coverage.NONE, section=Section(title=title, text=NONE))
    book = Bibliography()
    builder = SectionBuilder(book)
    for own in grouped_by_paper(found).values():
        builder.begin_line("- ")
        builder.entry(own)
    missing = _missing(question, asked, found, background)
    return QuotedAnswer(
        coverage=Coverage.PARTLY if missing else Coverage.FULL,
        section=builder.finish(
            title, _size(len(found), len(book.papers)), format=SectionFormat.LIST
        ),
        references=book.references,
        passages=tuple(book.passages.values()),
        missing=missing,
    )


def _size(n_quotes: int, n_papers: int) -> str:
    if n_papers == 1:
        return f"{counted(n_quotes, 'quote')} of one paper."
    if n_quotes == n_papers:
        return f"A quote each of {n_papers} papers, the best first."
    return f"{n_quotes} quotes of {n_papers} papers, the paper of the best first."


def _asked(question: str, background: Background) -> _Asked:
    roles = frozenset[SentenceRole]()
    if _LIMITS.search(question):
        roles = _LIMITING
    elif _FIGURES.search(question):
        roles = frozenset({SentenceRole.NUMBERS})
    elif kind_of(question) is QuestionKind.DEFINITION:
        roles = frozenset({SentenceRole.DEFINITION})
    weights = {s: min(max(background.idf(s), LEAST), RARE) for s in _topic_stems(question)}
    return _Asked(weights, roles)


def _topic_stems(question: str) -> frozenset[str]:
    """Without the words that say what is asked of papers, and that they are papers."""
    return frozenset(content_stems(_topic_words(question)))


def _topic_words(question: str) -> str:
    said = wanted_words(question)
    for words in (_LIMITS, _FIGURES, _OF_PAPERS):
        said = words.sub(" ", said)
    return said


def _best(
    asked: _Asked,
    sentences: Sequence[CandidateSentence],
    cited: Collection[PaperId],
    *,
    is_on_topic: bool,
) -> list[CandidateSentence]:
    """Without a topic of its own, a question is answered by sentences in its role alone."""
    held = {id(s.passage): frozenset(content_stems(s.passage.text)) for s in sentences}
    titles = {s.paper.paper_id: frozenset(content_stems(s.paper.title)) for s in sentences}

    def value(s: CandidateSentence) -> float:
        own, around, title = asked.share(s.stems), held[id(s.passage)], titles[s.paper.paper_id]
        beside = max(AROUND * asked.share(around - s.stems), TITLE * asked.share(title - s.stems))
        is_in_role = bool(asked.roles & s.cues)
        if is_on_topic and (own < OWN or own + beside < ENOUGH):
            return 0.0
        if asked.roles & _LIMITING and not is_in_role:
            return 0.0
        if not is_on_topic and not (is_in_role and own + beside > 0):
            return 0.0
        gains = IN_ROLE * is_in_role + CITED * (s.paper.paper_id in cited) - MOTIVE * s.is_motive
        gains += OPEN * (SentenceRole.FUTURE in asked.roles & s.cues)
        return own + beside + gains + 0.2 * s.quality

    valued = sorted(((value(s), -n, s) for n, s in enumerate(sentences)), key=lambda v: v[:2])[::-1]
    kept: list[CandidateSentence] = []
    for worth, _, s in valued:
        if not worth or worth < BESIDE_BEST * valued[0][0] or len(kept) == MOST:
            break
        of_paper = sum(k.paper.paper_id == s.paper.paper_id for k in kept)
        if of_paper < A_PAPER and all(overlap(s.text, k.text) < ALIKE for k in kept):
            kept.append(s)
    return kept


def _missing(
    question: str, asked: _Asked, found: Sequence[CandidateSentence], background: Background
) -> str:
    """Telling words of the question that stand in no quote and no title of a quoted paper, and what
    it asks for that no quote gives."""
    held = {stem for s in found for stem in (*s.stems, *content_stems(s.paper.title))}
    words = {w: content_stems(w) for w in _topic_words(question).replace("?", " ").split()}
    unnamed = [
        f"“{w.strip(_AROUND_WORDS)}”"
        for w, own in words.items()
        if own and not held & set(own) and max(map(background.idf, own)) > TELLING
    ]
    if unnamed:
        return f"No quote names {listed(unnamed)}."
    ungiven = not any(asked.roles & s.cues for s in found)
    return next((f"No quote {_GIVES[r]}." for r in asked.roles & _GIVES.keys() if ungiven), "")
