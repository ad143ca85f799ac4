"""Which parts a benchmark's results become."""

import re
from collections.abc import Iterator, Sequence

from eval.domain.instance import Expertise
from eval.domain.metric import FACTS, MYSQA, Metric
from eval.domain.results import FEWEST_QUESTIONS, Results
from eval.judges.local.caveats import WHY_UNSCORED
from eval.pages.agreements import agreements_part
from eval.pages.comparisons import comparisons_part
from eval.pages.document import Cell, Page, Part, Table
from eval.pages.families import FAMILIES, family_parts
from eval.pages.html import to_html
from eval.pages.rows import LOCAL, ShownRow, shown_rows
from eval.pages.words import number, short
from myscholar.domain.text import counted, listed

MANY_UNSCORED = 0.1
"""Share of a metric's judgments from which the reader is warned: its mean is that of the rest."""
N_FAILURES = 50
_DRAWN = ("Drawn: ", "They share ")
"""How notes begin that say which instances a run took, or several share."""
_CITED = "titles only"
"""In notes on systems that show no words of what they cite."""


def page_of(results: Sequence[Results], *, title: str = "") -> str:
    """One page of one or more runs, for example of several systems; their rows stand side by side.

    Raises ValueError where there is no run.
    """
    if not results:
        raise ValueError("a page needs the results of at least one run")
    rows = shown_rows(results)
    parts = [
        *(
            part
            for family in FAMILIES
            for part in family_parts(family, rows, _cited(results) if family == "report" else ())
        ),
        *comparisons_part(results),
        *agreements_part(results),
        *_failures(results),
        *_notes(results),
        HOW_TO_READ,
        *metrics_part(tuple(dict.fromkeys(r.row.metric for r in rows))),
        _runs(results),
    ]
    return to_html(
        Page(
            title=title or _title(results),
            lead=_lead(results, rows),
            warnings=_warnings(results, rows),
            parts=tuple(parts),
        )
    )


def _title(results: Sequence[Results]) -> str:
    systems = list(dict.fromkeys(short(row.system) for r in results for row in r.rows))
    benchmark = listed(list(dict.fromkeys(short(r.benchmark) for r in results)))
    return (
        f"{benchmark}: "
        f"{listed(systems) if 0 < len(systems) < 4 else counted(len(systems), 'system')}"
    )


