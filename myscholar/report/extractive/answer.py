"""A further question to a report's sources without a model: the sentences that answer it best, side
by side, by paper, or that none does.

What a question asks for is its topic, each word by how rare it is in the field, and beside it a
kind of sentence: one that names a limit, gives a figure, tells why. What it shares with the
report's own question stands in most sources and tells no answer: what it adds must stand in the
sentence itself, and one of the kind that is asked for is quoted alone.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from myscholar.domain.answers import Coverage
from myscholar.domain.evidence import Hit
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperId, Passage
from myscholar.domain.report import Reference, Section, SectionFormat
from myscholar.domain.text import counted, listed, shorten
from myscholar.report.cues import SentenceRole, cues_of
from myscholar.report.extractive.choice import ALIKE
from myscholar.report.extractive.doing import Doing, doing, grouped_by_paper
from myscholar.report.extractive.quotes import CandidateSentence, gather_sentences
from myscholar.report.extractive.relevance import text_of
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.report.framing import Joint
from myscholar.report.quality import defined_term, names_term
from myscholar.text.background import Background
from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.lexicons import pattern
from myscholar.text.question_kind import QuestionKind, kind_of
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems, is_content, tokens

NONE = "No sentence was found in the sources that {does_what}."
NO_TOPIC = "The question names nothing to look for. Ask for a thing, a limit, a figure or a reason."
LONGEST_TITLE = 200
"""Characters of an answer's title; by hand."""
MOST, A_PAPER = 8, 2
"""Quotes of an answer, and of one paper in it, at most; by hand."""
OWN, NEW, SHARED = 0.45, 0.5, 0.6
"""Share of the topic's weight that a sentence must hold by its own words; of what the question adds
to the report's; and of what it shares with that one, together with what is around it. By hand; of
the quotes for 60 questions to five reports 51 of 271 answered and 165 were beside the question
before, 54 and 20 of 107 with it."""
SPREAD = 0.3
"""Share of the papers from which on a word that they hold counts as one of the report's question;
by hand."""
ON_SUBJECT = 0.2
"""Share of the report's subject that what is around a sentence must hold, where the question shares
no word with it and the report does not cite the paper. By hand."""
AROUND = 0.7
"""What a word counts that stands in the same passage or in the paper's title, beside 1 in the
sentence itself; by hand."""
OPEN, CITED, MOTIVE = 0.6, 0.15, 0.4
"""What a sentence gains that tells what is open where limits are asked for, and one of a paper that
the report cites; what it costs to tell why its authors set out, not what they found. By hand."""
TELLING = 4.0
"""Idf of the field from which on it is told that a word of the question is nowhere named; by
hand."""
RARE, LEAST = 7.0, 2.0
"""Most and least that a word of the question weighs, in idf of the field; by hand."""
BESIDE_BEST = 0.6
"""Share of the best answer's value that a further one must reach; by hand."""

_OF_PAPERS = pattern("asked_of_reports.of_papers")
_ANNOUNCED = pattern("asked_of_reports.announced")
_BESIDE = pattern("asked_of_reports.beside")
_LIMITING = frozenset({SentenceRole.LIMITATION, SentenceRole.FUTURE})


class QuotedAnswer(Frozen):
    """`missing` says in a sentence what of the question stands nowhere around the quotes."""

    coverage: Coverage
    section: Section
    references: tuple[Reference, ...] = ()
    passages: tuple[Passage, ...] = ()
    missing: str = ""


class _Kind(NamedTuple):
    """A kind of sentence: the words of a question that asks for it, which sentences are such, and
    what they do, to say that none does."""

    asked: re.Pattern[str]
    gives: Callable[[CandidateSentence], bool]
    does_what: str


def _is_limit(s: CandidateSentence) -> bool:
    """Not where it only announces some: "we discuss future directions"."""
    if s.framing.joint is Joint.OBJECT or not _LIMITING & cues_of(_ANNOUNCED.sub(" ", s.text)):
        return False
    return doing(s) is Doing.LIMITS or SentenceRole.FUTURE in s.cues


def _gives_figure(s: CandidateSentence) -> bool:
    return SentenceRole.NUMBERS in s.cues


