"""Which of two lists of actions fits a profile better: whose words the profile holds more of.
Source: MySQA D.10.

For 9 real profiles, four of the user's own actions are preferred to four of another user's in 89 %
of 288 draws; 3 % are ties. Users' own actions share the topics of their questions with the
profile, which makes this easy.
"""

from collections.abc import Sequence
from statistics import fmean

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.output import OutputInference
from eval.judges.local.asked import clause_of
from eval.judges.local.words import TELLING, Words, all_stems, stems

CLOSE = 0.01
"""Lists whose fits differ by less can't be parted, nor can two that share nothing with it."""


def judge_preference(
    profile: Sequence[OutputInference], a: Sequence[str], b: Sequence[str], words: Words
) -> Judgment:
    """The same question the other way round gets the opposite answer."""
    known = all_stems(i.text for i in profile)
    if not known:
        return Unscored(reason="NoProfile: the profile is empty.")
    if not any(stems(text) for text in a) or not any(stems(text) for text in b):
        return Unscored(reason="NoActions: one of the lists is empty.")
    first, second = (
        fmean(words.share(_telling(text, words), known) for text in actions if stems(text))
        for actions in (a, b)
    )
    said = f"The profile fits the first list by {first:.2f}, the second by {second:.2f}."
    score = 0.5 if abs(first - second) < CLOSE else float(first > second)
    return Scored(score=score, reason=said)


def _telling(action: str, words: Words) -> dict[str, float]:
    """The rarer words of what is asked."""
    weighed = words.weights(clause_of(action))
    return {stem: weight for stem, weight in weighed.items() if weight >= TELLING}
