"""One sentence that says what a section holds."""

from collections.abc import Sequence

import numpy as np

from myscholar.domain.text import shorten
from myscholar.report.cues import Cue
from myscholar.report.framing import Joint
from myscholar.report.outline import Group
from myscholar.report.statements import Statement
from myscholar.report.wording import agree, label, who
from myscholar.text.similarity import cosines, tfidf

POINT = 190
"""Characters of the central statement that are shown."""
_NUMBER_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def tldr_of(group: Group, statements: Sequence[Statement], place: int) -> str:
    """How many papers, on what, and the statement nearest to the section's middle; `place` (from 0) varies the form."""
    central = central_statement(statements)
    n = len({s.paper.paper_id for s in statements})
    terms = ", ".join([p for p in group.phrases if " " in p or "-" in p][:3])
    quoted = _quoted(central)
    papers = f"{_worded(n)} {'paper' if n == 1 else 'papers'}"
    said = f"{_worded(len(statements))} statements from {papers}" if len(statements) > 1 else f"one statement from {papers}"
    forms = (
        f"{quoted}; {said}{f', key terms: {terms}' if terms else ''}.",
        f"{said[0].upper()}{said[1:]}{_figures(statements)}{f' (key terms: {terms})' if terms else ''}; most central: {quoted}.",
        f"{quoted}, the most central of {said}{f'; key terms: {terms}' if terms else ''}.",
    )
    return forms[place % len(forms)]


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


def _figures(statements: Sequence[Statement]) -> str:
    n = sum(Cue.NUMBERS in s.cues for s in statements)
    return f", {_worded(n)} with figures" if n else ""


def _worded(n: int) -> str:
    return _NUMBER_WORDS[n].lower() if n < len(_NUMBER_WORDS) else str(n)
