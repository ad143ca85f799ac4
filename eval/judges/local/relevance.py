"""Whether a paper bears out some part of an inference that cites it. Source: MySQA D.8."""

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.topics import topic_weights
from eval.judges.local.words import Words, foreign, stems, unreadable

SPEAKS_OF = 0.35
"""Share of an inference's weighed words from which a paper speaks of it."""


def judge_relevance(inference: str, paper: UserPaper, words: Words) -> Judgment:
    if why := unreadable(inference, "the inference"):
        return why
    if not paper.text.strip():
        return Unscored(reason="NoText: only the paper's title is known.")
    if foreign(paper.whole):
        return Unscored(reason="ForeignText: the paper is not in English; its words can't be compared.")
    topic = topic_weights(inference, words)
    if not topic:
        return Unscored(reason="NoTerms: the inference names nothing that could be looked up in a paper.")
    share = words.share(topic, stems(paper.whole))
    return Scored(score=float(share >= SPEAKS_OF), reason=f"The paper holds {share:.0%} of its words by weight.")
