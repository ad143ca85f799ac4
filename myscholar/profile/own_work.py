"""What a paper says of itself: clauses whose subject is "we", "this paper" or "our results", with
what they make, do or claim.

Criticism and related work have other subjects; a plan or a denial has a word between subject and
verb ("we will", "we do not"): neither matches.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.verbs import third_person, verb_forms


class Deed(StrEnum):
    """What the verb of a clause says of its subject."""

    MAKES = "makes"
    DOES = "does"
    CLAIMS = "claims"


_MAKES = (
    "propose introduce present develop design build create construct release formulate formalize "
    "devise provide offer derive define"
)
_DOES = (
    "conduct perform run study investigate examine explore analyze analyse survey review measure "
    "compare interview collect simulate test validate categorize classify train apply use employ "
    "adopt combine extend estimate prove evaluate revisit discuss describe implement utilize "
    "leverage exploit report aim address tackle benchmark"
)
AIM = "aim"
"""Told as an aim, and never taken for something done."""
_ARGUES = "argue believe posit claim"
_FINDS = "conclude find observe show demonstrate prove reveal suggest indicate confirm discover"
_IN_PASSIVE = (
    "propose present introduce develop design review categorize analyze compare conduct perform "
    "derive investigate discuss"
)
_PAST = {"build": "built", "find": "found", "show": "shown", "run": "ran"}


def _forms(verb: str) -> tuple[str, ...]:
    return verb_forms(verb, _PAST.get(verb, ""))


_DEEDS = {
    form: (verb, deed)
    for deed, verbs in ((Deed.MAKES, _MAKES), (Deed.DOES, _DOES))
    for verb in verbs.split()
    for form in _forms(verb)
}
_THOUGHTS = {form: verb for verb in f"{_ARGUES} {_FINDS}".split() for form in _forms(verb)}
_AUTHORS = (
    r"we|(?:this|the present)(?: \w+)? (?:paper|work|study|article|survey|review|research|thesis)"
    r"|our (?:[\w-]+ ){0,3}?(?:results?|findings?|analys[ei]s|experiments?|stud(?:y|ies)|work"
    r"|evaluations?|paper|survey|review)"
)
_RESULTS = r"(?:[\w-]+ ){0,4}?(?:results|findings|experiments|analys[ei]s)"
"""In an abstract these are the authors' own, whoever is the subject."""
_WORK = r"(?:the proposed|our) (?:[\w-]+ ){1,4}?"
_BETWEEN = r"(?: (?:(?!rare|hard)\w+ly|also|first|then|further|thus|next|have|has))*"
_CONDITIONS = "when if once before after where how what which that although suppose"
_STARTS = rf"(?:^|(?<=[\s,(;])){''.join(f'(?<!{w} )' for w in _CONDITIONS.split())}"
"""Not within a clause of time or condition, nor of a noun ("the method that we propose")."""
_VERB = "|".join(_DEEDS)


def _claims(subject: str) -> re.Pattern[str]:
    verbs = "|".join(_THOUGHTS)
    return re.compile(
        rf"{_STARTS}(?:{subject}){_BETWEEN} (?P<verb>{verbs}) that ",
        re.IGNORECASE,
    )


_CLAIMS, _CLAIMS_IN_LEAD = _claims(_AUTHORS), _claims(f"{_AUTHORS}|{_RESULTS}")
_DEED = re.compile(
    rf"{_STARTS}(?:{_AUTHORS}){_BETWEEN} (?:[\w-]+ (?:[\w-]+ ){{1,5}}by (?=\w+ing "
    rf"))?(?P<verb>{_VERB}) (?:\w+ly )?(?:and \w+ )?",
    re.IGNORECASE,
)
_DEED_OF_WORK = re.compile(rf"^{_WORK}(?=\w+(?:s|ed) )(?P<verb>{_VERB}) ", re.IGNORECASE)
_AIM = re.compile(
    r"\b(?:aim|purpose|goal|objective) of (?:this|our|the present) "
    r"(?:paper|work|study|article|survey|review|research) (?:is|was) (?=to )",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    rf"^(?:\w+, )?(?P<said>(?:(?!(?:is|are|was|were|that|which|we"
    rf")\b)[^\s:;.]+ ){{2,18}}?)"
    rf"(?:is|are|was|were) (?P<verb>{'|'.join(_forms(v)[2] for v in _IN_PASSIVE.split())})\b(?! "
    r"by (?!\w+ing\b))",
    re.IGNORECASE,
)
"""What an abstract says is done without saying by whom, which is by its authors: "an approach is
presented", not "has been proposed"."""
_ENDS = re.compile(
    r"; | [–—] | -- |, (?:which|where|while|thus|hence|there\w+|and "
    r"(?:we|show|demonstrate|prove|report)|\w+ing|but|so|(?:for|in|of|to|with) which)\b"
    rf"| \((?:e\.g|i\.e|when|see)| in this\b|(?<=\w{{4}}) and (?!\w+ing )(?=(?:{_VERB}) )"
)
"""Where a clause can end before its sentence does."""
_BREAKS = (
    re.compile(r",? (?=(?:that|which|where|by|via|using|based on|through)\b)"),
    re.compile(r", |(?<!ing) (?=(?:for|from|with|in|to|under|over|when|such as)\b)"),
)
"""Where a long clause can be cut and still be one: better at the first, else at the second."""
LEAST_WORDS, LEAST_OF_CUT, MOST_WORDS = 4, 6, 28
_OPEN_END = re.compile(r"(?:,? (?:and|or|but|the|an?|of|to|with|for|that|which|both|as))+$")
"""What a clause cannot end with."""
_POINTS_OUT = re.compile(
    r"\[|\bet al\b|https?:|``|\b(?:Fig|Tab|Sec|Eq)[a-z]*\b[. "
    r"]*\d|\b(?:above|below|following|former|latter|here|this|these|those|we|our|I|related)\b"
    r"|\bsuch\b(?! as)|\b(?:it|them)$"
)
_BEGINNINGS = frozenset("a an the two three several various both".split())
"""The words without a topic that a quoted clause may begin with."""


