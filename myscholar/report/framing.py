"""How a sentence can be quoted: which slice of it, and what stands before the quotation marks.

"In this paper, we show that X." becomes: Lewis et al. (2020) show that "X". The slice stays
verbatim; "we show that" turns into the lead-in, so that no "we" or "this paper" dangles in the
report.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from myscholar.domain.text import Span
from myscholar.text.common_words import STOP_WORDS


class Joint(StrEnum):
    """How the slice hangs on its lead-in."""

    OBJECT = "object"
    """The slice is the object of the verb: they propose "a method ..."."""
    THAT = "that"
    """The slice is a clause: they show that "..."."""
    CLAUSE = "clause"
    """The slice is a clause in lower case without a verb of saying in front."""
    SENTENCE = "sentence"
    """The slice is a whole sentence with its capital."""
    SPOKEN = "spoken"
    """A whole sentence in which the authors say "we": it needs their name in front."""


class Framing(NamedTuple):
    """`span` is the slice to quote, `verb` the authors' in the plural ("propose") or empty."""

    span: Span
    joint: Joint
    verb: str = ""


_CONNECTIVES = "|".join(
    (*STOP_WORDS, *"furthermore overall besides meanwhile nevertheless nonetheless".split())
)
_WORK = r"(?:paper|work|study|article|survey|review|research)"
_OPENING = re.compile(
    rf"[•·▪–-]\s*|(?:{_CONNECTIVES}|(?:\w+ )?(?!recent|current)\w+ly"
    r"|in (?:addition|particular|contrast|general|fact|summary|conclusion|other words)|for "
    r"(?:example|instance)|as a result|on the other hand"
    r"|to this end)[,:]\s+|(?:here|then|thus)\s(?=we\b)|in (?:this|our|the current|the "
    rf"present)(?: \w+)? {_WORK},?\s+",
    re.IGNORECASE,
)
"""Joins the sentence to those before it, or says that it is the paper's own."""
_AIM = re.compile(
    r"(?!if|when)[^.;:]{3,150}?, (?=(?:we|this (?:paper|work|study)|the authors)\b)", re.IGNORECASE
)
"""What the authors did it for, or with."""
_LY = r"(?!(?:app|re|im|supp)ly\b)\w+ly"
_ADVERB = (
    rf"(?:have |has )?(?:(?:also|then|further|first|next|now|thus|therefore|instead|{_LY}) ){{0,2}}"
)
_NO_VERB = "|".join(
    (
        *(STOP_WORDS - frozenset("use used uses make makes made give gives see".split())),
        "need",
        "hope",
        "expect",
    )
)
_VERB = rf"(?!(?:{_NO_VERB}|{_LY})\b)(?-i:[a-z]{{3,}})(?: (?:on|to|for|out)\b)?"
"""The word where the authors' verb stands; what they can, must or hope to do is not done."""
_OF_WORK = rf"(?!titled|entitled|based|published|organi){_VERB.replace('{3,}', '{2,}(?:s|ed)')}"
"""A paper's verb is in the third person or in the past: in "this paper titled" it is none."""
_OF_RESULTS = r"(?:show|demonstrat|suggest|indicat|reveal|confirm|prov|highlight|illustrat)\w*"
"""Results "vary" and are "obtained on" data; what they are told by is one of these."""
_SAYS = (
    rf"(?:(?:we|I|the authors) {_ADVERB}(?P<verb>{_VERB})|(?:this|the|our(?: \w+)?) {_WORK} "
    rf"{_ADVERB}(?P<of_work>{_OF_WORK})"
    rf"|(?:our (?:\w+ ){{0,2}}|the (?:\w+ )?|\w+al )?(?:results?|findings|experiments|analysis"
    rf"|evaluation) {_ADVERB}(?P<of_results>{_OF_RESULTS}))"
)
_SAYS_THAT = re.compile(rf"{_SAYS}(?: \w+ly)? that\s+(?=\w)", re.IGNORECASE)
_MAKES = re.compile(
    rf"{_SAYS}(?P<second> and {_VERB})?\s+(?!(?:that|this|these|it|its|such|and|to|by)\b)(?=\w)",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(rf"\b(?:[Ww]e|[Oo]ur|us|[Tt]his {_WORK})\b|^The proposed\b")
MARKS = r"\[\d[\d,;\s–-]*\]|\(\d{1,3}(?:[,;–-]\s?\d{1,3})*\)"
IN_TEXT = r"\([^()]*\b(?:19|20)\d{2}[a-z]?\b[^()]*\)"
"""Citations as numbers and as years."""
_TAIL = re.compile(rf"(?:\s*(?:{MARKS}|{IN_TEXT}))+\s*[.;]?$|[.;,:]+$")


def frame(text: str, start: int, end: int) -> Framing:
    """The framing of the sentence at [start, end) of `text`; the slice has no citation marks and no
    full stop at its end."""
    end = _without_tail(text, start, end)
    body = start
    while opening := _OPENING.match(text, body, end):
        body = opening.end()
    if (aim := _AIM.match(text, body, end)) and (
        _SAYS_THAT.match(text, aim.end(), end) or _MAKES.match(text, aim.end(), end)
    ):
        body = aim.end()
    if made := _SAYS_THAT.match(text, body, end):
        return Framing(Span(made.end(), end), Joint.THAT, _plural(_verb_of(made)))
    if made := _MAKES.match(text, body, end):
        verb = " and ".join(
            _plural(part) for part in (_verb_of(made) + (made["second"] or "")).split(" and ")
        )
        return Framing(Span(made.end(), end), Joint.OBJECT, verb)
    rest = text[body:end]
    if _FIRST_PERSON.search(rest):
        return Framing(Span(body, end), Joint.SPOKEN)
    return Framing(Span(body, end), Joint.CLAUSE if rest[:1].islower() else Joint.SENTENCE)


def _without_tail(text: str, start: int, end: int) -> int:
    while tail := _TAIL.search(text[start:end]):
        if tail.start() == 0 or tail.end() == tail.start():
            break
        end = start + tail.start()
    return start + len(text[start:end].rstrip())


def _verb_of(made: re.Match[str]) -> str:
    return made["verb"] or made["of_work"] or made["of_results"]


def _plural(verb: str) -> str:
    """ "proposes" -> "propose", "studies" -> "study", "focuses on" -> "focus on"."""
    head, _, rest = verb.partition(" ")
    if head.endswith("ies"):
        head = f"{head[:-3]}y"
    elif head.endswith(("sses", "shes", "ches", "xes", "cuses")):
        head = head[:-2]
    elif head.endswith("s") and not head.endswith(("ss", "us")):
        head = head[:-1]
    return f"{head} {rest}".strip()
