"""What an inference is about once the words are gone in which any profile speaks of papers."""

import re

from eval.judges.local.lexicon import pattern, word_set
from eval.judges.local.words import Words, stems
from myscholar.text.terms import content_stems

_FRAME = frozenset(s for word in word_set("profiles.frame") for s in content_stems(word))
CLAUSE_END = re.compile(r"[,;:.!?()]|\s[–—-]\s")


def drop_denials(text: str) -> str:
    """Without what it denies: from a word of denial to the end of its clause."""
    return "; ".join(pattern("profiles.denial").split(c)[0] for c in CLAUSE_END.split(text))


def unquoted(text: str) -> str:
    """Without titles and the papers' own words."""
    return re.sub(r"[“\"][^”\"]{0,500}[”\"]", "", text)


def statement(inference: str) -> str:
    """Without what it says of its papers' numbers and titles, and of how common it is."""
    return " ".join(pattern("profiles.counts").sub(" ", inference).split())


def topic_weights(inference: str, words: Words) -> dict[str, float]:
    """The stems that it says of its subject, with their weights; without what it denies."""
    return {
        stem: words.background.idf(stem)
        for stem in stems(drop_denials(statement(inference))) - _FRAME
    }
