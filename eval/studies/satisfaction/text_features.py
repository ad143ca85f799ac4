"""What the words of an inference, action or passage look like, without context."""

import re
from collections.abc import Mapping

from myscholar.text.background import Background
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems, is_topical, phrases, tokens

_COUNTED: Mapping[str, re.Pattern[str]] = {
    "hedges": re.compile(
        r"\b(?:may|might|could|can|seems?|appears?|likely|probably|perhaps|somewhat|potentially"
        r"|tends?|generally|suggests?)\b",
        re.IGNORECASE,
    ),
    "quantifiers": re.compile(
        r"\b(?:all|always|every|each|consistently|often|frequently|usually|typically|primarily"
        r"|mainly|mostly|most|many|several|some|sometimes|various|throughout)\b",
        re.IGNORECASE,
    ),
    "contrasts": re.compile(
        r"\b(?:rather than|instead of|as opposed to|unlike|not|never|without|over|beyond|but|while"
        r"|whereas|more than|less|versus|only)\b",
        re.IGNORECASE,
    ),
    "strong_words": re.compile(
        r"\b(?:deep\w*|extensive\w*|strong\w*|highly|expert\w*|critical\w*|crucial\w*|key|novel"
        r"|complex|advanced|comprehensive\w*|rigorous\w*|significant\w*|detailed)\b",
        re.IGNORECASE,
    ),
    "examples": re.compile(
        r"\b(?:e\.g\.|i\.e\.|such as|for example|for instance|including|like)", re.IGNORECASE
    ),
    "quotation_marks": re.compile(r"[\"“”]|(?<!\w)['‘]|['’](?!\w)"),
    "brackets": re.compile(r"\("),
    "commas": re.compile(r"[,;:]"),
    "joined": re.compile(r"\b(?:and|or)\b", re.IGNORECASE),
    "numbers": re.compile(r"\d+"),
    "names": re.compile(r"[a-z][A-Z]|\b[A-Z]{2,}|[A-Z]\w*\d"),
}


def text_features(text: str, background: Background) -> dict[str, float]:
    """By name: lengths, counts of telling words, rarity (idf). All finite, also for no text."""
    words = [t.text for t in tokens(text)]
    stems = content_stems(text)
    rarity = sorted((background.idf(s) for s in set(stems)), reverse=True) or [0.0]
    known = (p for p in phrases(text, longest=3) if p.key in background.frequencies)
    terms = [p for p in known if " " in p.key and is_topical(p)]
    n = max(1, len(words))
    return {
        "words": float(len(words)),
        "sentences": float(len(sentences(text))),
        "letters_a_word": sum(map(len, words)) / n,
        "content_share": len(stems) / n,
        "distinct_share": len(set(stems)) / max(1, len(stems)),
        "mean_idf": sum(rarity) / len(rarity),
        "rarest_idf": sum(rarity[:3]) / len(rarity[:3]),
        "technical_phrases": float(len(terms)),
        **{name: float(len(pattern.findall(text))) for name, pattern in _COUNTED.items()},
    }
