"""Whether a sentence can stand in a report on its own. The rules reject debris of PDF text and
sentences that lean on what came before."""

import re
from itertools import pairwise

from myscholar.domain.text import Span
from myscholar.report.framing import IN_TEXT, MARKS
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.terms import is_content, phrase_key, tokens

SHORTEST, LONGEST = 45, 420
"""Fewest and most characters of a sentence that may be quoted; by hand."""
FEWEST_WORDS, MOST_NAMES = 7, 0.4
"""Words of a sentence that may be quoted, and share of them that may be names; by hand."""
SHORTEST_BESIDE, FEWEST_BESIDE, MOST_NAMES_BESIDE = 20, 4, 0.55
"""Of one that stands beside its paper's title: "Our code is available."; by hand."""
LONGEST_TITLE = 160
"""Characters beyond which such a sentence is no title, though it opens with names: "Evaluations on
WAT Asian Scientific Paper Excerpt Corpus ... show that ..."; by hand."""

_POINTS_BACK = pattern("quotable.points_back")
_LEANS = pattern("quotable.leans")
_POINTS_ELSEWHERE = pattern("quotable.points_elsewhere")
_RELEASES = pattern("quotable.releases")
_DEBRIS = re.compile(
    r"https?:|www\.|doi:|[©®{}|<>~^\\@…\ufffd]|\$[^$]+\$|\.{3}|__|\*\*|\(cid:"
    r"|[\u2190-\u22ff].*[\u2190-\u22ff]"
    r"|[\U0001D400-\U0001D7FF]"
)
_ASIDE = re.compile(r"\$[^$]+\$|(?:\\(?:href|url)\{)?https?://\S+")
"""A formula or a link."""
_MARKS = re.compile(MARKS)
_ITEM = re.compile(r"(?<!\S)\w\)")
"""The number of a list's item: "1)"."""
_IN_TEXT = re.compile(IN_TEXT)
_NUMBERED_HEADING = re.compile(r"\d[\d.]*\s+[A-Z]|[A-Z]+\.\s")
_HEADING = pattern("quotable.heading")
_GLUED = re.compile(r"(?<=[a-z\d)%])\s+(?=([A-Z][\w.'’]*?),?\s+[a-z])")
_OPENERS = STOP_WORDS | word_set("quotable.sentence_openers")
_RUN_ON = re.compile(r"(?<=[a-z)]\.)(?=[A-Z][a-z])")
_ENGLISH = frozenset(w for w in STOP_WORDS if len(w) <= 5)


def unglue(text: str, span: Span) -> tuple[Span, ...]:
    """Cut where two sentences run into each other without a full stop ("... shift We have ...")."""
    inner = span.of(text)
    glued = (m.end() for m in _GLUED.finditer(inner) if _opens_sentence(m[1]))
    joints = sorted([*glued, *(m.end() for m in _RUN_ON.finditer(inner))])
    cuts = [span.start, *(span.start + joint for joint in joints), span.end]
    pieces = [Span(a, b) for a, b in pairwise(cuts)]
    return tuple(
        Span(p.start, p.start + len(p.of(text).rstrip())) for p in pieces if p.of(text).strip()
    )


def _opens_sentence(word: str) -> bool:
    return len(word) > 1 and word == word.capitalize() and word.lower() in _OPENERS


def is_quotable(sentence: str) -> bool:
    """Whether the sentence is whole English prose of a fair length, free of debris, formulas,
    questions and pointers to figures, that leans on no other."""
    return (
        len(sentence) >= SHORTEST
        and _is_sound(sentence)
        and _is_prose(sentence, FEWEST_WORDS, MOST_NAMES)
        and not _DEBRIS.search(sentence)
        and not _LEANS.search(sentence)
        and not _RELEASES.search(sentence)
    )


def is_quotable_beside(sentence: str) -> bool:
    """As `is_quotable`, for one that is shown beside its paper's title: it may lean on what came
    before, be short, hold a formula, and say where code lies."""
    plain = _ASIDE.sub(" ", sentence)
    return (
        len(sentence) >= SHORTEST_BESIDE
        and _is_sound(_ITEM.sub("", sentence))
        and _is_prose(plain, FEWEST_BESIDE, MOST_NAMES_BESIDE, longest_title=LONGEST_TITLE)
        and not _DEBRIS.search(plain)
    )


def _is_sound(sentence: str) -> bool:
    """Neither too long, nor cut, a question, a heading or a pointer to a figure."""
    return (
        len(sentence) <= LONGEST
        and not _POINTS_ELSEWHERE.search(sentence)
        and not sentence.rstrip("\"'”’)").endswith("?")
        and not _NUMBERED_HEADING.match(sentence)
        and not _HEADING.search(sentence)
        and sentence.count("(") == sentence.count(")")
        and sentence.count("[") == sentence.count("]")
        and sentence.count('"') % 2 == 0
    )


def dangles(sentence: str) -> bool:
    """Whether it opens with a word that points back to a sentence before it, or speaks of "those
    benchmarks" that it has not named."""
    return bool(_POINTS_BACK.search(sentence))


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


def _is_prose(sentence: str, fewest: int, most_names: float, longest_title: int = LONGEST) -> bool:
    """Enough small English words, few capitals and digits, not a title or a list of names."""
    words = [t.text for t in tokens(sentence)]
    if len(words) < fewest:
        return False
    small = sum(w.lower() in _ENGLISH for w in words) / len(words)
    capital = sum(w[0].isupper() for w in words[1:]) / len(words)
    numbers = sum(w.isdigit() or len(w) == 1 for w in words) / len(words)
    opening = [w for w in words[:9] if w.lower() not in STOP_WORDS]
    is_short = len(sentence) <= longest_title
    titled = (
        is_short and len(opening) >= 5 and sum(w[0].isupper() for w in opening) / len(opening) > 0.8
    )
    return small >= 0.1 and capital <= most_names and numbers <= 0.22 and not titled


# Sentences that announce without saying

_BREAKS_OFF = pattern("quotable.breaks_off")
_ANNOUNCES = pattern("quotable.announces")
_EXPLAINS = pattern("quotable.explains")
_JUDGES = pattern("quotable.judges")
_TELLS_APART = pattern("quotable.tells_apart")


def says_nothing(text: str) -> bool:
    """Whether the slice to quote only announces something, breaks off, or is one of several things
    that a sentence before it named."""
    return bool(
        _BREAKS_OFF.search(text)
        or text.rstrip('.”"').split()[-1].lower() in STOP_WORDS
        or _ANNOUNCES.search(text)
    )


def defined_term(text: str) -> str:
    """The term that the sentence says what it is, as written, without an article; empty for a
    sentence that explains none."""
    found = _EXPLAINS.search(text)
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
    found = _EXPLAINS.search(text)
    if found is None or _JUDGES.search(text):
        return False
    rest = text[found.end() :]
    return len(rest.split()) > 4 and bool(_TELLS_APART.search(rest))
