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
from myscholar.text.lexicons import pattern, word_set


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


_OPENING = pattern("lead_ins.opening")
_AIM = pattern("lead_ins.aim")
_SAYS_THAT = pattern("lead_ins.says_that")
_MAKES = pattern("lead_ins.makes")
_NO_VERBS = (STOP_WORDS - word_set("lead_ins.stop_verbs")) | word_set("lead_ins.not_done")
"""What stands where the authors' verb could: what they can, must or hope to do is not done."""
_FIRST_PERSON = pattern("lead_ins.first_person")
MARKS = r"\[\d[\d,;\s–-]*\]|\(\d{1,3}(?:[,;–-]\s?\d{1,3})*\)"
IN_TEXT = r"\([^()]*\b(?:19|20)\d{2}[a-z]?\b[^()]*\)"
"""Citations as numbers and as years."""
_TAIL = re.compile(
    rf"(?:(?:(?<!\s)\s++)?(?:{MARKS}|{IN_TEXT})){{1,9}}\s*+[.;]?$|(?<![.;,:])[.;,:]++$"
)


def frame(text: str, start: int, end: int) -> Framing:
    """The framing of the sentence at [start, end) of `text`; the slice has no citation marks and no
    full stop at its end."""
    end = _without_tail(text, start, end)
    body = start
    while opening := _OPENING.search(text[body:end]):
        body += opening.end()
    if (aim := _AIM.search(text[body:end])) and (
        _said(_SAYS_THAT, text[body + aim.end() : end])
        or _said(_MAKES, text[body + aim.end() : end])
    ):
        body += aim.end()
    rest = text[body:end]
    for joint, said in ((Joint.THAT, _SAYS_THAT), (Joint.OBJECT, _MAKES)):
        if made := _said(said, rest):
            verb = " and ".join(map(_plural, _verbs(made)))
            return Framing(Span(body + made.end(), end), joint, verb)
    if _FIRST_PERSON.search(rest):
        return Framing(Span(body, end), Joint.SPOKEN)
    return Framing(Span(body, end), Joint.CLAUSE if rest[:1].islower() else Joint.SENTENCE)


def _said(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The match, if the words at the verbs' places are verbs of what was done."""
    made = pattern.search(text)
    heads = [verb.split()[0].lower() for verb in _verbs(made)] if made else []
    return made if heads and _NO_VERBS.isdisjoint(heads) else None


def _verbs(made: re.Match[str]) -> list[str]:
    named = made.groupdict()
    first = made["verb"] or made["of_work"] or made["of_results"]
    return f"{first}{named.get('second') or ''}".split(" and ")


def _without_tail(text: str, start: int, end: int) -> int:
    while tail := _TAIL.search(text[start:end]):
        if tail.start() == 0 or tail.end() == tail.start():
            break
        end = start + tail.start()
    return start + len(text[start:end].rstrip())


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
