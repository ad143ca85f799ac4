"""Findings beside the reader's own papers: a quoted finding, a quoted sentence of the reader's
paper, and the key terms that both hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.evidence import Evidence, SearchFilters
from myscholar.domain.papers import Paper, Passage, PassageKind, Relation, TextSource
from myscholar.domain.profile import Profile, ProfilePaper
from myscholar.domain.report import Section
from myscholar.domain.text import Span, counted, fold, listed
from myscholar.report.extractive.aims import ActionTarget
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.report.extractive.titles import Lexicon, is_nameable
from myscholar.report.framing import frame
from myscholar.report.quality import dangles, has_marks, is_quotable
from myscholar.text.background import Background
from myscholar.text.lexicons import word_set
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import Phrase, content_stems, is_content, is_topical, phrases

MOST = 5
"""Connections at most. By hand; with 10 none of 24 reports differs, with 2 one does."""
COMMON = 2.5
"""Least idf of a shared phrase of two words or more: "language models" in a library on nothing else
connects little, "paper shows" nothing. By hand."""
RARE = 6.0
"""Least idf of a shared single word, which the reader's profile or titles must know too. By hand;
with 3, 66 % of the actions are done instead of 63 %, but 44.8 % of the papers cited are relevant
instead of 45.4 %."""
_NUMBERS = word_set("numbers.cardinals") - {"zero"}
"""Of which none connects; "zero-shot" is a term."""
_NOT_THEIR_WORDS = (PassageKind.TITLE, PassageKind.SUMMARY)


@dataclass(frozen=True)
class OwnSentence:
    """A sentence of one of the reader's papers."""

    paper: ProfilePaper
    passage: Passage
    span: Span
    phrases: dict[str, str]
    """Its key terms by their stems, as written."""

    @property
    def text(self) -> str:
        return self.span.of(self.passage.text)


@dataclass(frozen=True)
class Connection:
    finding: CandidateSentence
    own: OwnSentence
    shared: tuple[str, ...]
    """The terms that both hold, as the reader's paper writes them."""


def connections(
    statements: Sequence[CandidateSentence],
    profile: Profile,
    background: Background,
    *,
    filters: SearchFilters = SearchFilters(),
) -> tuple[Connection, ...]:
    """The best pairs by the idf of what they share; each finding and each own sentence once, at
    most two of one own paper.

    The reader's own papers must satisfy the filters too: whoever asks for papers after 2021 is
    shown no others.
    """
    every = _own_sentences(profile, _KeyTerms(profile, background))
    own = [sentence for sentence in every if filters.accepts(_as_paper(sentence.paper))]
    titles = {fold(paper.title) for paper in profile.papers}
    pairs = []
    for finding in statements:
        if fold(finding.paper.title) in titles:
            continue  # the reader's own paper was found: nothing to connect
        found = {p.key for p in phrases(finding.text, 3)}
        for sentence in own:
            if shared := {k: text for k, text in sentence.phrases.items() if k in found}:
                worth = sum(map(background.idf, shared)) * (0.5 + finding.relevance)
                named = _telling(shared, background)
                pairs.append((worth, Connection(finding, sentence, named)))
    pairs.sort(key=lambda pair: (-pair[0], pair[1].finding.rank))
    return _each_once([connection for _, connection in pairs])


class _KeyTerms:
    """Which phrases are worth naming as what two papers have in common."""

    def __init__(self, profile: Profile, background: Background) -> None:
        self._background = background
        self._lexicon = Lexicon([passage.text for passage in profile.passages])
        said = (*(t for i in profile.enabled for t in i.terms), *(p.title for p in profile.papers))
        self._own = frozenset(stem for text in said for stem in content_stems(text))

    def __contains__(self, phrase: Phrase) -> bool:
        """Two content words or more that can make a heading, or a rare word that the reader's
        titles or profile know; never a number."""
        words = re.split(r"[\s-]+", phrase.text.casefold())
        if not is_topical(phrase) or any(w in _NUMBERS or not is_content(w) for w in words):
            return False
        if not is_nameable(phrase.text, self._lexicon):
            return False
        idf = self._background.idf(phrase.key)
        return idf >= COMMON if len(words) > 1 else idf >= RARE and phrase.key in self._own


