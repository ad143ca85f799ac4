"""Whether an inference contradicts the papers that it cites, as far as words show. Source: MySQA D.6."""

from collections.abc import Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.topics import topic_weights
from eval.judges.local.words import Words, foreign, stems, unreadable
from myscholar.profile.error_words import CONTRAST, OTHERS, SETS_APART
from myscholar.report.llm.lexical import missing_numbers
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

SPOKEN_OF = 0.2
"""Share of an inference's weighed words below which the papers don't speak of what it says."""
LONG_TEXT = 5_000
"""Characters from which a paper's text counts as whole: what is not in it the paper does not say."""


def judge_accuracy(inference: str, cited: Sequence[UserPaper], words: Words) -> Judgment:
    if why := unreadable(inference, "the inference"):
        return why
    texts = [p.whole for p in cited if p.text.strip()]
    if not texts:
        return Unscored(reason="NoText: no text of the cited papers is known.")
    if foreign(held := "\n\n".join(texts)):
        return Unscored(reason="ForeignText: the papers are not in English; their words can't be compared.")
    if denied := _denies_what_they_do(inference, texts):
        return Scored(score=0, reason=f"It denies “{denied}”, of which the papers speak without denying it.")
    if numbers := missing_numbers(inference, held):
        return Scored(score=0, reason=f"The papers do not hold {', '.join(numbers[:3])}.")
    topic = topic_weights(inference, words)
    if topic and words.share(topic, stems(held)) < SPOKEN_OF:
        if len(held) >= LONG_TEXT:
            return Scored(score=0, reason="The papers, known in full, do not speak of what it says.")
        return Unscored(reason="NotSaid: the texts known of the papers do not speak of it, neither for nor against.")
    return Scored(score=1, reason="Nothing in the papers' words speaks against it.")


def _denies_what_they_do(inference: str, texts: Sequence[str]) -> str:
    """What the inference denies of the papers and several of their sentences affirm; empty if there is none."""
    match = CONTRAST.search(inference)
    if match is None or OTHERS.search(match.group()):
        return ""
    other = frozenset(content_stems(" ".join(match.group("other").split()[:6])))
    if len(other) < 2:
        return ""
    holding = [s for text in texts for s in sentences(text) if other <= stems(s)]
    affirming = [s for s in holding if not SETS_APART.search(s)]
    return " ".join(match.group("other").split()[:6]) if len(affirming) >= 2 and len(affirming) > len(holding) / 2 else ""
