"""How much an inference tells one researcher from others: how rare its most telling words are among conference papers. Source: MySQA D.9."""

from statistics import fmean

from eval.domain.judgment import Judgment, Scored
from eval.judges.local.topics import topic_weights
from eval.judges.local.words import Words, unreadable
from myscholar.text.terms import is_topical, phrases

COUNTED = 4
"""Words whose rarity is averaged: one rare word alone does not make a statement specific."""
COMMON, RARE = 2.5, 8.0
"""idf of a word in 8 % of papers, and of one in 0.03 %: the ends of the scale."""


def judge_specificity(inference: str, words: Words) -> Judgment:
    """1 to 5, in steps of a tenth."""
    if why := unreadable(inference, "the inference"):
        return why
    rarity = _rarity(inference, words)
    score = 1 + 4 * min(1.0, max(0.0, (rarity - COMMON) / (RARE - COMMON)))
    return Scored(score=round(score, 1), reason=f"Its most telling words have a mean idf of {rarity:.1f}.")


def _rarity(inference: str, words: Words) -> float:
    """Mean idf of the most telling words and phrases; what is missing to COUNTED counts as common."""
    single = topic_weights(inference, words)
    joint = {
        p.key: words.background.idf(p.key)
        for p in phrases(inference, longest=2)
        if " " in p.key and is_topical(p) and set(p.key.split()) & set(single)
    }
    found = sorted([*single.values(), *(min(i, RARE) for i in joint.values())], reverse=True)[:COUNTED]
    return fmean([*found, *[COMMON] * (COUNTED - len(found))])
