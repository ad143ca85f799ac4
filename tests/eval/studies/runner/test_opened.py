"""What a run takes of a dataset or a file, and what it says of it."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from eval.commands.measurable import corpus_warnings, refuse_other_questions, rubric_notes
from eval.commands.opened import choose_instances
from eval.commands.options import DEFAULT_SHARED
from eval.domain.instance import Expertise
from eval.domain.metric import MYSQA_METRICS, Metric
from eval.domain.rubric import Rubric
from eval.systems.files import FiledSystem, read_system
from myscholar.errors import InputError
from tests.eval.studies.runner.conftest import tiny_instance

ALL = tuple(tiny_instance(f"q{n}", e) for n in range(8) for e in Expertise)
FOLDER, NOWHERE = Path("dataset"), Path("nowhere")


@pytest.fixture(autouse=True)
def made(monkeypatch: pytest.MonkeyPatch) -> None:
    read = SimpleNamespace(name="tides", fingerprint="12ab", instances=ALL)
    monkeypatch.setattr("eval.commands.opened.read_dataset", lambda _: read)


def filed(path: Path, *ids: str, question: str = "why do tides {} ?") -> FiledSystem:
    rows = [
        {
            "query_id": i,
            "question": question.format(i.split("-")[0]),
            "system": "theirs",
            "sections": [{"text": "So."}],
        }
        for i in ids
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return read_system(path)


def test_a_file_is_asked_what_any_other_system_is_asked(tmp_path):
    theirs = filed(tmp_path / "r.jsonl", "q0", "q1", "q2", "q3")
    taken = choose_instances(FOLDER, 12, 5, shared=NOWHERE, filed=theirs)
    assert taken.instances == choose_instances(FOLDER, 12, 5, shared=NOWHERE).instances
    n = sum(not theirs.covers(i) for i in taken.instances)
    assert taken.notes == (
        "Drawn: 12 of the 24 instances of tides 12ab (--limit 12, --seed 5).",
        f"The file has no report for {n} of the 12 instances: they are counted as not answered.",
    )


def test_without_a_dataset_the_files_own_questions_are_drawn_from(tmp_path):
    theirs = filed(tmp_path / "r.jsonl", "a", "b", "c")
    assert [
        i.query_id for i in choose_instances(None, 2, 0, shared=NOWHERE, filed=theirs).instances
    ] in (
        ["a", "b"],
        ["a", "c"],
        ["b", "c"],
    )


def test_reports_that_nothing_asks_for_are_named(tmp_path):
    theirs = filed(tmp_path / "r.jsonl", "q0", *(f"z{n}" for n in range(7)))
    [_, _, note] = choose_instances(FOLDER, None, 0, shared=NOWHERE, filed=theirs).notes
    assert (
        note
        == "7 of the 8 reports of the file answer no instance of tides 12ab: z0, z1, z2, z3, z4 "
        "and 2 more."
    )


def test_a_file_that_answers_nothing_of_the_draw_is_told_what_it_does_answer(tmp_path):
    drawn = {i.query_id for i in choose_instances(FOLDER, 3, 0, shared=NOWHERE).instances}
    other = next(i.query_id for i in ALL if i.query_id not in drawn)
    with pytest.raises(
        InputError,
        match=r"none of the 3 instances of tides 12ab; 3 of all 24 it does: run it without --limit",
    ):
        choose_instances(FOLDER, 3, 0, shared=NOWHERE, filed=filed(tmp_path / "r.jsonl", other))
    with pytest.raises(InputError, match=r"none of the 24 instances of tides 12ab\."):
        choose_instances(FOLDER, None, 0, shared=NOWHERE, filed=filed(tmp_path / "r.jsonl", "z"))


def test_another_question_under_a_known_id_is_refused_with_a_dataset_and_with_rubrics(tmp_path):
    theirs = filed(tmp_path / "r.jsonl", "q0", "q1-low", question="How deep is the sea of {}?")
    with pytest.raises(
        InputError,
        match=r"'How deep is the sea of q0\?', but q0 of tides 12ab asks 'Why do tides q0\?'\. So "
        r"do 1 more",
    ):
        choose_instances(FOLDER, None, 0, shared=NOWHERE, filed=theirs)
    item = {"name": "n", "importance": "most_important", "criterion": "says why", "weight": 0.6}
    rubrics = tmp_path / "rubrics.jsonl"
    rubrics.write_text(
        json.dumps({"query_id": "q0", "question": "Why do tides turn?", "items": [item]}),
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="of the rubrics asks 'Why do tides turn"):
        refuse_other_questions(theirs, rubrics, NOWHERE)
    refuse_other_questions(theirs, None, NOWHERE)


def test_questions_that_no_rubric_knows_are_counted_and_named():
    rubrics, all_metrics = {"q0": (Rubric(query_id="q0", criteria=()),)}, frozenset(MYSQA_METRICS)
    [note] = rubric_notes(all_metrics, ALL[:9], rubrics)
    assert (
        note == "No rubric knows the query_id of 2 of the 3 questions (q1, q2): answer coverage is "
        "that of the others."
    )
    [note] = rubric_notes(all_metrics, ALL[3:6], rubrics)
    assert note.endswith("(q1): answer coverage is not measured.")
    assert rubric_notes(all_metrics, ALL[:3], rubrics) == rubric_notes(all_metrics, ALL, {}) == ()
    assert rubric_notes(frozenset({Metric.WIN_RATE}), ALL, rubrics) == ()


def test_the_bundled_sample_stands_in_for_the_default_folder_only_and_says_so(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    [said] = corpus_warnings(DEFAULT_SHARED, None)
    assert said.startswith(
        "Reports were written from the small bundled sample, not from the shared papers"
    )
    assert corpus_warnings(DEFAULT_SHARED, "sample") == ()
    with pytest.raises(InputError, match="the papers are missing there"):
        corpus_warnings(tmp_path, None)
