"""What a sentence does in a paper: define, measure, limit, look ahead. Judged by its wording alone."""

import re
from enum import StrEnum


class Cue(StrEnum):
    """A role that a sentence's wording shows. A sentence may have several or none."""

    DEFINITION = "definition"
    BACKGROUND = "background"
    METHOD = "method"
    NUMBERS = "numbers"
    LIMITATION = "limitation"
    FUTURE = "future"


_PATTERNS: dict[Cue, re.Pattern[str]] = {
    Cue.DEFINITION: re.compile(
        r"\b(?:(?:is|are|can be|was) (?:commonly |formally |generally |usually |often |typically )?(?:defined as|known as|called|understood as|described as)"
        r"|refers? to (?:the|a|an|any|how|as)\b|(?:is|are) an? (?:\w+[ -]){0,3}(?:method|technique|approach|process|task|type|form|kind|class|measure"
        r"|framework|paradigm|concept|branch|family|subset|field|system|phenomenon|property|model|structure|setting)s? (?:of|for|that|which|to|in|used|where|by)\b"
        r"|by definition|we define|defines?\b[^.]{0,60}\bas\b)",
        re.IGNORECASE,
    ),
    Cue.BACKGROUND: re.compile(
        r"\b(?:in recent years|in the (?:last|past) (?:few )?(?:decades?|years)|has (?:become|emerged|gained|attracted|received|seen)"
        r"|have (?:become|emerged|gained|attracted|received|seen|revolutioni[sz]ed)|growing (?:interest|body)|widely (?:used|adopted|studied|applied)"
        r"|traditional(?:ly)?|histor(?:y|ical|ically)|survey|overview|systematic review|plays? an? (?:\w+ )?(?:role|part)|state of the art in)\b",
        re.IGNORECASE,
    ),
    Cue.METHOD: re.compile(
        r"\b(?:propos(?:e|es|ed)|introduc(?:e|es|ed)|present(?:s|ed)? an?|algorithm|method|technique|approach|architecture|framework|procedure|pipeline"
        r"|mechanism|strateg(?:y|ies)|consists of|is based on|works by|trained (?:on|with|to))\b",
        re.IGNORECASE,
    ),
    Cue.NUMBERS: re.compile(
        r"(?<![\w.])\d+(?:[.,]\d+)?\s?(?:%|percent\b|percentage|points?\b|times\b|x\b|×|fold\b|-fold|ms\b|seconds\b|dB\b|mW\b|hours\b)"
        r"|\b(?:accuracy|F1|AUC|precision|recall|score|error|rate|mean|average|p)\b[^.]{0,30}(?:of|=|<|to|:)\s?\d+(?:\.\d+)?"
        r"|\bby (?:up to |about |around |roughly |nearly )?\d|\bby an? (?:\w+ )?factor of\b|\b(?:n|N) ?= ?\d+|\b(?:half|two-thirds|a third|twice|threefold|doubl(?:e|ed|es)) (?:of|the|as)\b",
    ),
    Cue.LIMITATION: re.compile(
        r"\b(?:limitations?\b|limited (?:to|by|in|due|because|success|applicability|generali[sz]ation|ability)|(?:is|are|was|were|remains?|often|very|severely|still) limited"
        r"|limit(?:s|ing) (?:the|their|its|generali[sz]ation|applicability|deployment|usability|adoption|performance)|drawbacks?|shortcomings?|disadvantages?|weakness(?:es)?"
        r"|fail(?:s|ed|ing)? (?:to|in|on|when|at|for|because|under)|failure (?:to|of)|struggl(?:e|es|ed|ing)|suffer(?:s|ed|ing)? from|cannot\b|can not\b|unable to|inability"
        r"|(?:is|are|remains?|still|poses?|present(?:s|ed)?|faces?|facing|key|major|main|significant|several|many|open|critical) (?:\w+ )?(?:challenging|challenges?)\b"
        r"|(?:is|are|it is|remains?|very|often) difficult|lacks?\b|lacking\b|lack of|bottlenecks?|vulnerab\w+|unreliable|inaccurate|prone to"
        r"|(?:computationally|prohibitively|very|too|often|is|are) (?:costly|expensive)|poorly\b|not (?:always|necessarily|sufficient|robust|reliable)"
        r"|(?:does|do|did) not (?:always|generali[sz]e|scale|account|consider|capture|guarantee|address|transfer|work|improve|provide|reflect))",
        re.IGNORECASE,
    ),
    Cue.FUTURE: re.compile(
        r"\b(?:future (?:work|research|studies|directions?|investigation)|open (?:problems?|questions?|challenges?|issues?)|remains? (?:an? )?(?:\w+ )?"
        r"(?:open|unclear|challenging|unsolved|unexplored|underexplored|under-explored|challenge|unknown|elusive|to be)|further (?:research|work|studies|investigation|exploration)"
        r"|(?:is|are) (?:still )?(?:needed|required|lacking)|research (?:gaps?|agenda|directions?)|under-?explored|unexplored|little (?:is known|attention|work)"
        r"|not (?:yet )?(?:been )?(?:fully |well |widely )?(?:studied|explored|understood|investigated)|promising (?:direction|avenue)s?|has yet to|have yet to|unsolved)\b",
        re.IGNORECASE,
    ),
}


_REMEDY = re.compile(
    r"\b(?:alleviat|address|overcom|mitigat|tackl|remed|resolv|circumvent|avoid|reduc|remov|prevent|flag|correct|fix|filter)\w*\b"
    r"|\b(?:we|authors?|paper|study|and|system|tool|method|approach|model) (?:\w+ )?(?:propose|present|introduce|formulate|develop|describe)s?\b"
    r"|\b(?:notic|discover|assess|detect|identif|spot|find|catch|locat|predict|recogni[sz]|show|reveal|mark)\w*\b[^.,;]{0,50}\b(?:lack|unsupported|unreliable|inaccurate|fail|vulnerab|unable)\w*"
    r"|\b(?:without|no|despite|unlike|rather than|instead of|not only) (?:\w+ ){0,4}(?:lack|limitation|drawback|weakness|shortcoming|bottleneck|trade-?off|loss|suffering)\w*"
    r"|\b(?:capabilit|strength|advantage|benefit)\w* and (?:\w+ )?(?:limitation|weakness|drawback)\w*|\bless (?:vulnerable|prone|limited|costly)"
    r"|\b(?:outperform|surpass|excel|superior|success|robust to|supports? (?:research|work|studies|users|people)|enables?|helps?)\w*",
    re.IGNORECASE,
)
"""A sentence about what was done against a limit, what finds limits in other things, or what went well states none."""
_CLAUSES = re.compile(r"[;:]\s|,?\s(?:but|although|though|yet|whereas|while|however)\b,?")


def cues_of(sentence: str) -> frozenset[Cue]:
    """The roles that the wording shows; may be empty."""
    found = frozenset(cue for cue, pattern in _PATTERNS.items() if pattern.search(sentence))
    return found if Cue.LIMITATION not in found or _states_limit(sentence) else found - {Cue.LIMITATION}


def _states_limit(sentence: str) -> bool:
    """Whether nothing is said to be done about the limit, in the clause that states it."""
    pattern = _PATTERNS[Cue.LIMITATION]
    clauses = [clause for clause in _CLAUSES.split(sentence) if pattern.search(clause)]
    return any(not _REMEDY.search(clause) for clause in clauses) if clauses else not _REMEDY.search(sentence)
