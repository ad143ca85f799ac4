"""How much of a statement is about these papers, and not about papers at large. Source: MySQA Table
9 (CONVENTION, DOMAIN)."""

import re
from collections.abc import Sequence

from myscholar.profile.reading import ReadPaper
from myscholar.text.background import Background
from myscholar.text.terms import Phrase, is_topical, phrases


def unquoted(text: str) -> str:
    """Without what stands in quotation marks: titles and the papers' own words."""
    return re.sub(r"[“\"][^”\"]*[”\"]", "", text)


def telling(text: str, longest: int = 1) -> list[Phrase]:
    """The words (or phrases up to `longest` words) of the statement that can name a topic, without
    quotes."""
    return [p for p in phrases(unquoted(text), longest=longest) if is_topical(p)]


def substance(text: str, read: Sequence[ReadPaper], background: Background) -> float:
    """The rarity of the statement's most telling word, ln(1 / share of background abstracts), times
    the share of the papers that use it; >= 0.

    0 where the papers use none of its words, or none were read. 3.2: a word of every paper that one
    abstract in 25 has.
    """
    return max((background.idf(w.key) * holding(w.key, read) for w in telling(text)), default=0.0)


def holding(key: str, read: Sequence[ReadPaper]) -> float:
    """Share of the papers that use all words of the phrase key, in [0, 1]; 0 without papers."""
    return sum(set(key.split()) <= paper.stems for paper in read) / len(read) if read else 0.0
