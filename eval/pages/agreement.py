"""The meta-evaluation as a page, and what it comes to in sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.domain.agreement import Agreement, AgreementRow, HumanGroup, JudgeDifference, Kind, Rater, ReportScore
from eval.domain.results import Estimate
from eval.pages.charts import Axis, Line, Mark, interval_chart
from eval.pages.document import Cell, Chart, Page, Part, Table
from eval.pages.html import to_html
from eval.pages.words import interval, number, p_value
from myscholar.domain.text import counted

LEVEL = 0.05
LABELS: Mapping[ReportScore, str] = {
    ReportScore.PREFERENCE: "Preference",
    ReportScore.ANSWER_PRECISION: "Answer precision",
    ReportScore.ANSWER_RECALL: "Answer recall",
    ReportScore.CITATION_PRECISION: "Citation precision",
    ReportScore.CITATION_RECALL: "Citation recall",
    ReportScore.OVERALL: "Overall",
    ReportScore.OVERALL_CITATION: "Overall, citations",
    ReportScore.OVERALL_WITHOUT_RECALL: "Overall, without recall",
}
WHO: Mapping[HumanGroup, str] = {
    HumanGroup.ASKER: "the authors of the questions",
    HumanGroup.ANNOTATOR_1: "annotator 1",
    HumanGroup.ANNOTATOR_2: "annotator 2",
    HumanGroup.AGREEING: "both annotators where they agree",
}
_BASELINE = "a baseline"
_HOW = (
    "A pair is two reports on one question that people compared. A judge agrees where it scores the report higher that they do.",
    "Without ties: of the pairs on which people see a difference, the share decided as they do; a tie of the judge is half right, so a coin has 0.50.",
    "With ties: the share of all pairs decided as people do, where a tie is right only if people tie, too. Judges with fine scores hardly ever tie; "
    "calibrated, small differences of theirs count as ties, how small being learned on other questions.",
    "Kendall's tau-b, Spearman's and Pearson's correlation are of the differences between the two reports of a pair: 0 is chance, 1 is perfect.",
    "Intervals hold 95 of 100 resamplings of the questions. Two judges are told apart only where the interval of their difference leaves out 0.",
    "Unscored: pairs of which the judge could not score a report; they are in none of the figures.",
)  # fmt: skip


def agreement_page(found: Agreement) -> str:
    parts = [part for group in HumanGroup for part in _group_parts(group, found.rows)]
    differences = [_differences(group, found.differences) for group in HumanGroup]
    page = Page(
        title="Do judges of reports agree with people?",
        lead=(f"Pairs of reports on one question that people compared, and what judges say of the same pairs. {found.dataset}.",),
        parts=(
            Part(heading="What was found", points=findings(found)),
            Part(heading="How to read this", points=_HOW),
            *parts,
            *(d for d in differences if d),
            *((Part(heading="Notes", points=found.notes),) if found.notes else ()),
            _made(found),
        ),
    )
    return to_html(page)


def findings(found: Agreement) -> tuple[str, ...]:
    """Sentences with the figures that decide: agreement on the better report, and which judges can be told apart."""
    said = [*_best(found), *_apart(found)]
    n = len(found.differences)
    if n:
        said.append(
            f"{counted(n, 'comparison')} of two judges in all: chance alone would bring about {n * LEVEL:.0f} with p below {LEVEL}; "
            f"corrected for their number (Bonferroni) the bar is {LEVEL / n:.1g}."
        )
    return tuple(said)


def name_of(rater: Rater, score: ReportScore | None) -> str:
    return rater.name if score is None else f"{rater.name}, {LABELS[score].lower()}"


def figure(e: Estimate | None, *, signed: bool = False) -> str:
    return "·" if e is None else f"{number(e.mean, signed=signed)} {interval(e.low, e.high, signed=signed)}"


def _best(found: Agreement) -> Iterator[str]:
    """Of each group, the whole scores of judges and what needs no judge."""
    whole = (ReportScore.OVERALL, ReportScore.OVERALL_WITHOUT_RECALL, ReportScore.PREFERENCE, None)
    for group in HumanGroup:
        rows = [r for r in found.rows if r.group is group and r.target is ReportScore.PREFERENCE and r.score in whole]
        shown = [f"{name_of(r.judge, r.score)} {figure(r.accuracy_without_ties)}" for r in rows if r.accuracy_without_ties]
        if shown:
            n = max(r.accuracy_without_ties.n_instances for r in rows if r.accuracy_without_ties)
            yield f"Which report {WHO[group]} prefer, on up to {n} pairs without ties: {'; '.join(shown)}."


def _apart(found: Agreement) -> Iterator[str]:
    for group in HumanGroup:
        ours = [d for d in found.differences if d.group is group and d.b.kind is not Kind.BASELINE]
        apart = [d for d in ours if _is_apart(d)]
        if ours:
            yield (
                f"Held against {WHO[group]}, {len(apart)} of {counted(len(ours), 'comparison')} of a judge with another judge, a person "
                f"or a baseline tell the two apart{': ' if apart else '; the others are within the intervals'}"
                + "; ".join(_difference_in_words(d) for d in apart)
                + "."
            )
        for d in (d for d in found.differences if d.group is group and d.b.kind is Kind.BASELINE and _is_apart(d)):
            yield f"Held against {WHO[group]}: {_difference_in_words(d)}."


def _is_apart(d: JudgeDifference) -> bool:
    return d.difference.low > 0 or d.difference.high < 0


def _difference_in_words(d: JudgeDifference) -> str:
    on = f" on {LABELS[d.target].lower()}"
    return f"{name_of(d.b, d.score_b)} minus {name_of(d.a, d.score_a)}{on} {figure(d.difference, signed=True)}, p {p_value(d.p_value)}"


def _group_parts(group: HumanGroup, rows: Sequence[AgreementRow]) -> Iterator[Part]:
    mine = [r for r in rows if r.group is group]
    for heading, chosen in (
        (f"Which report {WHO[group]} prefer", [r for r in mine if r.target is ReportScore.PREFERENCE]),
        (f"Each score against the same score by {WHO[group]}", [r for r in mine if r.target is not ReportScore.PREFERENCE]),
    ):
        if chosen:
            yield Part(heading=heading, charts=_charts(chosen), tables=(_table(chosen),))


def _charts(rows: Sequence[AgreementRow]) -> tuple[Chart, ...]:
    share, correlation = Axis(low=0, high=1, reference=0.5), Axis(low=-1, high=1, reference=0, signed=True)
    return (
        _chart("Decided as people do, without ties", rows, lambda r: r.accuracy_without_ties, share, "Dashed: a coin"),
        _chart("Kendall's tau-b", rows, lambda r: r.kendall, correlation, "Dashed: chance"),
        _chart("Pearson's correlation", rows, lambda r: r.pearson, correlation, "Dashed: chance"),
    )


def _chart(
    title: str, rows: Sequence[AgreementRow], of: Callable[[AgreementRow], Estimate | None], axis: Axis, note: str
) -> Chart:
    """A line a score, with a mark for each judge; a line a baseline."""
    lines: dict[str, list[Mark]] = {}
    for row in rows:
        line = lines.setdefault(LABELS[row.score] if row.score else row.judge.name, [])
        if e := of(row):
            group = _BASELINE if row.judge.kind is Kind.BASELINE else row.judge.name
            line.append(Mark(value=e.mean, low=e.low, high=e.high, group=group))
    shown = [Line(name=name, marks=tuple(marks), instead="not defined, or nothing scored") for name, marks in lines.items()]
    return interval_chart(title, shown, axis, note=note)


def _table(rows: Sequence[AgreementRow]) -> Table:
    columns = ("Judge and score", "Pairs", "Without ties", "With ties", "Calibrated", "Kendall", "Spearman", "Pearson", "Reports: Spearman", "Reports: Pearson")  # fmt: skip
    return Table(caption="Agreement; beneath each figure its 95 % interval", columns=columns, rows=tuple(map(_row, rows)))


def _row(row: AgreementRow) -> tuple[Cell | str, ...]:
    ties = f"ties: people {row.n_human_ties}, judge {row.n_judge_ties}"
    estimates = (
        row.accuracy_without_ties,
        row.accuracy,
        row.accuracy_calibrated,
        row.kendall,
        row.spearman,
        row.pearson,
        row.reports_spearman,
        row.reports_pearson,
    )
    counts = Cell(text=f"{row.n_pairs:,}", under=f"{ties}{f'; {row.n_unscored:,} unscored' if row.n_unscored else ''}")
    return (Cell(text=name_of(row.judge, row.score), under=row.judge.kind.value), counts, *map(_cell, estimates))


def _cell(e: Estimate | None) -> Cell:
    return Cell(text="·") if e is None else Cell(text=number(e.mean), under=interval(e.low, e.high))


def _differences(group: HumanGroup, found: Sequence[JudgeDifference]) -> Part | None:
    mine = [d for d in found if d.group is group]
    if not mine:
        return None
    lines = [
        Line(
            name=f"{i}. {LABELS[d.target]}", marks=(Mark(value=d.difference.mean, low=d.difference.low, high=d.difference.high),)
        )
        for i, d in enumerate(mine, 1)
    ]
    rows = tuple(
        (
            f"{i}. {LABELS[d.target]}",
            f"{name_of(d.b, d.score_b)} minus {name_of(d.a, d.score_a)}",
            Cell(text=number(d.difference.mean, signed=True), under=interval(d.difference.low, d.difference.high, signed=True)),
            p_value(d.p_value),
            Cell(text=f"{d.difference.n_instances:,}", under=counted(d.difference.n_questions, "question")),
            "yes" if _is_apart(d) else "no: within the interval",
        )
        for i, d in enumerate(mine, 1)
    )
    return Part(
        heading=f"Two judges on the same pairs, against {WHO[group]}",
        text=("Share of pairs decided as people do, without people's ties: that of the first named minus that of the second.",),
        charts=(
            interval_chart("Differences", lines, Axis(low=-1, high=1, reference=0, signed=True), note="Numbers as in the table"),
        ),
        tables=(
            Table(caption="Differences", columns=("Held against", "What", "Difference", "p", "Pairs", "Told apart"), rows=rows),
        ),
    )


def _made(found: Agreement) -> Part:
    versions = tuple(f"{name} {version}" for name, version in sorted(found.versions.items()))
    seeds = f"Seed {found.seed}; {found.n_resamples:,} resamplings for Kendall, Spearman and Pearson, 10,000 for the rest"
    return Part(heading="How it was made", points=(seeds, *versions))
