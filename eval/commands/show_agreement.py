"""The meta-evaluation as tables."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from eval.domain.agreement import Agreement, AgreementRow, HumanGroup, ReportScore
from eval.pages.agreement import HOW, figure, findings, share
from eval.pages.agreement_conclusion import conclusion
from eval.pages.agreement_names import LABELS, WHO, name_of


def show_agreement(found: Agreement, out: Console) -> None:
    """The conclusion, how to read the tables, the tables, what they come to in detail, and the
    conclusion again, beside what was typed."""
    _said("What was found", conclusion(found), out)
    _said("How to read the tables", HOW, out)
    for group in HumanGroup:
        rows = [r for r in found.rows if r.group is group]
        for title, chosen in (
            (
                f"The better report, by {WHO[group]}",
                [r for r in rows if r.target is ReportScore.PREFERENCE],
            ),
            (
                f"The same scores, by {WHO[group]}",
                [r for r in rows if r.target is not ReportScore.PREFERENCE],
            ),
        ):
            if chosen:
                out.print(f"\n{title}")
                out.print(_table(chosen))
    _said("In detail", findings(found), out)
    _said("Notes", found.notes, out)
    _said("What was found", conclusion(found), out)


def _said(heading: str, sentences: Sequence[str], out: Console) -> None:
    """A heading and points, wrapped to the width of the screen; nothing where there is nothing to
    say."""
    if not sentences:
        return
    points = Table.grid(padding=(0, 1))
    for sentence in sentences:
        points.add_row("-", Text(sentence))
    out.print(f"\n[bold]{heading}[/]")
    out.print(points)


def _table(rows: Sequence[AgreementRow]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name in (
        "pairs",
        "unscored",
        "without ties",
        "with ties",
        "calibrated",
        "Kendall",
        "Spearman",
        "Pearson",
    ):
        table.add_column(name, justify="right", no_wrap=True)
    for r in rows:
        shares, correlations = (
            (r.accuracy_without_ties, r.accuracy, r.accuracy_calibrated),
            (r.kendall, r.spearman, r.pearson),
        )
        name = (
            name_of(r.judge, r.score)
            if r.target in (ReportScore.PREFERENCE, r.score)
            else f"{r.judge.name}: {LABELS[r.target]}"
        )
        table.add_row(
            escape(name),
            str(r.n_pairs),
            str(r.n_unscored or "·"),
            *map(share, shares),
            *map(figure, correlations),
        )
    return table
