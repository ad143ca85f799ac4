"""What a sentence does in a paper, by its wording alone: define, measure, limit, look ahead."""

from collections.abc import Set
from enum import StrEnum

from myscholar.report.quality import defined_term, explains
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems


class SentenceRole(StrEnum):
    """A role that a sentence's wording shows. A sentence may have several or none."""

    DEFINITION = "definition"
    BACKGROUND = "background"
    METHOD = "method"
    NUMBERS = "numbers"
    LIMITATION = "limitation"
    FUTURE = "future"


NEAR = 8
"""Words before and behind "is defined as" among which the defined term stands; by hand."""
_PATTERNS = {role: pattern(f"sentence_roles.{role}") for role in SentenceRole}
_OFFERED = pattern("sentence_roles.offered")
_REMEDY = pattern("sentence_roles.remedy")
_CLAUSE_END = pattern("sentence_roles.clause_end")


def cues_of(sentence: str) -> frozenset[SentenceRole]:
    """The roles that the wording shows; may be empty."""
    found = {cue for cue, pattern in _PATTERNS.items() if pattern.search(sentence)}
    if explains(sentence):
        found.add(SentenceRole.DEFINITION)
    if not _PATTERNS[SentenceRole.FUTURE].search(_OFFERED.sub(" ", sentence)):
        found.discard(SentenceRole.FUTURE)
    if not any(_states_limit(clause) for clause in _CLAUSE_END.split(sentence)):
        found.discard(SentenceRole.LIMITATION)
    return frozenset(found)


def _states_limit(clause: str) -> bool:
    """Whether it names a limit, and nothing before it that is done against it."""
    limit = _PATTERNS[SentenceRole.LIMITATION].search(clause)
    return limit is not None and not _REMEDY.search(clause, 0, limit.start())


def defines(sentence: str, term: Set[str]) -> bool:
    """Whether the sentence says what the term, given by its stems, is; that it names the term and
    defines another does not count."""
    if explains(sentence):
        near = defined_term(sentence)
    elif found := _PATTERNS[SentenceRole.DEFINITION].search(sentence):
        before, behind = sentence[: found.start()].split(), sentence[found.end() :].split()
        near = " ".join([*before[-NEAR:], *behind[:NEAR]])
    else:
        return False
    return term <= set(content_stems(near))