def _lead(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    systems, judges = ({getattr(r.row, name) for r in rows} for name in ("system", "judge"))
    estimates = [r.row.estimate for r in rows if r.row.estimate]
    scored, unscored = (
        sum(getattr(r.row, name) for r in rows if r.row.group == "all")
        for name in ("n_scored", "n_unscored")
    )
    what = (
        f"{counted(len(systems), 'system')} on "
        f"{listed(list(dict.fromkeys(short(r.dataset) for r in results)))}"
    )
    judged = f"Judged by {listed(sorted(map(_judge, judges)))}." if judges else ""
    seeds = listed(sorted({str(r.seed) for r in results}))
    drawn = " ".join((*_drawn(results), f"Intervals are resampled with seed {seeds}."))
    if not estimates:
        return (f"{what}. Nothing was scored. {judged}", drawn)
    n_questions, n_instances = (
        max(getattr(e, name) for e in estimates) for name in ("n_questions", "n_instances")
    )
    return (
        f"{what}: up to {counted(n_questions, 'question')}, {counted(n_instances, 'instance')}. "
        f"{judged}",
        drawn,
        f"{counted(scored, 'judgment')} scored; {unscored:,} could not be given and count neither "
        "for nor against a system.",
    )


def _drawn(results: Sequence[Results]) -> tuple[str, ...]:
    """What the runs' notes say of the instances they took."""
    return tuple(dict.fromkeys(n for r in results for n in r.notes if n.startswith(_DRAWN)))


def _cited(results: Sequence[Results]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(n for r in results for n in r.notes if _CITED in n))


def _judge(name: str) -> str:
    return f"{LOCAL} (words, numbers and vectors; no model)" if name == LOCAL else short(name)


def _warnings(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    data = "These runs are on different data: their figures can't be compared with each other."
    few: dict[str, list[str]] = {}
    for r in rows:
        n = r.row.n_scored + r.row.n_unscored
        if r.row.group == "all" and r.row.n_unscored > MANY_UNSCORED * n:
            few.setdefault(r.name, []).append(
                f"{FACTS[r.row.metric].label.lower()} ({r.row.n_unscored:,} of {n:,})"
            )
    unscored = (
        f"Many judgments of {name} could not be given, and the means are those of the rest: "
        f"{listed(of)}."
        for name, of in few.items()
    )
    named = dict.fromkeys(w for r in results for w in r.warnings)
    return (
        *([data] if len({r.dataset for r in results}) > 1 else []),
        *named,
        *_few_questions(results, rows),
        *unscored,
    )


def _few_questions(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    """Which figures stand without an interval."""
    estimates = [
        *(r.row.estimate for r in rows if r.row.estimate),
        *(c.difference for r in results for c in r.comparisons),
        *(g.difference for r in results for g in r.agreements if g.difference),
    ]
    few = [e for e in estimates if not e.has_interval]
    if not few:
        return ()
    which = (
        "All figures rest"
        if len(few) == len(estimates)
        else f"{len(few):,} of {len(estimates):,} figures rest"
    )
    return (
        f"{which} on fewer than {FEWEST_QUESTIONS} questions: too few for an interval, so none is "
        "shown. They show what can be measured, not how good a system is.",
    )


def _failures(results: Sequence[Results]) -> tuple[Part, ...]:
    failures = [f for r in results for f in r.failures]
    if not failures:
        return ()
    text = (
        f"{counted(len(failures), 'instance')} that a system did not answer wholly; what is "
        "missing is in no mean."
    )
    more = (
        (f"and {len(failures) - N_FAILURES:,} more in the results' file",)
        if len(failures) > N_FAILURES
        else ()
    )
    return (Part(heading="Failures", text=(text,), points=(*failures[:N_FAILURES], *more)),)


def _notes(results: Sequence[Results]) -> tuple[Part, ...]:
    above = {*_drawn(results), *_cited(results), *(w for r in results for w in r.warnings)}
    notes = [n for n in dict.fromkeys(n for r in results for n in r.notes) if n not in above]
    points = (*notes, *_why_unscored(notes))
    return (Part(heading="Notes", points=points),) if points else ()


def _why_unscored(notes: Sequence[str]) -> Iterator[str]:
    """In words what notes say by name only."""
    for name, why in WHY_UNSCORED.items():
        named = [n for n in notes if re.search(rf"\b{name}\b", n)]
        if named and not any(why in n for n in named):
            yield f"{name}: {why}."


HOW_TO_READ = Part(
    heading="How to read this",
    text=(
        "A dot is a mean, its line the interval within which the mean falls in 95 of 100 "
        "resamplings of the questions. Questions are resampled, not judgments, since the judgments "
        "of one question resemble each other.",
        f"On fewer than {FEWEST_QUESTIONS} questions a dot stands without a line: resampling so "
        "few says nothing.",
        "Two systems whose intervals overlap may still differ: a comparison on the same questions "
        "says so more sharply.",
        f"Expertise ({listed([e.value for e in Expertise])}) is how close the user's papers are "
        "to the question, by the dataset's embedder.",
        "Where a judge failed, refused or was unsure, the judgment is unscored: counted and "
        "shown, never a 0 or a 1.",
    ),
)


def metrics_part(metrics: Sequence[Metric]) -> tuple[Part, ...]:
    """What each of them means."""
    better = {True: "higher is better", False: "lower is better", None: "neither is better"}
    rows = tuple(
        (
            f.label,
            f.means,
            Cell(
                text=f"{number(f.low, 0)} to {'any' if f.high is None else number(f.high, 0)}",
                under=(better[f.higher_is_better],),
            ),
            f.needs,
            f.source,
        )
        for f in map(FACTS.__getitem__, metrics)
    )
    table = Table(
        caption=f"Sources: {MYSQA}",
        columns=("Metric", "Meaning", "Range", "Needs", "Source"),
        rows=rows,
        flows=True,
    )
    return (Part(heading="What the metrics mean", tables=(table,)),) if metrics else ()


def _runs(results: Sequence[Results]) -> Part:
    rows = tuple(
        (
            f"Run {i}",
            r.benchmark,
            r.dataset,
            str(r.seed),
            f"{r.seconds:,.0f} s",
            "price unknown" if r.dollars is None else f"${r.dollars:,.2f}",
            f"{r.model_calls:,}",
            "; ".join(f"{name} {version}" for name, version in sorted(r.versions.items())),
        )
        for i, r in enumerate(results, 1)
    )
    columns = ("Run", "Benchmark", "Dataset", "Seed", "Time", "Cost", "Model calls", "Versions")
    return Part(
        heading="How it was made",
        tables=(
            Table(caption="What is needed to repeat it", columns=columns, rows=rows, flows=True),
        ),
    )
