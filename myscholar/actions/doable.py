"""Which actions the quick look-up shows to be doable, so that none is switched on from the start that the report could not carry out."""

import re
from collections.abc import Sequence
from functools import cached_property

from myscholar.actions.facets import texts_of
from myscholar.domain.actions import Directive, Verb
from myscholar.domain.evidence import Hit
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

_SHOWS = {
    Verb.DEFINE: re.compile(
        r"\b(?:(?:is|are) (?:an? |the )?(?:\w+ ){0,3}(?:defined|known|called|task|problem|method|technique|process|way|kind|type|form|measure|approach|ability)\b|refers? to|defined? as|means that|we define)",
        re.IGNORECASE,
    ),
    Verb.NUMBERS: re.compile(r"\d\s?%|\d\.\d|\b(?:percent|points|twice|half|third|\d+ (?:of|out of) \d+)\b"),
    Verb.LIMITATIONS: re.compile(
        r"\b(?:limit\w*|fail\w*|cannot|can't|unable|lacks?|lack of|difficult\w*|challeng\w*|struggl\w*|suffers?|weak\w*|shortcomings?|drawbacks?|costly|expensive|unreliable|poorly|rarely|seldom|not (?:always|sufficient|reliable|enough))\b",
        re.IGNORECASE,
    ),
    Verb.NEXT_STEPS: re.compile(
        r"\b(?:future (?:work|research|studies)|further (?:work|research|stud\w+)|open (?:questions?|problems?|challenges?)|remains?|unclear|unknown|unexplored|need(?:s|ed)? (?:to|for)|should be|not yet|little is known)\b",
        re.IGNORECASE,
    ),
}
"""How a sentence reads that serves the verb."""
_NAMES_TERMS = frozenset({Verb.SEARCH, Verb.FOCUS, Verb.ADD_SECTION, Verb.FREE})
_NEEDS_SHOWING = frozenset({Verb.DEFINE, Verb.ADD_SECTION})
LEAST_SENTENCES, LEAST_PAPERS = 2, 2
SUBJECT_WORDS = 8


class Shown:
    """What the hits on the topic say. Without hits, definitions and sections of their own wait to be asked for, unless a definition is asked."""

    def __init__(self, hits: Sequence[Hit], analysis: QuestionAnalysis) -> None:
        self._texts = texts_of(hits)
        self._asks_what = analysis.kind is QuestionKind.DEFINITION
        self._asked = frozenset(content_stems(analysis.text))

    def can_do(self, directive: Directive) -> bool:
        """Whether the hits hold what the report would need: sentences that define each term, that measure, that state limits; papers on the terms."""
        if not self._texts:
            return directive.verb not in _NEEDS_SHOWING or self._asks_what
        if directive.verb is Verb.DEFINE:
            return all(self._is_defined(frozenset(content_stems(term))) for term in directive.terms)
        if directive.verb in _SHOWS:
            return sum(bool(_SHOWS[directive.verb].search(s)) for s in self._sentences) >= LEAST_SENTENCES
        return directive.verb not in _NAMES_TERMS or self._names(directive)

    @cached_property
    def _sentences(self) -> tuple[str, ...]:
        return tuple(s for text in self._texts for s in sentences(text))

    @cached_property
    def _stems(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(content_stems(text)) for text in self._texts)

    def _is_defined(self, term: frozenset[str]) -> bool:
        defining = ((s, m) for s in self._sentences if (m := _SHOWS[Verb.DEFINE].search(s)))
        return bool(term) and any(term <= frozenset(content_stems(_subject(s, m))) for s, m in defining)

    def _names(self, directive: Directive) -> bool:
        """Whether enough papers name one of the terms; those that the question has anyway say nothing, unless there are no others."""
        terms = [frozenset(content_stems(term)) for term in directive.terms]
        own = [term for term in terms if term - self._asked] or [frozenset[str]().union(*terms)]
        return sum(any(term <= held for term in own) for held in self._stems) >= LEAST_PAPERS


def _subject(sentence: str, said: re.Match[str]) -> str:
    """What the sentence defines: the few words before "is a ...", or those after "we define"."""
    if said.group().casefold().startswith(("we define", "define")):
        return " ".join(sentence[said.end() :].split()[:SUBJECT_WORDS])
    before = sentence[: said.start()].split()
    return " ".join(before) if len(before) <= SUBJECT_WORDS else ""
