"""Do judges prefer what people prefer? The meta-evaluation as a document."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.domain.agreement import (
    Agreement,
    AgreementRow,
    HumanGroup,
    JudgeDifference,
    RaterKind,
    ReportScore,
)
from eval.domain.results import Estimate
from eval.domain.words import NONE, p_value, percent
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Document,
    Line,
    Mark,
    Part,
    definitions_of,
    figure_cell,
    share_axis,
    share_cell,
    table_of,
)
from eval.studies.agreement.conclusion import conclusion
from eval.studies.agreement.findings import findings
from eval.studies.agreement.names import LABELS, WHO, is_apart, name_of
from myscholar.domain.text import counted

_BASELINE = "a baseline"


def agreement_document(found: Agreement) -> Document:
    judges = tuple(dict.fromkeys(map(_judge, found.rows)))
    seeds = (
        f"Seed {found.seed}; {found.n_resamples:,} resamplings for Spearman, "
        f"{10 * found.n_resamples:,} for the rest"
    )
    versions = (f"{name} {version}" for name, version in sorted(found.versions.items()))
    parts = (
        Part(heading="How to read this", definitions=definitions_of("agreement")),
        *(part for group in HumanGroup for part in _groups_parts(group, found.rows, judges)),
        Part(heading="The figures in words", points=findings(found)),
        *(part for group in HumanGroup for part in _differences(group, found.differences)),
        *((Part(heading="Notes", points=found.notes),) if found.notes else ()),
        Part(heading="How it was made", points=(seeds, *versions), aside=True),
    )
    lead = (
        "Pairs of reports on one question that people compared, and what judges say of the same "
        f"pairs. {found.dataset}."
    )
    title = "Do judges of reports agree with people?"
    return Document(title=title, lead=(lead,), conclusion=conclusion(found), parts=parts)


def _groups_parts(
    group: HumanGroup, rows: Sequence[AgreementRow], judges: tuple[str, ...]
) -> Iterator[Part]:
    """Against the people's preference, then their other scores. `judges` are those of the whole
    document, so that each looks the same in all of its charts."""
    mine = [r for r in rows if r.group is group]
    for what, is_whole in (("The better report", True), ("The same scores", False)):
        if chosen := [r for r in mine if (r.target is ReportScore.PREFERENCE) is is_whole]:
            charts = tuple(
                Chart(title=title, lines=_lines(chosen, of), axis=axis, note=note, groups=judges)
                for title, of, axis, note in _CHARTS
            )
            caption = "Agreement, each figure with its 95 % interval"
            table = table_of(caption, chosen, _COLUMNS, flows=True)
            yield Part(heading=f"{what}, by {WHO[group]}", charts=charts, tables=(table,))


Of = Callable[[AgreementRow], Estimate | None]
_CORRELATION = Axis(low=-1, high=1, reference=0, signed=True, label="correlation")
_CHARTS: tuple[tuple[str, Of, Axis, str], ...] = (
    (
        "Decided as people do, without ties",
        lambda r: r.accuracy_without_ties,
        share_axis(0.5),
        "Dashed: a coin",
    ),
    ("Kendall's tau-b", lambda r: r.kendall, _CORRELATION, "Dashed: chance"),
    ("Pearson's correlation", lambda r: r.pearson, _CORRELATION, "Dashed: chance"),
)


def _lines(rows: Sequence[AgreementRow], of: Of) -> tuple[Line, ...]:
    """A line a score, with a mark for each judge; a line a baseline."""
    lines: dict[str, list[Mark]] = {}
    for row in rows:
        marks = lines.setdefault(LABELS[row.score] if row.score else row.judge.name, [])
        if e := of(row):
            marks.append(_mark(e, _judge(row)))
    instead = "not defined, or nothing scored"
    return tuple(
        Line(name=name, marks=tuple(marks), instead=instead) for name, marks in lines.items()
    )


def _mark(e: Estimate, group: str = "") -> Mark:
    return Mark(value=e.mean, low=e.low, high=e.high, group=group)


def _judge(row: AgreementRow) -> str:
    """As which the row's marks are drawn: baselines all alike."""
    return _BASELINE if row.judge.kind is RaterKind.BASELINE else row.judge.name


