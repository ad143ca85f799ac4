"""The meta-evaluation as a page, and what it comes to in sentences."""

from collections.abc import Callable, Iterator, Sequence

from eval.domain.agreement import (
    Agreement,
    AgreementRow,
    HumanGroup,
    JudgeDifference,
    RaterKind,
    ReportScore,
)
from eval.domain.results import Estimate
from eval.pages.agreement_conclusion import conclusion
from eval.pages.agreement_names import LABELS, LEVEL, WHO, is_apart, name_of
from eval.pages.charts import Axis, Line, Mark, interval_chart
from eval.pages.document import Cell, Chart, Page, Part, Table
from eval.pages.html import to_html
from eval.pages.words import interval, number, p_value
from myscholar.domain.text import counted

_WHOLE = (ReportScore.OVERALL, ReportScore.OVERALL_WITHOUT_RECALL, ReportScore.PREFERENCE, None)
_BASELINE = "a baseline"
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
)  # fmt: skip


def agreement_page(found: Agreement) -> str:
    parts = [part for group in HumanGroup for part in _group_parts(group, found.rows)]
    differences = [_differences(group, found.differences) for group in HumanGroup]
    page = Page(
        title="Do judges of reports agree with people?",
        lead=(
            "Pairs of reports on one question that people compared, and what judges say of the "
            f"same pairs. {found.dataset}.",
        ),
        parts=(
            Part(heading="What was found", points=conclusion(found)),
            Part(heading="How to read this", points=HOW),
            *parts,
            Part(heading="The figures in words", points=findings(found)),
            *(d for d in differences if d),
            *((Part(heading="Notes", points=found.notes),) if found.notes else ()),
            _made(found),
        ),
    )
    return to_html(page)


def findings(found: Agreement) -> tuple[str, ...]:
    """Sentences with the figures that decide: agreement on the better report, and which judges can
    be told apart."""
    said = [
        sentence
        for group in HumanGroup
        for sentence in (*_best(group, found.rows), *_told_apart(group, found.differences))
    ]
    n = len(found.differences)
    if n:
        said.append(
            f"{counted(n, 'comparison')} of two judges were made in all: chance alone would bring "
            f"about {n * LEVEL:.0f} with p below {LEVEL}; corrected for their number (Bonferroni) "
            f"the bar is p below {LEVEL / n:.1g}, and {_passing(found.differences)}."
        )
    return tuple(said)


def _passing(differences: Sequence[JudgeDifference]) -> str:
    passing = [d for d in differences if d.p_value < LEVEL / len(differences)]
    named = [
        f"{name_of(d.b, d.score_b)} and {name_of(d.a, d.score_a)} by {WHO[d.group]}"
        for d in passing
    ]
    return f"{len(passing)} of them pass it: {'; '.join(named)}" if passing else "none passes it"


def figure(e: Estimate | None) -> str:
    return "·" if e is None else f"{number(e.mean)} {interval(e.low, e.high)}"


def share(e: Estimate | None, *, signed: bool = False) -> str:
    """As percent, with its interval; a difference of two shares has a sign, and points for its
    unit."""
    if e is None:
        return "·"
    unit, of = ("points", f"{percent(e.mean, signed=True)}") if signed else ("%", percent(e.mean))
    return f"{of} {unit} [{percent(e.low, signed=signed)}, {percent(e.high, signed=signed)}]"


def percent(value: float, *, signed: bool = False) -> str:
    """A hundred times a share, without its unit."""
    return number(100 * value, 0, signed=signed)


def _best(group: HumanGroup, rows: Sequence[AgreementRow]) -> Iterator[str]:
    """The whole scores of judges, and what needs no judge."""
    mine = [
        r
        for r in rows
        if r.group is group and r.target is ReportScore.PREFERENCE and r.score in _WHOLE
    ]
    shown = [
        f"{name_of(r.judge, r.score)} {share(e)} ({e.n_instances})"
        for r in mine
        if (e := r.accuracy_without_ties)
    ]
    if shown:
        yield (
            f"The better report by {WHO[group]}, share of the pairs without ties (their number): "
            f"{'; '.join(shown)}."
        )


