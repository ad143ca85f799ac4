"""The commands as they are typed, on files of other systems, which need no engine."""

import json
import re
import sys

import pytest
from typer.testing import CliRunner

from eval.__main__ import app, main
from eval.domain.results import Results
from eval.studies.detectors.run import DetectorResults
from myscholar.errors import EngineUnavailable, InputError

SECTION = {
    "title": "Why",
    "text": "The moon pulls the sea with a force that grows as it comes near [1]. Tides follow it "
    "twice a day.",
    "citations": [
        {
            "id": "[1]",
            "snippets": [
                "The moon pulls the sea with a force that grows as it comes near the coast."
            ],
        }
    ],
}


@pytest.fixture
def typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))

    def run(*words: str):
        return CliRunner().invoke(app, list(words), catch_exceptions=True)

    return run


def reports(path, *systems: str, n: int = 3):
    rows = [
        {"query_id": f"q{i}", "question": f"Why tides {i}?", "system": s, "sections": [SECTION]}
        for s in systems
        for i in range(n)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


@pytest.fixture
def judged(typed, tmp_path):
    done = typed(
        "myscholarqa",
        "--system",
        reports(tmp_path / "r.jsonl", "theirs"),
        "--metrics",
        "citation_precision",
    )
    assert done.exit_code == 0, done.output
    return tmp_path / "eval-runs" / "theirs-questions"


def test_a_file_of_reports_is_judged_and_kept(judged):
    results = Results.model_validate_json((judged / "results.json").read_text(encoding="utf-8"))
    assert [(r.system, r.judge, r.metric, r.estimate.n_questions) for r in results.rows] == [
        ("theirs", "local", "citation_precision", 3)
    ]
    assert (judged / "page.html").is_file()


def test_the_same_command_again_gives_the_same_bytes(typed, judged):
    first = (judged / "results.json").read_bytes()
    assert (
        typed("myscholarqa", "--system", "r.jsonl", "--metrics", "citation_precision").exit_code
        == 0
    )
    assert (judged / "results.json").read_bytes() == first


def test_two_systems_are_compared(typed, tmp_path):
    path = reports(tmp_path / "r.jsonl", "one", "other")
    for name in ("one", "other"):
        assert (
            typed(
                "myscholarqa", "--system", path, "--only", name, "--metrics", "citation_recall"
            ).exit_code
            == 0
        )
    done = typed("compare", "eval-runs/one-questions", "eval-runs/other-questions", "--out", "both")
    assert done.exit_code == 0, done.output
    results = Results.model_validate_json(
        (tmp_path / "both" / "results.json").read_text(encoding="utf-8")
    )
    assert [(c.a, c.b, c.difference.mean) for c in results.comparisons] == [("one", "other", 0.0)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--system", "nowhere.jsonl"), "is no system"),
        (("--metrics", "beauty"), "'beauty' is no metric"),
        (("--actions", "7"), "give an even number"),
        (("--only", "theirs"), "--only is for a file of other systems"),
        (
            ("--where", "all", "--system", "r.jsonl"),
            "--where is for our own systems, not for --system r.jsonl",
        ),
        (("--judge", "wise", "--system", "r.jsonl"), "'wise' is no judge"),
        (("--where", "nowhere"), "'nowhere' is no place to show actions"),
        (("--shared", "nowhere"), "--shared nowhere: there is no such folder"),
        (("--dataset", "r.jsonl"), "--dataset r.jsonl is a file"),
        (("--system", "."), "is a folder, no system"),
        (
            ("--metrics", "", "--system", "r.jsonl"),
            "There is nothing to measure: --metrics names no metric",
        ),
        (
            ("--metrics", "profile,actions", "--system", "r.jsonl"),
            "There is nothing to measure: of r.jsonl",
        ),
        (
            ("--metrics", "action_adherence", "--system", "r.jsonl"),
            "answer_precision, citation_precision and citation_recall, and none",
        ),
        (
            ("--metrics", "answer_coverage", "--system", "r.jsonl"),
            "answer coverage a rubric (--rubrics)",
        ),
        ((), "There is nothing to ask"),
    ],
)
def test_what_was_typed_wrongly_is_named(typed, tmp_path, words, message):
    reports(tmp_path / "r.jsonl", "theirs")
    done = typed("myscholarqa", *words)
    assert isinstance(done.exception, InputError)
    assert message in str(done.exception)


