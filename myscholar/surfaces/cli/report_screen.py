"""A report, what came before it and what a search found, on a terminal."""

from collections.abc import Sequence

from rich.table import Table

from myscholar.domain.actions import ActionList
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.text import counted, shorten
from myscholar.surfaces.cli.screen import escape, out, print_indented, say
from myscholar.views.report_view import report_view

_STATUS_STYLES = {"done": "green", "partly": "yellow", "not_done": "red"}


def show_basis(profile: Profile, actions: ActionList) -> None:
    """What came before a report, in two lines."""
    proposed = f"{counted(len(actions.actions), 'action')} proposed, {len(actions.chosen)} chosen"
    out.print(
        f"Profile of {escape(profile.name)}: {counted(len(profile.inferences), 'inference')} from "
        f"{counted(len(profile.papers), 'paper')}; {proposed}."
    )
    out.print(f"[italic]{escape(actions.question)}[/]\n")


def show_report_summary(report: Report) -> None:
    view = report_view(report)
    out.print(f"[bold]{escape(report.title)}[/]\n[dim]{escape(report.notice)}[/]\n")
    for number, section in enumerate(view.sections, start=1):
        out.print(f" {number}. [bold]{escape(section.title)}[/] [dim]({section.sources})[/]")
        if section.tldr:
            tldr = "".join(piece.text for piece in section.tldr)
            print_indented(escape(tldr), 4)
    if report.outcomes:
        out.print("\n[bold]Actions[/]")
    for action in (a for a in view.actions if a.words):
        style = _STATUS_STYLES[action.status]
        out.print(f" [{style}]{action.words.lower():11}[/] {escape(action.tldr)}")
        print_indented(f"[dim]{escape(action.reason)}[/]", 13)
    facts = (
        counted(len(report.sections), "section"),
        f"{counted(len(report.references), 'paper')} cited",
        counted(sum(len(s.citations) for s in report.sections), "citation"),
        f"{counted(view.n_doubtful, 'sentence')} marked as doubtful" if view.n_doubtful else "",
        f"{counted(view.n_repeated, 'sentence')} marked as repeated" if view.n_repeated else "",
        f"{report.cost.seconds:.1f} s",
        report.cost.spoken,
    )
    out.print(f"\n[dim]{', '.join(fact for fact in facts if fact)}[/]")
    for note in report.notes:
        say(f"Note: {note}")


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
