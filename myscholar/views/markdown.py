"""A report as Markdown."""

import re
from collections.abc import Iterator

from myscholar.domain.report import Report
from myscholar.views.references import ReferenceView
from myscholar.views.report_view import QuoteView, ReportView, SectionView, TableView, report_view
from myscholar.views.section_evidence import SourceView
from myscholar.views.section_text import BlockKind, BlockView, NoteView, PieceView, StretchView

_EDGE = "\0"
"""What may stand beside a part of a line: anything."""
_MARKUP = re.compile(
    r"[\\`$]|(?<!\s)\*|\*(?!\s)|(?<![^\W_])_|_(?![^\W_])|(?<=[\w\0])~|~(?!\w)"
    r"|(?<=\])[(\[:{]|(?<=!)\[|\[(?=[\[^@\0])|[]!](?=\0)"
)
"""Characters that, beside those on either side, may open or close markup."""
_TAG = re.compile(r"<(?=[a-z/!?\0])", re.IGNORECASE)
_ENTITY = re.compile(r"&(?=#?\w*[;\0])")
_ADDRESS = re.compile(r"(https?|ftp)(:)(?=//)|(www)(\.)", re.IGNORECASE)
_LINE_START = re.compile(
    r"^(?:\d{1,9}(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|>|[-+*:|](?:\s|$)|[-=]+$|~~~|\[[ xX]\]))"
)


def escape(text: str) -> str:
    """`text` as a line of its own, so that no Markdown renderer takes any of it for markup, an
    image, a link or HTML. What none would take for it stays as it is."""
    return _line_of(_inline(text))


def _line_of(inline: str) -> str:
    return re.sub(r"(?<=\s)(?=#+$)", r"\\", _LINE_START.sub(r"\g<0>\\", inline.strip()))


def _inline(text: str, before: str = " ", after: str = " ") -> str:
    """`text` within a line, between these characters."""
    plain = _ENTITY.sub("&amp;", f"{before}{' '.join(text.split())}{after}")
    plain = _ADDRESS.sub(_apart, _TAG.sub("&lt;", plain))
    return _MARKUP.sub(r"\\\g<0>", plain)[1:-1]


def _apart(address: re.Match[str]) -> str:
    scheme, colon, www, _ = address.groups()
    return f"{scheme}&#58;" if colon else f"{www}&#46;"


def to_markdown(report: Report) -> str:
    """The whole report; parts that are empty are left out."""
    view = report_view(report)
    parts = [
        f"# {escape(view.title)}",
        *([f"**Question.** {_inline(view.question)}"] if view.question else []),
        f"*{_inline(view.notice)}*",
        *(f"> {escape(note)}" for note in view.notes),
        *(part for section in view.sections for part in _section(section)),
        *_actions(view),
        "## References",
        *(_reference(reference, view.quotes) for reference in view.references),
        *_research(view),
        *_searches(view),
    ]
    return "\n\n".join(parts) + "\n"


def _section(section: SectionView) -> Iterator[str]:
    yield f"## {escape(section.title)}"
    if section.tldr:
        yield f"**TL;DR** {''.join(_piece(piece) for piece in section.tldr)}"
    if section.evidence:
        yield _sources(section.evidence)
    for part in section.parts:
        match part.kind:
            case BlockKind.ITEM:
                yield "\n".join(f"- {_line(block)}" for block in part.blocks)
            case BlockKind.CODE:
                yield from (_code(block) for block in part.blocks)
            case _:
                yield from (_line(block) for block in part.blocks)
    if section.table:
        yield _table(section.table)
    stretches = (x for part in section.parts for block in part.blocks for x in block.stretches)
    notes = (note for x in stretches for piece in x.pieces for note in piece.notes)
    yield from (f"[^d{note.number}]: {_doubt(note)}" for note in notes)


def _sources(evidence: tuple[SourceView, ...]) -> str:
    first, *others = evidence
    named = [f"{_link(first.number)} {first.share}"]
    named += [f"{_link(source.number)} {source.n_citations}" for source in others]
    return f"*Sources, the most cited here first: {', '.join(named)}*"


def _line(block: BlockView) -> str:
    return _line_of("".join(_stretch(stretch) for stretch in block.stretches))


def _stretch(stretch: StretchView) -> str:
    """Pieces of the same actions, citations among them, share one mark."""
    text = "".join(_piece(piece) for piece in stretch.pieces)
    body = text.strip()
    if not (stretch.actions and body):
        return text
    lead, trail = text[: text.index(body)], text[text.index(body) + len(body) :]
    return f"{lead}<mark>{body}</mark><sup>{' '.join(stretch.actions)}</sup>{trail}"


