import json

import pytest

from eval.systems.files import read_system
from eval.systems.names import open_file
from myscholar.errors import InputError, UnreadableFile
from tests.eval.studies.runner.conftest import tiny_instance

SECTIONS = [
    {
        "title": "Why",
        "text": "The moon pulls [1].",
        "citations": [{"id": "[1]", "snippets": ["The moon pulls."]}],
    }
]


def rows(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def report(query: str, system: str = "other", **changes):
    return {
        "query_id": query,
        "question": f"Why do tides {query.removesuffix('-high')}?",
        "system": system,
        "sections": SECTIONS,
        **changes,
    }


async def test_a_file_answers_its_own_questions(tmp_path):
    system = read_system(rows(tmp_path / "r.jsonl", report("q1"), report("q2")))
    assert [i.query for i in system.instances] == ["Why do tides q1?", "Why do tides q2?"]
    output = await system.answer(system.instances[1])
    assert (output.instance_id, output.system, output.report.query_id) == ("q2", "other", "q2")


async def test_a_report_of_a_question_serves_each_of_its_users_and_one_of_an_instance_its_own(
    tmp_path,
):
    own = report("q1-high", sections=[{"text": "For this user."}])
    system = read_system(rows(tmp_path / "r.jsonl", report("q1"), own))
    low, high = tiny_instance("q1", "low"), tiny_instance("q1", "high")
    assert (await system.answer(low)).report.sections[0].text == "The moon pulls [1]."
    assert (await system.answer(high)).report.sections[0].text == "For this user."
    assert system.covers(low)
    assert not system.covers(tiny_instance("q2", "low"))


async def test_a_report_without_sections_is_an_answer_that_failed(tmp_path):
    system = read_system(rows(tmp_path / "r.jsonl", report("q1", sections=[])))
    output = await system.answer(system.instances[0])
    assert output.report is None
    assert output.error == "EmptyReport: the file has a report without sections"


async def test_what_a_file_lacks_is_a_named_failure(tmp_path):
    system = read_system(rows(tmp_path / "r.jsonl", report("q1")))
    assert (await system.answer(tiny_instance("q9", None))).error.startswith("NoAnswer: ")


async def test_an_answer_to_another_question_under_the_same_id_is_not_judged(tmp_path):
    system = read_system(rows(tmp_path / "r.jsonl", report("q1", question="How deep is the sea?")))
    output = await system.answer(tiny_instance("q1", None))
    assert (output.report, output.error) == (
        None,
        "OtherQuestion: other answers 'How deep is the sea?' there",
    )


def test_of_several_systems_or_splits_one_must_be_named(tmp_path):
    path = rows(
        tmp_path / "r.jsonl",
        report("q1"),
        report("q1", "third"),
        report("q1", "third", split="test"),
    )
    with pytest.raises(
        InputError, match=r"several systems: other and third\. Name one with --only"
    ):
        read_system(path)
    with pytest.raises(InputError, match="two reports of third for q1"):
        read_system(path, only="third")
    assert read_system(path, only="third", split="test").name == "third"
    with pytest.raises(InputError, match="nothing of 'fourth'"):
        read_system(path, only="fourth")
    with pytest.raises(InputError, match="no report of the split 'train'"):
        read_system(path, only="other", split="train")


async def test_whole_outputs_with_profile_and_actions_are_read_too(tmp_path, answered):
    path = tmp_path / "outputs.jsonl"
    path.write_text(answered.model_dump_json() + "\n", encoding="utf-8")
    system = read_system(path)
    assert system.instances == ()
    assert system.outputs == {"q1-high": answered}
    path.write_text(
        json.dumps({"instance_id": "a", "system": "s", "actions": 3}) + "\n", encoding="utf-8"
    )
    with pytest.raises(UnreadableFile, match="the output of a: actions"):
        read_system(path)


def test_another_file_is_another_system(tmp_path):
    one, other = (read_system(rows(tmp_path / f"{q}.jsonl", report(q))) for q in ("q1", "q2"))
    assert one.identity != other.identity


def test_a_file_that_is_missing_or_empty_is_named(tmp_path):
    with pytest.raises(
        InputError, match=r"'gone\.jsonl' is no system.*myscholar and myscholar:llm"
    ):
        open_file("gone.jsonl")
    with pytest.raises(UnreadableFile, match="it holds no report"):
        read_system(rows(tmp_path / "none.jsonl"))


def test_a_folder_is_no_system(tmp_path):
    with pytest.raises(InputError, match="is a folder, no system"):
        open_file(str(tmp_path))


def test_a_report_of_another_question_is_refused_with_both_and_another_spelling_is_not(tmp_path):
    system = read_system(
        rows(
            tmp_path / "r.jsonl",
            report("q1"),
            report("q2", question="How deep is the sea?"),
            report("q3"),
        )
    )
    system.refuse_other_questions({"q1": "why do tides Q1", "q9": "Other?"}, "the dataset")
    with pytest.raises(
        InputError,
        match=r"q2 of other answers 'How deep is the sea\?', but q2 of the dataset asks 'Why do "
        r"tides",
    ):
        system.refuse_other_questions({"q2": "Why do tides q2?"}, "the dataset")


def test_what_a_file_holds_for_nothing_that_is_asked_is_known(tmp_path):
    system = read_system(rows(tmp_path / "r.jsonl", report("q1"), report("q2-high"), report("q3")))
    assert system.unused([tiny_instance("q1", "low"), tiny_instance("q2", "high")]) == ("q3",)


@pytest.mark.parametrize(
    ("sections", "said"),
    [
        ([{"text": 5}], "row 1: sections.0.text: it should be text"),
        ("none", "row 1: sections: it should be a list"),
    ],
)
def test_a_bad_report_is_named_without_types_of_python(tmp_path, sections, said):
    with pytest.raises(UnreadableFile, match=said):
        read_system(rows(tmp_path / "r.jsonl", report("q1", sections=sections)))
