"""A report as Markdown."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from myscholar.domain.evidence import ActionId, source_in_words
from myscholar.domain.report import Report, Section, Table
from myscholar.text.notation import Notation, NotationKind
from myscholar.views.blocks import Block, BlockKind, Piece, blocks
from myscholar.views.formulas import formula
from myscholar.views.labels import (
    STATUS_WORDS,
    SUMMARY_LABEL,
    action_labels,
    author_list,
    is_summary,
    paper_url,
    published_in,
    quotes_by_reference,
)

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)](?:\s|$)))?)([#>+=.)-])", re.MULTILINE)


def escape(text: str) -> str:
    """`text` so that no Markdown renderer takes any of it for markup, an image, a link or HTML."""
    one_line = " ".join(text.split())
    plain = (
        _SPECIAL.sub(r"\\\1", one_line)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
    )
    return _BLOCK_START.sub(r"\1\\\2", re.sub(r"(?i)(https?|javascript|data):", r"\1&#58;", plain))


def to_markdown(report: Report) -> str:
    """The whole report; parts that are empty are left out."""
    labels = action_labels(report)
    parts = [
        f"# {escape(report.title)}",
        f"**Question.** {escape(report.question)}",
        f"*{escape(report.notice)}*",
        *(f"> {escape(note)}" for note in report.notes),
        *(part for section in report.sections for part in _section(section, labels)),
        *_actions(report, labels),
        *_references(report),
        *_searches(report),
    ]
    return "\n\n".join(parts) + "\n"


def _section(section: Section, labels: Mapping[ActionId, str]) -> Iterator[str]:
    yield f"## {escape(section.title)}"
    if section.tldr:
        yield f"**TL;DR** {escape(section.tldr)}"
    for kind, same in groupby(blocks(section), key=lambda block: block.kind):
        if kind is BlockKind.ITEM:
            yield "\n".join(f"- {_inline(block, labels)}" for block in same)
        else:
            yield from (
                _code(block, labels) if kind is BlockKind.CODE else _inline(block, labels)
                for block in same
            )
    if section.table:
        yield _table(section.table)


def _inline(block: Block, labels: Mapping[ActionId, str]) -> str:
    """Neighbouring pieces of the same actions, citations among them, share one mark."""
    parts = []
    for run in block.runs:
        text = "".join(_piece(piece) for piece in run.pieces)
        parts.append(
            _marked(text, " ".join(labels[a] for a in run.action_ids))
            if run.action_ids and text.strip()
            else text
        )
    return "".join(parts)


def _marked(text: str, label: str) -> str:
    body = text.strip()
    lead, trail = text[: text.index(body)], text[text.index(body) + len(body) :]
    return f"{lead}<mark>{body}</mark><sup>{label}</sup>{trail}"


def _code(block: Block, labels: Mapping[ActionId, str]) -> str:
    """The fence as it was written, closed where it was left open; what it serves stands below."""
    pieces = [(piece, piece.notation) for piece in block.pieces if piece.notation]
    fences = (f"```{code.language}\n{code.body}\n```" for piece, code in pieces)
    served = " ".join(labels[a] for piece, _ in pieces for a in piece.action_ids)
    asks = "".join(_asks(piece) for piece, _ in pieces).strip()
    return "\n".join(
        [*fences, *(line for line in (f"<sup>{served}</sup>" if served else "", asks) if line)]
    )


def _notation(notation: Notation) -> str | None:
    """Its source, where no renderer can take it for anything else; a comparison is written out, so
    that it opens no tag."""
    if notation.kind is NotationKind.CODE:
        return f"`` {notation.body} ``" if "`" in notation.body else f"`{notation.body}`"
    if "](" in notation.body or formula(notation.body) is None:
        return None
    body = " ".join(notation.body.replace("<", "\\lt ").replace(">", "\\gt ").split())
    return f"$${body}$$" if notation.kind is NotationKind.FORMULA_BLOCK else f"${body}$"


def _asks(piece: Piece) -> str:
    """A doubt stands in italics behind the words that it is about."""
    return "".join(f" *[doubtful: {escape(d.flag.reason)}]*" for d in piece.asks)


def _piece(piece: Piece) -> str:
    asks = _asks(piece)
    if piece.citation:
        return f"[\\[{piece.citation.number}\\]](#ref-{piece.citation.number}){asks}"
    if piece.notation and (source := _notation(piece.notation)):
        return f"{source}{asks}"
    text = piece.text
    before = " " if text[:1].isspace() else ""
    behind = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{escape(text)}{asks}{behind}"


def _table(table: Table) -> str:
    rows = [
        "| "
        + " | ".join(
            escape(c.text) + (f" [\\[{c.number}\\]](#ref-{c.number})" if c.number else "")
            for c in row
        )
        + " |"
        for row in table.rows
    ]
    head = "| " + " | ".join(escape(c) for c in table.columns) + " |"
    return "\n".join([head, "|" + " --- |" * len(table.columns), *rows])


def _actions(report: Report, labels: Mapping[ActionId, str]) -> Iterator[str]:
    if not report.actions:
        return
    yield "## What was done for you"
    outcomes = {o.action_id: o for o in report.outcomes}
    lines = []
    for action in report.actions:
        outcome = outcomes.get(action.action_id)
        said = (
            f" **{STATUS_WORDS[outcome.status].capitalize()}.** {escape(outcome.said)}"
            if outcome
            else ""
        )
        wish = escape(action.tldr.rstrip(". "))
        lines.append(f"- **{labels[action.action_id]}** {wish}.{said}")
        lines.extend(f"  - {escape(step)}" for step in (outcome.trace if outcome else ()))
    yield "\n".join(lines)


def _references(report: Report) -> Iterator[str]:
    yield "## References"
    quotes = quotes_by_reference(report)
    for reference in report.references:
        paper = reference.paper
        url = paper_url(paper)
        facts = ". ".join(
            part.rstrip(".")
            for part in (escape(author_list(paper)), escape(published_in(paper)))
            if part
        )
        lines = [
            f'<a id="ref-{reference.number}"></a>**\\[{reference.number}\\]** '
            f"{escape(paper.title.rstrip('.'))}. {facts}.{f' <{url}>' if url else ''}"
        ]
        lines.extend(
            f"- {escape(quote.text)} *({SUMMARY_LABEL})*"
            if is_summary(quote)
            else f"- “{escape(quote.text)}”"
            for quote in quotes.get(reference.number, ())
        )
        yield "\n".join([lines[0], "", *lines[1:]]) if len(lines) > 1 else lines[0]


def _searches(report: Report) -> Iterator[str]:
    if not report.searches:
        return
    yield "## What was searched"
    yield "\n".join(
        f"- {escape(source_in_words(s.source))}: “{escape(s.query.text)}” "
        f"({escape(str(s.query.filters))}), "
        + (f"not answered: {escape(s.error)}" if s.error else f"{s.n_hits} papers")
        for s in report.searches
    )
