"""One sentence that says what a section holds."""

from collections.abc import Sequence, Set

import numpy as np

from myscholar.report.cues import Cue
from myscholar.report.framing import Joint
from myscholar.report.statements import Statement
from myscholar.report.wording import agree, label, who
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import content_stems

POINT = 190
"""Characters from which a statement is long for a TL;DR."""
LONGEST = 280
"""Characters of one that is left out: a cut one loses its point."""


def tldr_of(statements: Sequence[Statement], heading: str, role: Cue | None = None) -> str:
    """The statement that says most on the question under the heading, whole and with its authors; empty where none names the question's topic in few words."""
    usable = [s for s in statements if s.names_topic and len(s.text) <= LONGEST]
    return f"{_quoted(central_statement(usable, frozenset(content_stems(heading)), role))}." if usable else ""


def central_statement(statements: Sequence[Statement], heading: Set[str], role: Cue | None) -> Statement:
    """The one with most of the heading's words, doing what its section is for, about the question and like the others; whole short sentences first."""
    vectors = tfidf([s.text for s in statements])
    alike = cosines(vectors, vectors).mean(axis=0)
    usable = {Joint.SENTENCE, Joint.THAT}
    value = [
        float(alike[i])
        + 1.5 * s.relevance
        + 0.3 * s.quality
        - 0.004 * max(0, len(s.text) - POINT)
        + 0.6 * (s.framing.joint in usable)
        + 0.15 * bool(s.paper.authors)
        + 1.0 * len(heading & s.stems) / max(1, len(heading))
        + 0.5 * (role in s.cues)
        for i, s in enumerate(statements)
    ]
    return statements[int(np.argmax(value))]


def _quoted(statement: Statement) -> str:
    """The statement with its authors: "X" (Kim et al., 2023), or Kim et al. (2023) show that "x"."""
    point = statement.text
    if statement.framing.joint in (Joint.THAT, Joint.OBJECT):
        that = " that" if statement.framing.joint is Joint.THAT else ""
        marks = f"“{point}”" if statement.is_verbatim else point.rstrip(".")
        subject = who(statement.paper)
        return f"{subject[0].upper()}{subject[1:]} {agree(statement.framing.verb, statement.paper)}{that} {marks}"
    named = f" ({label(statement.paper)})" if statement.paper.authors else ""
    return f"“{point}”{named}" if statement.is_verbatim else f"{point.rstrip('.')}{named}"
