"""Which reports are evaluated: those of the shared data, of a file or a run, or exported ones."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from eval.datasets.human_pairs import HumanPair, read_pairs
from eval.datasets.scholarqa import from_report, read_reports
from eval.domain.arena import TaskFamily
from eval.domain.checklist import GradedTask
from eval.domain.report import ScholarReport
from eval.studies.agreement.judging import reports_compared
from eval.studies.arena.ranking import read_tasks
from eval.studies.listed import only_own_markers
from eval.studies.run_folder import read_folder
from myscholar.domain.model import Frozen
from myscholar.domain.report import Report
from myscholar.domain.text import fold, listed, shorten
from myscholar.errors import InputError, UnreadableFile
from myscholar.text.question_kind import QuestionKind, kind_of

SHARED = Path("data") / "reports"
FILES = ("system_reports_dev.parquet", "scholarqa_cs_reports.parquet")
_SHOWN = 80
"""Characters of a question in a message."""
PAIRS = SHARED / "human_pairwise.jsonl"
OURS = "myscholar"
"""The system of exported reports that stand in no folder of their own."""


class ReportsOrder(Frozen):
    shared: Path
    files: tuple[Path, ...] = ()
    """Empty: those of the shared data."""
    tasks: Path | None = None
    """Lines of tasks that the reports are on."""
    systems: tuple[str, ...] = ()
    """Empty: all."""
    limit: int | None
    """Questions; None for all."""
    seed: int
    agreement: bool
    """Whether the reports that people compared are judged, too."""


class ChosenReports(Frozen):
    reports: tuple[ScholarReport, ...]
    tasks: Mapping[str, GradedTask]
    """By the reports' query_id."""
    dataset: str
    compared: tuple[ScholarReport, ...] = ()
    pairs: tuple[HumanPair, ...] = ()

    @property
    def all_reports(self) -> tuple[ScholarReport, ...]:
        known = {fingerprint_of(r): r for r in (*self.reports, *self.compared)}
        return tuple(known.values())


def choose_reports(order: ReportsOrder) -> ChosenReports:
    """Of the questions that most of the systems answer, as many as are wanted, drawn by seed.
    Raises UnreadableFile, and InputError where there is no report, no such system, or a system has
    two reports on one question."""
    files = order.files or tuple(order.shared / SHARED / name for name in FILES)
    known = [report for file in files for report in _read(file) if report.sections]
    of_tasks = tasks_by_text(order.tasks) if order.tasks else {}
    known = [_on_its_task(report, of_tasks) for report in known]
    if of_tasks:
        known = [r for r in known if r.query_id in {t.task_id for t in of_tasks.values()}]
    if not known:
        on = f" on a task of {order.tasks}" if order.tasks else ""
        raise InputError(f"There is no report{on} in {listed([str(f) for f in files])}.")
    times = Counter((r.system, r.query_id) for r in known)
    if twice := next((r for r in known if times[r.system, r.query_id] > 1), None):
        raise InputError(
            f"There are two reports of {twice.system} on “{shorten(twice.question, _SHOWN)}”. "
            "Leave one out, or let them be of two systems."
        )
    names = tuple(dict.fromkeys(r.system for r in known))
    if unknown := [name for name in order.systems if name not in names]:
        raise InputError(f"There is no system {unknown[0]!r}. There are {', '.join(names)}.")
    mine = [r for r in known if r.system in (order.systems or names)]
    taken = set(_draw(mine, order.limit, order.seed))
    reports = tuple(r for r in mine if r.query_id in taken)
    compared, pairs = _compared(order) if order.agreement else ((), ())
    tasks = {t.task_id: t for t in of_tasks.values()}
    for report in (*reports, *compared):
        tasks.setdefault(report.query_id, question_as_task(report.query_id, report.question))
    return ChosenReports(
        reports=reports,
        tasks=tasks,
        dataset=", ".join(file.name for file in files),
        compared=compared,
        pairs=pairs,
    )


def tasks_by_text(path: Path) -> Mapping[str, GradedTask]:
    """Folded. Raises what `read_tasks` raises."""
    return {
        fold(task.text): GradedTask(
            task_id=task.task_id,
            text=task.text,
            family=task.family,
            discipline=task.discipline,
            is_task=True,
        )
        for task in read_tasks(path)
    }


def question_as_task(query_id: str, question: str) -> GradedTask:
    """A question asks for a survey of the literature, or for a comparison."""
    compares = kind_of(question) is QuestionKind.COMPARISON
    family = TaskFamily.COMPARATIVE_ANALYSIS if compares else TaskFamily.LITERATURE_SURVEY
    return GradedTask(task_id=query_id, text=question, family=family)


def fingerprint_of(noun: Frozen) -> str:
    return sha256(noun.model_dump_json().encode()).hexdigest()[:12]


def _on_its_task(report: ScholarReport, tasks: Mapping[str, GradedTask]) -> ScholarReport:
    task = tasks.get(fold(report.question))
    return report.model_copy(update={"query_id": task.task_id}) if task else report


def _draw(reports: Sequence[ScholarReport], limit: int | None, seed: int) -> list[str]:
    systems = defaultdict[str, set[str]](set)
    for report in reports:
        systems[report.query_id].add(report.system)
    questions = sorted(systems)
    random.Random(seed).shuffle(questions)
    return sorted(questions, key=lambda q: -len(systems[q]))[:limit]


def _compared(
    order: ReportsOrder,
) -> tuple[tuple[ScholarReport, ...], tuple[HumanPair, ...]]:
    """Nothing where the shared data are not there."""
    file, pairs = order.shared / SHARED / FILES[0], order.shared / PAIRS
    if not (file.is_file() and pairs.is_file()):
        return (), ()
    every = read_pairs(pairs)
    found = reports_compared(read_reports(file), [p.compared for p in every])
    there = [p for p in every if all((p.query_id, s) in found for s in p.systems)]
    return tuple(found.values()), tuple(there)


def _read(path: Path) -> Iterator[ScholarReport]:
    """Raises UnreadableFile."""
    if path.is_dir() and (path / "outputs.jsonl").is_file():
        run = read_folder(path)
        for output in run.outputs.values():
            if output.report:
                yield output.report
    elif path.is_dir():
        for file in sorted(path.rglob("*.json")):
            if _is_report(file):
                yield _exported(file, path)
    else:
        yield from read_reports(path)


def _is_report(file: Path) -> bool:
    """A profile or actions may stand beside it."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and "report_id" in found


def _exported(file: Path, root: Path) -> ScholarReport:
    """One of ours; a folder within the named one is a system."""
    try:
        report = Report.model_validate_json(file.read_bytes())
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"])) or "the whole"
        raise UnreadableFile(
            file, f"it is no report as this product exports it ({where})."
        ) from error
    inside = file.relative_to(root).parts[:-1]
    name = f"q-{sha256(fold(report.question).encode()).hexdigest()[:12]}"
    return from_report(only_own_markers(report), query_id=name, system="/".join(inside) or OURS)
