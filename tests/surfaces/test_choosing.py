"""Actions chosen by their number on the list that was shown."""

import json
import re
from pathlib import Path

import pytest

from myscholar.domain.actions import ActionList
from myscholar.domain.report import Report
from myscholar.errors import InputError
from myscholar.workflows.actions.proposed import in_order
from myscholar.workflows.files import load_actions, load_profile
from myscholar.workflows.jobs import open_services
from myscholar.workflows.numbered import numbers_in
from myscholar.workflows.sample import SAMPLE_FOLDER, SAMPLE_QUESTION


def test_numbers_are_read_from_lists_and_ranges() -> None:
    assert numbers_in("1,4,7", 9) == (1, 4, 7)
    assert numbers_in(" 5 - 6 , 2, 5", 9) == (2, 5, 6)
    assert (numbers_in("all", 3), numbers_in("None", 3)) == ((1, 2, 3), ())


@pytest.mark.parametrize("said", ["", "x", "1;4", "1,", "-2", "1.5", "all,1", "0", "10", "4-2"])
def test_what_is_no_number_of_the_list_is_said(said: str) -> None:
    with pytest.raises(InputError, match=r"can't be read as numbers|is not on the list"):
        numbers_in(said, 9)


def test_numbers_choose_from_the_list_that_was_shown_without_proposing_anew(
    cli, searched_before: None, tmp_path: Path
) -> None:
    todo = tmp_path / "todo.json"
    shown = cli("actions", SAMPLE_QUESTION, "--source", "sample", "--out", todo)
    numbers = dict(re.findall(r"(\d+)\. (.+?) \(for anyone", shown.out))
    listed = in_order(load_actions(todo))
    assert numbers == {str(n): action.tldr for n, action in enumerate(listed, 1)}
    assert "--choose 1,4" in shown.err
    chosen = cli("actions", SAMPLE_QUESTION, "--choose", "2,4-5", "--out", todo)
    wanted = {listed[n - 1].tldr for n in (2, 4, 5)}
    assert {action.tldr for action in load_actions(todo).chosen} == wanted
    assert "The numbers are those of the list of" in chosen.err
    assert f"--actions {todo}" in chosen.err
    typed = ("report", SAMPLE_QUESTION, "--source", "sample", "--json", "--choose")
    report = Report.model_validate_json(cli(*typed, "2,4-5").out)
    assert {action.tldr for action in report.actions} == wanted
    assert len(json.loads(cli("runs", "list", "--json").out)) == 2  # one list, one report
    refused = cli(*typed, "1;4")
    assert (refused.status, refused.err.count("\n"), "'1;4'" in refused.err) == (2, 1, True)


def test_numbers_choose_from_a_file_and_what_a_person_chose_is_learned(
    cli, searched_before: None, tmp_path: Path
) -> None:
    me, todo = tmp_path / "me.json", tmp_path / "todo.json"
    cli(
        "profile", "infer", "--papers", SAMPLE_FOLDER / "manuscripts", "--name", "Mira", "--out", me
    )
    cli("actions", SAMPLE_QUESTION, "--profile", "Mira", "--source", "sample", "--out", todo)
    (first, *_), profile = in_order(load_actions(todo)), load_profile(me)
    report = cli(
        *("report", SAMPLE_QUESTION, "--profile", "Mira", "--source", "sample"),
        *("--actions", todo, "--choose", "1", "--json"),
    )
    assert [a.tldr for a in Report.model_validate_json(report.out).actions] == [first.tldr]
    learned = open_services().store.choices.of(profile.profile_id)
    assert first.tldr in [choice.action.tldr for choice in learned]


def test_a_question_without_a_list_has_no_numbers(cli, searched_before: None) -> None:
    refused = cli("report", SAMPLE_QUESTION, "--source", "sample", "--choose", "1")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "myscholar actions QUESTION" in refused.err
    shown = cli("actions", SAMPLE_QUESTION, "--source", "sample", "--choose", "none", "--json")
    assert ActionList.model_validate_json(shown.out).chosen == ()


def test_a_report_that_is_researched_takes_numbers_and_files_of_actions_too(
    cli, searched_before: None, tmp_path: Path
) -> None:
    todo = tmp_path / "todo.json"
    cli("actions", SAMPLE_QUESTION, "--source", "sample", "--out", todo)
    first, second, *_ = (action.tldr for action in in_order(load_actions(todo)))
    typed = ("research", SAMPLE_QUESTION, "--source", "sample", "--user", "nobody", "--json")
    by_number = cli(*typed, "--depth", "0", "--choose", "2")
    by_file = cli(*typed, "--mode", "team", "--actions", todo, "--choose", "1")
    told = [Report.model_validate_json(made.out) for made in (by_number, by_file)]
    assert [[action.tldr for action in report.actions] for report in told] == [[second], [first]]
    assert [report.interaction.mode for report in told] == ["tree", "team"]
