"""Runs of a benchmark, compared or alone."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.domain.instance import Expertise
from eval.domain.metric import FACTS, MYSQA, Facts, Metric
from eval.domain.results import FEWEST_QUESTIONS, Results
from eval.domain.words import number, price_of, short
from eval.judges.local.caveats import WHY_UNSCORED
from eval.show.agreements import agreements_parts
from eval.show.comparisons import comparisons_parts
from eval.show.document import Cell, Document, Part, table_of
from eval.show.families import FAMILIES, LOCAL, ShownRow, family_parts, shown_rows
from eval.show.interaction import interaction_parts
from myscholar.domain.text import counted, listed

MANY_UNSCORED = 0.1
"""Share of a metric's judgments from which the reader is warned: its mean is that of the rest."""
N_FAILURES = 50
_DRAWN = ("Drawn: ", "They share ")
"""How notes begin that say which instances a run took, or several share."""
TITLES: Mapping[str, str] = {"idrbench": "Does asking help a research?"}
"""Of the benchmarks whose page asks one question."""
_CITED = "titles only"
"""In notes on systems that show no words of what they cite."""


def results_document(results: Sequence[Results], *, title: str = "") -> Document:
    """Of one or more runs, for example of several systems; their rows stand side by side.

    Raises ValueError where there is no run.
    """
    if not results:
        raise ValueError("there is nothing to show without the results of at least one run")
    rows = shown_rows(results)
    reports_notes = _collect_notes(results, lambda n: _CITED in n)
    families = (
        part
        for family in FAMILIES
        for part in family_parts(family, rows, reports_notes if family == "report" else ())
    )
    parts = (
        *interaction_parts(results, rows),
        *families,
        *comparisons_parts(results),
        *agreements_parts(results),
        *_failures(results),
        *_notes(results),
        HOW_TO_READ,
        *metrics_part(tuple(dict.fromkeys(r.row.metric for r in rows))),
        _runs(results),
    )
    return Document(
        title=title or TITLES.get(results[0].benchmark) or _title(results),
        lead=lead_of(results),
        warnings=_warnings(results, rows),
        parts=parts,
    )


