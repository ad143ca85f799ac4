"""Cells of a table of papers without a model: of each paper the sentence that its column's words
ask for, word for word, and of it the part that answers."""

import re
from collections.abc import Callable, Sequence

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper
from myscholar.domain.tables import (
    PaperCell,
    PaperRow,
    TableColumn,
    fact_cell,
    nothing_said,
    row_of,
)
from myscholar.domain.text import Span
from myscholar.report.columns import Topic, topic_of
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.doing import Doing, doing
from myscholar.report.extractive.quotes import CandidateSentence, statements_of
from myscholar.report.extractive.relevance import IDF_CAP
from myscholar.report.extractive.table import (
    clause_of,
    find_material,
    find_method,
    find_result,
    worth,
)
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

SHARED = 0.7
"""Share, by rarity, of a column's own words that a sentence must hold to answer it; by hand."""
_AMOUNT = pattern("columns.amount")
_OWN_LIMIT = pattern("columns.own_limit")
Own = Sequence[CandidateSentence]


def fill_rows(
    papers: Sequence[Paper],
    columns: Sequence[TableColumn],
    *,
    background: Background,
    on_done: Callable[[int], None],
) -> tuple[PaperRow, ...]:
    """One row a paper, in their order."""
    rows = []
    for n, paper in enumerate(papers, 1):
        read = statements_of(paper)
        own = tuple(s for s in read if s.is_verbatim) or read
        cells = [_cell(column, paper, own, background) for column in columns]
        rows.append(row_of(paper, cells))
        on_done(n)
    return tuple(rows)


def _cell(column: TableColumn, paper: Paper, own: Own, background: Background) -> PaperCell:
    if column.fact:
        return fact_cell(column.fact, paper)
    found = _find(column.asks, own, background)
    return PaperCell(text=found[0], evidence=(found[1],)) if found else nothing_said(paper)


def _find(asks: str, own: Own, background: Background) -> tuple[str, Evidence] | None:
    """The value and the sentence that it stands in."""
    topic = topic_of(asks)
    near = _about(asks, topic, own, background)
    match topic:
        case Topic.COUNTS:
            return _count(near)
        case Topic.DATA:
            material = find_material(near)
            return _part(*material) if material else None
        case Topic.METHODS:
            chosen = find_method(near)
        case Topic.RESULTS:
            chosen = find_result(near)
        case Topic.LIMITS:
            chosen = max(filter(_is_own_limit, near), key=worth, default=None)
        case Topic.FUTURE:
            ahead = (s for s in near if SentenceRole.FUTURE in s.cues and not s.is_motive)
            chosen = max(ahead, key=worth, default=None)
        case Topic.OTHER:
            chosen = max(near, key=worth, default=None)
    return (clause_of(chosen).text, chosen.evidence()) if chosen else None


def _about(asks: str, topic: Topic, own: Own, background: Background) -> Own:
    """Those of the sentences that hold what the column names beyond its topic: all of them where it
    names no more."""
    wanted = _wanted(asks, topic, background)
    total = sum(wanted.values())
    return [s for s in own if sum(wanted[w] for w in wanted.keys() & s.stems) >= SHARED * total]


def _wanted(asks: str, topic: Topic, background: Background) -> dict[str, float]:
    """The column's content stems without those that name its topic, by their rarity."""
    rest = asks if topic is Topic.OTHER else pattern(f"columns.{topic}").sub(" ", asks)
    rest = rest if topic is Topic.OTHER else pattern("columns.said_beside").sub(" ", rest)
    return {stem: min(background.idf(stem), IDF_CAP) for stem in content_stems(rest)}


def _count(near: Own) -> tuple[str, Evidence] | None:
    """The first number of people or things, rather one of a sentence on what was done."""
    found = [(s, m) for s in near if (m := _AMOUNT.search(s.text))]
    if not found:
        return None
    chosen, at = max(found, key=lambda each: _tells_what_was_done(each[0]))
    return _part(chosen, Span(*at.span()))


def _tells_what_was_done(statement: CandidateSentence) -> tuple[bool, bool]:
    is_own = doing(statement) in (Doing.PROPOSES, Doing.STUDIES, Doing.REPORTS)
    return not statement.is_motive, is_own


def _part(statement: CandidateSentence, span: Span) -> tuple[str, Evidence]:
    return re.sub(r"\s+", " ", span.of(statement.text)), statement.evidence()


def _is_own_limit(statement: CandidateSentence) -> bool:
    return doing(statement) is Doing.LIMITS and bool(_OWN_LIMIT.search(statement.text))