def _own_sentences(profile: Profile, key: _KeyTerms) -> list[OwnSentence]:
    papers = {p.paper_id: p for p in profile.papers}
    found = []
    for passage in profile.passages:
        if passage.paper_id not in papers or passage.kind in _NOT_THEIR_WORDS:
            continue
        text = passage.text
        for span in sentence_spans(text):
            sentence, own = span.of(text), Span(span.start, frame(text, *span).span.end)
            if is_quotable(sentence) and not has_marks(own.of(text)) and not dangles(sentence):
                keys = {p.key: _within_sentence(p) for p in phrases(sentence, 3) if p in key}
                found.append(OwnSentence(papers[passage.paper_id], passage, own, keys))
    return found


def _within_sentence(phrase: Phrase) -> str:
    """As written, but without the capital that only the beginning of a sentence gave it."""
    first, rest = phrase.text[:1], phrase.text[1:]
    return first.lower() + rest if phrase.start == 0 and rest == rest.lower() else phrase.text


def _telling(shared: dict[str, str], background: Background) -> tuple[str, ...]:
    """Longest and rarest first, without parts of a longer one."""
    kept: list[str] = []
    for key in sorted(shared, key=lambda k: (-k.count(" "), -background.idf(k))):
        if not any(f" {key} " in f" {other} " for other in kept):
            kept.append(key)
    return tuple(shared[k] for k in kept)


def _each_once(ranked: Sequence[Connection]) -> tuple[Connection, ...]:
    """The best of each of the reader's papers first, then a second of some; no finding, own
    sentence or term twice."""
    kept: list[Connection] = []
    for cap in (1, 2):
        for connection in ranked:
            n = sum(c.own.paper.paper_id == connection.own.paper.paper_id for c in kept)
            again = any(
                c.finding.paper.paper_id == connection.finding.paper.paper_id
                or c.own.text == connection.own.text
                or c.shared == connection.shared
                for c in kept
            )
            if not again and n < cap and len(kept) < MOST:
                kept.append(connection)
    return tuple(kept)


def _as_paper(paper: ProfilePaper) -> Paper:
    return Paper(
        paper_id=paper.paper_id,
        title=paper.title,
        authors=paper.authors,
        year=paper.year,
        venue=paper.venue,
        relation=paper.relation,
        text_source=paper.text_source or TextSource.TITLE_ONLY,
    )


def connection_section(
    found: Sequence[Connection], book: Bibliography, connecting: Sequence[ActionTarget]
) -> Section:
    """One paragraph a connection, highlighted as a whole sentence each: the reader's own sentence,
    then the finding that touches it."""
    ids = tuple(aim.action_id for aim in connecting)
    draft = SectionBuilder(book)
    for connection in found:
        draft.begin_line()
        own, finding = connection.own, connection.finding
        is_mine = own.paper.relation is Relation.MINE
        whose = "Your paper" if is_mine else "A paper that you follow,"
        start = len(draft.text)
        draft.add(f"{whose} “{own.paper.title}” says: “{own.text}” ")
        draft.cite(_as_paper(own.paper), own.passage, Evidence.of_passage(own.passage, *own.span))
        draft.add(". ")
        said = Span(start, len(draft.text) - 1)
        touching = draft.quote(finding, f"Beside it, on {listed(connection.shared[:2])}:")
        for action_id in ids:
            draft.highlight((action_id,), said)
            if action_id not in finding.action_ids:  # its quote is highlighted already
                draft.highlight((action_id,), touching)
    n_papers = len({c.own.paper.paper_id for c in found})
    return draft.finish(
        "Connections to Your Own Papers",
        f"{counted(len(found), 'finding')} beside {counted(n_papers, 'paper')} of yours, joined by "
        "the terms that both use.",
        action_ids=ids,
    )
