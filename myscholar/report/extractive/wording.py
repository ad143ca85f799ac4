"""Our own words around the quotes: who says it, by the way a sentence is framed."""

from typing import NamedTuple

from myscholar.domain.papers import Paper, short_authors
from myscholar.domain.text import shorten
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.framing import Joint
from myscholar.text.lexicons import pattern, word_set

_AUTHORS = pattern("lead_ins.summary_opening")
_PAST = word_set("lead_ins.past")
TITLE = 60
"""Characters of a title that stands for unknown authors; by hand."""


class Wording(NamedTuple):
    """A sentence of the report: `lead` and `quote` are joined by a space, the quotation marks stand
    around verbatim text only."""

    lead: str
    quoted: bool
    cut: int = 0
    """Characters that the quote loses at its beginning (a summary's "The authors")."""


def word(statement: CandidateSentence) -> Wording:
    """ "Kim et al. (2021) show that", or "Kim et al. (2021):" before a whole sentence."""
    paper, framing = statement.paper, statement.framing
    name = who(paper)
    name = name[:1].upper() + name[1:]
    if framing.joint in (Joint.OBJECT, Joint.THAT):
        that = " that" if framing.joint is Joint.THAT else ""
        return Wording(f"{name} {agree(framing.verb, paper)}{that}", quoted=statement.is_verbatim)
    if statement.is_verbatim:
        return Wording(f"{name}:", quoted=True)
    if opening := _AUTHORS.search(statement.text):
        return Wording(name, quoted=False, cut=opening.end())
    return Wording(f"{name}:", quoted=False)


def who(paper: Paper) -> str:
    """ "Lewis et al. (2020)", "Lewis et al." without a year; without authors its title, "one paper"
    where that is not known."""
    title = "one paper" if paper.title.startswith("[") else shorten(paper.title, TITLE)
    named = short_authors(paper.authors) if paper.authors else title
    return f"{named} ({paper.year})" if paper.year and str(paper.year) not in named else named


def agree(verb: str, paper: Paper) -> str:
    """ "propose" for several authors, "proposes" for one; past forms stay."""
    if " and " in verb:
        return " and ".join(agree(part, paper) for part in verb.split(" and "))
    head, _, rest = verb.partition(" ")
    are_several = len(paper.authors) > 1 or any("et al" in a for a in paper.authors)
    if are_several or head.endswith("ed") or head in _PAST:
        return verb
    if head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "es" if head.endswith(("s", "sh", "ch", "x", "z")) else "s"
    return f"{head} {rest}".strip()
