"""Which directives say the same, and which can't both be carried out."""

from functools import lru_cache
from typing import Protocol

from myscholar.domain.actions import Directive, Verb
from myscholar.text.terms import content_stems, lexicon_stems

_ALWAYS_THE_SAME = frozenset(
    {
        Verb.LIST,
        Verb.ORDER_BY_YEAR,
        Verb.BRIEF,
        Verb.NUMBERS,
        Verb.NEXT_STEPS,
        Verb.COMPARE,
        Verb.CONNECT,
    }
)
"""Verbs of which a report can show one: another with other terms reads as the same thing again."""
_TAKES_IN = frozenset({Verb.SEARCH, Verb.FOCUS, Verb.ADD_SECTION, Verb.FREE})
"""Verbs of one aim: their terms are to be in the report."""
_ONE_OF_A_KIND = frozenset({Verb.ORDER_BY_YEAR, Verb.BRIEF})
SAME_GIST, SAME_GIST_APART = 0.6, 0.8
"""Jaccard overlap of what two proposals say from which they are one: where one only says more than
the other, and where each says something of its own or their verbs differ; by hand."""
DUPLICATE_SHARE = 0.75
"""Share of the smaller set of term stems that two directives of one aim must have in common to
count as doubles. By hand; half of it changes no list of 24, without doubles 17 change."""


def near_duplicates(a: Directive, b: Directive) -> bool:
    """Whether the reader would see the same proposal twice."""
    if a.verb is b.verb and a.verb in _ALWAYS_THE_SAME:
        return True
    if a.verb is b.verb is Verb.LIMIT:
        return a.filters == b.filters
    if a.without != b.without or not (a.verb is b.verb or {a.verb, b.verb} <= _TAKES_IN):
        return False
    first, second = stems(a), stems(b)
    if not first or not second or a.verb is not b.verb:
        return first == second and (bool(first) or a.verb is b.verb)
    least = 0.85 if first - second and second - first else DUPLICATE_SHARE
    return len(first & second) >= least * min(len(first), len(second))


class Worded(Protocol):
    """An action or a candidate."""

    @property
    def tldr(self) -> str: ...
    @property
    def directive(self) -> Directive: ...


def say_the_same(a: Worded, b: Worded) -> bool:
    """Whether a reader would see one proposal twice, judged by its words: for what models propose,
    who can fill one verb in many ways."""
    verbs = {a.directive.verb, b.directive.verb}
    if len(verbs) == 1 and verbs <= _ONE_OF_A_KIND:
        return True
    if verbs == {Verb.LIMIT}:
        return a.directive.filters == b.directive.filters
    first, second = gist(a), gist(b)
    # a section on the history of X and one on the background of X are skipped alike
    kinds = lexicon_stems("action_verbs.introducing")
    if verbs == {Verb.SKIP_SECTION} and first - kinds and second - kinds:
        first, second = first - kinds, second - kinds
    alike = len(first & second) / (len(first | second) or 1)
    more = len(verbs) == 1 and (first <= second or second <= first)
    return alike >= (SAME_GIST if more else SAME_GIST_APART)


def gist(worded: Worded) -> frozenset[str]:
    """What it is about: the stems of its short form and its terms."""
    return topic_stems(worded.tldr, *worded.directive.terms)


def topic_stems(*texts: str) -> frozenset[str]:
    """The stems of the texts without the words that any instruction has, unless there is nothing
    else."""
    own = _all_stems(texts)
    return own - lexicon_stems("action_words.instructing") or own


def contradict(a: Directive, b: Directive) -> bool:
    """Whether carrying out one undoes the other."""
    verbs = {a.verb, b.verb}
    if verbs == {Verb.DEFINE, Verb.SKIP_DEFINITIONS}:
        define, skip = (a, b) if a.verb is Verb.DEFINE else (b, a)
        return not define.terms or not skip.terms or _takes_in(define, skip.terms)
    if a.verb is b.verb is Verb.LIMIT:
        return _exclude_each_other(a, b)
    for one, other in ((a, b), (b, a)):
        left_out = one.terms if one.verb is Verb.EXCLUDE else one.without
        if other.verb in _TAKES_IN and _takes_in(other, left_out):
            return True
        skips = one.verb is Verb.SKIP_SECTION and other.verb is Verb.ADD_SECTION
        if skips and _takes_in(other, one.terms):
            return True
    return False


def stems(directive: Directive) -> frozenset[str]:
    """The stems of the directive's terms; without those of "section" and the like, unless nothing
    else is left."""
    return _topic_stems(directive.terms)


@lru_cache(maxsize=10_000)
def _topic_stems(terms: tuple[str, ...]) -> frozenset[str]:
    return _all_stems(terms) - lexicon_stems("action_words.no_topic") or _all_stems(terms)


@lru_cache(maxsize=10_000)
def _all_stems(terms: tuple[str, ...]) -> frozenset[str]:
    return frozenset(s for term in terms for s in content_stems(term))


def _takes_in(directive: Directive, left_out: tuple[str, ...]) -> bool:
    """Whether one of the directive's terms holds all stems of one that is left out."""
    wanted = [_all_stems((term,)) for term in directive.terms]
    return any(
        said and said <= term for said in (_all_stems((t,)) for t in left_out) for term in wanted
    )


def _exclude_each_other(a: Directive, b: Directive) -> bool:
    first = [y for y in (a.filters.year_min, b.filters.year_min) if y is not None]
    last = [y for y in (a.filters.year_max, b.filters.year_max) if y is not None]
    if first and last and max(first) > min(last):
        return True
    venues_a, venues_b = ({v.casefold() for v in d.filters.venues} for d in (a, b))
    return bool(venues_a and venues_b and not venues_a & venues_b)