def _told_apart(group: HumanGroup, differences: Sequence[JudgeDifference]) -> Iterator[str]:
    """Judges' whole scores in any case; of the rest, those that differ by more than chance."""
    mine = [d for d in differences if d.group is group]
    whole = [
        d
        for d in mine
        if RaterKind.BASELINE not in (d.a.kind, d.b.kind) and {d.score_a, d.score_b} <= set(_WHOLE)
    ]
    apart = [d for d in mine if d not in whole and is_apart(d)]
    for d in whole:
        verdict = "told apart" if is_apart(d) else "not told apart: 0 is within the interval"
        yield f"On the same {counted(d.difference.n_instances, 'pair')}, {_in_words(d)}: {verdict}."
    if apart:
        yield f"Told apart besides: {'; '.join(map(_in_words, apart))}."
    if rest := len(mine) - len(whole) - len(apart):
        yield (
            f"{counted(rest, 'other comparison')} of two judges by {WHO[group]}: 0 is within the "
            "interval of each difference."
        )


def _in_words(d: JudgeDifference) -> str:
    what = (
        f"{name_of(d.b, d.score_b)} {percent(d.accuracy_b.mean)} % against "
        f"{name_of(d.a, d.score_a)} {percent(d.accuracy_a.mean)} %"
    )
    return (
        f"{what} on {LABELS[d.target].lower()} by {WHO[d.group]}, difference "
        f"{share(d.difference, signed=True)}, p {p_value(d.p_value)}"
    )


def _group_parts(group: HumanGroup, rows: Sequence[AgreementRow]) -> Iterator[Part]:
    """`rows` are those of the whole page, so that a judge looks the same in all of its charts."""
    mine, judges = [r for r in rows if r.group is group], tuple(dict.fromkeys(map(_judge, rows)))
    for heading, chosen in (
        (
            f"The better report, by {WHO[group]}",
            [r for r in mine if r.target is ReportScore.PREFERENCE],
        ),
        (
            f"The same scores, by {WHO[group]}",
            [r for r in mine if r.target is not ReportScore.PREFERENCE],
        ),
    ):
        if chosen:
            yield Part(heading=heading, charts=_charts(chosen, judges), tables=(_table(chosen),))


def _charts(rows: Sequence[AgreementRow], judges: Sequence[str]) -> tuple[Chart, ...]:
    share, correlation = (
        Axis(low=0, high=1, reference=0.5),
        Axis(low=-1, high=1, reference=0, signed=True),
    )
    return (
        _chart(
            "Decided as people do, without ties",
            rows,
            lambda r: r.accuracy_without_ties,
            share,
            "Dashed: a coin",
            judges,
        ),
        _chart("Kendall's tau-b", rows, lambda r: r.kendall, correlation, "Dashed: chance", judges),
        _chart(
            "Pearson's correlation",
            rows,
            lambda r: r.pearson,
            correlation,
            "Dashed: chance",
            judges,
        ),
    )


def _chart(
    title: str,
    rows: Sequence[AgreementRow],
    of: Callable[[AgreementRow], Estimate | None],
    axis: Axis,
    note: str,
    judges: Sequence[str],
) -> Chart:
    """A line a score, with a mark for each judge; a line a baseline."""
    lines: dict[str, list[Mark]] = {}
    for row in rows:
        line = lines.setdefault(LABELS[row.score] if row.score else row.judge.name, [])
        if e := of(row):
            line.append(Mark(value=e.mean, low=e.low, high=e.high, group=_judge(row)))
    shown = [
        Line(name=name, marks=tuple(marks), instead="not defined, or nothing scored")
        for name, marks in lines.items()
    ]
    return interval_chart(title, shown, axis, note=note, groups=judges)


