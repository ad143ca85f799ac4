"""Satisfaction prediction as tables: a predictor a row, by type of error."""

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.benchmarks.satisfaction.cases import JudgedKind
from eval.benchmarks.satisfaction.figures import Figure, Satisfaction, Share, Source
from eval.commands.screen import plain_table, price_of, show_points

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
    "papers; topic and nearest at a vector of the text; flags at the product's own; at home also "
    "at the question or report.",
    "In brackets: intervals that hold 95 of 100 resamplings of the users.",
)
_WHAT = {
    JudgedKind.INFERENCE: "inference",
    JudgedKind.ACTION: "action",
    JudgedKind.REPORT: "way in which the report carried out the action",
}


def show_satisfaction(result: Satisfaction, out: Console) -> None:
    show_points("What was found", result.conclusion, out)
    for kind in dict.fromkeys(f.kind for f in result.figures):
        out.print(f"\n[bold]Satisfied with the {_WHAT[kind]}?[/]", soft_wrap=True)
        of_kind = [f for f in result.figures if f.kind is kind]
        models = (f.predictor.partition(", ")[0] for f in of_kind if f.source is Source.MODEL)
        for model in dict.fromkeys(models):
            out.print(f"[dim]Model: {escape(model)}[/]", soft_wrap=True)
        out.print(_table(of_kind))
    show_points("What the words mean", WORDS, out)
    show_points("Notes", result.notes, out)
    show_points("What was found", result.conclusion, out)
    out.print(
        f"[dim]{result.seconds:.0f} s, {result.model_calls} model calls, "
        f"{price_of(result.dollars)}. {escape(result.dataset)}[/]",
        soft_wrap=True,
    )


def _table(figures: Sequence[Figure]) -> Table:
    table = plain_table("error", *_COLUMNS, n_left=2)
    types = list(dict.fromkeys(f.error_type for f in figures))
    for error_type in types:
        for number, f in enumerate(f for f in figures if f.error_type is error_type):
            name = (error_type.name if error_type else "all") if number == 0 else ""
            cells = [cell(f) for cell in _COLUMNS.values()]
            table.add_row(name, *cells, style="bold" if f.beats_baseline else None)
        if error_type is not types[-1]:
            table.add_section()
    return table


def _predictor(f: Figure) -> str:
    """A model's name stands above the table."""
    return escape(f.predictor.partition(", ")[2] if f.source is Source.MODEL else f.predictor)


def _share(share: Share | None) -> str:
    if share is None:
        return "·"
    return f"{100 * share.value:.0f} % [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def _area(f: Figure) -> str:
    return "·" if f.auc is None else f"{f.auc:.2f} [{f.auc_low:.2f}, {f.auc_high:.2f}]"


def _triplets(f: Figure) -> str:
    return "·" if f.triplet_accuracy is None else f"{100 * f.triplet_accuracy.value:.0f} %"


_COLUMNS: Mapping[str, Callable[[Figure], str]] = {
    "predictor": _predictor,
    "right": lambda f: f"{f.n_right}/{f.n}",
    "accuracy": lambda f: _share(f.accuracy),
    "baseline": lambda f: f"{100 * f.baseline:.0f} %",
    "p": lambda f: "·" if f.p_value is None else f"{f.p_value:.3f}",
    "corrected": lambda f: "·" if f.p_corrected is None else f"{f.p_corrected:.2f}",
    "area": _area,
    "lowest": lambda f: _share(f.ranking),
    "triplets": _triplets,
    "called": lambda f: f"{f.n_complaints_rightly_called}/{f.n_complaints_called}",
    "unscored": lambda f: str(f.n_unscored or "·"),
}
