"""Reports of ours and of anybody, tied by their question."""

import json

import pytest

from eval.studies.blind.inputs import read_inputs
from myscholar.errors import InputError, UnreadableFile


def test_ours_and_others_are_tied_by_their_question(places):
    found = read_inputs(places)
    assert [(r.query_id, r.system) for r in found] == [
        ("otters-1", "now"), ("otters-1", "stone-writer-9"), ("otters-1", "raft"),
    ]  # fmt: skip


def test_a_folder_may_hold_other_files_and_none_of_a_run_is_taken_for_a_report(places, tmp_path):
    (tmp_path / "ours" / "case" / "prompt.md").write_text("# A prompt", "utf-8")
    assert len(read_inputs(places[:1])) == 1


def test_systems_and_questions_are_chosen_by_name(places):
    assert [r.system for r in read_inputs(places, only=["raft"])] == ["now", "raft"]
    with pytest.raises(InputError, match="No report answers otters-2"):
        read_inputs(places, questions=["otters-2"])
    with pytest.raises(InputError, match="holds nothing of bees"):
        read_inputs(places, only=["bees"])


def test_markdown_answers_the_question_that_it_is_named_after(places, tmp_path):
    file = tmp_path / "otters-1.md"
    text = "# Otters\n\nBy hand.\n\n## Stones\n\nStones help [1].\n\n## References\n\n[1] On help"
    file.write_text(text, "utf-8")
    mine = read_inputs([*places, f"mine={file}"])[-1]
    assert [(s.title, s.text) for s in mine.sections] == [
        (None, "By hand."), ("Stones", "Stones help [1]."),
    ]  # fmt: skip
    assert mine.sections[1].citations[0].title == "On help"
    file.rename(tmp_path / "bees.md")
    with pytest.raises(InputError, match=r"Nothing says which question bees\.md answers"):
        read_inputs([*places, str(tmp_path / "bees.md")])


def test_rows_with_plain_text_are_read_as_markdown(tmp_path):
    row = {"query_id": "q", "query": "Why?", "plain_text": "## A\nSo it is (Reed et al., 2020)."}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    report = read_inputs([f"published={tmp_path / 'rows.jsonl'}"])[0]
    assert (report.system, report.sections[0].title) == ("published", "A")
    assert [c.id for c in report.sections[0].citations] == ["Reed et al., 2020"]


@pytest.mark.parametrize(
    ("name", "content", "error", "said"),
    [
        ("none.json", None, InputError, "There is no file or folder"),
        ("broken.json", '{"report_id": 1, "sections": 2, "references": 3}', UnreadableFile,
         "it is no report"),
        ("odd.jsonl", "{", UnreadableFile, "row 1"),
        ("blank.jsonl", '{"query_id": "q", "query": "Why?", "plain_text": " \\n"}', InputError,
         "holds no report with any text"),
        ("export.md", '## A\n<a id="ref-1"></a>', InputError, "Give the report's JSON"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_said_in_one_message(tmp_path, name, content, error, said):
    if content is not None:
        (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(error) as raised:
        read_inputs([str(tmp_path / name)])
    assert said in str(raised.value)


def test_an_empty_folder_and_two_reports_of_one_name_are_refused(places, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="holds no report"):
        read_inputs([str(tmp_path / "empty")])
    with pytest.raises(InputError, match="two reports of now on otters-1"):
        read_inputs([*places, places[0]])


def test_an_id_with_two_questions_is_refused(places, tmp_path):
    row = {"query_id": "otters-1", "query": "Who?", "plain_text": "Nobody."}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    with pytest.raises(InputError, match="Mend query_id or question"):
        read_inputs([*places, str(tmp_path / "rows.jsonl")])


def test_markers_without_a_list_become_citations_and_other_brackets_do_not(tmp_path):
    text = "Seen (Reed et al._1, 2020; Kelp, 2019) [3, 4] (in 2019) (pqac-1a, pqac-2b)."
    row = {"query_id": "q", "query": "Why?", "plain_text": text}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    cited = read_inputs([str(tmp_path / "rows.jsonl")])[0].sections[0].citations
    assert [c.id for c in cited] == [
        "Reed et al._1, 2020", "Kelp, 2019", "[3]", "[4]", "pqac-1a", "pqac-2b",
    ]  # fmt: skip


def test_what_a_quoted_paper_cites_is_no_citation_of_ours(places, ours, tmp_path):
    [section] = ours.sections
    quoted = section.model_copy(update={"text": f"{section.text} “So say others [1, 7].”"})
    changed = ours.model_copy(update={"sections": (quoted,)})
    (tmp_path / "ours" / "case" / "report.json").write_text(changed.model_dump_json(), "utf-8")
    [read] = read_inputs(places[:1])
    assert read.sections[0].text.endswith("say others (1, 7).”")
    assert [c.id for c in read.sections[0].citations] == ["[1]"]
