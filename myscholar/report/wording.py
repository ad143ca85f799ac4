"""Our own words around the quotes: lead-ins by the way a sentence is framed, varied by position, never random."""

import re
from dataclasses import dataclass

from myscholar.domain.papers import Paper, PaperId, short_authors
from myscholar.report.cues import Cue
from myscholar.report.framing import Joint
from myscholar.report.statements import Statement

_SPOKEN = ("{who} write", "{who} explain", "{who} report", "{who} state")
_STATED = ("", "{who} note", "", "According to {who}", "{who} observe", "")
_MEASURED = ("{who} report", "{who} find", "", "{who} report")
_CLAUSES = ("{who} note that", "{who} observe that", "{who} point out that", "{who} write that")
_SAME_PAPER = ("They add", "The same paper adds", "They also write", "The paper goes on")
_AUTHORS = re.compile(r"^(?:The authors|The paper|The study|The work|This paper|This study|This work)\s+(?=[a-z])")


@dataclass(frozen=True)
class Wording:
    """A sentence of the report: `lead` and `quote` are joined by a space, the quotation marks stand around verbatim text only."""

    lead: str
    quoted: bool
    cut: int = 0
    """Characters that the quote loses at its beginning (a summary's "The authors")."""


def word(statement: Statement, *, turn: int, previous: Statement | None, opening: str = "") -> Wording:
    """The lead-in of a statement. `turn` counts the report's statements; `previous` stands right before it in the paragraph; `opening` is a phrase
    such as "On annotation cost," that begins a paragraph."""
    if not statement.is_verbatim:
        return _summary(statement, previous)
    same = previous is not None and previous.paper.paper_id == statement.paper.paper_id
    lead = _lead(statement, turn, same)
    if opening and lead:
        lead = f"{opening} {lead[0].lower() if lead.startswith(('The ', 'In ', 'They ', 'One ', 'According ')) else lead[0]}{lead[1:]}"
    elif opening:
        lead = f"{opening} {_after_opening(statement)}"
    return Wording(lead, quoted=True)


def who(paper: Paper) -> str:
    """ "Lewis et al. (2020)", "Lewis et al." without a year, "one paper" without authors."""
    if not paper.authors:
        return f"one paper ({paper.year})" if paper.year else "one paper"
    names = short_authors(paper.authors)
    return f"{names} ({paper.year})" if paper.year else names


def label(paper: Paper) -> str:
    """ "Lewis et al., 2020" for brackets."""
    return f"{short_authors(paper.authors)}, {paper.year or 'n.d.'}"


def is_plural(paper: Paper) -> bool:
    return len(paper.authors) > 1 or any("et al" in a for a in paper.authors)


def agree(verb: str, paper: Paper) -> str:
    """ "propose" for several authors, "proposes" for one; past forms stay."""
    if " and " in verb:
        return " and ".join(agree(part, paper) for part in verb.split(" and "))
    head, _, rest = verb.partition(" ")
    if is_plural(paper) or head.endswith("ed") or head in ("found",):
        return verb
    if head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "es" if head.endswith(("s", "sh", "ch", "x", "z")) else "s"
    return f"{head} {rest}".strip()


def _lead(statement: Statement, turn: int, same: bool) -> str:
    paper, framing = statement.paper, statement.framing
    subject = _subject(paper, same)
    if framing.joint in (Joint.OBJECT, Joint.THAT):
        return f"{subject} {agree(framing.verb, paper if not same else _MANY)}{' that' if framing.joint is Joint.THAT else ''}"
    lower = statement.text[:1].islower()
    if same:
        return (
            ("They add that", "They also note that")[turn % 2]
            if lower and framing.joint is not Joint.SPOKEN
            else _SAME_PAPER[turn % len(_SAME_PAPER)] + ":"
        )
    if lower and framing.joint is not Joint.SPOKEN:
        return _filled(_CLAUSES[turn % len(_CLAUSES)], paper)
    forms = _SPOKEN if framing.joint is Joint.SPOKEN else _MEASURED if Cue.NUMBERS in statement.cues else _STATED
    lead = _filled(forms[turn % len(forms)], paper)
    return f"{lead}{',' if lead.startswith('According') else ':'}" if lead else ""


_MANY = Paper(paper_id=PaperId("they"), title="they", authors=("A", "B"))
"""Stands for "they", which takes the plural whoever they are."""


def _subject(paper: Paper, same: bool) -> str:
    return "They" if same else _sentence_case(who(paper))


def _filled(template: str, paper: Paper) -> str:
    """The template with the paper's authors and a verb that agrees with them; empty stays empty."""
    subject, _, verb = template.partition("{who} ")
    return _sentence_case(f"{who(paper)} {agree(verb, paper)}" if verb and not subject else template.format(who=who(paper)))


def _after_opening(statement: Statement) -> str:
    return f"{who(statement.paper)} {agree('write', statement.paper)}:"


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def _summary(statement: Statement, previous: Statement | None) -> Wording:
    """This project's own summary: a plain sentence. "The authors propose" becomes "Lewis et al. (2020) propose"."""
    text = statement.text
    if statement.framing.joint in (Joint.OBJECT, Joint.THAT):
        that = " that" if statement.framing.joint is Joint.THAT else ""
        same = previous is not None and previous.paper.paper_id == statement.paper.paper_id
        return Wording(
            f"{_subject(statement.paper, same)} {agree(statement.framing.verb, _MANY if same else statement.paper)}{that}",
            quoted=False,
        )
    if match := _AUTHORS.match(text):
        return Wording(_sentence_case(who(statement.paper)), quoted=False, cut=match.end())
    return Wording("", quoted=False)
