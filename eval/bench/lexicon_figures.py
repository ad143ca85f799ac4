"""What the product makes of visible data without a model, and what that is worth: for `lexicons`,
which compares it with and without an entry."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from eval.bench.pdf_accuracy import KINDS, TYPESET, ReadingScore, scores, truths
from eval.bench.profile import USERS, papers_of
from eval.bench.report import Searched, measure, questions, read_judgments
from eval.benchmarks.detectors.run import run as run_detectors
from myscholar.actions.extractive.propose import propose_actions
from myscholar.actions.interpret import interpret
from myscholar.domain.profile import Profile, ProfileId
from myscholar.domain.runs import RunKind
from myscholar.errors import MyScholarError
from myscholar.library.pdf import PdfLimits
from myscholar.library.pdf.read import parse
from myscholar.profile.extractive.infer import infer_profile
from myscholar.search.corpus.index import CorpusIndex
from myscholar.settings import Settings
from myscholar.workflows.background import load_background
from myscholar.workflows.jobs import made_by, open_services
from myscholar.workflows.runs.play import play

NOW = "2026-01-01T00:00:00+00:00"
N_QUESTIONS = 24


class VisibleData(NamedTuple):
    """The folder of the shared data, and that of an index of its papers and passages."""

    shared: Path
    index_folder: Path


class Measured(NamedTuple):
    """What was made, by name, and figures of it, in the units of their benchmarks."""

    made: dict[str, str]
    figures: dict[str, float]


def of_profiles(data: VisibleData) -> Measured:
    found = dict(_profiles(data.shared))
    n = sum(len(p.inferences) for p in found.values())
    return Measured({u: p.model_dump_json() for u, p in found.items()}, {"inferences": n})


def _profiles(shared: Path) -> Iterator[tuple[str, Profile]]:
    with TemporaryDirectory() as folder:
        for user in map(json.loads, (shared / USERS).read_text(encoding="utf-8").splitlines()):
            yield (
                user["user_id"],
                infer_profile(
                    papers_of(user, Path(folder)),
                    background=load_background(),
                    now=NOW,
                    profile_id=ProfileId("measured"),
                    name="measured",
                ),
            )


def of_reports(data: VisibleData) -> Measured:
    """Action lists for the study's users on judged questions, and digests that carry them out."""
    background, known = load_background(), read_judgments(data.shared)
    corpus = CorpusIndex.open(data.index_folder)
    profiles = [profile for _, profile in _profiles(data.shared)]
    made, cited, relevant, done, asked = {}, 0, 0, 0, 0
    for i, (query_id, question) in enumerate(questions(data.shared, N_QUESTIONS)):
        profile = profiles[i % len(profiles)]
        actions = propose_actions(question, profile=profile, background=background)
        setup = Searched(corpus, background, actions.chosen)
        digest = measure(query_id, question, setup).report
        made[f"actions {query_id}"] = actions.model_dump_json()
        made[f"report {query_id}"] = _without_times(digest.model_dump_json()) if digest else ""
        papers = {str(r.paper.paper_id) for r in digest.references} if digest else set()
        outcomes = digest.outcomes if digest else ()
        cited += len(papers)
        relevant += len(papers & known[query_id])
        asked += len(outcomes)
        done += sum(o.status.value == "done" for o in outcomes)
    figures = {
        "relevant papers": relevant,
        "share relevant": relevant / max(1, cited),
        "actions done": done / max(1, asked),
    }
    return Measured(made, figures)


def of_flags(data: VisibleData) -> Measured:
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
    return Measured(made, figures)


def of_pdfs(data: VisibleData) -> Measured:
    """Readings of the typeset papers of the tests and of the real ones."""
    made: dict[str, str] = {}
    total = dict.fromkeys(KINDS, ReadingScore(0, 0, 0))
    for name, truth in truths(TYPESET / "truth.json").items():
        reading = parse(TYPESET / f"{name}.pdf", PdfLimits())
        made[name] = repr(reading)
        found = scores(reading, truth)
        total = {kind: total[kind] + found[kind] for kind in KINDS}
    for path in sorted((data.shared / "data/pdf").glob("*.pdf")):
        try:
            made[path.name] = repr(parse(path, PdfLimits()))
        except MyScholarError as error:
            made[path.name] = repr(error)
    figures = {f"{kind} right": float(score.right) for kind, score in total.items()}
    return Measured(made, figures | {f"{k} read": float(s.read) for k, s in total.items()})


def of_recording(_: VisibleData) -> Measured:
    """The shipped recording played: what a model's answers become."""
    return asyncio.run(_play())


async def _play() -> Measured:
    ids = (f"run{n}" for n in count())
    with TemporaryDirectory() as home:
        services = open_services(
            Settings(home=Path(home), recorded_words_per_s=0),
            clock=lambda: datetime.fromisoformat(NOW),
            new_id=lambda: next(ids),
        )
        try:
            runs = [r for r in await play(services) if r.kind is not RunKind.HEAD_START]
            made = {r.kind.value: _without_times(repr(made_by(services, r.run_id))) for r in runs}
        except MyScholarError as error:
            made = {"error": repr(error)}
        finally:
            await asyncio.to_thread(services.close)
    return Measured(made, {"runs played": float(len(made))})


def _without_times(made: str) -> str:
    return re.sub(r"seconds\W{1,2}[\d.e-]+", "", made)


FIGURES: Mapping[str, Callable[[VisibleData], Measured]] = {
    "profiles": of_profiles,
    "reports": of_reports,
    "flags": of_flags,
    "pdfs": of_pdfs,
    "recording": of_recording,
}
