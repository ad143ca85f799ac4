"""A report as a person gets it: the whole command `myscholar report`, typed on a terminal."""

import json
from pathlib import Path

from eval.bench.client_order import ClientOrder
from eval.bench.llm_actions import eight_actions
from eval.bench.processes import Json
from eval.bench.servers import Servers
from eval.bench.whole_command import Typed, run_typed
from myscholar.domain.actions import ActionList
from myscholar.domain.report import Report

SOURCE = "semantic-scholar"


def type_report(running: Servers, wanted: ClientOrder, home: Path, *, limited: bool) -> Json:
    """What it took, seconds from Enter on. `inside_s` is the run's own time, as the report gives
    it; `asks_s` is when the first request came to a model."""
    assert wanted.report
    assert wanted.trace
    typed = run_typed(arguments(wanted, home), running.environment(home, limited=limited))
    log = running.wait_settled()
    told: Json = {
        "error": None if typed.status == 0 else last_line(typed),
        "whole_s": typed.wall_s,
        "cpu_s": typed.cpu_s,
        "peak_mb": typed.peak_mb,
        "asks_s": min((e["arrived"] for e in log), default=typed.started_at) - typed.started_at,
        "log": log,
    }
    if typed.status:
        return told
    made = Report.model_validate_json(wanted.report.read_text(encoding="utf-8"))
    finals = [section.text for section in made.sections]
    return told | {
        "inside_s": made.cost.seconds,
        "first_words_s": typed.first_words_s(finals),
        "steps": steps(wanted.trace, typed),
        "outcomes": [outcome.status.value for outcome in made.outcomes],
        "cost": made.cost.model_dump(),
    }


def arguments(wanted: ClientOrder, home: Path) -> list[object]:
    typed: list[object] = ["report", wanted.question, "--engine", "llm", "--source", SOURCE]
    typed += ["--out", wanted.report, "--trace", wanted.trace]
    typed += [] if wanted.tables else ["--no-tables"]
    if wanted.actions:
        chosen = home.with_name("actions.json")
        listed = ActionList(question=wanted.question, actions=eight_actions())
        chosen.write_text(listed.model_dump_json(), encoding="utf-8")
        typed += ["--actions", chosen]
    return typed


def last_line(typed: Typed) -> str:
    return next((line for line in reversed(typed.text.splitlines()) if line.strip()), "").strip()


def steps(trace: Path, typed: Typed) -> list[tuple[str, float, float]]:
    """Each step with the seconds at which it began and that it took."""
    rows = json.loads(trace.read_text(encoding="utf-8"))["steps"]
    return [(r["name"], r["started_at"] - typed.started_at, r["seconds"]) for r in rows]
