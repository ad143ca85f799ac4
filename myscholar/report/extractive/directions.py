"""Which way a reported result points, and of what: "improves accuracy by 4 %" -> accuracy, higher.

What can't be told from the wording alone is not guessed: a plan, a condition or a result without a
measure has no direction.
"""

import re
from collections.abc import Set
from enum import StrEnum
from typing import NamedTuple

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.terms import stem, tokens


class Direction(StrEnum):
    BETTER = "better"
    WORSE = "worse"
    HIGHER = "higher"
    LOWER = "lower"
    SAME = "unchanged"


_OPPOSITE = ({Direction.BETTER, Direction.WORSE}, {Direction.HIGHER, Direction.LOWER})


def differ(directions: Set[Direction]) -> bool:
    """Whether they can't both hold of one thing: higher and lower, or a change and none."""
    return any(pair <= directions for pair in _OPPOSITE) or (
        Direction.SAME in directions and len(directions) > 1
    )


class ReportedChange(NamedTuple):
    """`key` is the stem of the measure's last word, by which results on the same thing are found;
    `measure` as written."""

    direction: Direction
    key: str
    measure: str


_WORDS = {
    Direction.BETTER: r"improve(?:s|d|ments? (?:in|of))?|enhance[sd]?|boost(?:s|ed)?|gains? "
    r"in|better|superior|(?<=, )(?:thus |thereby |hence "
    r")?(?:improving|enhancing|boosting)",
    Direction.WORSE: r"degrade[sd]?|worse|harm(?:s|ed)?|hurts?|deteriorate[sd]?|inferior",
    Direction.HIGHER: r"increase[sd]?(?: in)?|raise[sd]?|higher|greater|(?<=, )(?:thus |thereby "
    r"|hence )?(?:increasing|raising)",
    Direction.LOWER: r"reduce[sd]?|reductions? in|decrease[sd]?(?: in)?|lower(?:s|ed)?|drop "
    r"in|diminish(?:es|ed)?|fewer|(?<=, )(?:thus |thereby |hence "
    r")?(?:reducing|decreasing|lowering)",
}
_CHANGE_WORD = re.compile("|".join(_WORDS.values()), re.IGNORECASE)
_WORD = "|".join(f"(?P<{direction.name}>{words})" for direction, words in _WORDS.items())
_MEASURE = r"(?P<measure>[A-Za-z][\w-]*(?: [\w-]+){0,3}?)"
_STOPS = (
    r"(?= (?:of|on|in|by|for|with|when|while|than|over|across|from|to|and|as|at|under|compared"
    r"|without|through|using|up|between|is|are|was|were)\b|[.,;:()]|$)"
)
_LINKED = (
    r"(?:(?:can|could|may|might|will|to|also|even|significantly|substantially|greatly|further"
    r"|consistently|slightly|the|their|its|both|in|of|overall|model|is|are|was|were|has|have|been) "
    r"){0,4}"
)
_CHANGES = re.compile(
    rf"(?<![\w-])(?:{_WORD}) (?!bounds?\b|order|level|dimension|half|part|limb"
    rf"|than\b){_LINKED}{_MEASURE}{_STOPS}",
    re.IGNORECASE,
)
"""The measure behind the word: "reduces training time", "higher accuracy"."""
_CHANGED = re.compile(
    rf"\b{_MEASURE} (?:{_LINKED})(?:(?P<BETTER>improves?|improved)|(?P<WORSE>degrades?|degraded"
    r"|deteriorates?|worsens?)|(?P<HIGHER>increases?|increased|rises?|rose)"
    r"|(?P<LOWER>decreases?|decreased|declines?|declined|drops?|dropped|falls?|fell))(?= "
    r"(?:by|when|under|as|with|from|to|in|on|for|at|over|after|while|and|but|\w+ly)\b|[.,;:]|$)",
    re.IGNORECASE,
)
"""The measure before it, and nothing that it does something to behind: "accuracy drops"."""
_NO_CHANGE = re.compile(
    rf"\b(?:no|without|not(?! only)|nor|little|negligible)\b(?: \w+){{0,4}}? "
    rf"(?:{'|'.join(_WORDS.values())}|effect|difference|change|impact|benefit)\w*",
    re.IGNORECASE,
)
_NOT_REPORTED = re.compile(
    r"\b(?:to|should|may|might|would|could|if|whether|how|goal\w*|needs?|hope\w*|potential\w*"
    r"|expect\w*|promis\w+|seek\w*|attempt\w*|aim\w*|require\w*|for|assum\w+|as|when|with|by"
    r"|using)(?: [\w-]+){0,4}$",
    re.IGNORECASE,
)
"""What stands before a change that is wanted, assumed or wondered about."""


def change_in(sentence: str) -> ReportedChange | None:
    """What is reported to have changed, and which way; None where nothing is."""
    every = (*_CHANGES.finditer(sentence), *_CHANGED.finditer(sentence))
    for found in sorted(every, key=lambda m: m.start()):
        measure = _named(found["measure"])
        if not measure:
            continue
        named_at = found.start("measure") + found["measure"].index(measure.split()[0])
        if _NOT_REPORTED.search(sentence[: min(found.start(), named_at)].rstrip()):
            continue
        direction = next(d for d in _WORDS if found.groupdict().get(d.name))
        if _NO_CHANGE.search(sentence[max(0, found.start() - 40) : found.end()]):
            direction = Direction.SAME
        return ReportedChange(direction, stem(measure.split()[-1].split("-")[-1]), measure)
    return None


def _named(measure: str) -> str:
    """The measure without the small words and words of the trade in front; empty where nothing that
    can be measured is left."""
    words = [t.text for t in tokens(measure)]
    while words and (_is_common(words[0]) or words[0].lower().endswith("ly")):
        words = words[1:]
    if not words or any(_CHANGE_WORD.fullmatch(w) for w in words):
        return ""
    last = words[-1]
    is_usable = not _is_common(last) and last[0].isalpha() and len(last) > 3
    return " ".join(words) if is_usable else ""


def _is_common(word: str) -> bool:
    return word.lower() in ACADEMIC_WORDS or word.lower() in STOP_WORDS