def _holds(name: str) -> Callable[[CandidateSentence], bool]:
    found = pattern(name)
    return lambda s: bool(found.search(s.text))


def _kind(asked: str, gives: Callable[[CandidateSentence], bool], does_what: str) -> _Kind:
    return _Kind(pattern(f"asked_of_reports.{asked}"), gives, does_what)


_LIMITS = _kind("limits", _is_limit, "names a limit of this")
_KINDS = (
    _LIMITS,
    _kind("figures", _gives_figure, "gives a figure for this"),
    _kind("data", _holds("table_columns.material"), "says on which data"),
    _kind("measured", _holds("asked_of_reports.measures"), "says how this is measured"),
    _kind("causes", _holds("asked_of_reports.tells_cause"), "says why"),
    _kind("compares", _holds("table_columns.compared"), "compares these"),
)


@dataclass(frozen=True)
class _Asked:
    """The topic's words with their weights: `new` are those that the report's question, its
    `subject`, has not. `kind` is that of the sentences, None for any."""

    topic: dict[str, float]
    new: frozenset[str]
    subject: dict[str, float]
    kind: _Kind | None
    has_own_topic: bool

    def is_answered_by(self, s: CandidateSentence, around: frozenset[str], is_cited: bool) -> bool:
        """`around` are the stems of its passage and of its paper's title."""
        if self.kind and not self.kind.gives(s):
            return False
        shared = self.topic.keys() - self.new if self.has_own_topic else frozenset[str]()
        if shared and _share(self.topic, around, shared) < SHARED:
            return False
        if not shared and not is_cited and _share(self.subject, around) < ON_SUBJECT:
            return False
        if not self.has_own_topic:
            return self.kind is not None
        if self.added(s) >= NEW:
            return True
        return bool(self.kind or not self.new) and _share(self.topic, s.stems) >= OWN

    def added(self, s: CandidateSentence) -> float:
        """Share that it holds of what the question adds to the report's."""
        return _share(self.topic, s.stems, self.new)


def _share(weights: dict[str, float], held: Set[str], among: Set[str] | None = None) -> float:
    """Of the weight of these words, or of those `among` them, what `held` has."""
    wanted = {w: v for w, v in weights.items() if among is None or w in among}
    return sum(v for w, v in wanted.items() if w in held) / (sum(wanted.values()) or 1.0)


def answer_by_quotes(
    question: str,
    about: Sequence[str],
    hits: Sequence[Hit],
    background: Background,
    *,
    cited: Collection[PaperId] = (),
) -> QuotedAnswer:
    """`about` are what the question goes on from, the nearest first: questions before it and, last,
    the report's own, which say the topic where it names none. `cited` are the papers of the report.
    Deterministic.
    """
    n_papers = Counter(s for hit in hits for s in set(content_stems(text_of(hit.paper))))
    spread = {s for s, n in n_papers.items() if n > SPREAD * len(hits)}
    asked = _asked(question, about, n_papers.keys(), spread, background)
    found = _best(asked, gather_sentences(hits), cited)
    title = shorten(question, LONGEST_TITLE)
    if not found:
        said = NONE.format(does_what=asked.kind.does_what if asked.kind else "answers this")
        said = said if asked.kind or asked.has_own_topic else NO_TOPIC
        if nowhere := _unnamed(question, n_papers.keys(), background):
            said += f" They nowhere name {nowhere}."
        return QuotedAnswer(coverage=Coverage.NONE, section=Section(title=title, text=said))
    book = Bibliography()
    builder = SectionBuilder(book)
    for own in grouped_by_paper(found).values():
        builder.begin_line("- ")
        builder.entry(own)
    unnamed = _unnamed(question, frozenset[str]().union(*_around(found).values()), background)
    missing = f"No passage quoted here names {unnamed}." if unnamed else ""
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


