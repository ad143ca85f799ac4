"""The whole benchmark on a few papers, kept as it goes and taken up again."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from eval.__main__ import app
from eval.datasets.references import read_bench_articles, read_expert_answers, read_system_reports
from eval.domain.metric import Metric
from eval.domain.reference import Reference
from eval.domain.results import Results
from eval.judges.intent_aspects import LocalIntentAspects
from eval.judges.local.words import Words
from eval.show.families import shown_rows
from eval.show.interaction import interaction_parts
from eval.studies.idrbench.ambiguity import Vague
from eval.studies.idrbench.beside import Beside, open_embedder
from eval.studies.idrbench.cases import ReferenceSet, ResearchCase
from eval.studies.idrbench.run import ANSWERS, ELSEWHERE, FIGURES, Answered, FiguresOfReport
from eval.studies.idrbench.teams import ARMS
from eval.studies.in_processes import in_processes
from eval.studies.lines import Lines
from myscholar.errors import InputError
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.workflows.background import load_background
from tests.interactive.team.team_run import SIDES, paper

ANSWER = " ".join(
    f"{side} matter to honey bee colonies [{n}]. There {what}."
    for n, (side, what) in enumerate(SIDES.items())
)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Six questions by experts, and papers about bees."""
    folder = tmp_path / "shared"
    rows = [
        {"query_id": f"e{n}", "question": f"Why do honey bee colonies decline in {where}?"}
        for n, where in enumerate(("Kenya", "Bavaria", "Kyoto", "Ohio", "Chile", "Delhi"))
    ]
    write(folder / "data/reports/human_answers.jsonl", [row | {"answer": ANSWER} for row in rows])
    papers = [paper(side, n) for side in SIDES for n in range(3)]
    write(
        folder / "data/retrieval/corpus.jsonl",
        [
            {"_id": p.paper_id, "title": p.title if n % 2 else "", "text": p.passages[0].text}
            for n, p in enumerate(papers)
        ],
    )
    return folder


def write(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


@pytest.fixture
def bench(shared: Path, sample_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copytree(sample_cache, tmp_path / "home" / "cache")
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))

    def run(*options: str, exit_code: int = 0) -> str:
        out = tmp_path / "out"
        made = CliRunner().invoke(
            app,
            [
                *("idrbench", "--shared", str(shared), "--corpus", "sample", "--out", str(out)),
                *("--references", "experts", "--processes", "1", *options),
            ],
        )
        if exit_code == 0 and made.exception:
            raise made.exception
        return made.output

    return run


def test_it_goes_on_where_it_was_killed_and_the_figures_are_the_same(bench, tmp_path: Path):
    """One of four reports is there, and a second whose line was torn."""
    arms = ("--arms", "autonomous; interactive")
    said = bench("--limit", "2", *arms)
    assert "Making questions vaguer: 0 of 2\n" in said
    assert "Learning which words are alike: 0 of 1\n" in said
    assert "Researching questions: 0 of 2\n" in said
    file = tmp_path / "out" / ANSWERS
    lines = file.read_bytes().splitlines(keepends=True)
    whole = (tmp_path / "out" / "results.json").read_bytes()
    assert len(lines) == 4
    file.write_bytes(lines[0] + lines[1][:40])
    bench("--limit", "2", *arms)
    assert file.read_bytes().splitlines(keepends=True)[0] == lines[0]
    again, first = (
        Results.model_validate_json(each)
        for each in ((tmp_path / "out" / "results.json").read_bytes(), whole)
    )
    assert again.model_copy(update={"seconds": 0}) == first.model_copy(update={"seconds": 0})

    rows = {(r.system, r.metric): r.estimate for r in again.rows}
    assert {name for name, _ in rows} == {"autonomous", "interactive", ELSEWHERE}
    assert rows["autonomous", Metric.TURNS].mean == 0
    assert rows["interactive", Metric.TURNS].mean > 0
    assert all(0 <= e.mean <= 1 for (_, m), e in rows.items() if "f1" in m.value)
    figures = Lines(tmp_path / "out" / FIGURES, FiguresOfReport).read()
    turns = [f.figures[Metric.TURNS] for f in figures if f.arm == "interactive"]
    assert len(turns) == 2
    assert sum(turns) / 2 == rows["interactive", Metric.TURNS].mean
    compared = {c.metric: c for c in again.comparisons if c.b == "interactive"}
    assert compared[Metric.AVERAGE_SCORE].difference.n_questions == 2
    [part] = interaction_parts([again], shown_rows([again]))
    assert [point.name for point in part.charts[0].points] == ["autonomous", "interactive"]
    page = (tmp_path / "out" / "page.html").read_text(encoding="utf-8")
    assert "Quality against turns" in page


