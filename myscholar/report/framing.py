"""How a sentence can be quoted: which slice of it, and what stands before the quotation marks.

"In this paper, we show that X." becomes: Lewis et al. (2020) show that "X". The slice stays verbatim; "we show that" turns into the lead-in, so that
no "we" or "this paper" dangles in the report.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from myscholar.domain.text import Span


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
    """A whole sentence in which the authors say "we" or "this paper": it needs their name in front."""


class Framing(NamedTuple):
    """`span` is the slice to quote, `verb` the authors' verb in the plural ("propose"), empty for none."""

    span: Span
    joint: Joint
    verb: str = ""


_OPENERS = (
    r"(?:However|Thereby|Next|Moreover|Furthermore|In addition|Additionally|Therefore|Thus|Hence|Consequently|As a result|Nevertheless|Nonetheless|Besides|Also"
    r"|Specifically|In particular|Notably|Importantly|Indeed|Overall|Finally|First|Firstly|Second|Secondly|Third|Thirdly|Lastly|Meanwhile|Accordingly|Then"
    r"|In contrast|By contrast|Conversely|On the other hand|On the one hand|Similarly|Likewise|In other words|That is|For example|For instance|In fact|In general"
    r"|In summary|In conclusion|To summarize|To conclude|To this end|To that end|To address this|To address this (?:gap|issue|problem|challenge|limitation)"
    r"|To address these (?:gaps|issues|problems|challenges|limitations)|Interestingly|Surprisingly|Unfortunately|Fortunately|Instead|Still|Yet|Alternatively"
    r"|Most notably|Most importantly|More importantly|More specifically|Accordingly|As expected|Motivated by this|Inspired by this|As such|Here|Now|Again|Ultimately|Typically|Generally|Abstract|ABSTRACT)"
)
_PLACE = r"(?:In|Through|With|Throughout) (?:this|our|the present|the current) (?:\w+ )?(?:paper|work|study|article|survey|review|chapter|research|thesis|report|letter|analysis)"
_PEOPLE = r"(?:[Ww]e|I|[Tt]he authors)"
_PAPER = (
    r"(?:[Tt]his (?:paper|work|study|article|survey|review|chapter|research|thesis|report)|[Tt]he (?:present |current )?(?:paper|study|article)"
    r"|[Oo]ur (?:\w+ ){0,2}(?:study|work|paper|survey|review|analysis|evaluation))"
)
_RESULTS = r"(?:[Oo]ur (?:\w+ ){0,2}(?:results?|findings?|experiments?|analyses)|[Tt]he (?:\w+ )?(?:results|findings|experiments)|[Rr]esults|[Ff]indings|[Ee]xperiments)"
_ADVERB = r"(?:(?:also|then|further|first|here|thus|therefore|now|instead|hence|next|\w+ly) ){0,2}"
_VERB = (
    r"(?!(?:are|is|was|were|be|been|have|has|had|do|does|did|can|cannot|could|may|might|must|shall|should|will|would|need|now|not|all|both|and|or|in|of|on|for|with|that|who|as|to|by|from|at|over|across|between|under|using|only|never|still|often|hope|wish|expect)\b)"
    r"[a-z]{3,}(?: (?:on|to|for|out)\b)?"
)
"""Whatever word stands where the authors' verb does; what they can, must or hope to do is not told as done."""
_OF_PAPER = rf"(?!titled|entitled|based|published|organi){_VERB.replace('[a-z]{3,}', '[a-z]{2,}(?:s|ed)')}"
"""A paper's verb is in the third person or in the past: in "this paper titled" it is none."""
_OF_RESULTS = r"(?:show|demonstrat|suggest|indicat|reveal|confirm|prov|support|highlight|illustrat)\w*"
"""Results "vary" and are "obtained on" data; what they are told by is one of these."""
_HAVE = rf"(?:have |has )?{_ADVERB}"
_SUBJECT = rf"(?:{_PEOPLE} {_HAVE}(?P<verb>{_VERB})|{_PAPER} {_HAVE}(?P<of_paper>{_OF_PAPER})|{_RESULTS} {_HAVE}(?P<of_results>{_OF_RESULTS}))"


_OPENING = re.compile(rf"^(?:[•·▪–-]\s*)?(?:{_OPENERS}(?:,\s+|:\s+))+|^[•·▪]\s*|^However\s+")
_PLACING = re.compile(rf"^{_PLACE},?\s+")
_SAYS_THAT = re.compile(rf"^(?:{_PLACE},? )?{_SUBJECT}(?: \w+ly)? that\s+(?=\w)")
_MAKES = re.compile(
    rf"^(?:{_PLACE},? )?{_SUBJECT}(?P<second> and {_VERB})?\s+(?!(?:that|and|to|by|not|as|this|these|those|them|it|its|their|such)\b)(?=\w)"
)
_AIM = r"(?:To|In order to|By|For|With|Based on|Building on|Inspired by|Motivated by|Using|Through|Via|Given|Unlike|Since|As|In|On|From|After|Towards?|Following|Drawing on)"
_AFTER_AIM = re.compile(rf"^{_AIM}\b[^.;:]{{3,150}}?, (?=(?:we|this (?:paper|work|study|article)|the authors)\b)")
_FIRST_PERSON = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Uu]s|[Oo]urs|[Tt]his (?:paper|work|article|survey|review|chapter|thesis|study)|[Ii]n this (?:section|chapter))\b|^I\b|^The proposed\b"
)
_TAIL = re.compile(
    r"(?:\s*(?:\[[\d,;\s–-]+\]|\((?:[^()]*\b(?:19|20)\d{2}[a-z]?[^()]*|\d+(?:[,;–-]\s?\d+)*)\)))+\s*[.;]?$|[.;,:]+$"
)


def frame(text: str, start: int, end: int) -> Framing:
    """The framing of the sentence at [start, end) of `text`; the slice has no citation marks and no full stop at its end."""
    end = _without_tail(text, start, end)
    opening = _OPENING.match(text[start:end])
    body = start + opening.end() if opening else start
    rest = text[body:end]
    if (purpose := _AFTER_AIM.match(rest)) and (_SAYS_THAT.match(rest[purpose.end() :]) or _MAKES.match(rest[purpose.end() :])):
        body += purpose.end()
        rest = text[body:end]
    if made := _SAYS_THAT.match(rest):
        return Framing(Span(body + made.end(), end), Joint.THAT, _plural(_verb_of(made)))
    if made := _MAKES.match(rest):
        verb = " and ".join(_plural(part) for part in (_verb_of(made) + (made["second"] or "")).split(" and "))
        return Framing(Span(body + made.end(), end), Joint.OBJECT, verb)
    if placed := _PLACING.match(rest):
        body += placed.end()
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
    return made["verb"] or made["of_paper"] or made["of_results"]


def _plural(verb: str) -> str:
    """ "proposes" -> "propose", "studies" -> "study", "focuses on" -> "focus on"; other forms as they are."""
    head, _, rest = verb.partition(" ")
    if head.endswith("ies"):
        head = f"{head[:-3]}y"
    elif head.endswith(("sses", "shes", "ches", "xes", "cuses")):
        head = head[:-2]
    elif head.endswith("s") and not head.endswith(("ss", "us")):
        head = head[:-1]
    return f"{head} {rest}".strip()
