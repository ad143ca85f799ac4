"""Whether a paragraph helps to answer the question. Source: MySQA §3.2, answer precision.

By the share of the question's weighed words that a paragraph holds, 927 paragraphs of 120 real reports of seven systems are parted from the same paragraphs under another
question by an AUC of 0.99, and under the nearest other question (of 63, by latent semantic analysis; 626 paragraphs) by 0.95. At HELPS 95 % of a report's own paragraphs pass,
5 % under another question and 30 % under the nearest one. Vectors part worse (0.95 and 0.80) and add nothing. What is seen is whether a paragraph is on the topic; whether
it is needed is not: expect figures near 0.95 for any report that keeps to its question.
"""

from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored
from eval.judges.local.words import Words, stems, unreadable

HELPS = 0.15
"""Share of the question's weighed words from which a paragraph speaks of what is asked."""


def judge_directness(query: str, paragraphs: Sequence[str], words: Words) -> tuple[Judgment, ...]:
    asked = words.weights(query)
    return tuple(_judged(query, paragraph, words.share(asked, stems(paragraph))) for paragraph in paragraphs)


def _judged(query: str, paragraph: str, share: float) -> Judgment:
    if why := unreadable(query, "the question") or unreadable(paragraph, "the paragraph"):
        return why
    return Scored(score=float(share >= HELPS), reason=f"It holds {share:.0%} of the question's words by weight.")