@pytest.mark.parametrize("begun", ["Making questions vaguer", "Learning which words are alike"])
def test_ctrl_c_ends_it_also_while_nothing_is_waited_for(shared: Path, tmp_path: Path, begun: str):
    """An event loop only notes it then."""
    typed = [sys.executable, "-m", "eval", "idrbench", "--shared", str(shared)]
    options = ["--corpus", "sample", "--references", "experts", "--out", str(tmp_path / "out")]
    with subprocess.Popen(
        [*typed, *options],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MYSCHOLAR_HOME": str(tmp_path / "home")},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as command:
        assert command.stderr
        next(line for line in command.stderr if line.startswith(begun))
        command.send_signal(signal.SIGINT)
        said = command.stderr.read()
    assert command.returncode == 130, said
    assert "stopped: what is finished is kept" in said
    made = list(Lines(tmp_path / "out" / ANSWERS, Answered).read())
    assert len(made) < 6 * len(ARMS)


def test_reports_to_who_wants_another_reference_are_made_anew(bench, shared: Path, tmp_path: Path):
    """The wording is the same; the simulated user replies by the reference."""
    arms = ("--limit", "1", "--arms", "interactive")
    lines = Lines(tmp_path / "out" / ANSWERS, Answered)
    bench(*arms)
    bench(*arms)
    [made] = lines.read()
    file = shared / "data/reports/human_answers.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace(ANSWER, "Mites kill colonies."))
    bench(*arms)
    [_, again] = lines.read()
    assert again.asked == made.asked


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--arms", "telepathic"), "'telepathic' is none of: autonomous; interactive"),
        (("--references", "oracles"), "'oracles' is none of: experts, systems, drb"),
        (("--references", ","), "',' is none of"),
        (("--judge", "nobody"), "'nobody' is no judge"),
        (("--embedder", "nothing"), "No embedder is called 'nothing'"),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_computed(
    bench, tmp_path: Path, options, said: str
):
    with pytest.raises(InputError, match=said):
        bench(*options)
    assert not (tmp_path / "out" / ANSWERS).exists()


def test_references_are_read_with_what_experts_want(tmp_path: Path):
    rubric = {"name": "a", "importance": "most_important", "criterion": "Say why.", "weight": 0.6}
    write(tmp_path / "rubrics.jsonl", [{"query_id": "q1", "items": [rubric]}])
    reports = [
        {"query_id": q, "question": "Why?", "system": s, "sections": [{"text": t}]}
        for q, s, t in (("q1", "nora", "So."), ("q1", "other", "No."), ("q2", "nora", ""))
    ]
    write(tmp_path / "data/reports/scholarqa_cs_reports.parquet", reports)
    [found] = read_system_reports(tmp_path, Path("rubrics.jsonl"))
    assert found == Reference(query_id="q1", question="Why?", text="So.", wanted=("Say why.",))

    folder = tmp_path / "data" / "deep_research_bench"
    wanted = {"comprehensiveness": [{"criterion": "Breadth"}], "readability": [{"criterion": "x"}]}
    write(folder / "criteria.jsonl", [{"id": 3, "criterions": wanted}])
    write(folder / "reports.jsonl", [{"id": 3, "prompt": "Why?", "article": "So."}])
    [found] = read_bench_articles(tmp_path)
    assert (found.query_id, found.wanted) == ("drb-3", ("Breadth",))

    write(
        tmp_path / "data/reports/human_answers.jsonl",
        [{"query_id": "e", "question": "W", "answer": "A"}],
    )
    assert read_expert_answers(tmp_path) == (Reference(query_id="e", question="W", text="A"),)


def test_a_report_like_the_reference_is_nearer_than_one_that_is_not():
    sentences = [f"{side} matter. There {what}." for side, what in SIDES.items()]
    beside = Beside(LsaEmbedder().fit(sentences * 3), LocalIntentAspects(Words(load_background())))
    case = ResearchCase(
        reference=Reference(query_id="q", question="Why?", text=ANSWER),
        of=ReferenceSet.EXPERTS,
        vague=Vague(text="Why?", compression=0),
        aspects=tuple(f"{side}" for side in [*SIDES, "mites"]),
    )

    def measured(text: str):
        return {m.metric: m.score for m in asyncio.run(beside.measure(case, text))}

    own, half, other = measured(ANSWER), measured(ANSWER[: len(ANSWER) // 2]), measured("Otters.")
    assert own[Metric.AVERAGE_SCORE] == pytest.approx(1)
    assert own[Metric.SENTENCE_F1] == 1 > half[Metric.SENTENCE_F1] > 0
    assert own[Metric.ASPECT_COVERAGE] > half[Metric.ASPECT_COVERAGE] > 0
    unknown = other[Metric.REPORT_SIMILARITY], other[Metric.SENTENCE_F1]
    assert unknown == (None, None), "none of its words is known"
    assert measured("")[Metric.AVERAGE_SCORE] == 0


def test_an_embedder_learns_once_a_folder_and_anew_of_other_texts(shared: Path, tmp_path: Path):
    first, text = open_embedder("lsa:3", shared, tmp_path), ["Varroa mites and drought stress"]
    [kept] = tmp_path.glob("embedder-*.bin")
    written = kept.stat().st_mtime_ns
    again = open_embedder("lsa:3", shared, tmp_path)
    assert np.array_equal(first.embed(text), again.embed(text))
    assert first.dimension == 3
    assert kept.stat().st_mtime_ns == written
    (shared / "data/retrieval/corpus.jsonl").unlink()
    open_embedder("lsa:3", shared, tmp_path)
    assert len(list(tmp_path.glob("embedder-*.bin"))) == 2


KILLED = """
import time
from eval.studies.in_processes import in_processes

def work(n):
    print("at work", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    list(in_processes(work, [1], 1))
"""


def test_processes_end_when_their_parent_is_killed(tmp_path: Path):
    program = tmp_path / "killed.py"
    program.write_text(KILLED, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, text=True, env=os.environ.copy()
    ) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "at work\n"
        parent.kill()
        # the pipe ends when the last process that holds it has ended
        assert parent.stdout.read() == ""


INTERRUPTED = """
import asyncio, os, signal, time
from eval.studies.in_processes import in_processes

def work(n):
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(600)

async def wait():
    list(in_processes(work, [1, 2], 1))

if __name__ == "__main__":
    try:
        asyncio.run(wait())
    except KeyboardInterrupt:
        print("stopped")
"""


def test_ctrl_c_ends_at_once_what_is_under_way_and_what_stands_in_line(tmp_path: Path):
    program = tmp_path / "interrupted.py"
    program.write_text(INTERRUPTED, encoding="utf-8")
    command = [sys.executable, str(program)]
    assert subprocess.check_output(command, text=True, timeout=120) == "stopped\n"


def test_results_come_as_they_are_made_and_an_error_ends_them():
    assert sorted(in_processes(abs, [-1, -2, -3], 2)) == [1, 2, 3]
    with pytest.raises(TypeError):
        list(in_processes(abs, ["x"], 1))
