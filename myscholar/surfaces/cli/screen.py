"""Progress, tables and texts on a terminal. Results go to standard output, everything else to
standard error."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape as without_markup
from rich.padding import Padding
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.progress import Progress as Bars
from rich.table import Table
from rich.text import Text

from myscholar.domain.actions import ActionList
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.domain.report import Report
from myscholar.domain.runs import Event, Progress
from myscholar.domain.text import counted, shorten
from myscholar.views.doubt_view import noticed
from myscholar.views.profile_history import changes_of, last_papers_change
from myscholar.views.profile_view import measured, nothing_on, share_of
from myscholar.views.report_view import report_view

out = Console(highlight=False, emoji=False)
err = Console(stderr=True, highlight=False, emoji=False)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TEXT = "Text"
"""The step that goes on beside others: how much of a report is written."""
_STATUS_STYLES = {"done": "green", "partly": "yellow", "not_done": "red"}


def plain(text: str) -> str:
    """Without what a terminal would obey."""
    return _CONTROL.sub("", text)


def escape(text: str) -> str:
    """Text of papers, models and files as it is, without what rich or the terminal would obey."""
    return without_markup(plain(text))


class _Count(MofNCompleteColumn):
    """Nothing for a step whose parts are not counted."""

    def render(self, task: Task) -> Text:
        return super().render(task) if task.total else Text()


COLUMNS = (
    SpinnerColumn(),
    TextColumn("{task.description}", markup=False),
    BarColumn(bar_width=24),
    _Count(),
    TimeElapsedColumn(),
)


@contextmanager
def steps() -> Iterator[Progress]:
    """A Progress that shows each named step with its count while it runs; on a terminal only."""
    with Bars(*COLUMNS, console=err, transient=True, disable=not err.is_terminal) as bars:
        yield drawn_on(bars)


def drawn_on(bars: Bars) -> Progress:
    """A Progress that draws a line a step."""
    tasks: dict[str, TaskID] = {}

    def show(event: Event) -> None:
        label = f"{event.step}: {shorten(event.message, 48)}" if event.message else event.step
        if event.step not in tasks:
            if event.step != TEXT:
                _end_uncounted(bars)
            tasks[event.step] = bars.add_task(event.step, total=None)
        bars.update(tasks[event.step], description=plain(label))
        if event.total:
            bars.update(tasks[event.step], completed=event.done, total=event.total)

    return show


def _end_uncounted(bars: Bars) -> None:
    """Steps follow each other, so the one before is over; a report's text grows beside them."""
    for task in bars.tasks:
        if task.total is None and not task.description.startswith(TEXT):
            bars.update(task.id, completed=1, total=1)


def say(text: str) -> None:
    """A line for the reader, not part of the result."""
    err.print(escape(text), soft_wrap=True)


def print_json(text: str) -> None:
    out.file.write(text.rstrip("\n") + "\n")


def show_profile(profile: Profile, *, with_quotes: bool = True) -> None:
    n_read = sum(p.text_source.value != "title_only" for p in profile.papers)
    papers = f"{counted(len(profile.papers), 'paper')}, {n_read} with text"
    out.print(f"[bold]{escape(profile.name)}[/] · {papers} · {profile.engine} engine\n")
    for paper in profile.papers:
        facts = ", ".join(str(f) for f in (paper.venue, paper.year) if f)
        out.print(
            f"  [dim]\\[{paper.number}][/] {escape(paper.title)} [dim]{escape(facts)} · "
            f"{paper.relation} · {paper.text_source.replace('_', ' ')}[/]"
        )
    for aspect in ProfileAspect:
        out.print(f"\n[bold]{aspect.label}[/]")
        for inference in profile.of_aspect(aspect):
            _show_inference(profile, inference, with_quotes)
        if nothing := nothing_on(profile, aspect):
            print_indented(f"[dim]{nothing}[/]", 2)
    _show_measures(profile)
    if profile.n_withheld:
        n = counted(profile.n_withheld, "inference")
        out.print(f"\n[dim]{n} about the person withheld by the safeguards.[/]")
    for note in profile.notes:
        out.print(f"[dim]Note: {escape(note)}[/]")


def show_profile_change(profile: Profile) -> None:
    """What came of the papers that were added and removed last."""
    out.print(escape(last_papers_change(profile)))
    latest = len(profile.papers_changes) - 1
    for line in reversed(changes_of(profile)):
        if line.papers_change == latest:
            out.print(f" [bold]{line.what:8}[/] [dim]{line.counts}[/]")
            print_indented(escape(line.after or line.before), 10)


def print_indented(text: str, left: int) -> None:
    out.print(Padding(text, (0, 0, 0, left)))


def _show_measures(profile: Profile) -> None:
    if not profile.measures:
        return
    n_papers = max(m.n_papers for m in profile.measures)
    out.print(f"\n[bold]How your abstracts are written (mean of {n_papers})[/]")
    table = Table(box=None, show_header=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(style="dim")
    for row in measured(profile):
        table.add_row(row.label, row.value, row.place)
    out.print(table)


def _show_inference(profile: Profile, inference: Inference, with_quotes: bool) -> None:
    numbers = [profile.paper(s.paper_id).number for s in inference.supports]
    off = "" if inference.enabled else " [dim](off)[/]"
    share, listed = share_of(inference, profile), ", ".join(map(str, numbers))
    papers = f"{share}: {listed}" if listed else share
    print_indented(f"• {escape(inference.text)} [dim]\\[{papers}][/]{off}", 2)
    if inference.basis:
        print_indented(f"[dim]{escape(inference.basis)}[/]", 6)
    for flag in inference.flags:
        repair = f" Rather: {flag.repair}" if flag.repair else ""
        said = escape(f"{flag.reason}{repair} ({noticed(flag)})")
        print_indented(f"[yellow]{flag.severity}[/] {said}", 6)
    for number, support in zip(numbers, inference.supports if with_quotes else (), strict=False):
        evidence = support.evidence[0]
        text = escape(shorten(evidence.text, 220))
        said = f"“{text}”" if evidence.kind.is_verbatim else f"{text} (summary)"
        print_indented(f"[dim]\\[{number}] {said}[/]", 6)


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
