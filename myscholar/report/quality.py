"""Whether a sentence can stand in a report on its own. The rules reject debris of PDF text and
sentences that lean on what came before."""

import re
from itertools import pairwise

from myscholar.domain.text import Span
from myscholar.report.framing import IN_TEXT, MARKS
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.terms import is_content, phrase_key, tokens

SHORTEST, LONGEST = 45, 420
"""Characters of a sentence that may be quoted."""

_DANGLING = re.compile(
    r"^(?:This|These|Those|That|It|Its|They|Their|Such|Both|There|Then|So|But|And|Yet|Thus|Hence"
    r"|Also|Here|Because|Another|Other|Otherwise|Each of|\w+ such(?! as)"
    r"|The (?:former|latter|same|other|second|third|following)|(?:The|Our) (?:[a-z]+ "
    r")?(?:methods?|models?|approach|algorithm|framework|system|technique|tool|results?"
    r"|experiments?|paper|work|study|proposed [a-z]+)"
    r"(?: \w+)? (?:is|are|was|were|has|have|can|achieves?|uses?|shows?|provides?|allows?"
    r"|outperforms?))\b"
    r"|^[^,;:]{0,45}\b[Tt]h(?:is|ese|ose)\b(?! (?:of|who|two|end|paper|work|article|study|survey"
    r"|review|research)\b)"
)
"""Opens with a word that points back, or with a method that it has not named."""
_LEANS = re.compile(
    r"\b(?:(?:Fig(?:ure)?|Tab(?:le)?|Sec(?:tion)?|Eq|Algorithm|Theorem|Lemma)s?\.? ?\(?\d|the "
    r"(?:above|aforementioned|following)|this (?:section|chapter)"
    r"|as (?:mentioned|described|discussed|shown)|in this way|(?:such(?: "
    r"an?)?|th(?:is|at|[eo]se)) [a-z]+\W*$"
    r"|(?<!^To )(?:address|bridge|fill|solve|overcome|tackle)s? "
    r"th(?:is|[eo]se)|Appendix|(?:is|are|was|were) then|as follows)",
    re.IGNORECASE,
)
_DEBRIS = re.compile(
    r"https?:|www\.|doi:|[©®{}|<>~^\\@…\ufffd]|\$[^$]+\$|\.{3}|__|\*\*|\(cid:"
    r"|[\u2190-\u22ff].*[\u2190-\u22ff]"
    r"|[\U0001D400-\U0001D7FF]|\bcode\b.{0,40}\bavailable|\b(?:data|code|model)(?:set)?s? (?:\w+ "
    r"){0,4}(?:publicly available|released)"
)
_MARKS = re.compile(MARKS)
_IN_TEXT = re.compile(IN_TEXT)
_HEADING = re.compile(
    r"(?:\d[\d.]*\s+[A-Z]|[A-Z]+\.\s|(?:Abstract|Introduction|Conclusions?|Results"
    r"|Methods?)\b\W?\s+[A-Z])"
)
_OPENERS = "|".join(w.capitalize() for w in STOP_WORDS if len(w) > 1)
_GLUED = re.compile(
    rf"(?<=[a-z\d)%])\s+(?=[A-Z])(?=(?:{_OPENERS}|Furthermore|Despite|Recent),?\s+[a-z])"
)
_RUN_ON = re.compile(r"(?<=[a-z)]\.)(?=[A-Z][a-z])")
_ENGLISH = frozenset(w for w in STOP_WORDS if len(w) <= 5)


def unglue(text: str, span: Span) -> tuple[Span, ...]:
    """Cut where two sentences run into each other without a full stop ("... shift We have ...")."""
    inner = span.of(text)
    joints = sorted(m.end() for pattern in (_GLUED, _RUN_ON) for m in pattern.finditer(inner))
    cuts = [span.start, *(span.start + joint for joint in joints), span.end]
    pieces = [Span(a, b) for a, b in pairwise(cuts)]
    return tuple(
        Span(p.start, p.start + len(p.of(text).rstrip())) for p in pieces if p.of(text).strip()
    )


def is_quotable(sentence: str) -> bool:
    """Whether the sentence is whole English prose of a fair length, free of debris, formulas,
    questions and pointers to figures."""
    return (
        SHORTEST <= len(sentence) <= LONGEST
        and not _DEBRIS.search(sentence)
        and not _LEANS.search(sentence)
        and not sentence.rstrip("\"'”’)").endswith("?")
        and not _HEADING.match(sentence)
        and sentence.count("(") == sentence.count(")")
        and sentence.count("[") == sentence.count("]")
        and sentence.count('"') % 2 == 0
        and _is_prose(sentence)
    )


def dangles(sentence: str) -> bool:
    """Whether it opens with a word that points back to a sentence before it, or speaks of "those
    benchmarks" that it has not named."""
    return bool(_DANGLING.match(sentence))