def _name(r: AgreementRow) -> Cell:
    """With the people's score where it is neither the whole nor the judge's own."""
    own = r.target in (ReportScore.PREFERENCE, r.score)
    name = name_of(r.judge, r.score) if own else f"{r.judge.name}: {LABELS[r.target]}"
    return Cell(text=name)


def _cell(e: Estimate | None) -> Cell | str:
    return figure_cell(e.mean, e.low, e.high) if e else NONE


def _share_cell(e: Estimate | None) -> Cell | str:
    return share_cell(e.mean, e.low, e.high) if e else NONE


_COLUMNS: Mapping[str, Callable[[AgreementRow], Cell | str]] = {
    "Judge and score": _name,
    "Pairs": lambda r: f"{r.n_pairs:,}",
    "Ties: people, judge": lambda r: f"{r.n_human_ties}, {r.n_judge_ties}",
    "Unscored": lambda r: f"{r.n_unscored:,}" if r.n_unscored else NONE,
    "Without ties": lambda r: _share_cell(r.accuracy_without_ties),
    "With ties": lambda r: _share_cell(r.accuracy),
    "Calibrated": lambda r: _share_cell(r.accuracy_calibrated),
    "Kendall": lambda r: _cell(r.kendall),
    "Spearman": lambda r: _cell(r.spearman),
    "Pearson": lambda r: _cell(r.pearson),
    "Reports: Spearman": lambda r: _cell(r.reports_spearman),
    "Reports: Pearson": lambda r: _cell(r.reports_pearson),
    "Within systems": lambda r: _cell(r.within_systems),
    "Who": lambda r: r.judge.kind.value,
}


def _differences(group: HumanGroup, found: Sequence[JudgeDifference]) -> Iterator[Part]:
    mine = [d for d in found if d.group is group]
    if not mine:
        return
    numbered = [(f"{i}. {LABELS[d.target]}", d) for i, d in enumerate(mine, 1)]
    lines = tuple(Line(name=name, marks=(_mark(d.difference),)) for name, d in numbered)
    axis = Axis(
        low=-1, high=1, reference=0, label="percentage points", digits=0, signed=True, times=100
    )
    text = (
        "Share of pairs decided as people do, without people's ties: that of the first named minus "
        "that of the second."
    )
    chart = Chart(title="Differences", lines=lines, axis=axis, note="Numbers as in the table")
    yield Part(
        heading=f"Two judges on the same pairs, by {WHO[group]}",
        text=(text,),
        charts=(chart,),
        tables=(table_of("Differences", numbered, _DIFFERENCES, flows=True),),
        aside=True,
    )


def _what(d: JudgeDifference) -> str:
    return (
        f"{name_of(d.b, d.score_b)} ({percent(d.accuracy_b.mean)}) minus "
        f"{name_of(d.a, d.score_a)} ({percent(d.accuracy_a.mean)})"
    )


def _n_pairs(e: Estimate) -> Cell:
    return Cell(text=f"{e.n_instances:,}", under=(counted(e.n_questions, "question"),))


def _points(e: Estimate) -> Cell:
    return share_cell(e.mean, e.low, e.high, signed=True)


_DIFFERENCES: Mapping[str, Callable[[tuple[str, JudgeDifference]], Cell | str]] = {
    "Held against": lambda row: row[0],
    "What": lambda row: _what(row[1]),
    "Difference": lambda row: _points(row[1].difference),
    "p": lambda row: p_value(row[1].p_value),
    "Pairs": lambda row: _n_pairs(row[1].difference),
    "Told apart": lambda row: "yes" if is_apart(row[1]) else "no: within the interval",
}
