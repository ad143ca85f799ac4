"""What reports make of their sources, and how they do by checklists. Source: Arena table 3, figures
3 and 4."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.domain.agreement import AgreementRow
from eval.domain.checklist import Checklist
from eval.domain.keypoints import JudgedKeypoint, Related
from eval.domain.metric import FACTS, Metric
from eval.domain.results import Estimate, Row
from eval.domain.words import NONE, number, percent, round_up, short
from eval.judges.local.caveats import WHY_UNSCORED
from eval.metrics.rows import ALL
from eval.show.document import (
    Axis,
    Cell,
    Document,
    Part,
    Plane,
    Point,
    definitions_of,
    figure_cell,
    mark_of,
    share_cell,
    table_of,
)
from eval.show.families import estimate_cell
from eval.show.results import lead_of, results_document
from eval.studies.arena.figures import ACE, ReportEvaluation
from eval.studies.arena.keypoints import ReportKeypoints
from myscholar.domain.text import counted

SHOWN, KEYPOINTS = 5, 12
"""Checklists that a page prints, systems whose keypoints it does, and keypoints of a report."""
_MADE_ANEW = "The numbers stand in results.json, for whoever wants to mend the judge."
_ACCURACY = "As people decide"


def evaluation_document(
    found: ReportEvaluation,
    *,
    title: str,
    keypoints: Sequence[ReportKeypoints] = (),
    checklists: Sequence[Checklist] = (),
) -> Document:
    """Metrics that are withheld stand nowhere as a figure, but why they do not."""
    words = "checklists" if found.benchmark == ACE else "keypoints"
    rows = tuple(r for r in found.results.rows if r.metric not in found.withheld)
    whole = results_document((found.results.model_copy(update={"rows": rows}),), title=title)
    parts = (
        *_withheld(found),
        *_people(found),
        *_efficiency(rows),
        *whole.parts,
        *_unscored(found),
        *_keypoints(keypoints),
        *_checklists(checklists),
        Part(heading="What the words mean", definitions=definitions_of(words)),
    )
    lead = f"{counted(found.n_reports, 'report')} on {counted(found.n_questions, 'question')}."
    return whole.model_copy(update={"lead": (lead, *lead_of((found.results,))), "parts": parts})


def _withheld(found: ReportEvaluation) -> Iterator[Part]:
    if found.withheld:
        points = (f"{FACTS[m].label}: {why}" for m, why in found.withheld.items())
        yield Part(
            heading=f"No scores by the judge {found.judge}, and why",
            text=(_MADE_ANEW,),
            points=tuple(points),
        )


def _efficiency(rows: Sequence[Row]) -> Iterator[Part]:
    """Source: Arena figure 4."""
    mine = {(r.system, r.metric): r.estimate for r in rows if r.group == ALL and r.estimate}
    quality = next((m for m in _QUALITY if any(key[1] is m for key in mine)), None)
    if quality is None:
        return
    points = [
        (system, words, estimate)
        for (system, metric), estimate in mine.items()
        if metric is quality and (words := mine.get((system, Metric.REPORT_LENGTH)))
    ]
    most = max(mark_of(words).ends[1] for _, words, _ in points)
    top, label = FACTS[quality].high or 1, FACTS[quality].label
    yield Part(
        heading="What is reached with how many words",
        charts=(
            Plane(
                title=f"{label} against length",
                points=tuple(
                    Point(name=system, x=mark_of(words), y=mark_of(estimate))
                    for system, words, estimate in points
                ),
                x_axis=Axis(low=0, high=round_up(most), label="words of a report", digits=0),
                y_axis=Axis(
                    low=0,
                    high=top,
                    label=f"{label.lower()}, %" if top == 1 else label.lower(),
                    times=100 if top == 1 else 1,
                    digits=1,
                ),
                note="Higher and further left is better",
            ),
        ),
        tables=(table_of("Means by system", points, _efficiency_columns(quality), flows=True),),
    )


_QUALITY = (Metric.KEYPOINT_SUPPORTED_RATE, Metric.CHECKLIST_SCORE)
_Pointed = tuple[str, Estimate, Estimate]


def _efficiency_columns(quality: Metric) -> Mapping[str, Callable[[_Pointed], Cell | str]]:
    return {
        "System": lambda point: point[0],
        FACTS[quality].label: lambda point: estimate_cell(point[2], quality),
        FACTS[Metric.REPORT_LENGTH].label: lambda point: number(point[1].mean, 0),
    }


def _people(found: ReportEvaluation) -> Iterator[Part]:
    if not found.agreements:
        return
    rows = list(found.agreements.items())
    n = max(row.n_pairs + row.n_unscored for _, row in rows)
    yield Part(
        heading="Whether it goes with people",
        text=(
            f"{counted(n, 'comparison')} of two reports by the questions' own authors; the shares "
            "are of those on which they prefer one. What is to be low is turned round.",
        ),
        tables=(table_of("With 95 % intervals, by question", rows, _PEOPLE, flows=True),),
    )


def _unscored(found: ReportEvaluation) -> Iterator[Part]:
    if found.why_unscored:
        named = sorted(found.why_unscored.items(), key=lambda item: -item[1])
        columns: Mapping[str, Callable[[tuple[str, int]], Cell | str]] = {
            "Reason": lambda item: WHY_UNSCORED.get(item[0], item[0]),
            "Judgments": lambda item: f"{item[1]:,}",
        }
        yield Part(
            heading="Why judgments are missing",
            tables=(table_of("By reason", named, columns),),
            aside=True,
        )


def _keypoints(keypoints: Sequence[ReportKeypoints]) -> Iterator[Part]:
    """Of the first report with any of each system."""
    judged = [line for line in keypoints if line.judged.keypoints]
    first = {line.system: line for line in reversed(judged)}
    columns: Mapping[str, Callable[[JudgedKeypoint], Cell | str]] = {
        "Keypoint": lambda k: Cell(text=k.keypoint.text, under=_sources(k)),
        "In the report": lambda k: (
            k.judged.relation.value if isinstance(k.judged, Related) else "unscored"
        ),
    }
    for line in sorted(first.values(), key=lambda line: (line.query_id, line.system))[:SHOWN]:
        yield Part(
            heading=f"Keypoints of {line.system} on {line.query_id}",
            tables=(table_of("As found", line.judged.keypoints[:KEYPOINTS], columns),),
            aside=True,
        )


def _sources(k: JudgedKeypoint) -> tuple[str, ...]:
    return tuple(dict.fromkeys(short(span.source) for span in k.keypoint.spans))


def _checklists(checklists: Sequence[Checklist]) -> Iterator[Part]:
    for checklist in checklists[:SHOWN]:
        columns: Mapping[str, Callable[..., Cell | str]] = {
            "Criterion": lambda c: Cell(text=c.title, under=(c.description,) * bool(c.description)),
            "Weight": lambda c: percent(c.weight),
        }
        yield Part(
            heading=f"Checklist for {checklist.task_id}",
            tables=(table_of(f"By {checklist.by}", checklist.criteria, columns),),
            aside=True,
        )


def _share(of: Callable[[AgreementRow], Estimate | None]) -> Callable[..., Cell | str]:
    def cell(item: tuple[Metric, AgreementRow]) -> Cell | str:
        e = of(item[1])
        return share_cell(e.mean, e.low, e.high) if e else NONE

    return cell


def _correlation(of: Callable[[AgreementRow], Estimate | None]) -> Callable[..., Cell | str]:
    def cell(item: tuple[Metric, AgreementRow]) -> Cell | str:
        e = of(item[1])
        return figure_cell(e.mean, e.low, e.high) if e else NONE

    return cell


_PEOPLE: Mapping[str, Callable[[tuple[Metric, AgreementRow]], Cell | str]] = {
    "Figure": lambda item: FACTS[item[0]].label,
    "Comparisons": lambda item: f"{item[1].n_pairs} ({item[1].n_unscored} unscored)",
    _ACCURACY: _share(lambda row: row.accuracy_without_ties),
    "Kendall": _correlation(lambda row: row.kendall),
    "Spearman": _correlation(lambda row: row.spearman),
    "Pearson": _correlation(lambda row: row.pearson),
    "Spearman of reports": _correlation(lambda row: row.reports_spearman),
    "Within systems": _correlation(lambda row: row.within_systems),
}