def quality(sentence: str, whole: bool) -> float:
    """In [0, 1]: 1 for a clean complete statement of middle length. `whole` says whether it began
    and ended as a sentence."""
    score = 1.0 - 0.15 * (not 80 <= len(sentence) <= 300)
    score -= min(0.3, 0.12 * len(_IN_TEXT.findall(sentence)))
    score -= 0.35 * has_marks(sentence)
    score -= 0.3 * (not whole)
    score -= 0.1 * sentence[:1].islower()
    score -= 0.1 * ('"' in sentence or "“" in sentence)
    return max(0.0, score)


def has_marks(sentence: str) -> bool:
    """Another paper's citation numbers, which a reader would take for this report's."""
    return bool(_MARKS.search(sentence))


def _is_prose(sentence: str) -> bool:
    """Enough small English words, few capitals and digits, not a title or a list of names."""
    words = [t.text for t in tokens(sentence)]
    if len(words) < 7:
        return False
    small = sum(w.lower() in _ENGLISH for w in words) / len(words)
    capital = sum(w[0].isupper() for w in words[1:]) / len(words)
    numbers = sum(w.isdigit() or len(w) == 1 for w in words) / len(words)
    opening = [w for w in words[:9] if w.lower() not in STOP_WORDS]
    titled = len(opening) >= 5 and sum(w[0].isupper() for w in opening) / len(opening) > 0.8
    return small >= 0.1 and capital <= 0.4 and numbers <= 0.22 and not titled


# Sentences that announce without saying

_THINGS = (
    r"(?:challenges|problems|issues|limitations|drawbacks|advantages|benefits|questions|directions"
    r"|insights|aspects|parts|ways)"
)
_BREAKS_OFF = re.compile(
    rf"\b(?:two|three|four|several|many|various) (?:\w+ )?{_THINGS}$|\b(?:as "
    r"follows|(?:two|three)-?fold)$"
    r"|^(?:the |a )?(?:one|first|second|third|other)(?: one)? (?:is|was|are|concerns)\b",
    re.IGNORECASE,
)
"""Ends with what it was about to name ("has two main drawbacks"), or counts on a sentence that
named of what it is one."""
_ANNOUNCES = re.compile(
    r"(?!.*(?:such as|including|: ))(?:an? (?:\w+ )?(?:overview|summary)\b|(?:[a-z]+ "
    rf"){{0,2}}{_THINGS} (?:and|in|for|that)\b)"
)
"""The object of "we discuss", without what is said of it: "key challenges in the field and future
directions"."""
_EXPLAINS = re.compile(
    r"(?:An? |The )?(?P<term>(?:[\w-]+ ){0,3}?[\w-]+)(?: \([^()]{1,30}\))?,? (?:(?:is|are) "
    r"(?:an?|the|defined as|known as|one of)|refers? to"
    r"|(?:has|have) (?:\w+ )?(?:emerged as|become) an?|aims? (?:to|at)|means|denotes?)\b",
    re.IGNORECASE,
)
_JUDGES = re.compile(
    r".{0,80}?\b(?:is|are) (?:\w+ )?(?:an?|the|one of the) (?:\w+ly "
    r")?(?:most|important|key|challenging|crucial|major|essential|critical|promising|complex|good"
    r"|growing|fundamental)\b"
)
_TELLS_APART = re.compile(r"\b(?:that|which|where|whose|who|for|of|to|by|used)\b", re.IGNORECASE)


def says_nothing(text: str) -> bool:
    """Whether the slice to quote only announces something, breaks off, or is one of several things
    that a sentence before it named."""
    return bool(
        _BREAKS_OFF.search(text)
        or text.rstrip('.”"').split()[-1].lower() in STOP_WORDS
        or _ANNOUNCES.match(text)
    )


def defined_term(text: str) -> str:
    """The term that the sentence says what it is, as written, without an article; empty for a
    sentence that explains none."""
    found = _EXPLAINS.match(text)
    return found["term"] if found and is_content(found["term"].split()[0]) else ""


def names_term(question: str, term: str) -> bool:
    """Whether the question holds the words of the term side by side, with at most one word between
    them: "minimum weight spanning tree"."""
    wanted, words = set(phrase_key(term).split()), phrase_key(question).split()
    width = len(wanted) + 1
    return (
        bool(wanted)
        and "and" not in wanted
        and any(wanted <= set(words[i : i + width]) for i in range(len(words)))
    )


def explains(text: str) -> bool:
    """Whether a sentence that names a term and what kind of thing it is also tells it apart from
    others of that kind, and does not only judge it."""
    found = _EXPLAINS.match(text)
    if found is None or _JUDGES.match(text):
        return False
    rest = text[found.end() :]
    return len(rest.split()) > 4 and bool(_TELLS_APART.search(rest))
