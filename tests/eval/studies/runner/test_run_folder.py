import pytest

from eval.domain.output import Output
from eval.domain.rubric import Criterion, Rubric
from eval.studies.lines import Lines, hold
from eval.studies.myscholarqa import describe
from eval.studies.run_folder import RunFolder, begun_at, read_folder, rubrics_print
from myscholar.domain.runs import ModelCall
from myscholar.errors import InputError, UnreadableFile, UnwritableFile
from tests.eval.studies.runner.conftest import facts


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"dataset": "tides 99ff"}, "dataset"),
        ({"identity": "tiny, second version"}, "system"),
        ({"seed": 1}, "seed"),
        ({"rubrics": "none"}, "set of rubrics"),
    ],
)
def test_a_folder_takes_nothing_of_another_run(tmp_path, change, word):
    RunFolder(tmp_path, facts(rubrics="12ab"))
    with pytest.raises(InputError, match=rf"another {word} .* give another folder with --out"):
        RunFolder(tmp_path, facts(**change))


def test_a_folder_keeps_the_day_and_the_versions_with_which_it_was_begun(tmp_path):
    assert begun_at(tmp_path) is None
    RunFolder(tmp_path, facts())
    again = RunFolder(tmp_path, facts(begun_at="2027-01-01T00:00:00Z", versions={"product": "b"}))
    assert again.facts == facts()
    assert begun_at(tmp_path) == "2026-11-21T10:00:00Z"


def test_outputs_of_several_versions_of_the_product_are_never_taken_for_those_of_one(tmp_path):
    RunFolder(tmp_path, facts()).add_output(Output(instance_id="q1", system="tiny"))
    later = RunFolder(tmp_path, facts(versions={"product": "b"}))
    assert later.versions == {"product": "a"}  # so far nothing is made by it
    for query in ("q2", "q3"):
        later.add_output(Output(instance_id=query, system="tiny"))
    assert read_folder(tmp_path).versions == {"product": "a then b"}
    assert "several versions" in describe(later, "tiny", ())


def test_rubrics_have_one_fingerprint_in_any_order_and_another_with_another_word():
    one = Rubric(
        query_id="q",
        criteria=(Criterion(name="moon", importance="most_important", text="The moon.", weight=1),),
    )
    other = one.model_copy(update={"annotator": 2})
    assert rubrics_print([one, other]) == rubrics_print([other, one]) != rubrics_print([one])
    assert rubrics_print([]) == "none"


def test_half_a_line_on_a_full_disk_harms_neither_what_was_there_nor_what_comes(
    tmp_path, monkeypatch
):
    path, kept = (
        tmp_path / "outputs.jsonl",
        [Output(instance_id=f"q{n}", system="tiny") for n in range(3)],
    )
    lines = Lines(path, Output)
    lines.append(kept[0])
    whole = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(Output, "model_dump_json", lambda _: _full_disk(path, whole + b'{"insta'))
        with pytest.raises(UnwritableFile, match="No space left"):
            lines.append(kept[1])
    lines.append(kept[2])
    assert [o.instance_id for o in Lines(path, Output).read()] == ["q0", "q2"]


def _full_disk(path, content):
    path.write_bytes(content)
    raise OSError(28, "No space left on device")


def test_of_several_outputs_of_an_instance_the_last_counts(tmp_path):
    folder = RunFolder(tmp_path, facts())
    folder.add_output(Output(instance_id="q1", system="tiny", error="Broken: once"))
    folder.add_output(Output(instance_id="q1", system="tiny", seconds=2))
    assert RunFolder(tmp_path, facts()).outputs["q1"].seconds == 2


def test_a_damaged_line_in_the_middle_is_named(tmp_path):
    RunFolder(tmp_path, facts()).add_output(Output(instance_id="q1", system="tiny"))
    path = tmp_path / "outputs.jsonl"
    path.write_text('{"instance_id": 7}\n' + path.read_text())
    with pytest.raises(UnreadableFile, match=r"outputs.jsonl: line 1: .*instance_id"):
        RunFolder(tmp_path, facts())


def test_a_call_that_was_replayed_costs_nothing_and_one_of_unknown_price_makes_the_sum_unknown(
    tmp_path,
):
    folder = RunFolder(tmp_path, facts())
    call = ModelCall(
        call_id="c", role="judge", prompt="p@1", model="m", started_at=0, seconds=1, dollars=0.5
    )
    for paid in (call, call.model_copy(update={"replayed": True})):
        folder.add_call("m", paid)
    assert (RunFolder(tmp_path, facts()).dollars, folder.model_calls) == (0.5, 1)
    folder.add_call("m", call.model_copy(update={"dollars": None}))
    assert folder.dollars is None


def test_a_folder_belongs_to_one_process_at_a_time(tmp_path):
    with hold(tmp_path), pytest.raises(InputError, match="Another process"), hold(tmp_path):
        pass


def test_a_folder_without_a_run_is_named(tmp_path):
    with pytest.raises(InputError, match=r"no run\.json"):
        read_folder(tmp_path)


def test_a_place_where_no_folder_can_be_is_named_in_words(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(UnwritableFile, match=r"run can't be written \(Not a directory\)"),
        hold(tmp_path / "file" / "run"),
    ):
        pass
