"""The question as proposals speak of it: its topics as papers write them, and what those papers
add."""

import re
from dataclasses import dataclass
from functools import cached_property

from myscholar.actions.candidates import PLACE_OF, SAVES_TIME, Candidate
from myscholar.actions.literature import MIN_PAPERS, Literature
from myscholar.actions.wording import (
    MAX_TEXT_WORDS,
    MAX_TLDR_WORDS,
    capital,
    in_text,
    n_words,
    sentence,
)
from myscholar.domain.actions import Category, Directive, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.text import listed, shorten
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.question_words import is_verb
from myscholar.text.terms import content_stems, phrase_key

_NAMES_WANTED = pattern("questions.names_wanted")
_RECENT = pattern("questions.recent")
UNNAMED = "your topic"
MAX_WHOLE_WORDS = 7
"""Words of two topics named together. By hand; half changes 17 of 24 lists of actions, twice 2."""
MAX_WORD_SHARE = 0.015
"""A lone word that more papers of the field have ("accuracy") tells no topic. By hand; measured:
without it 14 of 112 questions get one topic more, mostly a plain word."""


@dataclass(frozen=True)
class QuestionSubject:
    """A question beside its literature. `topics` are never empty: the first is what directives
    search for."""

    analysis: QuestionAnalysis
    literature: Literature
    topics: tuple[str, ...]
    things: tuple[str, ...]
    """What the question sets against each other; at least two, or none."""
    recent_from: int | None
    """The first year of what counts as recent, if that is known."""

    @property
    def kind(self) -> QuestionKind:
        return self.analysis.kind

    @property
    def first(self) -> str:
        return self.topics[0]

    @property
    def named(self) -> str:
        """The leading topic in a sentence; a question such as "Why?" has none."""
        return self.first if self.analysis.core_phrases else UNNAMED

    @property
    def whole(self) -> str:
        """The two leading topics in a sentence, or the first where both are long."""
        pair = listed(self.topics[:2])
        return (
            pair if self.analysis.core_phrases and n_words(pair) <= MAX_WHOLE_WORDS else self.named
        )

    @property
    def wanted(self) -> str | None:
        """The things that the question wants a list of."""
        lists = self.kind in (
            QuestionKind.LIST,
            QuestionKind.SURVEY,
            QuestionKind.EVALUATION,
            QuestionKind.COMPARISON,
        )
        head = _NAMES_WANTED.search(self.analysis.text) if lists else None
        return next(
            (w for w in self.analysis.asks_for if head and w in head.group().casefold()), None
        )

    @property
    def asks_challenges(self) -> bool:
        return self.wanted in ("challenges", "limitations")

    @cached_property
    def stems(self) -> frozenset[str]:
        """Of all that it names."""
        named = (*self.analysis.core_phrases, *self.topics, *self.things)
        return frozenset(s for p in named for s in content_stems(p))

    @property
    def asks_recent(self) -> bool:
        """Whether it asks for new work."""
        return bool(_RECENT.search(self.analysis.text))

    def propose(
        self,
        verb: Verb,
        terms: tuple[str, ...],
        said: tuple[str, str, str],
        worth: float,
        default: float = 0.0,
        *,
        filters: SearchFilters = SearchFilters(),
        category: Category | None = None,
        saves_time: bool = False,
    ) -> Candidate:
        """`said`: the short form, what the report can do, what that might help with. {t} stands for
        the whole topic, its first part where that would be too long, or "your topic". Stage and
        category are those usual for the verb unless a `category` is given."""
        stage, usual = PLACE_OF[verb]
        return Candidate(
            stage,
            category or usual,
            Directive(verb=verb, terms=terms, filters=filters),
            capital(self._filled(said[0], MAX_TLDR_WORDS)),
            self._filled(sentence(*said[1:]), MAX_TEXT_WORDS),
            worth,
            default,
            saves_time=saves_time or verb in SAVES_TIME,
        )

    def _filled(self, template: str, limit: int) -> str:
        filled = (template.replace("{t}", topic) for topic in (self.whole, self.named))
        short = next((text for text in filled if n_words(text) <= limit), None)
        return short or template.replace("{t}", UNNAMED)


def subject_of(
    analysis: QuestionAnalysis,
    literature: Literature,
    background: Background,
    recent_from: int | None = None,
) -> QuestionSubject:
    """Topics are the question's phrases, as two papers use them where they do; a lone word that
    they do not use is none."""
    compared = " ".join(analysis.compares)
    core = [p for p in analysis.core_phrases if p not in compared] or analysis.core_phrases
    named = [name for p in core if (name := _topic_of(p, literature, background))]
    words = shorten(re.sub(r"[{}?!.]", " ", analysis.text).strip() or analysis.text, 40)
    plain = [in_text(p, background) for p in core[:2]]
    topics = tuple(dict.fromkeys(named)) or tuple(plain) or (words,)
    things = tuple(in_text(t, background) for t in analysis.compares)
    return QuestionSubject(analysis, literature, topics[:3], things, recent_from)


def _topic_of(phrase: str, literature: Literature, background: Background) -> str | None:
    """As papers use it if that tells a topic alone; else the phrase, if it is several words."""
    used = _as_used(phrase, literature, background)
    if used and _tells(used, background):
        return used
    is_noun_phrase = " " in phrase and not is_verb(phrase.split()[0])
    return in_text(phrase, background) if is_noun_phrase else None


def _as_used(phrase: str, literature: Literature, background: Background) -> str | None:
    """The phrase if two papers have it, else the noun phrase within it that they have, at its end
    if there is one."""
    if literature.n_papers(phrase) >= MIN_PAPERS:
        return in_text(phrase, background)
    key = f" {phrase_key(phrase)} "
    within = [t for t in literature.topics if f" {t.key} " in key and " " in t.key]
    return max(within, key=lambda t: (key.endswith(f" {t.key} "), t.worth)).name if within else None


def _tells(name: str, background: Background) -> bool:
    """Whether it names a topic alone: a phrase, a name, or a word that few papers of the field
    have."""
    is_rare = background.share(phrase_key(name)) <= MAX_WORD_SHARE
    return " " in name or not name.islower() or (is_rare and not name.startswith("non-"))
