"""One sentence that says what a section holds."""

from collections.abc import Sequence

import numpy as np

from myscholar.domain.text import counted, shorten
from myscholar.report.cues import Cue
from myscholar.report.outline import Group
from myscholar.report.statements import Statement
from myscholar.text.similarity import cosines, tfidf

POINT = 190
"""Characters of the central statement that are shown."""
_NUMBER_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")


def tldr_of(group: Group, statements: Sequence[Statement], place: int) -> str:
    """How many papers, on what, and the statement nearest to the section's middle; `place` (from 0) varies the form."""
    central = central_statement(statements)
    papers = _papers(len({s.paper.paper_id for s in statements}))
    subject = _subject(group)
    point = shorten(central.text, POINT)
    if not central.is_verbatim:
        return f"{papers}{subject}: {point.rstrip('.')} ({_label(central)})."
    measured = sum(Cue.NUMBERS in s.cues for s in statements)
    figures = f", with figures in {counted(measured, 'statement')}" if measured else ""
    forms = (
        f"{papers}{subject}{figures}; the central point is “{point}” ({_label(central)}).",
        f"“{point}” ({_label(central)}) is the most central of {counted(len(statements), 'statement')} from {papers[0].lower()}{papers[1:]}{subject}.",
        f"{papers}{subject}{figures}, in short: “{point}” ({_label(central)}).",
    )
    return forms[place % len(forms)]


def central_statement(statements: Sequence[Statement]) -> Statement:
    """The one most like the others and most about the question; complete sentences before fragments."""
    vectors = tfidf([s.text for s in statements])
    alike = cosines(vectors, vectors).mean(axis=0)
    value = [float(alike[i]) + 0.8 * s.relevance + 0.3 * s.quality - 0.001 * max(0, len(s.text) - POINT) for i, s in enumerate(statements)]
    return statements[int(np.argmax(value))]


def _subject(group: Group) -> str:
    phrases = group.phrases[:2]
    return f" on {' and '.join(phrases)}" if phrases else ""


def _label(statement: Statement) -> str:
    return statement.paper.citation_label if statement.paper.authors else "a paper without named authors"


def _papers(n: int) -> str:
    return f"{_NUMBER_WORDS[n] if n < len(_NUMBER_WORDS) else n} {'paper' if n == 1 else 'papers'}"
