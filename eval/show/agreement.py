"""The meta-evaluation as a page."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.benchmarks.agreement.conclusion import conclusion
from eval.benchmarks.agreement.findings import findings, percent
from eval.benchmarks.agreement.names import LABELS, WHO, is_apart, name_of
from eval.domain.agreement import (
    Agreement,
    AgreementRow,
    HumanGroup,
    JudgeDifference,
    RaterKind,
    ReportScore,
)
from eval.domain.results import Estimate
from eval.domain.words import interval, number, p_value
from eval.show.charts import Axis, Line, Mark, interval_chart
from eval.show.document import Cell, Chart, Page, Part, Table, table_of
from eval.show.html import to_html
from myscholar.domain.text import counted

_BASELINE = "a baseline"
_SIGNED = Axis(low=-1, high=1, reference=0, signed=True)
HOW = (
    "A pair is two reports on one question that people compared. A judge agrees where it scores "
    "the report higher that they do.",
    "Without ties: of the pairs on which people see a difference, the share decided as they do; a "
    "tie of the judge is half right, so a coin has 50 %.",
    "With ties: the share of all pairs decided as people do, where a tie is right only if people "
    "tie, too. Judges with fine scores hardly ever tie; calibrated, small differences of theirs "
    "count as ties, how small being learned on other questions.",
    "The system's name: each system's reports are preferred as often as that system's were on all "
    "other questions; nothing is read. Length, "
    "citations and sections: the report with more of them.",
    "Kendall's tau-b, Spearman's and Pearson's correlation are of the differences between the two "
    "reports of a pair: 0 is chance, 1 is perfect.",
    "Intervals hold 95 of 100 resamplings of the questions. Two judges are told apart only where "
    "the interval of their difference leaves out 0.",
    "Unscored: pairs of which the judge could not score a report; they are in none of the figures.",
)


def agreement_page(found: Agreement) -> str:
    judges = tuple(dict.fromkeys(map(_judge, found.rows)))
    seeds = (
        f"Seed {found.seed}; {found.n_resamples:,} resamplings for Spearman, "
        f"{10 * found.n_resamples:,} for the rest"
    )
    versions = (f"{name} {version}" for name, version in sorted(found.versions.items()))
    parts = (
        Part(heading="What was found", points=conclusion(found)),
        Part(heading="How to read this", points=HOW),
        *(
            Part(heading=title, charts=_charts(rows, judges), tables=(_table(rows),))
            for group in HumanGroup
            for title, rows in rows_by_target(group, found.rows)
        ),
        Part(heading="The figures in words", points=findings(found)),
        *(part for group in HumanGroup for part in _differences(group, found.differences)),
        *((Part(heading="Notes", points=found.notes),) if found.notes else ()),
        Part(heading="How it was made", points=(seeds, *versions)),
    )
    lead = (
        "Pairs of reports on one question that people compared, and what judges say of the same "
        f"pairs. {found.dataset}."
    )
    title = "Do judges of reports agree with people?"
    return to_html(Page(title=title, lead=(lead,), parts=parts))


def rows_by_target(
    group: HumanGroup, rows: Sequence[AgreementRow]
) -> Iterator[tuple[str, list[AgreementRow]]]:
    """Against the people's preference, then their other scores, each with a title, if any."""
    mine = [r for r in rows if r.group is group]
    for what, is_whole in (("The better report", True), ("The same scores", False)):
        if chosen := [r for r in mine if (r.target is ReportScore.PREFERENCE) is is_whole]:
            yield f"{what}, by {WHO[group]}", chosen


def _charts(rows: Sequence[AgreementRow], judges: Sequence[str]) -> tuple[Chart, ...]:
    """`judges` are those of the whole page, so that each looks the same in all of its charts."""
    share, chance = Axis(low=0, high=1, reference=0.5), _SIGNED

    def chart(title: str, of: Of, axis: Axis, note: str) -> Chart:
        lines = [
            Line(name=name, marks=tuple(marks), instead="not defined, or nothing scored")
            for name, marks in _marks(rows, of).items()
        ]
        return interval_chart(title, lines, axis, note=note, groups=judges)

    return (
        chart(
            "Decided as people do, without ties",
            lambda r: r.accuracy_without_ties,
            share,
            "Dashed: a coin",
        ),
        chart("Kendall's tau-b", lambda r: r.kendall, chance, "Dashed: chance"),
        chart("Pearson's correlation", lambda r: r.pearson, chance, "Dashed: chance"),
    )


