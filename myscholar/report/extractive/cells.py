"""Cells of a table of papers without a model: of each paper the sentence that its column's words
ask for, word for word, and of it the part that answers."""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PassageKind
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
    LONGEST_CELL,
    clause_of,
    find_method,
    find_result,
    worth,
)
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern, read_lexicon, words
from myscholar.text.terms import content_stems, stem, tokens

SHARED = 0.7
"""Share, by rarity, of a column's own words that a sentence must hold to answer it; by hand."""
TELLING = 4.0
"""Idf of a column's words, together, below which a sentence that holds them need not answer it:
"which languages" stands at 2.6. By hand."""
LONGEST_RESULT = 260
"""Characters of a result, whose verb often stands late; by hand."""
_DIGITS = pattern("table_columns.scale")
_VALUES = map(float, read_lexicon("table_columns")["scale"]["values"].split())
_TIMES = dict(zip(words("table_columns.scale"), _VALUES, strict=True))
_LAST_WORD = re.compile(r"\w+\s+$")
_NAMED = re.compile(r"[A-Z0-9]")
_MATERIAL = pattern("table_columns.material")
NEAR = 4
"""Words behind a number among which stands what it counts; by hand."""
_NUMBER = pattern("table_columns.number")
_AMOUNT = pattern("table_columns.amount")
_LIMITS = pattern("table_columns.limits")
_OWN_LIMIT = pattern("table_columns.own_limit")
_OF_OTHERS = pattern("table_columns.of_others")
_TELLS = {
    Topic.COMPARISONS: pattern("table_columns.compared"),
    Topic.EVALUATIONS: pattern("table_columns.evaluated"),
}
"""What a sentence says that answers the topic."""
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
        read = statements_of(paper, beside_title=True)
        own = tuple(s for s in read if s.is_verbatim) or read
        cells = [_cell(column, paper, own, background) for column in columns]
        rows.append(row_of(paper, cells))
        on_done(n)
    return tuple(rows)


def _cell(column: TableColumn, paper: Paper, own: Own, background: Background) -> PaperCell:
    if column.fact:
        return fact_cell(column.fact, paper)
    summed = [s for s in own if s.passage.kind is PassageKind.ABSTRACT]
    found = _find(column.asks, summed, background) or _find(column.asks, own, background)
    return PaperCell(text=found[0], evidence=(found[1],)) if found else nothing_said(paper)


def _find(asks: str, own: Own, background: Background) -> tuple[str, Evidence] | None:
    """The value and the sentence that it stands in. An abstract, which sums its paper up, is asked
    before the rest."""
    topic = topic_of(asks)
    near = _about(asks, topic, own, background)
    match topic:
        case Topic.COUNTS:
            return _count(near, _wanted(asks, topic, background).keys())
        case Topic.DATA:
            return _material(near)
        case Topic.METHODS:
            method = find_method(near)
            chosen = method and _with_verb(method)
        case Topic.RESULTS:
            chosen = find_result(near)
        case Topic.LIMITS:
            limits = filter(_is_own_limit, near)
            chosen = max(limits, key=lambda s: (_names_limits(s), worth(s)), default=None)
        case Topic.FUTURE:
            ahead = (s for s in near if SentenceRole.FUTURE in s.cues and not s.is_motive)
            chosen = max(ahead, key=worth, default=None)
        case Topic.COMPARISONS | Topic.EVALUATIONS:
            telling = (s for s in near if not s.is_motive and _TELLS[topic].search(s.text))
            chosen = max(telling, key=worth, default=None)
        case Topic.OTHER:
            tells = sum(_wanted(asks, topic, background).values()) >= TELLING
            chosen = max(near, key=worth, default=None) if tells else None
    return (_value(chosen, topic), chosen.evidence()) if chosen else None


def _value(chosen: CandidateSentence, topic: Topic) -> str:
    """The clause that answers: a topic's own words, and a result's verb, which often stands late,
    are not cut off."""
    clause = clause_of(chosen, LONGEST_CELL if topic is Topic.METHODS else LONGEST_RESULT).text
    tells = _TELLS.get(topic)
    return clause if tells is None or tells.search(clause) else chosen.text


def _with_verb(statement: CandidateSentence) -> CandidateSentence:
    """From its verb on where it says what was studied: "compare two tools", not "two tools"."""
    verb = _LAST_WORD.search(statement.passage.text[: statement.framing.span.start])
    if doing(statement) is not Doing.STUDIES or verb is None:
        return statement
    span = Span(verb.start(), statement.framing.span.end)
    return replace(statement, framing=statement.framing._replace(span=span))


def _about(asks: str, topic: Topic, own: Own, background: Background) -> Own:
    """Those of the sentences that hold what the column names beyond its topic: all of them where it
    names no more."""
    wanted = _wanted(asks, topic, background)
    total = sum(wanted.values())
    return [s for s in own if sum(wanted[w] for w in wanted.keys() & s.stems) >= SHARED * total]


def _wanted(asks: str, topic: Topic, background: Background) -> dict[str, float]:
    """The column's content stems without those that name its topic, by their rarity."""
    rest = asks if topic is Topic.OTHER else pattern(f"table_columns.{topic}").sub(" ", asks)
    rest = rest if topic is Topic.OTHER else pattern("table_columns.said_beside").sub(" ", rest)
    return {stem: min(background.idf(stem), IDF_CAP) for stem in content_stems(rest)}


def _material(near: Own) -> tuple[str, Evidence] | None:
    """What it worked on, rather by a name than by a kind."""
    found = [(s, m) for s in near if not s.is_motive for m in _MATERIAL.finditer(s.text)]
    if not found:
        return None
    chosen, at = max(found, key=lambda each: bool(_NAMED.search(each[1]["what"])))
    return _part(chosen, Span(*at.span("what")))


def _count(near: Own, things: Set[str]) -> tuple[str, Evidence] | None:
    """The largest number of the things with these stems, else of people or anything else that is
    counted, told of what was done."""
    found = [
        (s, span)
        for s in near
        if not s.is_motive
        for span in (
            _counted(s.text, things)
            if things
            else [Span(*m.span()) for m in _AMOUNT.finditer(s.text)]
        )
    ]
    if not found:
        return None
    return _part(*max(found, key=lambda each: _size(each[1].of(each[0].text))))


def _counted(text: str, things: Set[str]) -> list[Span]:
    """From each number to the thing within its next NEAR words."""
    spans = []
    for number in _NUMBER.finditer(text):
        behind = tokens(text[number.end() :])[:NEAR]
        if ends := [t.end for t in behind if stem(t.text) in things]:
            spans.append(Span(number.start(), number.end() + ends[-1]))
    return spans


def _size(amount: str) -> float:
    """Of "2,000 data instances" 2000; of a number in words 0."""
    digits = _DIGITS.search(amount)
    if not digits:
        return 0.0
    scale = (digits["scale"] or "").casefold()
    return float(digits["digits"].replace(",", "")) * _TIMES.get(scale, 1.0)


def _part(statement: CandidateSentence, span: Span) -> tuple[str, Evidence]:
    return re.sub(r"\s+", " ", span.of(statement.text)), statement.evidence()


def _names_limits(statement: CandidateSentence) -> bool:
    """Whether it or its section is called so."""
    return bool(_LIMITS.search(f"{statement.passage.section or ''} {statement.text}"))


def _is_own_limit(statement: CandidateSentence) -> bool:
    is_own = _OWN_LIMIT.search(statement.text) and not _OF_OTHERS.search(statement.text)
    return doing(statement) is Doing.LIMITS and bool(is_own)
