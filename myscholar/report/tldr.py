"""One sentence that says what a section holds."""

from collections.abc import Sequence

import numpy as np

from myscholar.domain.text import shorten
from myscholar.report.framing import Joint
from myscholar.report.statements import Statement
from myscholar.report.wording import agree, label, who
from myscholar.text.similarity import cosines, tfidf

POINT = 190
"""Characters of the central statement that are shown."""


def tldr_of(statements: Sequence[Statement]) -> str:
    """The statement nearest to the section's middle, with its authors."""
    return f"{_quoted(central_statement(statements))}."


def central_statement(statements: Sequence[Statement]) -> Statement:
    """The one most like the others and most about the question; complete sentences before fragments."""
    vectors = tfidf([s.text for s in statements])
    alike = cosines(vectors, vectors).mean(axis=0)
    usable = {Joint.SENTENCE, Joint.THAT}
    value = [
        float(alike[i])
        + 0.8 * s.relevance
        + 0.3 * s.quality
        - 0.004 * max(0, len(s.text) - POINT)
        + 0.6 * (s.framing.joint in usable)
        + 0.15 * bool(s.paper.authors)
        for i, s in enumerate(statements)
    ]
    return statements[int(np.argmax(value))]


def _quoted(statement: Statement) -> str:
    """The statement with its authors: "X" (Kim et al., 2023), or Kim et al. (2023) show that "x"."""
    point = shorten(statement.text, POINT)
    if statement.framing.joint in (Joint.THAT, Joint.OBJECT):
        that = " that" if statement.framing.joint is Joint.THAT else ""
        marks = f"“{point}”" if statement.is_verbatim else point.rstrip(".")
        subject = who(statement.paper)
        return f"{subject[0].upper()}{subject[1:]} {agree(statement.framing.verb, statement.paper)}{that} {marks}"
    named = f" ({label(statement.paper)})" if statement.paper.authors else ""
    return f"“{point}”{named}" if statement.is_verbatim else f"{point.rstrip('.')}{named}"