@dataclass(frozen=True, eq=False)
class OwnClause:
    """`said` is what follows the verb: a verbatim slice of the sentence. `verb` is its plain
    form."""

    paper: ReadPaper
    sentence: Sentence
    deed: Deed
    verb: str
    said: str
    in_lead: bool

    @property
    def is_argued(self) -> bool:
        return self.verb in _ARGUES.split()

    def told(self) -> str:
        """ "proposes “...”", "argues that “...”"."""
        link = "that " if self.deed is Deed.CLAIMS else ""
        return f"{third_person(self.verb)} {link}“{self.said}”"


def own_clauses(paper: ReadPaper) -> tuple[OwnClause, ...]:
    """At most one a sentence, in order."""
    lead = {s.key for s in paper.lead_sentences}
    return tuple(c for s in paper.presentable if (c := _clause(paper, s, in_lead=s.key in lead)))


def spread(clauses: Iterable[OwnClause]) -> list[OwnClause]:
    """The first of each paper, then the second of each, and so on."""
    rounds: defaultdict[int, count[int]] = defaultdict(count)
    return sorted(clauses, key=lambda c: next(rounds[c.paper.number]))


def _clause(paper: ReadPaper, sentence: Sentence, *, in_lead: bool) -> OwnClause | None:
    text = sentence.text
    for match in (_CLAIMS_IN_LEAD if in_lead else _CLAIMS).finditer(text):
        if said := _readable(text[match.end() :]):
            verb = _THOUGHTS[match["verb"].lower()]
            return OwnClause(paper, sentence, Deed.CLAIMS, verb, said, in_lead)
    for match in (*_DEED.finditer(text), *_DEED_OF_WORK.finditer(text)):
        verb, deed = _DEEDS[match["verb"].lower()]
        begins = "to" if verb in ("propose", AIM) else ""
        if said := _readable(text[match.end() :], may_begin_with=begins):
            return OwnClause(paper, sentence, deed, verb, said, in_lead)
    aim = _AIM.search(text)
    if aim and (said := _readable(text[aim.end() :], may_begin_with="to")):
        return OwnClause(paper, sentence, Deed.DOES, AIM, said, in_lead)
    passive = _PASSIVE.search(text) if in_lead else None
    if passive and (said := _readable(passive["said"])):
        verb, deed = _DEEDS[passive["verb"].lower()]
        return OwnClause(paper, sentence, deed, verb, said, in_lead)
    return None


def _readable(rest: str, may_begin_with: str = "") -> str | None:
    """The clause up to where it can end, if it is whole, short enough to quote and points to
    nothing outside."""
    said = rest.rstrip(" .")
    for end in _ENDS.finditer(said):
        head, is_and = said[: end.start()], end.group() == " and "
        if head.count(" ") + 1 >= LEAST_WORDS * (1 + is_and) and _is_balanced(head):
            said = head
            break
    if said.count(" ") >= MOST_WORDS:
        said = _cut(said)
    said = _OPEN_END.sub("", said)
    first = said.split(" ")[0].lower().strip("“\"'")
    is_whole = (
        said.count(" ") + 1 >= LEAST_WORDS
        and _is_balanced(said)
        and (first not in STOP_WORDS or first in (*_BEGINNINGS, may_begin_with))
    )
    return said if is_whole and not _POINTS_OUT.search(said) else None


def _cut(said: str) -> str:
    """Up to the last place in reach where it can be cut; empty if there is none."""
    for breaks in _BREAKS:
        heads = [said[: m.start()] for m in breaks.finditer(said)]
        for head in reversed(heads):
            if LEAST_OF_CUT <= head.count(" ") + 1 <= MOST_WORDS and _is_balanced(head):
                return head
    return ""


def _is_balanced(text: str) -> bool:
    pairs = all(text.count(opens) == text.count(closes) for opens, closes in ("()", "“”"))
    return pairs and text.count('"') % 2 == 0
