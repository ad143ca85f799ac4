"""One report with language models, by ours or by the peer, and what it took."""

import json
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from eval.bench.client_order import ClientOrder, Work
from eval.bench.processes import Json
from eval.bench.servers import Servers
from eval.bench.typed_report import type_report

PLAIN = ClientOrder(work=Work.REPORT)


@dataclass(frozen=True)
class ReportCase:
    """`order` of `llm_client`, `peer` of the peer's runner; None where it has nothing alike."""

    title: str
    order: ClientOrder = PLAIN
    peer: tuple[str, ...] | None = None
    used: bool = False
    """In a home folder where a report on another question was written before."""
    limited: bool = False
    """One request a second to Semantic Scholar, by both sides. Otherwise there is no limit."""


@dataclass(frozen=True)
class ReportRow:
    """One report, by one system. Seconds, from Enter where the whole command was typed; memory in
    MB. `inside_s` is the run alone; `asks_s` is when the first request came to a model."""

    system: str
    query_id: str
    error: str | None
    wall_s: float
    inside_s: float
    asks_s: float | None
    first_s: float | None
    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    requests: int
    cpu_s: float
    peak_mb: float
    detail: Json


def one(
    running: Servers, case: ReportCase, asked: tuple[str, str], home: Path, keep: Path
) -> ReportRow:
    query_id, question = asked
    files = {"report": keep, "trace": keep.with_suffix(".trace.json")}
    order = case.order.model_copy(update={"question": question} | files)
    if order.head_start_s:  # while a person chooses in the web app: no command does that
        told = running.client(order, limited=case.limited).told
        took = {"whole_s": told.get("report_s", 0.0), "inside_s": told.get("report_s", 0.0)}
        told |= took | {"cpu_s": told["run"]["cpu_s"] + told["imports"]["cpu_s"]}
    else:
        told = type_report(running, order, home, limited=case.limited)
    log = running.wait_settled()
    return ReportRow(
        system="ours",
        query_id=query_id,
        error=told["error"],
        wall_s=told["whole_s"],
        inside_s=told.get("inside_s", 0.0),
        asks_s=told.get("asks_s"),
        first_s=told.get("first_words_s"),
        calls=len(log),
        input_tokens=sum(e["input_tokens"] for e in log),
        cached_tokens=sum(e["cached_tokens"] for e in log),
        output_tokens=sum(e["output_tokens"] for e in log),
        requests=len(running.scholar_log()),
        cpu_s=told["cpu_s"],
        peak_mb=told["peak_mb"],
        detail=told | {"log": log},
    )


def peers(
    running: Servers, case: ReportCase, asked: tuple[str, str], shared: Path, python: Path
) -> ReportRow:
    """The peer's report, by the shared runner. It shows its first section whole."""
    runner = shared.resolve() / "tools/peers/run_scholarqa.py"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        urls = ("--model-url", running.model_url, "--scholar-url", running.scholar_url)
        command = [python, runner, *urls, "--query", asked[1], "--out", out]
        command += [*(case.peer or ()), *(("--s2-key", "local") if case.limited else ())]
        began = time.perf_counter()
        subprocess.run([str(each) for each in command], capture_output=True, check=False)
        whole_s = time.perf_counter() - began
        told = json.loads(out.read_text(encoding="utf-8"))
    setup, first_s = told["client"]["import_and_setup"], told["first_section_s"]
    return ReportRow(
        system="ai2-scholar-qa",
        query_id=asked[0],
        error=(told["error"] or "").split(":")[0] or None,
        wall_s=whole_s,
        inside_s=told["wall_s"],
        asks_s=None,
        first_s=first_s and first_s + setup["wall_s"],
        calls=told["llm"]["calls"],
        input_tokens=told["llm"]["input_tokens"],
        cached_tokens=0,
        output_tokens=told["llm"]["output_tokens"],
        requests=told["s2"]["calls"],
        cpu_s=told["client"]["answer"]["cpu_s"] + setup["cpu_s"],
        peak_mb=told["client"]["peak_rss_mb"],
        detail=told,
    )
