"""Which parts a benchmark's results become."""

from collections.abc import Sequence

from eval.domain.instance import Expertise
from eval.domain.metric import FACTS, Metric
from eval.domain.results import Results
from eval.pages.agreements import agreements_part
from eval.pages.comparisons import comparisons_part
from eval.pages.document import Page, Part, Table
from eval.pages.families import FAMILIES, family_parts
from eval.pages.html import to_html
from eval.pages.rows import ShownRow, shown_rows
from eval.pages.words import number, short
from myscholar.domain.text import counted, listed

MANY_UNSCORED = 0.1
"""Share of a metric's judgments from which the reader is warned: its mean is that of the rest."""
N_FAILURES = 50


def page_of(results: Sequence[Results], *, title: str = "") -> str:
    """One page of one or more runs, for example of several systems; their rows stand side by side.

    Raises ValueError where there is no run.
    """
    if not results:
        raise ValueError("a page needs the results of at least one run")
    rows = shown_rows(results)
    parts = [
        *(part for family in FAMILIES for part in family_parts(family, rows)),
        *comparisons_part(results),
        *agreements_part(results),
        *_failures(results),
        *_notes(results),
        how_to_read(tuple(dict.fromkeys(r.row.metric for r in rows))),
        _runs(results),
    ]
    return to_html(
        Page(title=title or _title(results), lead=_lead(results, rows), warnings=_warnings(results, rows), parts=tuple(parts))
    )


def _title(results: Sequence[Results]) -> str:
    systems = list(dict.fromkeys(short(row.system) for r in results for row in r.rows))
    benchmark = listed(list(dict.fromkeys(short(r.benchmark) for r in results)))
    return f"{benchmark}: {listed(systems) if 0 < len(systems) < 4 else counted(len(systems), 'system')}"


def _lead(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    systems, judges = ({getattr(r.row, name) for r in rows} for name in ("system", "judge"))
    estimates = [r.row.estimate for r in rows if r.row.estimate]
    scored, unscored = (sum(getattr(r.row, name) for r in rows if r.row.group == "all") for name in ("n_scored", "n_unscored"))
    what = f"{counted(len(systems), 'system')} on {listed(list(dict.fromkeys(short(r.dataset) for r in results)))}"
    judged = f"Judged by {listed(sorted(map(_judge, judges)))}." if judges else ""
    if not estimates:
        return (f"{what}. Nothing was scored. {judged}",)
    n_questions, n_instances = (max(getattr(e, name) for e in estimates) for name in ("n_questions", "n_instances"))
    return (
        f"{what}: up to {counted(n_questions, 'question')}, {counted(n_instances, 'instance')}. {judged}",
        f"{counted(scored, 'judgment')} scored; {unscored:,} could not be given and count neither for nor against a system.",
    )


def _judge(name: str) -> str:
    return "local (words, numbers and vectors; no model)" if name == "local" else short(name)


def _warnings(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    data = "These runs are on different data: their figures can't be compared with each other."
    few: dict[str, list[str]] = {}
    for r in rows:
        n = r.row.n_scored + r.row.n_unscored
        if r.row.group == "all" and r.row.n_unscored > MANY_UNSCORED * n:
            few.setdefault(r.name, []).append(f"{FACTS[r.row.metric].label.lower()} ({r.row.n_unscored:,} of {n:,})")
    unscored = (
        f"Many judgments of {name} could not be given, and the means are those of the rest: {listed(of)}."
        for name, of in few.items()
    )
    return (*([data] if len({r.dataset for r in results}) > 1 else []), *unscored)


def _failures(results: Sequence[Results]) -> tuple[Part, ...]:
    failures = [f for r in results for f in r.failures]
    if not failures:
        return ()
    text = f"{counted(len(failures), 'instance')} that a system did not answer wholly; what is missing is in no mean."
    more = (f"and {len(failures) - N_FAILURES:,} more in the results' file",) if len(failures) > N_FAILURES else ()
    return (Part(heading="Failures", text=(text,), points=(*failures[:N_FAILURES], *more)),)


def _notes(results: Sequence[Results]) -> tuple[Part, ...]:
    notes = tuple(dict.fromkeys(n for r in results for n in r.notes))
    return (Part(heading="Notes", points=notes),) if notes else ()


def how_to_read(metrics: Sequence[Metric]) -> Part:
    levels = listed([e.value for e in Expertise])
    return Part(
        heading="How to read this",
        text=(
            "A dot is a mean, its line the interval within which the mean falls in 95 of 100 resamplings of the questions. "
            "Questions are resampled, not judgments, since the judgments of one question resemble each other.",
            "Two systems whose intervals overlap may still differ: a comparison on the same questions says so more sharply.",
            f"Expertise ({levels}) is how close the user's papers are to the question, by the dataset's embedder.",
            "Where a judge failed, refused or was unsure, the judgment is unscored: counted and shown, never a 0 or a 1.",
        ),
        tables=(_metrics(metrics),) if metrics else (),
    )


def _metrics(metrics: Sequence[Metric]) -> Table:
    better = {True: "higher", False: "lower", None: "neither"}
    rows = tuple(
        (
            f.label,
            f"{number(f.low, 0)} to {'any' if f.high is None else number(f.high, 0)}",
            better[f.higher_is_better],
            f.needs,
            f.source,
        )
        for f in map(FACTS.__getitem__, metrics)
    )
    return Table(caption="The metrics", columns=("Metric", "Range", "Better", "Needs", "Source"), rows=rows)


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
    return Part(heading="How it was made", tables=(Table(caption="What is needed to repeat it", columns=columns, rows=rows),))
