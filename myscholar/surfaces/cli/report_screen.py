"""A report, what came before it and what a search found, on a terminal."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from myscholar.domain.actions import ActionList
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.text import counted, shorten
from myscholar.surfaces.cli.screen import escape, out, plain, print_indented, say
from myscholar.views.report_view import SectionView, report_view
from myscholar.views.section_text import BlockKind, CitationView, StretchView
from myscholar.views.times import took

_STATUS_STYLES = {"done": "green", "partly": "yellow", "not_done": "red"}


def show_basis(profile: Profile, actions: ActionList) -> None:
    """What came before a report, in two lines."""
    proposed = f"{counted(len(actions.actions), 'action')} proposed, {len(actions.chosen)} chosen"
    out.print(
        f"Profile of {escape(profile.name)}: {counted(len(profile.inferences), 'inference')} from "
        f"{counted(len(profile.papers), 'paper')}; {proposed}."
    )
    out.print(f"[italic]{escape(actions.question)}[/]\n")


def show_report(report: Report, *, with_text: bool) -> None:
    """What was written and done, in short; with the whole text and its references, to read."""
    view = report_view(report)
    out.print(f"[bold]{escape(report.title)}[/]\n[dim]{escape(report.notice)}[/]\n")
    for number, section in enumerate(view.sections, start=1):
        out.print(f" {number}. [bold]{escape(section.title)}[/] [dim]({section.sources})[/]")
        if section.tldr:
            tldr = "".join(piece.text for piece in section.tldr)
            print_indented(escape(tldr), 4)
        if with_text:
            _show_text(section)
    if report.outcomes:
        out.print("\n[bold]Actions[/]")
    for action in (a for a in view.actions if a.words):
        style = _STATUS_STYLES[action.status]
        label = f"{action.label} " if with_text else ""
        out.print(f" [{style}]{action.words.lower():11}[/] {label}{escape(action.tldr)}")
        print_indented(f"[dim]{escape(action.reason)}[/]", 13)
    if with_text:
        out.print("\n[bold]References[/]")
    for source in view.references if with_text else ():
        known = (source.title, source.authors, source.published, source.url)
        told = ". ".join(part.rstrip(".") for part in known if part)
        out.print(escape(f"[{source.number}] {told}"))
    facts = (
        counted(len(report.sections), "section"),
        f"{counted(len(report.references), 'paper')} cited",
        counted(sum(len(s.citations) for s in report.sections), "citation"),
        f"{counted(view.n_doubtful, 'sentence')} marked as doubtful" if view.n_doubtful else "",
        f"{counted(view.n_repeated, 'sentence')} marked as repeated" if view.n_repeated else "",
        f"{took(report.cost.seconds)} of work" if report.cost.seconds else "",
        report.cost.spoken,
    )
    out.print(f"\n[dim]{', '.join(fact for fact in facts if fact)}[/]")
    for note in report.notes:
        say(f"Note: {note}", is_prose=True)


def _show_text(section: SectionView) -> None:
    """Paragraphs with their sources' numbers, the actions that they serve behind the words, and
    below what is in doubt."""
    for part in section.parts:
        out.print()
        for block in part.blocks:
            text = Text.assemble(*(_stretch(stretch) for stretch in block.stretches))
            if part.kind is BlockKind.ITEM:
                text = Text.assemble("- ", text)
            print_indented(text, 4)
            if part.kind is BlockKind.PARAGRAPH and block is not part.blocks[-1]:
                out.print()
    if section.table:
        table = Table(*map(plain, section.table.columns), header_style="dim")
        for row in section.table.rows:
            table.add_row(*(Text(f"{plain(c.plain)} {_number(c.citation)}") for c in row))
        out.print()
        print_indented(table, 4)
    blocks = (block for part in section.parts for block in part.blocks)
    pieces = (p for block in blocks for stretch in block.stretches for p in stretch.pieces)
    for note in (note for piece in pieces for note in piece.notes):
        by = f" ({note.by})" if note.by else ""
        print_indented(Text(plain(f"?{note.number} {note.label}: {note.reason}{by}"), "yellow"), 4)
    out.print()


def _stretch(stretch: StretchView) -> Text:
    text = Text()
    for piece in stretch.pieces:
        if piece.citation:
            text.append(_number(piece.citation), "dim")
        else:
            text.append(plain(piece.text), "yellow" if piece.doubts else None)
        text.append("".join(f" ?{note.number}" for note in piece.notes), "yellow")
    return text.append("".join(f" {label}" for label in stretch.ends), "cyan")


def _number(citation: CitationView | None) -> str:
    return f"[{citation.number}]" if citation else ""


def show_hits(hits: Sequence[Hit]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for column in ("rank", "paper"):
        table.add_column(column, vertical="top")
    for rank, hit in enumerate(hits, start=1):
        paper = hit.paper
        facts = " · ".join(str(f) for f in (paper.citation_label, paper.venue, paper.paper_id) if f)
        passage = f"\n{escape(shorten(paper.passages[0].text, 240))}" if paper.passages else ""
        table.add_row(
            f"[dim]{rank}[/]",
            f"[bold]{escape(paper.title)}[/]\n[dim]{escape(facts)}  {hit.score:.3f}[/]{passage}",
        )
    out.print(table)
