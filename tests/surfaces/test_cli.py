"""Everything that can be typed, on small real input: results on standard output, trouble as one
line and a non-zero exit."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from myscholar.domain.actions import ActionList, LeftOut, Omission
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.domain.report import Doubt, OutcomeStatus, Report
from myscholar.domain.runs import Event
from myscholar.errors import UnreadableFile
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.actions_screen import show_actions
from myscholar.surfaces.cli.report_screen import show_report
from myscholar.workflows.files import load_actions, save
from myscholar.workflows.sample import SAMPLE_CORPUS, SAMPLE_FOLDER, SAMPLE_QUESTION

MANUSCRIPTS = SAMPLE_FOLDER / "manuscripts"


def one_line(text: str) -> bool:
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text


def test_the_demo_goes_the_whole_way_without_a_model_and_with_recorded_answers(
    cli, tmp_path: Path
) -> None:
    done = cli("demo", "--out", tmp_path / "demo")
    assert done.status == 0
    made = {"profile.json", "actions.json", "report.md", "report.html", "report.json", "report.bib"}
    for name in ("extractive", "recorded"):
        folder = tmp_path / "demo" / name
        profile = Profile.model_validate_json((folder / "profile.json").read_text())
        report = Report.model_validate_json((folder / "report.json").read_text())
        aspects = {i.aspect for i in profile.inferences}
        assert (
            aspects == set(ProfileAspect)
            if name == "recorded"
            else {ProfileAspect.KNOWLEDGE, ProfileAspect.POSITIONS} <= aspects
        )
        assert 4 <= len(report.sections) <= 8
        assert len(report.references) >= 15
        assert any(o.status is OutcomeStatus.DONE for o in report.outcomes)
        assert {f.name for f in folder.iterdir()} == made
        assert str(folder / "report.html") in done.out
    assert "Without a language model" in done.out
    assert "recorded answers, which a person wrote" in done.out


def test_papers_go_into_a_library_once(cli, three_papers: Path) -> None:
    assert json.loads(cli("library", "add", three_papers, "--json").out)["n_new"] == 3
    again = json.loads(cli("library", "add", three_papers, "--json").out)
    assert (again["n_new"], again["n_papers"]) == (0, 3)
    assert json.loads(cli("library", "list", "--json").out) == [
        {"library": "default", "n_papers": 3, "n_passages": 3}
    ]


def test_a_profile_is_inferred_shown_and_used(searched_before: None, cli, tmp_path: Path) -> None:
    me, todo, out = tmp_path / "me.json", tmp_path / "todo.json", tmp_path / "report.json"
    assert cli("profile", "infer", "--papers", MANUSCRIPTS, "--out", me).status == 0
    shown = cli("profile", "show", me).out
    assert "“" in shown
    assert "How your abstracts are written" in shown
    assert "Papers seldom say whom they are for" in shown
    assert cli("actions", SAMPLE_QUESTION, "--profile", me, "--out", todo).status == 0
    proposed = ActionList.model_validate_json(todo.read_text())
    assert (
        sum(not a.personalized for a in proposed.actions),
        sum(a.personalized for a in proposed.actions),
    ) == (8, 8)
    assert (
        cli(
            "report",
            SAMPLE_QUESTION,
            "--profile",
            me,
            "--actions",
            todo,
            "--source",
            "sample",
            "--out",
            out,
        ).status
        == 0
    )
    report = Report.model_validate_json(out.read_text())
    assert [o.action_id for o in report.outcomes] == [a.action_id for a in proposed.chosen]


def test_without_actions_none_is_carried_out(searched_before: None, cli) -> None:
    report = Report.model_validate_json(
        cli("report", SAMPLE_QUESTION, "--source", "sample", "--json").out
    )
    assert (report.actions, report.outcomes) == ((), ())


def test_without_any_source_the_sample_is_searched_and_said_so(cli) -> None:
    done = cli("report", SAMPLE_QUESTION, "--json")
    assert "bundled sample" in " ".join(Report.model_validate_json(done.out).notes)


def test_a_corpus_keeps_the_sources_ids(cli, tmp_path: Path) -> None:
    beir = tmp_path / "beir.jsonl"
    beir.write_text(
        '{"_id": "d-7", "title": "Owls", "text": "Owls hunt at night."}\n{"_id": "d-8", "title": '
        '"Larks", "text": "Larks sing at dawn."}\n'
    )
    queries = tmp_path / "queries.jsonl"
    queries.write_text(
        '{"_id": "q1", "text": "hunting at night"}\n{"_id": "q2", "text": "dawn song"}\n'
    )
    assert (
        json.loads(cli("corpus", "build", beir, "--name", "birds", "--json").out)["n_papers"] == 2
    )
    lines = [
        json.loads(line)
        for line in cli("corpus", "search", "birds", "--queries", queries).out.splitlines()
    ]
    queries.write_text("[" * 99_999)
    deep = cli("corpus", "search", "birds", "--queries", queries)
    assert "queries.jsonl, line 1: not a query" in deep.err
    assert [(line["query_id"], line["hits"][0]["paper_id"]) for line in lines] == [
        ("q1", "d-7"),
        ("q2", "d-8"),
    ]
    assert (
        json.loads(cli("corpus", "search", "birds", "owls", "--json").out)["hits"][0]["paper_id"]
        == "d-7"
    )


def test_filters_hold_in_search_and_report(cli) -> None:
    assert cli("corpus", "build", SAMPLE_CORPUS, "--name", "s").status == 0
    hits = json.loads(
        cli("corpus", "search", "s", "retrieval", "--year-min", "2021", "-k", "20", "--json").out
    )["hits"]
    assert hits
    assert min(hit["paper"]["year"] for hit in hits) >= 2021
    report = Report.model_validate_json(
        cli("report", SAMPLE_QUESTION, "--source", "corpus:s", "--year-min", "2021", "--json").out
    )
    assert min(r.paper.year or 0 for r in report.references) >= 2021


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "   "], "empty"),
        (["report", "why " * 5000], "characters"),
        (["report", "x", "--source", "corpus:nowhere"], "nowhere"),
        (["report", "x", "--source", "moon"], "no source"),
        (["report", "x", "--year-min", "2020", "--year-max", "2010"], "after"),
        (["report", "x", "--out", "r.docx"], ".html"),
        (["report", "x", "--engine", "llm"], "llm engine is not available"),
        (["profile", "infer", "--papers", "missing.jsonl"], "missing.jsonl"),
        (["profile", "infer", "--library", "nowhere"], "nowhere"),
        (["profile", "show", "missing.json"], "no such file"),
        (["corpus", "search", "nowhere", "x"], "nowhere"),
        (["corpus", "build", "missing.parquet", "--name", "m"], "missing.parquet"),
        (["corpus", "build", "x", "--name", "../m"], "can't name a corpus"),
        (["library", "add", "10.9999/nothing"], "10.9999/nothing"),
        (["library", "add", ""], "empty"),
        (["library", "add", "x.pdf", "--library", "../x"], "can't name a library"),
        (["report", "x", "--source", "semantic-scholar"], "can't be reached"),
        (["library", "add", "~nobodyatall/x.pdf"], "no such file"),
        (["corpus", "build", "~nobodyatall", "--name", "m"], "no such file"),
        (["corpus", "build", "x" * 300 + ".jsonl", "--name", "m"], "name too long"),
        (
            ["profile", "infer", "--papers", str(MANUSCRIPTS), "--out", "/dev/null/me.json"],
            "can't be written",
        ),
        (
            ["report", SAMPLE_QUESTION, "--source", "sample", "--out", "/dev/null/r.md"],
            "can't be written",
        ),
        (
            ["report", "x", "--source", "sample", "--year-min", "99999999999999999999"],
            "four digits",
        ),
    ],
)
def test_bad_input_is_one_line_and_a_non_zero_exit(cli, arguments: list[str], said: str) -> None:
    done = cli(*arguments)
    assert done.status != 0
    assert said in done.err
    assert one_line(done.err), done.err


def test_a_question_nothing_matches_says_so(searched_before: None, cli) -> None:
    done = cli("report", "zyzzyva quux frobnicate blorptastic", "--source", "sample")
    assert done.status == 1
    assert "No passage" in done.err


def test_papers_of_a_profile_in_a_file_are_removed_and_added_again(cli, tmp_path: Path) -> None:
    me = tmp_path / "me.json"
    cli("profile", "infer", "--papers", MANUSCRIPTS, "--out", me)
    told = cli("profile", "update", me, "--remove", "1")
    assert (told.status, "1 paper removed" in told.out) == (0, True)
    less = Profile.model_validate_json(me.read_text())
    assert "1 paper added" in cli("profile", "update", me, "--add", MANUSCRIPTS).out
    again = Profile.model_validate_json(me.read_text())
    assert len(again.papers) == len(less.papers) + 1
    refused = cli("profile", "update", me, *(f"--remove={n + 1}" for n in range(len(again.papers))))
    assert refused.status != 0
    assert "at least one paper" in refused.err
    assert Profile.model_validate_json(me.read_text()) == again


def test_withheld_statements_stay_out_of_a_profile_read_from_a_file(cli, tmp_path: Path) -> None:
    me = tmp_path / "me.json"
    cli("profile", "infer", "--papers", MANUSCRIPTS, "--out", me)
    made = json.loads(me.read_text())
    made["inferences"][0] |= {"text": "You are a non-native speaker of English.", "origin": "user"}
    me.write_text(json.dumps(made))
    shown = json.loads(cli("profile", "show", me, "--json").out)
    assert shown["n_withheld"] == 1
    assert "non-native" not in json.dumps(shown["inferences"])


def test_an_action_reworded_in_its_file_is_carried_out_as_reworded(
    searched_before: None, cli, tmp_path: Path
) -> None:
    todo = tmp_path / "todo.json"
    cli("actions", SAMPLE_QUESTION, "--source", "sample", "--out", todo)
    edited = json.loads(todo.read_text())
    for i, action in enumerate(edited["actions"]):
        action["enabled"] = i == 0
    edited["actions"][0] |= {"tldr": "Only papers after 2021"}
    todo.write_text(json.dumps(edited))
    report = Report.model_validate_json(
        cli("report", SAMPLE_QUESTION, "--actions", todo, "--source", "sample", "--json").out
    )
    assert min(r.paper.year or 0 for r in report.references) >= 2022


def test_progress_shows_names_as_they_are_and_ends_a_step_when_the_next_begins() -> None:
    bars = screen.Bars(
        *screen.COLUMNS,
        console=screen.Console(width=80, record=True, emoji=False),
        auto_refresh=False,
    )
    show = screen.drawn_on(bars)
    for event in (
        Event(step="Planning"),
        Event(step="Searching", message="library:three: [b]", done=1, total=2),
        Event(step=screen.TEXT),
        Event(step="Checking"),
    ):
        show(event)
    planning, searching, text, checking = bars.tasks
    ended = [step.finished for step in (planning, searching, text, checking)]
    assert ended == [True, False, False, False]
    bars.console.print(bars.make_tasks_table(bars.tasks))
    assert "Searching: library:three: [b]" in bars.console.export_text()


def test_what_is_written_to_a_file_is_shown_too(searched_before: None, cli, tmp_path: Path) -> None:
    todo = tmp_path / "todo.json"
    shown = cli("actions", SAMPLE_QUESTION, "--source", "sample", "--out", todo)
    assert all(
        action["tldr"] in " ".join(shown.out.split())
        for action in json.loads(todo.read_text())["actions"]
    )
    assert (
        "Research style"
        in cli("profile", "infer", "--papers", MANUSCRIPTS, "--out", tmp_path / "me.json").out
    )


def test_a_report_is_asked_and_an_answer_taken_in(
    searched_before: None, cli, tmp_path: Path
) -> None:
    base = json.loads(cli("report", SAMPLE_QUESTION, "--source", "sample", "--json").out)
    run = base["report_id"]
    asked = cli("ask", run, "What do these papers leave open?")
    assert asked.out.startswith("What do these papers leave open?\n\n- ")
    answer = re.search(r"Answer (\w+)\.", asked.err)[1]
    assert f"--take-in {answer}" in asked.err
    assert f"Answer {answer}." in cli("ask", run).out
    cli("runs", "result", answer, "--out", tmp_path / "kept.md")
    assert "What do these papers leave open?" in (tmp_path / "kept.md").read_text()
    (listed,) = json.loads(cli("ask", run, "--json").out)
    assert listed["coverage"] is None
    taken = json.loads(cli("ask", run, "--take-in", answer, "--json").out)
    assert len(taken["sections"]) == len(base["sections"]) + 1
    refused = cli("ask", run, "Which glaze has a porcelain?")
    assert "No sentence was found that answers this." in refused.out
    cli("ask", run, "Which glaze has a porcelain?", "--out", tmp_path / "answer.md")
    assert "> No answer found in these sources" in (tmp_path / "answer.md").read_text()
    for words, said in (
        ((run, ""), "question is empty"),
        ((run, "Shorten the second section"), "asks for a change"),
        ((run, "Why?", "--take-in", answer), "either a question or --take-in"),
        (("gone", "Why?"), "No run is called"),
        ((run, "--take-in", run), "answered no question"),
    ):
        assert said in cli("ask", *words).err


def test_a_profile_that_led_to_no_action_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    show_actions(ActionList(question="How?", actions=(), profile_id=ProfileId("p1")))
    assert "No action that fits your own work" in capsys.readouterr().out
    show_actions(ActionList(question="How?", actions=()))
    assert "your own work" not in capsys.readouterr().out


def test_the_terminal_counts_doubtful_and_repeated_sentences_apart(
    searched_before: None, cli, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.json"
    cli("report", SAMPLE_QUESTION, "--source", "sample", "--out", out)
    report = Report.model_validate_json(out.read_text())
    kinds = (ErrorType.FACTUAL, ErrorType.FACTUAL, ErrorType.REPORT_GLOBAL)
    flags = [Flag(error_type=kind, severity=Severity.HINT, reason="Look.") for kind in kinds]
    doubts = tuple(Doubt(start=i, end=i + 1, flag=flag) for i, flag in enumerate(flags))
    doubted = report.sections[0].model_copy(update={"doubts": doubts})
    show_report(report.model_copy(update={"sections": (doubted,)}), with_text=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "2 sentences marked as doubtful, 1 sentence marked as repeated" in told


def test_what_was_left_out_is_told_with_why_and_taken_when_it_is_switched_on(
    searched_before: None, cli, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    todo = tmp_path / "todo.json"
    cli("actions", SAMPLE_QUESTION, "--source", "sample", "--out", todo)
    proposed = ActionList.model_validate_json(todo.read_text())
    *listed, last = proposed.actions
    left_out = LeftOut(tldr=last.tldr, reason=Omission.REPEATS, detail="Another", action=last)
    fewer = proposed.model_copy(update={"actions": tuple(listed), "left_out": (left_out,)})
    show_actions(fewer)
    told = " ".join(capsys.readouterr().out.split())
    assert "Left out: 1 proposal" in told
    assert f"{last.tldr}: It asks for the same as “Another”." in told
    wanted = last.model_copy(update={"enabled": True})
    taken = fewer.model_copy(update={"left_out": (left_out.model_copy(update={"action": wanted}),)})
    assert load_actions(save(taken, todo)).chosen[-1] == wanted
    doubled = taken.model_copy(update={"left_out": taken.left_out * 2})
    with pytest.raises(UnreadableFile, match="two actions that are switched on have the id"):
        load_actions(save(doubled, todo))


def test_a_list_of_actions_with_none_switched_on_is_noticed(
    searched_before: None, cli, tmp_path: Path
) -> None:
    todo = tmp_path / "todo.json"
    cli("actions", SAMPLE_QUESTION, "--source", "sample", "--out", todo)
    edited = json.loads(todo.read_text())
    for action in edited["actions"]:
        action["enabled"] = False
    todo.write_text(json.dumps(edited))
    said = cli("report", SAMPLE_QUESTION, "--actions", todo, "--source", "sample", "--json")
    assert (said.status, 'set "enabled" to true' in said.err) == (0, True)


def test_a_damaged_profile_file_is_refused(cli, tmp_path: Path) -> None:
    me = tmp_path / "me.json"
    cli("profile", "infer", "--papers", MANUSCRIPTS, "--out", me)
    forged = json.loads(me.read_text())
    forged["passages"][0]["text"] = "Something else."
    me.write_text(json.dumps(forged))
    done = cli("profile", "show", me)
    assert done.status != 0
    assert one_line(done.err)


def test_broken_lines_are_named_and_good_ones_kept(cli, three_papers: Path) -> None:
    three_papers.write_bytes(three_papers.read_bytes() + b'{"broken\n\xff\xfe not text\n')
    done = cli("library", "add", three_papers, "--json")
    assert json.loads(done.out)["n_papers"] == 3
    assert all(number in " ".join(json.loads(done.out)["problems"]) for number in ("4", "5"))


@pytest.mark.parametrize(
    "code", ["import myscholar", "from myscholar.surfaces.cli.main import app"]
)
def test_starting_loads_no_heavy_library(code: str) -> None:
    heavy = (
        "{'numpy', 'scipy', 'sklearn', 'pyarrow', 'streamlit', 'tantivy', 'httpx', 'sqlalchemy', "
        "'pypdfium2'}"
    )
    script = f"{code}; import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_what_papers_and_models_say_does_not_steer_the_terminal() -> None:
    assert (
        screen.escape("A title\x1b]0;mine\x07 [bold]\nand\tmore\x9b2J")
        == "A title]0;mine \\[bold]\nand\tmore2J"
    )


def test_a_mistyped_command_is_likened_to_one_that_is_there(cli) -> None:
    done = cli("repor")
    assert (done.status, "Did you mean 'report'?" in done.err) == (2, True)


def test_a_model_that_can_not_be_asked_stops_only_what_asks_one(
    cli, three_papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "qwen3")
    out = tmp_path / "profile.json"
    for arguments in (
        ("runs", "list"),
        ("library", "add", three_papers),
        ("library", "list"),
        ("profile", "infer", "--library", "default", "--engine", "extractive", "--out", out),
        ("profile", "show", out),
    ):
        assert cli(*arguments).status == 0, arguments
    shown = cli("setup", "--show")
    assert shown.status == 0
    assert "Model: qwen3" in shown.out
    assert "'qwen3' names no provider" in shown.err
    asked = cli("profile", "infer", "--library", "default")
    assert asked.status != 0
    assert one_line(asked.err)
    assert "No model can be asked: 'qwen3' names no provider. " in asked.err


def test_the_name_of_a_file_does_not_steer_the_terminal_in_an_error(cli, tmp_path: Path) -> None:
    bad = tmp_path / "bad\x1b[31m\x07name.pdf"
    bad.write_bytes(b"x")
    said = cli("library", "add", bad).err
    assert "this is not a PDF file" in said
    assert said.rstrip("\n").isprintable()


def test_a_report_is_read_on_a_terminal_with_its_sources_and_no_markup_of_a_file(
    searched_before: None, cli, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.json"
    cli("report", SAMPLE_QUESTION, "--source", "sample", "--actions", "auto", "--out", out)
    report = Report.model_validate_json(out.read_text())
    show_report(report, with_text=True)
    told = capsys.readouterr().out
    words = " ".join(told.split())
    assert all(" ".join(section.title.split()) in words for section in report.sections)
    sources = [f"[{known.number}] {known.paper.title}" for known in report.references]
    assert [source for source in sources if " ".join(source.split()) not in words] == []
    sentence = report.sections[0].text.split(" [1]")[0].removeprefix("- ")
    assert " ".join(sentence.split()) in words
    assert [sign for sign in ("<mark>", "\\[", "<a id", "](#") if sign in told] == []