def _code(block: BlockView) -> str:
    """The fence as it was written, closed where it was left open; what it serves stands below."""
    lines = []
    for stretch in block.stretches:
        lines += [f"```{block.language}\n{piece.text}\n```" for piece in stretch.pieces]
        lines += [f"<sup>{' '.join(stretch.actions)}</sup>"] if stretch.actions else []
        lines += [signs for piece in stretch.pieces if (signs := _signs(piece))]
    return "\n".join(lines)


def _code_in_line(text: str) -> str:
    """Between backticks where nothing of it could get out if those of others stand beside them."""
    if set(text).isdisjoint("`<&\r"):
        return f"`{text}`"
    return f"<code>{_inline(text, _EDGE, _EDGE)}</code>"


def _piece(piece: PieceView) -> str:
    if piece.citation:
        return f"{_link(piece.citation.number)}{_signs(piece)}"
    if piece.is_code:
        return f"{_code_in_line(piece.text)}{_signs(piece)}"
    if piece.formula and "](" not in piece.latex:
        return f"{_formula(piece)}{_signs(piece)}"
    before = " " if piece.text[:1].isspace() else ""
    behind = " " if piece.text[-1:].isspace() and piece.text.strip() else ""
    signs = _signs(piece)
    words = _inline(piece.text, before or _EDGE, (not signs and behind) or _EDGE)
    return f"{before}{words}{signs}{behind}"


def _formula(piece: PieceView) -> str:
    """A comparison is written out, so that it opens no tag."""
    body = " ".join(piece.latex.replace("<", "\\lt ").replace(">", "\\gt ").split())
    is_block = piece.formula and ("display", "block") in piece.formula.attributes
    return f"$${body}$$" if is_block else f"${body}$"


def _signs(piece: PieceView) -> str:
    """Those of the footnotes on the words that end here; the notes stand at the section's end."""
    return "".join(f"[^d{note.number}]" for note in piece.notes)


def _doubt(note: NoteView) -> str:
    said = f" ({_inline(note.by)})" if note.by else ""
    return f"{note.label}{said}: {_inline(note.reason)}"


def _link(number: int) -> str:
    return f"[[{number}]](#ref-{number})"


def _table(table: TableView) -> str:
    rows = [[escape_cell(column) for column in table.columns], ["---"] * len(table.columns)]
    rows += [
        [escape_cell(c.plain) + (f" {_link(c.citation.number)}" if c.citation else "") for c in row]
        for row in table.rows
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def escape_cell(text: str) -> str:
    """As it stands in a row of a table."""
    return _inline(text).replace("|", "\\|")


def _actions(view: ReportView) -> Iterator[str]:
    if not view.actions:
        return
    yield "## What was done for you"
    lines = []
    for action in view.actions:
        said = f" **{action.words}.** {_inline(action.reason)}" if action.words else ""
        lines.append(f"- **{action.label}** {_inline(action.tldr.rstrip('. '))}.{said}")
        lines.extend(f"  - {escape(step)}" for step in action.trace)
    yield "\n".join(lines)


def _reference(reference: ReferenceView, quotes: tuple[QuoteView, ...]) -> str:
    known = (_inline(reference.authors), _inline(reference.published))
    facts = ". ".join(part.rstrip(".") for part in known if part)
    line = (
        f'<a id="ref-{reference.number}"></a>**[{reference.number}]** '
        f"{_inline(reference.title.rstrip('.'))}. {facts}.{_address(reference.url)}"
    )
    cited = [quotes[place] for place in reference.quotes]
    said = [
        f"- {escape(quote.text)} *({quote.label})*" if quote.label else f"- “{_inline(quote.text)}”"
        for quote in cited
    ]
    return "\n".join([line, "", *said] if said else [line])


def _address(url: str | None) -> str:
    """Brackets are written out: some renderers find a link within."""
    return f" <{url.replace('[', '%5B').replace(']', '%5D')}>" if url else ""


def _research(view: ReportView) -> Iterator[str]:
    if view.research is None:
        return
    made = view.research
    yield "## How it was researched"
    yield " ".join(_inline(each) for each in (f"{made.summary}.", made.persona) if each)
    done = (each.in_line for each in made.exchanges if each.in_line)
    yield "\n".join(f"- {_inline(each)}" for each in (*done, *made.notes))
    yield "\n".join(
        f"{'  ' * node.depth}- {_inline(node.direction)} ({escape(node.line)})"
        for node in made.nodes
    )
    if made.covered:
        yield escape(made.covered)
        yield "\n".join(
            f"- {_inline(each.text)}: {each.percent} %{' (turned down)' * each.refused}"
            for each in made.aspects
        )


def _searches(view: ReportView) -> Iterator[str]:
    if not view.searches:
        return
    yield "## What was searched"
    yield "\n".join(
        f"- {escape(s.source)}: “{_inline(s.query)}” ({_inline(s.filters or 'no filter')}), "
        f"{_inline(s.found)}"
        for s in view.searches
    )
