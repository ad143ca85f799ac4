"""Whether an inference belongs to its aspect, by its wording. Source: MySQA D.7.

On 259 real statements of 11 users, each asked about its own aspect and the four others: 98 % of
their own match, 6 % of the others do (balanced accuracy 0.96, 2 unscored); the most spoken-for
aspect is the right one in 88 %. By aspect 92 to 100 % of their own match; knowledge and writing
style are most often also seen as research style (26 % and 20 %). The cues were written by reasoning
after reading these statements, so expect somewhat less elsewhere.

Words that stood here only since this product's own profiles have them ("return to", "work on") are
gone: they told the judge the answer. On people's statements they decided nothing. On 411 items of
our own about other users 209 are unscored without them, and 88 % are right instead of 96.5. The
extractive engine quotes its papers or names what they return to, which is no wording of an aspect:
of 288 lines about 50 simulated users 271 are unscored (77 before; half of the scored were right).
"""

import re
from functools import cache

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.lexicon import finds, pattern, read_entries
from eval.judges.local.topics import statement
from eval.judges.local.words import unreadable
from myscholar.domain.profile import ProfileAspect

_OPENING = 6
"""Words after the subject, where the verb stands; they count four times."""
_QUOTED = re.compile(r"(?:\b[\w-]{1,60} (?:that |to )?)?[“\"][^”\"]{0,500}[”\"]")
"""The papers' own words, with the word that leads to them: “presents” is theirs too."""
CLEAR = 0.5
"""Share of the strongest score from which another fits too: many are about two."""


def cue_scores(inference: str) -> dict[ProfileAspect, int]:
    """How strongly the wording speaks for each aspect: each kind of cue 4 in the opening, 1 after
    it. Titles, quotes and counts are not wording."""
    said = pattern("profiles.subject").sub("", _QUOTED.sub("", statement(inference)).strip())
    words = said.split()
    opening, rest = " ".join(words[:_OPENING]), " ".join(words[_OPENING:])
    return {
        aspect: sum(4 * finds(kind, opening) + finds(kind, rest) for kind in _kinds(aspect))
        for aspect in ProfileAspect
    }


@cache
def _kinds(aspect: ProfileAspect) -> tuple[str, ...]:
    """The entries that are wording of the aspect."""
    return tuple(name for name in read_entries() if name.startswith(f"{aspect.value}."))


def judge_category(inference: str, aspect: ProfileAspect) -> Judgment:
    """A mismatch needs clearly more for another aspect; without cues it is unscored."""
    if why := unreadable(inference, "the inference"):
        return why
    scores = cue_scores(inference)
    best = max(scores, key=lambda a: scores[a])
    if not scores[best]:
        return Unscored(reason="NoCue: its wording speaks for no aspect.")
    fits = scores[aspect] >= CLEAR * scores[best]
    return Scored(
        score=float(fits),
        reason=f"Its wording speaks for {(aspect if fits else best).label.lower()}.",
    )
