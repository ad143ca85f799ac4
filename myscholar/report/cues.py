"""What a sentence does in a paper, by its wording alone: define, measure, limit, look ahead."""

import re
from enum import StrEnum

from myscholar.report.quality import explains


class SentenceRole(StrEnum):
    """A role that a sentence's wording shows. A sentence may have several or none."""

    DEFINITION = "definition"
    BACKGROUND = "background"
    METHOD = "method"
    NUMBERS = "numbers"
    LIMITATION = "limitation"
    FUTURE = "future"


_PATTERNS: dict[SentenceRole, re.Pattern[str]] = {
    SentenceRole.DEFINITION: re.compile(
        r"\b(?:(?:defined|known) as|refers to|we define)\b", re.IGNORECASE
    ),
    SentenceRole.BACKGROUND: re.compile(
        r"\b(?:in recent years|ha(?:s|ve) (?:become|emerged|gained|attracted|received|seen)"
        r"|growing interest|widely (?:used|adopted|applied)|traditional(?:ly)?"
        r"|histor(?:y|ical|ically)|survey|overview|systematic review|plays? an? (?:\w+ )?role)\b",
        re.IGNORECASE,
    ),
    SentenceRole.METHOD: re.compile(
        r"\b(?:propos(?:e|es|ed)|introduc(?:e|es|ed)|presents? "
        r"an?|algorithm|method|technique|approach|architecture|framework|mechanism|strateg(?:y"
        r"|ies))\b",
        re.IGNORECASE,
    ),
    SentenceRole.NUMBERS: re.compile(
        r"\d\s?(?:%|percent|points?\b|times\b|x\b|×|-?fold|m?s\b|dB\b|seconds\b|hours\b)|\bby "
        r"(?:up to |about )?\d|\bfactor of\b|\b[nN] ?= ?\d"
        r"|\b(?:accuracy|score|error|rate|average|p)\b[^.]{0,30}(?:of|to|=|<)\s?\d|\b(?:half"
        r"|twice) (?:of|the|as)\b"
    ),
    SentenceRole.LIMITATION: re.compile(
        r"\b(?:(?<!and )limitation|limit(?:s|ed|ing) (?:to|by|in|the|its|their)\b|drawback"
        r"|shortcoming|disadvantages?\b|weakness|bottleneck"
        r"|fail(?:s|ed|ure)? (?:to|in|on|when|of)\b|struggle|suffer(?:s|ed|ing)? from|can "
        r"?not\b|unable|inability|lack|(?<!less )prone to|poorly"
        r"|(?:is|are|was|were|be|remains?|poses?|presents?|fac(?:es?|ing)|key|major|main"
        r"|significant|often) (?:\w+ )?"
        r"(?:challeng|limited|difficult|expensive|costly|vulnerable|unreliable)|not "
        r"(?:always|necessarily|robust|generali|scale|account|consider))",
        re.IGNORECASE,
    ),
    SentenceRole.FUTURE: re.compile(
        r"\b(?:(?:future|further) (?:work|research|studies|direction)|open "
        r"(?:problem|question|challenge)|research (?:gap|direction)"
        r"|remains? (?:\w+ ){0,2}(?:open|un\w+(?:ed|ar|own)|challeng|elusive|to be)|(?:is|are) "
        r"(?:still )?(?:needed|lacking)|under-?explored|unexplored"
        r"|little (?:is known|attention|work)|not (?:yet )?(?:been )?(?:fully |well "
        r")?(?:studied|explored|understood|investigated)|yet to be)",
        re.IGNORECASE,
    ),
}
_REMEDY = re.compile(
    r"\b(?:address|overc[ao]m|mitigat|tackl|reduc|resolv|prevent|avoid|notic|discover|propos"
    r"|introduc)",
    re.IGNORECASE,
)
"""What is done against a limit, or finds it in other things."""
_CLAUSE_END = re.compile(r"[,;:]\s|\s(?:but|while|although)\s")


def cues_of(sentence: str) -> frozenset[SentenceRole]:
    """The roles that the wording shows; may be empty."""
    found = {cue for cue, pattern in _PATTERNS.items() if pattern.search(sentence)}
    if explains(sentence):
        found.add(SentenceRole.DEFINITION)
    if not any(_states_limit(clause) for clause in _CLAUSE_END.split(sentence)):
        found.discard(SentenceRole.LIMITATION)
    return frozenset(found)


def _states_limit(clause: str) -> bool:
    """Whether it names a limit, and nothing before it that is done against it."""
    limit = _PATTERNS[SentenceRole.LIMITATION].search(clause)
    return limit is not None and not _REMEDY.search(clause, 0, limit.start())
