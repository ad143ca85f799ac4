"""Whether a paper bears out some part of an inference that cites it. Source: MySQA D.8.

On 126 real inferences of 11 users and the users' papers with text: the best window's share of words
parts cited papers from uncited ones of the same user by an AUC of 0.74 (232 against 262), from
papers of other users by 0.85 (5,050); the share of a whole full text by 0.74 and 0.82,
vectors of latent semantic analysis by 0.69 and 0.77.

At SPEAKS_OF (chosen leaving one user out: 0.28 each time, set lower since one part is enough) 82 %
of cited, 45 % of uncited papers of the same user and 20 % of others' are called relevant; 18 to 20
% are left unscored, being said of writing (67, 37 and 16 % if all of these were 0). An uncited
paper of the same user is often relevant too, so the middle figure is no error rate. On 294
inferences of the extractive engine over abstracts: 90 % of cited, 24 % of the same author's other
papers, 6 % of other authors'; so full texts are called relevant too easily and abstracts are not.
"""

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.category import cue_scores
from eval.judges.local.topics import topic_weights
from eval.judges.local.words import Words, foreign, unreadable
from myscholar.domain.profile import ProfileAspect

SPEAKS_OF = 0.25
"""Share of its weighed words in one window from which a paper speaks of an inference."""


def judge_relevance(inference: str, paper: UserPaper, words: Words) -> Judgment:
    """Unscored is what is said of writing, shown or not: it can't be looked up by words."""
    if why := unreadable(inference, "the inference"):
        return why
    if not paper.text.strip():
        return Unscored(reason="NoText: only the paper's title is known.")
    if foreign(paper.whole):
        return Unscored(
            reason="ForeignText: the paper is not in English; its words can't be compared."
        )
    if is_about_writing(inference):
        return Unscored(reason="NotInWords: how a paper is written can't be looked up by words.")
    topic = topic_weights(inference, words)
    if not topic:
        return Unscored(
            reason="NoTerms: the inference names nothing that could be looked up in a paper."
        )
    share = words.best_share(topic, paper.whole)
    return Scored(
        score=float(share >= SPEAKS_OF),
        reason=f"One passage of the paper holds {share:.0%} of its words by weight.",
    )


def is_about_writing(inference: str) -> bool:
    scores = cue_scores(inference)
    return bool(scores[ProfileAspect.WRITING_STYLE]) and scores[ProfileAspect.WRITING_STYLE] == max(
        scores.values()
    )
