"""The figures as tables: a predictor a row, by type of error."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from eval.benchmarks.satisfaction.cases import JudgedKind
from eval.benchmarks.satisfaction.figures import Figure, Satisfaction, Share, Source


def show_satisfaction(result: Satisfaction, out: Console) -> None:
    """The conclusion, a table a kind, what its words mean, notes, and the conclusion again, beside
    what was typed."""
    _said("What was found", result.conclusion, out)
    for kind in dict.fromkeys(f.kind for f in result.figures):
        out.print(f"\n[bold]Satisfied with the {_WHAT[kind]}?[/]", soft_wrap=True)
        of_kind = [f for f in result.figures if f.kind is kind]
        for judge in dict.fromkeys(_judge(f) for f in of_kind if f.source is Source.MODEL):
            out.print(f"[dim]Model: {escape(judge)}[/]", soft_wrap=True)
        out.print(_table(of_kind))
    _said("What the words mean", WORDS, out)
    _said("Notes", result.notes, out)
    _said("What was found", result.conclusion, out)
    price = "price unknown" if result.dollars is None else f"${result.dollars:.2f}"
    out.print(
        f"[dim]{result.seconds:.0f} s, {result.model_calls} model calls, {price}. "
        f"{escape(result.dataset)}[/]",
        soft_wrap=True,
    )


WORDS = (
    "right: rows on which the predictor says what the user said, of those with a verdict; accuracy "
    "is that as a share. In bold: beats the baseline after correction.",
    "baseline: what a constant reaches that always says the more frequent verdict of the same "
    "rows.",
    "p: chance of so many right answers, or more, at the baseline's accuracy; corrected: times "
    "the number of all tests of the run.",
    "area: how often an accepted row is given a higher probability than a complaint; 0.50 by "
    "chance.",
    "lowest: how often the complaint has the lowest probability of its triplet (a complaint and "
    "two acceptances); 33 % by chance.",
    'triplets: accuracy over whole triplets, as the paper counts; always saying "satisfied" has '
    "67 %.",
    "called: rows that the predictor called a complaint, of which rightly first: 2/5 is five "
    "calls, two of them right.",
    "length and words look at the text alone; measured (by a line, or boosted) also at the user's "
    "papers; topic and nearest at a vector of the "
    "text; flags at the product's own; at home also at the question or report.",
    "In brackets: intervals that hold 95 of 100 resamplings of the users.",
)


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


_WHAT = {
    JudgedKind.INFERENCE: "inference",
    JudgedKind.ACTION: "action",
    JudgedKind.REPORT: "way in which the report carried out the action",
}


def _table(figures: Sequence[Figure]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("error")
    table.add_column("predictor", no_wrap=True)
    for name in (
        "right",
        "accuracy",
        "baseline",
        "p",
        "corrected",
        "area",
        "lowest",
        "triplets",
        "called",
        "unscored",
    ):
        table.add_column(name, justify="right")
    types = list(dict.fromkeys(f.error_type for f in figures))
    for error_type in types:
        for number, figure in enumerate(f for f in figures if f.error_type is error_type):
            name = (error_type.name if error_type else "all") if number == 0 else ""
            table.add_row(
                name,
                escape(_shown(figure)),
                *_cells(figure),
                style="bold" if figure.beats_baseline else None,
            )
        if error_type is not types[-1]:
            table.add_section()
    return table


def _judge(f: Figure) -> str:
    return f.predictor.partition(", ")[0]


def _shown(f: Figure) -> str:
    """A model's name stands above the table."""
    return f.predictor.partition(", ")[2] if f.source is Source.MODEL else f.predictor


def _cells(f: Figure) -> tuple[str, ...]:
    return (
        f"{f.n_right}/{f.n}",
        _share(f.accuracy),
        f"{100 * f.baseline:.0f} %",
        "·" if f.p_value is None else f"{f.p_value:.3f}",
        "·" if f.p_corrected is None else f"{f.p_corrected:.2f}",
        "·" if f.auc is None else f"{f.auc:.2f} [{f.auc_low:.2f}, {f.auc_high:.2f}]",
        _share(f.ranking),
        "·" if f.triplet_accuracy is None else f"{100 * f.triplet_accuracy.value:.0f} %",
        f"{f.n_complaints_rightly_called}/{f.n_complaints_called}",
        str(f.n_unscored or "·"),
    )


def _share(share: Share | None) -> str:
    return (
        "·"
        if share is None
        else f"{100 * share.value:.0f} % [{100 * share.low:.0f}, {100 * share.high:.0f}]"
    )