Of = Callable[[AgreementRow], Estimate | None]


def _marks(rows: Sequence[AgreementRow], of: Of) -> dict[str, list[Mark]]:
    """A line a score, with a mark for each judge; a line a baseline."""
    lines: dict[str, list[Mark]] = {}
    for row in rows:
        line = lines.setdefault(LABELS[row.score] if row.score else row.judge.name, [])
        if e := of(row):
            line.append(_mark(e, _judge(row)))
    return lines


def _mark(e: Estimate, group: str = "") -> Mark:
    return Mark(value=e.mean, low=e.low, high=e.high, group=group)


def _judge(row: AgreementRow) -> str:
    """As which the row's marks are drawn: baselines all alike."""
    return _BASELINE if row.judge.kind is RaterKind.BASELINE else row.judge.name


def _table(rows: Sequence[AgreementRow]) -> Table:
    return table_of("Agreement; beneath each figure its 95 % interval", rows, _COLUMNS, flows=True)


def _pairs(row: AgreementRow) -> Cell:
    ties = f"ties: people {row.n_human_ties}, judge {row.n_judge_ties}"
    unscored = (f"{row.n_unscored:,} unscored",) if row.n_unscored else ()
    return Cell(text=f"{row.n_pairs:,}", under=(ties, *unscored))


def _cell(e: Estimate | None) -> Cell:
    if e is None:
        return Cell(text="·")
    return Cell(text=number(e.mean), under=(interval(e.low, e.high),))


def _share_cell(e: Estimate | None) -> Cell:
    if e is None:
        return Cell(text="·")
    span = f"{percent(e.low)} to {percent(e.high)} %"
    return Cell(text=f"{percent(e.mean)} %", under=(span,))


_COLUMNS: Mapping[str, Callable[[AgreementRow], Cell | str]] = {
    "Judge and score": lambda r: Cell(text=name_of(r.judge, r.score), under=(r.judge.kind.value,)),
    "Pairs": _pairs,
    "Without ties": lambda r: _share_cell(r.accuracy_without_ties),
    "With ties": lambda r: _share_cell(r.accuracy),
    "Calibrated": lambda r: _share_cell(r.accuracy_calibrated),
    "Kendall": lambda r: _cell(r.kendall),
    "Spearman": lambda r: _cell(r.spearman),
    "Pearson": lambda r: _cell(r.pearson),
    "Reports: Spearman": lambda r: _cell(r.reports_spearman),
    "Reports: Pearson": lambda r: _cell(r.reports_pearson),
}


def _differences(group: HumanGroup, found: Sequence[JudgeDifference]) -> Iterator[Part]:
    mine = [d for d in found if d.group is group]
    if not mine:
        return
    numbered = [(f"{i}. {LABELS[d.target]}", d) for i, d in enumerate(mine, 1)]
    lines = [Line(name=name, marks=(_mark(d.difference),)) for name, d in numbered]
    text = (
        "Share of pairs decided as people do, without people's ties: that of the first named minus "
        "that of the second."
    )
    yield Part(
        heading=f"Two judges on the same pairs, by {WHO[group]}",
        text=(text,),
        charts=(interval_chart("Differences", lines, _SIGNED, note="Numbers as in the table"),),
        tables=(table_of("Differences", numbered, _DIFFERENCES, flows=True),),
    )


def _what(d: JudgeDifference) -> str:
    return (
        f"{name_of(d.b, d.score_b)} ({percent(d.accuracy_b.mean)} %) minus "
        f"{name_of(d.a, d.score_a)} ({percent(d.accuracy_a.mean)} %)"
    )


def _points(e: Estimate) -> Cell:
    span = f"{percent(e.low, signed=True)} to {percent(e.high, signed=True)}"
    return Cell(text=f"{percent(e.mean, signed=True)} points", under=(span,))


def _n_pairs(e: Estimate) -> Cell:
    return Cell(text=f"{e.n_instances:,}", under=(counted(e.n_questions, "question"),))


_DIFFERENCES: Mapping[str, Callable[[tuple[str, JudgeDifference]], Cell | str]] = {
    "Held against": lambda row: row[0],
    "What": lambda row: _what(row[1]),
    "Difference": lambda row: _points(row[1].difference),
    "p": lambda row: p_value(row[1].p_value),
    "Pairs": lambda row: _n_pairs(row[1].difference),
    "Told apart": lambda row: "yes" if is_apart(row[1]) else "no: within the interval",
}
