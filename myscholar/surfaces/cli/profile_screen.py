"""A profile on a terminal."""

from rich.table import Table

from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.domain.text import counted, shorten
from myscholar.surfaces.cli.screen import escape, out, print_indented
from myscholar.views.doubt_view import noticed
from myscholar.views.profile_history import changes_of, last_papers_change
from myscholar.views.profile_view import measured, nothing_on, share_of


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
            if line.after and line.before not in ("", line.after):
                print_indented(f"[dim]before: {escape(line.before)}[/]", 10)


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