def _judge(row: AgreementRow) -> str:
    """As which the row's marks are drawn: baselines all alike."""
    return _BASELINE if row.judge.kind is RaterKind.BASELINE else row.judge.name


def _table(rows: Sequence[AgreementRow]) -> Table:
    columns = (
        "Judge and score",
        "Pairs",
        "Without ties",
        "With ties",
        "Calibrated",
        "Kendall",
        "Spearman",
        "Pearson",
        "Reports: Spearman",
        "Reports: Pearson",
    )
    return Table(
        caption="Agreement; beneath each figure its 95 % interval",
        columns=columns,
        rows=tuple(map(_row, rows)),
        flows=True,
    )


def _row(row: AgreementRow) -> tuple[Cell | str, ...]:
    ties = f"ties: people {row.n_human_ties}, judge {row.n_judge_ties}"
    unscored = (f"{row.n_unscored:,} unscored",) if row.n_unscored else ()
    shares = (row.accuracy_without_ties, row.accuracy, row.accuracy_calibrated)
    correlations = (
        row.kendall,
        row.spearman,
        row.pearson,
        row.reports_spearman,
        row.reports_pearson,
    )
    counts = Cell(text=f"{row.n_pairs:,}", under=(ties, *unscored))
    return (
        Cell(text=name_of(row.judge, row.score), under=(row.judge.kind.value,)),
        counts,
        *map(_share_cell, shares),
        *map(_cell, correlations),
    )


def _cell(e: Estimate | None) -> Cell:
    return (
        Cell(text="·") if e is None else Cell(text=number(e.mean), under=(interval(e.low, e.high),))
    )


def _share_cell(e: Estimate | None) -> Cell:
    return (
        Cell(text="·")
        if e is None
        else Cell(text=f"{percent(e.mean)} %", under=(f"{percent(e.low)} to {percent(e.high)} %",))
    )


def _differences(group: HumanGroup, found: Sequence[JudgeDifference]) -> Part | None:
    mine = [d for d in found if d.group is group]
    if not mine:
        return None
    lines = [
        Line(
            name=f"{i}. {LABELS[d.target]}",
            marks=(Mark(value=d.difference.mean, low=d.difference.low, high=d.difference.high),),
        )
        for i, d in enumerate(mine, 1)
    ]
    rows = tuple(
        (
            f"{i}. {LABELS[d.target]}",
            f"{name_of(d.b, d.score_b)} ({percent(d.accuracy_b.mean)} %) minus "
            f"{name_of(d.a, d.score_a)} ({percent(d.accuracy_a.mean)} %)",
            Cell(
                text=f"{percent(d.difference.mean, signed=True)} points",
                under=(
                    f"{percent(d.difference.low, signed=True)} to "
                    f"{percent(d.difference.high, signed=True)}",
                ),
            ),
            p_value(d.p_value),
            Cell(
                text=f"{d.difference.n_instances:,}",
                under=(counted(d.difference.n_questions, "question"),),
            ),
            "yes" if is_apart(d) else "no: within the interval",
        )
        for i, d in enumerate(mine, 1)
    )
    return Part(
        heading=f"Two judges on the same pairs, by {WHO[group]}",
        text=(
            "Share of pairs decided as people do, without people's ties: that of the first named "
            "minus that of the second.",
        ),
        charts=(
            interval_chart(
                "Differences",
                lines,
                Axis(low=-1, high=1, reference=0, signed=True),
                note="Numbers as in the table",
            ),
        ),
        tables=(
            Table(
                caption="Differences",
                columns=("Held against", "What", "Difference", "p", "Pairs", "Told apart"),
                rows=rows,
                flows=True,
            ),
        ),
    )


def _made(found: Agreement) -> Part:
    versions = tuple(f"{name} {version}" for name, version in sorted(found.versions.items()))
    seeds = (
        f"Seed {found.seed}; {found.n_resamples:,} resamplings for Spearman, "
        f"{10 * found.n_resamples:,} for the rest"
    )
    return Part(heading="How it was made", points=(seeds, *versions))
