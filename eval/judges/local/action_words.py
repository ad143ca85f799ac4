"""The words of an action that ask for a kind, a scope or sides; and what shows them."""

import re
from collections.abc import Callable

from myscholar.report.cues import SentenceRole, cues_of

ANALOGY = re.compile(
    r"\b(?:analog\w+|metaphor\w*|akin to|just as|imagine|think of|can be likened|as if|much "
    r"like|similar to how)\b",
    re.IGNORECASE,
)
EXAMPLE = re.compile(
    r"\b(?:for (?:example|instance)|such as|e\.g\.|case study|consider (?:a|an|the))\b",
    re.IGNORECASE,
)
FORMULA = re.compile(
    r"\$[^$]+\$|\\[(\[]|\\(?:frac|sum|mathcal)|[∑∫∂√∈∇≤≥]|\w\s?=\s?[\w(]+\s?[+*/^(-]"
)
CODE = re.compile(
    r"\b(?:github|open[- ]source[ds]?|code (?:is|was|are|base|release|availab\w+)|source "
    r"code|publicly available|repositor(?:y|ies))\b",
    re.IGNORECASE,
)
COMPARING = re.compile(
    r"\b(?:than|whereas|while|compar(?:e[ds]?|ing|isons?|ative\w*)|in "
    r"contrast|unlike|versus|vs\.?|outperform\w*|trade-?offs?|differ\w*|by contrast)\b",
    re.IGNORECASE,
)
OF_THE_READER = re.compile(
    r"\byour? (?:own )?(?:[\w-]+ ){0,2}(?:papers?|work|stud(?:y|ies)|research|publications?"
    r"|articles?|projects?|thesis|methods?|field|domain)\b",
    re.IGNORECASE,
)
OWN = re.compile(
    r"\b(?:our|we|this (?:study|paper|work|method)|the (?:authors|paper|study)|they (?:also "
    r")?(?:admit|concede|acknowledge|caution))\b",
    re.IGNORECASE,
)
ANNOUNCES = re.compile(
    r"\b(?:provid|present|discuss|outlin|summari[sz]|envision|identif|suggest|point|conclud|explor"
    r"|highlight|offer|encourag|facilitat|inspir|guid)\w*\b"
    r"[^.;]{0,80}\b(?:future|further|research) (?:work|research|directions?|stud(?:y|ies)"
    r"|investigation|agenda)",
    re.IGNORECASE,
)
"""Says that a paper speaks of open questions, not which."""
_COMPARATIVE = re.compile(
    r"\b(?:compar\w+|contrast(?:s|ed|ing)?|benchmark\w*|head-to-head)\b", re.IGNORECASE
)
"""What a study that compares is called; "than" and "while" stand in any."""
_SURVEY = re.compile(
    r"\b(?:surveys?|reviews?|overviews?|introduct\w+|tutorials?|primers?)\b", re.IGNORECASE
)
_CRITICAL = (
    "limitations|pitfalls|weaknesses|shortcomings|drawbacks|critical "
    "(?:papers|views|studies)|doubts|criticisms?"
)


def _cue(cue: SentenceRole) -> Callable[[str], bool]:
    return lambda sentence: cue in cues_of(sentence)


def _find(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda sentence: bool(pattern.search(sentence))


_KINDS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = tuple(
    (re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), shows)
    for asked, shows in (
        ("examples?", _find(EXAMPLE)),
        ("(?:public|open|released|available) (?:code|data)|open[- ]source|code", _find(CODE)),
        (r"measured results|numbers|quantitative \w+|measurements", _cue(SentenceRole.NUMBERS)),
        (
            r"introductions?|surveys?|(?:literature )?reviews?|tutorials?|overviews?",
            _find(_SURVEY),
        ),
        (_CRITICAL, _cue(SentenceRole.LIMITATION)),
        (
            r"compar(?:e|ing) approaches|comparative stud(?:y|ies)|comparisons?",
            _find(_COMPARATIVE),
        ),
        (r"unsolved|still open|open (?:problems|challenges)", _cue(SentenceRole.FUTURE)),
        ("methods in detail", _cue(SentenceRole.METHOD)),
    )
)
_VS = re.compile(
    r"((?:[\w/-]+ ){0,2}[\w/-]+) (?:vs\.?|versus) ([\w/-]+(?: "
    r"(?!(?:in|of|on|for|by|with|to)\b)[\w/-]+)?)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(
    r"\bbetween ((?:[\w/-]+ ){0,3}?[\w/-]+) and ((?:[\w/-]+ ?){1,3})", re.IGNORECASE
)
_BESIDE = re.compile(
    r"^(?:set|put|show|list) (.+?) and (.+?) (?:side by side|next to each other|beside each "
    r"other|in one table)\b",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"^(?:compare|contrast) ((?:[\w/-]+ ){0,2}[\w/-]+) (?:with|against|and) ((?:[\w/-]+ ?){1,3})",
    re.IGNORECASE,
)
_MORE = re.compile(r" (?:in|of|on|for|to|with) .*$", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?:within|together with|in work on|combined with)\b|^(?:link|relate|tie|connect)\b", re.I
)
_ANSWER = re.compile(
    r"\bthat (.+?) (?:could|can|might|may|would) (?:answer|settle|test|address|resolve)\b", re.I
)
_PAPERS_ON = re.compile(
    r"\b(?:your|my|our) (?:own )?(?:papers?|work|research|studies) (?:on|about|in) (.+)$", re.I
)


def sides(clause: str) -> tuple[str, ...]:
    """The two things that it sets against each other, without what is said of both."""
    for pattern in (_BESIDE, _BETWEEN, _VS, _WITH):
        if match := pattern.search(clause):
            return tuple(_MORE.sub("", side).strip() for side in match.groups())
    return ()


def kinds_asked(clause: str) -> Callable[[str], bool]:
    """Whether a sentence is of all the kinds that it asks for."""
    wanted = [shows for asked, shows in _KINDS if asked.search(clause)]
    return lambda sentence: all(shows(sentence) for shows in wanted)


def names_kind(clause: str) -> bool:
    return any(asked.search(clause) for asked, _ in _KINDS)


def together(clause: str) -> bool:
    """Whether what it names is wanted within, or together with, one another."""
    return bool(_TOGETHER.search(clause))


def answer_asked(clause: str) -> str:
    """What is to answer the open questions: X of "that X could answer"."""
    match = _ANSWER.search(clause)
    return match[1] if match else ""


def papers_on(clause: str) -> str:
    """What the reader's papers, which are to be connected, are about; empty if it is not said."""
    match = _PAPERS_ON.search(clause)
    return match[1] if match else ""


def split_definition(sentence: str) -> str:
    """The words before its verb, and those after "called" or "known as"."""
    head = re.split(
        r"\b(?:is|are|was|were|refers?|can be|means|denotes?|as)\b", sentence, maxsplit=1
    )[0]
    named = re.search(
        r"\b(?:called|known as|termed|define[sd]?) (?:an? |the )?(.{1,60})", sentence, re.IGNORECASE
    )
    return f"{head} {named[1] if named else ''}"


def cited_years(text: str) -> tuple[int, ...]:
    """Years of markers with names, and of cells of a table: those of publications."""
    found = re.findall(
        r"(?:\bet al\.?|[A-Z][\w’'-]+),? \(?((?:19|20)\d\d)[a-z]?\)|\| ((?:19|20)\d\d) \|", text
    )
    return tuple(int(a or b) for a, b in found)
