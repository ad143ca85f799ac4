import pytest

from eval.benchmarks.run_folder import RunFolder, begun_at, held, read_folder
from eval.domain.output import Output
from myscholar.domain.runs import ModelCall
from myscholar.errors import InputError, UnreadableFile
from tests.eval.benchmarks.runner.conftest import facts


@pytest.mark.parametrize(
    ("change", "word"),
    [({"dataset": "tides 99ff"}, "dataset"), ({"identity": "tiny, second version"}, "system"), ({"seed": 1}, "seed")],
)
def test_a_folder_takes_nothing_of_another_run(tmp_path, change, word):
    RunFolder(tmp_path, facts())
    with pytest.raises(InputError, match=rf"another {word} .* give another folder with --out"):
        RunFolder(tmp_path, facts(**change))


def test_a_folder_keeps_the_day_and_the_versions_with_which_it_was_begun(tmp_path):
    assert begun_at(tmp_path) is None
    RunFolder(tmp_path, facts())
    again = RunFolder(tmp_path, facts(begun_at="2027-01-01T00:00:00Z", versions={"product": "b"}))
    assert again.facts == facts()
    assert begun_at(tmp_path) == "2026-11-21T10:00:00Z"


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


def test_a_call_that_was_replayed_costs_nothing_and_one_of_unknown_price_makes_the_sum_unknown(tmp_path):
    folder = RunFolder(tmp_path, facts())
    call = ModelCall(call_id="c", role="judge", prompt="p@1", model="m", started_at=0, seconds=1, dollars=0.5)
    for paid in (call, call.model_copy(update={"replayed": True})):
        folder.add_call("m", paid)
    assert (RunFolder(tmp_path, facts()).dollars, folder.model_calls) == (0.5, 1)
    folder.add_call("m", call.model_copy(update={"dollars": None}))
    assert folder.dollars is None


def test_a_folder_belongs_to_one_process_at_a_time(tmp_path):
    with held(tmp_path), pytest.raises(InputError, match="Another process"), held(tmp_path):
        pass


def test_a_folder_without_a_run_is_named(tmp_path):
    with pytest.raises(InputError, match=r"no run\.json"):
        read_folder(tmp_path)
