"""How much an inference tells one researcher from others: how rare its most telling words are among
conference papers. Source: MySQA D.9.

35 statements written for the purpose, general (15), of a field (10) and of a niche (10), come to
1.3, 2.4 and 5.0 on average; Spearman correlation with that order 0.90. 126 real inferences have a
mean of 4.0 (half of them between 3.5 and 4.5) and stand above the general ones by an AUC of 0.98;
the extractive engine's have 3.1. Of the nine that users called a convention of their field it sees
little (AUC 0.58 against accepted ones): those have rare words too.
"""

from statistics import fmean

from eval.domain.judgment import Judgment, Scored
from eval.judges.local.topics import statement, topic_weights
from eval.judges.local.words import Words, unreadable
from myscholar.text.terms import is_topical, phrases

LEAST, SHARE = 4, 0.5
"""The rarer half is averaged, at least so many: one rare word makes nothing specific."""
COMMON, RARE = 2.5, 9.0
"""idf of a word in 8 % of papers, and of one in 1 of 8,000: the ends of the scale."""


def judge_specificity(inference: str, words: Words) -> Judgment:
    """1 to 5, in steps of a tenth."""
    if why := unreadable(inference, "the inference"):
        return why
    rarity = _rarity(inference, words)
    score = 1 + 4 * min(1.0, max(0.0, (rarity - COMMON) / (RARE - COMMON)))
    return Scored(
        score=round(score, 1), reason=f"Its most telling words have a mean idf of {rarity:.1f}."
    )


def _rarity(inference: str, words: Words) -> float:
    """Of the rarer half of words and pairs; what is missing to LEAST counts as common."""
    single = topic_weights(inference, words)
    pairs = (
        p
        for p in phrases(statement(inference), longest=2)
        if " " in p.key and is_topical(p) and set(p.key.split()) & set(single)
    )
    joint = {p.key: words.background.idf(p.key) for p in pairs}
    found = sorted((min(idf, RARE) for idf in (*single.values(), *joint.values())), reverse=True)
    counted = found[: max(LEAST, int(SHARE * len(found)))]
    return fmean([*counted, *[COMMON] * (LEAST - len(counted))])
