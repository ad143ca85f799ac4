"""What the product makes of visible data without a model, and what that is worth: for comparisons
with and without a part of it."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from eval.bench.copies import VisibleFigures
from eval.bench.pdf_accuracy import KINDS, TYPESET, ReadingScore, scores, truths
from eval.bench.profile import USERS, papers_of
from eval.bench.readings import of_readings
from eval.bench.report import questions, read_judgments
from eval.studies.detectors.run import run as run_detectors
from myscholar.actions.extractive.propose import propose_actions
from myscholar.actions.interpret import interpret
from myscholar.domain.actions import ActionList
from myscholar.domain.evidence import SearchQuery
from myscholar.domain.profile import Profile, ProfileId
from myscholar.domain.report import Findings, OutcomeStatus, Report, ReportId
from myscholar.domain.runs import RunKind
from myscholar.errors import MyScholarError, NoEvidenceFound
from myscholar.library.pdf.read import parse
from myscholar.library.reading import ReadLimits
from myscholar.profile.extractive.infer import infer_profile
from myscholar.report.extractive.assemble import write_digest
from myscholar.report.extractive.search_plan import plan_queries
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.retrieve import retrieve
from myscholar.settings import Settings
from myscholar.text.question import analyse_question
from myscholar.workflows.actions.propose_actions import LOOK_UP
from myscholar.workflows.background import load_background
from myscholar.workflows.jobs import made_by, open_services
from myscholar.workflows.runs.play import play

NOW = "2026-01-01T00:00:00+00:00"
N_QUESTIONS = 24


_TIMES = re.compile(r"seconds=[\d.e-]+")


class VisibleData(NamedTuple):
    """The folder of the shared data, and that of an index of its papers and passages."""

    shared: Path
    index_folder: Path


def of_profiles(data: VisibleData) -> VisibleFigures:
    """Of the study's users."""
    profiles = _profiles(data.shared)
    made = {profile.name: profile.model_dump_json() for profile in profiles}
    return VisibleFigures(made, {"inferences": float(sum(len(p.inferences) for p in profiles))})


@cache
def _profiles(shared: Path) -> tuple[Profile, ...]:
    with TemporaryDirectory() as folder:
        return tuple(
            infer_profile(
                papers_of(user, Path(folder)),
                background=load_background(),
                now=NOW,
                profile_id=ProfileId(user["user_id"]),
                name=user["user_id"],
            )
            for user in map(json.loads, (shared / USERS).read_text(encoding="utf-8").splitlines())
        )


@cache
def _found(index_folder: Path, queries: tuple[SearchQuery, ...]) -> Findings:
    return asyncio.run(retrieve(queries, [CorpusIndex.open(index_folder)], clock=lambda: 0.0))


def of_actions(data: VisibleData) -> VisibleFigures:
    """Lists for the study's users on judged questions, after a first search."""
    made = {
        query_id: _propose(data, i, question).model_dump_json()
        for i, (query_id, question) in enumerate(questions(data.shared, N_QUESTIONS))
    }
    return VisibleFigures(made, {})


def _propose(data: VisibleData, i: int, question: str) -> ActionList:
    profiles = _profiles(data.shared)
    return propose_actions(
        question,
        profile=profiles[i % len(profiles)],
        background=load_background(),
        hits=_found(data.index_folder, (SearchQuery(text=question),)).hits[:LOOK_UP],
    )


def of_reports(data: VisibleData) -> VisibleFigures:
    """Digests of the same questions that carry out the actions."""
    known, n = read_judgments(data.shared), Counter[str]()
    made = {}
    for i, (query_id, question) in enumerate(questions(data.shared, N_QUESTIONS)):
        digest = _write(data, i, question)
        made[query_id] = digest.model_dump_json() if digest else ""
        papers = {str(r.paper.paper_id) for r in digest.references} if digest else set()
        n.update(cited=len(papers), relevant=len(papers & known[query_id]))
        n.update(o.status.value for o in (digest.outcomes if digest else ()))
    asked = sum(n[status.value] for status in OutcomeStatus)
    figures = {
        "relevant papers": float(n["relevant"]),
        "share relevant": n["relevant"] / max(1, n["cited"]),
        "actions done": n[OutcomeStatus.DONE.value] / max(1, asked),
    }
    return VisibleFigures(made, figures)