def _collect_notes(results: Sequence[Results], wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """The runs' notes of a kind, each once."""
    return tuple(dict.fromkeys(n for r in results for n in r.notes if wanted(n)))


def _title(results: Sequence[Results]) -> str:
    systems = list(dict.fromkeys(short(row.system) for r in results for row in r.rows))
    benchmark = listed(list(dict.fromkeys(short(r.benchmark) for r in results)))
    named = listed(systems) if 0 < len(systems) < 4 else counted(len(systems), "system")
    return f"{benchmark}: {named}"


def lead_of(results: Sequence[Results]) -> tuple[str, ...]:
    """Of whom, by whom, and how many judgments there are."""
    rows = shown_rows(results)
    systems, judges = {r.row.system for r in rows}, {r.row.judge for r in rows}
    estimates = [r.row.estimate for r in rows if r.row.estimate]
    whole = [r.row for r in rows if r.row.group == "all" and _is_judged(r.row.metric)]
    scored, unscored = sum(r.n_scored for r in whole), sum(r.n_unscored for r in whole)
    datasets = listed(list(dict.fromkeys(short(r.dataset) for r in results)))
    what = f"{counted(len(systems), 'system')} on {datasets}"
    judged = f"Judged by {listed(sorted(map(_judge, judges)))}." if judges else ""
    seeds = listed(sorted({str(r.seed) for r in results}))
    drawn = _collect_notes(results, lambda n: n.startswith(_DRAWN))
    drawing = " ".join((*drawn, f"Intervals are resampled with seed {seeds}."))
    spent = _spent(results)
    if not estimates:
        return (f"{what}. Nothing was scored. {judged}", drawing, spent)
    n_questions = counted(max(e.n_questions for e in estimates), "question")
    n_instances = counted(max(e.n_instances for e in estimates), "instance")
    return (
        f"{what}: up to {n_questions}, {n_instances}. {judged}",
        drawing,
        f"{counted(scored, 'judgment')} scored; {unscored:,} could not be given and count neither "
        "for nor against a system."
        if whole
        else "No judgment is shown, only what was counted.",
        spent,
    )


def _is_judged(metric: Metric) -> bool:
    """Not a count by which no system is better."""
    return FACTS[metric].higher_is_better is not None


def _spent(results: Sequence[Results]) -> str:
    seconds, calls = sum(r.seconds for r in results), sum(r.model_calls for r in results)
    dollars = [r.dollars for r in results if r.dollars is not None]
    price = price_of(sum(dollars) if len(dollars) == len(results) else None)
    return f"{seconds:,.0f} s of work, {counted(calls, 'model call')}, {price}."


def _judge(name: str) -> str:
    return f"{LOCAL} (words, numbers and vectors; no model)" if name == LOCAL else short(name)


def _warnings(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    data = "These runs are on different data: their figures can't be compared with each other."
    few: dict[str, list[str]] = {}
    for r in rows:
        n = r.row.n_scored + r.row.n_unscored
        if r.row.group == "all" and r.row.n_unscored > MANY_UNSCORED * n:
            what = f"{FACTS[r.row.metric].label.lower()} ({r.row.n_unscored:,} of {n:,})"
            few.setdefault(r.name, []).append(what)
    unscored = (
        f"Many judgments of {name} could not be given, and the means are those of the rest: "
        f"{listed(of)}."
        for name, of in few.items()
    )
    named = dict.fromkeys(w for r in results for w in r.warnings)
    mixed = [data] if len({r.dataset for r in results}) > 1 else []
    return (*mixed, *named, *_few_questions(results, rows), *unscored)


def _few_questions(results: Sequence[Results], rows: Sequence[ShownRow]) -> tuple[str, ...]:
    estimates = [
        *(r.row.estimate for r in rows if r.row.estimate),
        *(c.difference for r in results for c in r.comparisons),
        *(g.difference for r in results for g in r.agreements if g.difference),
    ]
    few = [e for e in estimates if not e.has_interval]
    if not few:
        return ()
    share = f"{len(few):,} of {len(estimates):,}"
    return (
        f"{'All' if len(few) == len(estimates) else share} figures rest on fewer than "
        f"{FEWEST_QUESTIONS} questions: too few for an interval, so none is shown. They show "
        "what can be measured, not how good a system is.",
    )


def _failures(results: Sequence[Results]) -> tuple[Part, ...]:
    failures = [f for r in results for f in r.failures]
    if not failures:
        return ()
    text = (
        f"{counted(len(failures), 'instance')} that a system did not answer wholly; what is "
        "missing is in no mean."
    )
    points = failures[:N_FAILURES]
    if more := len(failures) - len(points):
        points.append(f"and {more:,} more in the results' file")
    return (Part(heading="Failures", text=(text,), points=tuple(points)),)


def _notes(results: Sequence[Results]) -> tuple[Part, ...]:
    above = {w for r in results for w in r.warnings}
    notes = _collect_notes(
        results, lambda n: not (n in above or n.startswith(_DRAWN) or _CITED in n)
    )
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
    aside=True,
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
        "shown, never a 0 or a 1. Under the number of unscored items stands what the mean would "
        "be if all of them had the lowest score, and if all had the highest: a difference between "
        "systems that is smaller than that says little.",
    ),
)


def metrics_part(metrics: Sequence[Metric]) -> tuple[Part, ...]:
    table = table_of(f"Sources: {MYSQA}", [FACTS[m] for m in metrics], _METRICS, flows=True)
    part = Part(heading="What the metrics mean", tables=(table,), aside=True)
    return (part,) if metrics else ()


def _range(f: Facts) -> Cell:
    high = "any" if f.high is None else number(f.high, 0)
    return Cell(text=f"{number(f.low, 0)} to {high}", under=(_BETTER[f.higher_is_better],))


_BETTER = {True: "higher is better", False: "lower is better", None: "neither is better"}
_METRICS: Mapping[str, Callable[[Facts], Cell | str]] = {
    "Metric": lambda f: f.label,
    "Meaning": lambda f: f.means,
    "Range": _range,
    "Needs": lambda f: f.needs,
    "Source": lambda f: f.source,
}


def _runs(results: Sequence[Results]) -> Part:
    numbered = list(enumerate(results, 1))
    table = table_of("What is needed to repeat it", numbered, _RUNS, flows=True)
    return Part(heading="How it was made", tables=(table,), aside=True)


def _versions(r: Results) -> str:
    return "; ".join(f"{name} {version}" for name, version in sorted(r.versions.items()))


_RUNS: Mapping[str, Callable[[tuple[int, Results]], str]] = {
    "Run": lambda run: f"Run {run[0]}",
    "Benchmark": lambda run: run[1].benchmark,
    "Dataset": lambda run: run[1].dataset,
    "Seed": lambda run: str(run[1].seed),
    "Time": lambda run: f"{run[1].seconds:,.0f} s",
    "Cost": lambda run: price_of(run[1].dollars),
    "Model calls": lambda run: f"{run[1].model_calls:,}",
    "Versions": lambda run: _versions(run[1]),
}