def test_what_is_no_page_is_refused_in_one_sentence(typed, judged, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "data.json").write_text("{}")
    kept = DetectorResults(dataset="d", versions={}, figures=(), false_alarms=(), cases=(), seed=0)
    (tmp_path / "flags.json").write_text(kept.model_dump_json(indent=1), encoding="utf-8")
    for words, said in (
        (("data",), "it is a folder without results of an evaluation: none of steering.json"),
        (
            (str(judged), "flags.json"),
            "can't stand on one page: .*theirs-questions .myscholarqa., flags.json .detectors..",
        ),
    ):
        done = typed("page", *words)
        assert isinstance(done.exception, InputError)
        assert re.search(said, str(done.exception)), done.exception
        assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("steer", "--corpus", "nowhere"),
        ("idrbench", "--corpus", "nowhere"),
        ("idrbench", "--embedder", "nothing"),
        ("intentrl", "--corpus", "nowhere"),
        ("intentrl", "--data", "nowhere"),
        ("intentrl", "data", "--shared", "."),
        ("intentrl", "dialogues"),
    ],
)
def test_what_there_is_not_is_refused_at_once_and_leaves_no_folder(typed, tmp_path, words):
    """Neither of the command nor of a corpus that it would make first."""
    passage = {"_id": "p", "title": "Tides", "text": "The moon pulls the sea."}
    file = tmp_path / "shared" / "data" / "retrieval" / "corpus.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(passage) + "\n", encoding="utf-8")
    shared = () if "--shared" in words or "dialogues" in words else ("--shared", "shared")
    done = typed(*words, *shared, "--out", "made/here")
    assert isinstance(done.exception, InputError), done.output
    assert not (tmp_path / "made").exists()
    assert not (tmp_path / "home" / "corpora").exists()


def test_a_folder_that_was_there_stays_where_a_command_is_refused(typed, tmp_path):
    (tmp_path / "mine").mkdir()
    typed("intentrl", "data", "--shared", ".", "--out", "mine")
    assert (tmp_path / "mine").is_dir()


def test_a_missing_extra_is_refused_with_how_it_is_installed(typed, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(sys, "argv", ["eval", "intentrl", "train", "--data", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "Install it: make train, or pip install 'myscholar[train]'" in said


def test_a_run_that_there_is_not_is_named_before_a_library_that_is_missing(typed, monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    assert "is no folder of a run" in str(typed("inspect", "nowhere").exception)


def test_an_ablation_that_does_not_exist_is_named(typed):
    assert "'colour' is no ablation" in str(typed("ablations", "--of", "colour").exception)
    assert "can't be varied" in str(
        typed("ablations", "--of", "actions", "--system", "r.jsonl").exception
    )


def test_results_say_how_they_were_drawn_and_made(judged):
    notes = Results.model_validate_json((judged / "results.json").read_text(encoding="utf-8")).notes
    assert any(
        n.startswith("Drawn: 3 of the 3 instances of questions ") and "no --limit, --seed 0" in n
        for n in notes
    )
    assert (
        "Made by: python -m eval myscholarqa --system r.jsonl --seed 0 --judge local --metrics "
        "citation_precision" in notes
    )


def test_a_judge_without_a_key_is_refused_before_the_system_answers(typed, tmp_path):
    refused = typed(
        "myscholarqa",
        "--system",
        reports(tmp_path / "k.jsonl", "theirs"),
        "--judge",
        "openai:gpt-4.1",
        "--out",
        "keyless",
    )
    assert isinstance(refused.exception, EngineUnavailable)
    assert "OPENAI_API_KEY" in str(refused.exception)
    assert not (tmp_path / "keyless" / "outputs.jsonl").exists()