def _write(data: VisibleData, i: int, question: str) -> Report | None:
    background, profiles = load_background(), _profiles(data.shared)
    actions = _propose(data, i, question).chosen
    analysis = analyse_question(question, idf=background.idf)
    queries = plan_queries(analysis, actions=actions, background=background)
    try:
        return write_digest(
            question,
            findings=_found(data.index_folder, queries),
            queries=queries,
            actions=actions,
            profile=profiles[i % len(profiles)],
            background=background,
            report_id=ReportId("measured"),
            now=NOW,
        )
    except NoEvidenceFound:
        return None


def of_flags(data: VisibleData) -> VisibleFigures:
    """Flags on real complaints (F1, by type, triplets) and on cases written by hand (right)."""
    results = run_detectors(data.shared, load_background(), seed=0)
    figures = {
        f"F1 {f.error_type.value} {f.items.value}": f.flags.f1 or 0.0 for f in results.figures
    }
    figures |= {
        f"false alarms {a.error_type.value}": float(a.flagged.k) for a in results.false_alarms
    }
    figures |= {
        f"cases {c.error_type.value}{' fresh' * c.fresh}": float(c.caught + c.spared)
        for c in results.cases
    }
    texts = (
        json.loads(line)["text"]
        for name in ("action_judgments", "report_judgments")
        for line in (data.shared / f"data/interviews/{name}.jsonl").read_text("utf-8").splitlines()
    )
    made = {text: interpret(text).model_dump_json() for text in texts}
    return VisibleFigures(made, figures)


def of_pdfs(data: VisibleData) -> VisibleFigures:
    """Readings of the typeset papers of the tests and of the real ones."""
    made: dict[str, str] = {}
    total = dict.fromkeys(KINDS, ReadingScore(0, 0, 0))
    for name, truth in truths(TYPESET / "truth.json").items():
        reading = parse(TYPESET / f"{name}.pdf", ReadLimits())
        made[name] = repr(reading)
        found = scores(reading, truth)
        total = {kind: total[kind] + found[kind] for kind in KINDS}
    for path in sorted((data.shared / "data/pdf").glob("*.pdf")):
        try:
            made[path.name] = repr(parse(path, ReadLimits()))
        except MyScholarError as error:
            made[path.name] = repr(error)
    figures = {f"{kind} right": float(score.right) for kind, score in total.items()}
    return VisibleFigures(made, figures | {f"{k} read": float(s.read) for k, s in total.items()})


def of_recording(_: VisibleData) -> VisibleFigures:
    """The shipped recording played: what a model's answers become."""
    return asyncio.run(_play())


async def _play() -> VisibleFigures:
    ids = (f"run{n}" for n in count())
    with TemporaryDirectory() as home:
        services = open_services(
            Settings(home=Path(home), recorded_words_per_s=0),
            clock=lambda: datetime.fromisoformat(NOW),
            new_id=lambda: next(ids),
        )
        try:
            runs = [r for r in await play(services) if r.kind is not RunKind.HEAD_START]
            made = {r.kind.value: _TIMES.sub("", repr(made_by(services, r.run_id))) for r in runs}
        except MyScholarError as error:
            made = {"error": repr(error)}
        finally:
            await asyncio.to_thread(services.close)
    return VisibleFigures(made, {"runs played": float(len(made))})


FIGURES: Mapping[str, Callable[[VisibleData], VisibleFigures]] = {
    "readings": lambda data: of_readings(data.shared),
    "profiles": of_profiles,
    "actions": of_actions,
    "reports": of_reports,
    "flags": of_flags,
    "pdfs": of_pdfs,
    "recording": of_recording,
}


def forget(module: str) -> None:
    """What is kept here of the rooms before the module's own."""
    if not module.startswith(("myscholar.actions", "myscholar.report")):
        _profiles.cache_clear()
    if module.startswith(("myscholar.search", "myscholar.text")):
        _found.cache_clear()
