"""The figures as tables: a predictor a row, by type of error."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.benchmarks.satisfaction.cases import Kind
from eval.benchmarks.satisfaction.figures import Figure, Satisfaction, Share, Source


def show_satisfaction(result: Satisfaction, out: Console) -> None:
    """A table a kind, then the conclusion and notes."""
    for kind in dict.fromkeys(f.kind for f in result.figures):
        out.print(f"\n[bold]Satisfied with the {_WHAT[kind]}?[/]", soft_wrap=True)
        of_kind = [f for f in result.figures if f.kind is kind]
        for judge in dict.fromkeys(_judge(f) for f in of_kind if f.source is Source.MODEL):
            out.print(f"[dim]Model: {escape(judge)}[/]", soft_wrap=True)
        out.print(_table(of_kind))
    out.print()
    for sentence in result.conclusion:
        out.print(escape(sentence), soft_wrap=True)
    for note in result.notes:
        out.print(f"[dim]{escape(note)}[/]", soft_wrap=True)
    price = "price unknown" if result.dollars is None else f"${result.dollars:.2f}"
    out.print(
        f"[dim]{result.seconds:.0f} s, {result.model_calls} model calls, {price}. {escape(result.dataset)}[/]", soft_wrap=True
    )


_WHAT = {Kind.INFERENCE: "inference", Kind.ACTION: "action", Kind.REPORT: "way in which the report carried out the action"}


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
            table.add_row(name, escape(_shown(figure)), *_cells(figure), style="bold" if figure.beats_baseline else None)
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
        f"{100 * f.baseline:.0f}",
        "·" if f.p_value is None else f"{f.p_value:.3f}",
        "·" if f.p_corrected is None else f"{f.p_corrected:.2f}",
        "·" if f.auc is None else f"{f.auc:.2f} [{f.auc_low:.2f}, {f.auc_high:.2f}]",
        _share(f.ranking),
        "·" if f.triplet_accuracy is None else f"{100 * f.triplet_accuracy.value:.0f}",
        f"{f.n_complaints_rightly_called}/{f.n_complaints_called}",
        str(f.n_unscored or "·"),
    )


def _share(share: Share | None) -> str:
    return "·" if share is None else f"{100 * share.value:.0f} [{100 * share.low:.0f}, {100 * share.high:.0f}]"