def _asked(
    question: str,
    about: Sequence[str],
    held: Set[str],
    spread: Set[str],
    background: Background,
) -> _Asked:
    """A question without words of its own goes on from the last one with words that the sources
    hold; one that asks what papers do, and any other without such, from the report's. `spread` are
    those of the held words that many papers share."""
    earlier = () if _OF_PAPERS.search(question) else tuple(map(_topic_words, about[:-1]))
    known = (words for words in earlier if held & set(content_stems(" ".join(words))))
    own = _topic_words(question) or next(known, ())
    words = own or tuple(w for q in about[-1:] for w in _topic_words(q))
    telling = content_stems(" ".join(w for w in words if w.casefold() not in ACADEMIC_WORDS))
    subject = _weighed(content_stems(about[-1]) if about else (), background)
    return _Asked(
        topic=_weighed(content_stems(" ".join(words)), background),
        new=frozenset(telling) - subject.keys() - spread,
        subject=subject,
        kind=_kind_asked(question),
        has_own_topic=bool(own),
    )


def _kind_asked(question: str) -> _Kind | None:
    """The one whose words come first: "how many lack a source" asks for a figure."""
    named = [(found.start(), kind) for kind in _KINDS if (found := kind.asked.search(question))]
    if named:
        return min(named, key=lambda each: each[0])[1]
    if kind_of(question) is not QuestionKind.DEFINITION:
        return None
    return _Kind(_OF_PAPERS, lambda s: names_term(question, _term_of(s)), "says what this is")


def _term_of(s: CandidateSentence) -> str:
    """The term that it says what it is: also "mulch, a cover that ..."."""
    beside = _BESIDE.search(s.text)
    return beside["term"] if beside else defined_term(s.text)


def _weighed(stems: Iterable[str], background: Background) -> dict[str, float]:
    return {s: min(max(background.idf(s), LEAST), RARE) for s in stems}


def _topic_words(question: str) -> tuple[str, ...]:
    """Without those that say what kind of sentence is asked for, and that papers are asked; none
    where only words of every paper are left."""
    said = question
    for words in (_OF_PAPERS, *(kind.asked for kind in _KINDS)):
        said = words.sub(" ", said)
    own = tuple(t.text for t in tokens(said) if is_content(t.text))
    return own if any(w.casefold() not in ACADEMIC_WORDS for w in own) else ()


def _best(
    asked: _Asked, sentences: Sequence[CandidateSentence], cited: Collection[PaperId]
) -> list[CandidateSentence]:
    """Without a topic of its own, a question is answered by sentences of its kind alone."""
    around = _around(sentences)

    def value(s: CandidateSentence) -> float:
        is_cited = s.paper.paper_id in cited
        beside = around[id(s.passage)]
        if not asked.is_answered_by(s, beside, is_cited):
            return 0.0
        own, near = _share(asked.topic, s.stems), _share(asked.topic, beside - s.stems)
        gains = CITED * is_cited - MOTIVE * s.is_motive
        gains += OPEN * (asked.kind is _LIMITS and SentenceRole.FUTURE in s.cues)
        return own + AROUND * near + asked.added(s) + gains + 0.2 * s.quality

    valued = sorted(((value(s), -n, s) for n, s in enumerate(sentences)), key=lambda v: v[:2])[::-1]
    kept: list[CandidateSentence] = []
    for worth, _, s in valued:
        if not worth or worth < BESIDE_BEST * valued[0][0] or len(kept) == MOST:
            break
        of_paper = sum(k.paper.paper_id == s.paper.paper_id for k in kept)
        if of_paper < A_PAPER and all(overlap(s.text, k.text) < ALIKE for k in kept):
            kept.append(s)
    return kept


def _around(sentences: Iterable[CandidateSentence]) -> dict[int, frozenset[str]]:
    """Of each passage, by its identity, the stems that it and its paper's title hold."""
    return {
        id(s.passage): frozenset(content_stems(f"{s.paper.title}\n{s.passage.text}"))
        for s in {id(s.passage): s for s in sentences}.values()
    }


def _unnamed(question: str, held: Set[str], background: Background) -> str:
    """Telling words of the question that are not held, in words."""
    telling = (w for w in _topic_words(question) if w.casefold() not in ACADEMIC_WORDS)
    words = {w: content_stems(w) for w in telling}
    unnamed = (
        f"“{w}”"
        for w, own in words.items()
        if own and not held & set(own) and max(map(background.idf, own)) > TELLING
    )
    return listed(tuple(unnamed))
