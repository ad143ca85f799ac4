"""What a paper says of itself: clauses whose subject is "we", "this paper" or "our results", with
what they make, do or claim.

Criticism and related work have other subjects; a plan or a denial has a word between subject and
verb ("we will", "we do not"): neither matches.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern, verbs, word_set
from myscholar.text.verbs import third_person


class Deed(StrEnum):
    """What the verb of a clause says of its subject."""

    MAKES = "makes"
    DOES = "does"
    CLAIMS = "claims"


AIM = "aim"
"""Told as an aim, and never taken for something done."""
_DEEDS = {
    form: (verb, deed)
    for entry, deed in (("makes", Deed.MAKES), ("does", Deed.DOES))
    for form, verb in verbs(f"own_work.{entry}").items()
}
_ARGUES = verbs("own_work.argues")
_THOUGHTS = _ARGUES | verbs("own_work.finds")
_CLAIM = pattern("own_work.claim")
_DEED, _DEED_OF_WORK = pattern("own_work.deed"), pattern("own_work.deed_of_work")
_AIM, _PASSIVE = pattern("own_work.aim"), pattern("own_work.passive")
_CLAUSE_END = pattern("own_work.clause_end")
_BREAKS = pattern("own_work.break"), pattern("own_work.late_break")
_OPEN_END, _POINTS_OUT = pattern("own_work.open_end"), pattern("own_work.points_out")
_BEGINNINGS = word_set("own_work.beginnings")
LEAST_WORDS, LEAST_OF_CUT, MOST_WORDS = 4, 6, 28
"""Words told after a clause's verb: at least, at least if cut, at most. By hand."""


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
        return self.verb in _ARGUES

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
    for match in _CLAIM.finditer(text) if in_lead else ():
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
    for end in _CLAUSE_END.finditer(said):
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
