"""Reports, profiles and actions as a notebook shows them, and as files."""

import json
from html import unescape
from pathlib import Path

import pytest
from markupsafe import escape

from myscholar import MyScholar
from myscholar.domain.actions import ActionList
from myscholar.domain.interaction import ChangeKind, NodeId, TakenChange, TreeChange
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.errors import UnreadableFile
from myscholar.views.html import to_html
from myscholar.views.markdown import to_markdown
from myscholar.workflows.files import load_actions, load_profile, load_report
from tests.interactions import grown_tree

from .conftest import HOSTILE

assert MyScholar  # who takes it can show and save what it returns


@pytest.fixture
def actions(report: Report) -> ActionList:
    first, second = report.actions
    off = second.model_copy(update={"enabled": False, "tldr": HOSTILE})
    return ActionList(question=report.question, actions=(first, off))


def test_a_report_is_shown_as_its_page_in_a_frame_that_cannot_reach_the_notebook(
    report: Report,
) -> None:
    shown = report._repr_html_() or ""
    assert unescape(shown.split('srcdoc="')[1].split('" style=')[0]) == to_html(report)
    assert "allow-same-origin" not in shown
    assert "<script" not in shown  # of the notebook's own page


def test_a_profile_is_shown_within_the_notebook_and_nothing_in_it_runs(
    sample_profile: Profile,
) -> None:
    hostile = sample_profile.model_copy(update={"name": HOSTILE})
    shown = hostile._repr_html_() or ""
    assert f"<h2>{escape(HOSTILE)}</h2>" in shown
    assert "<script" not in shown
    assert "<body" not in shown
    assert all(str(escape(i.text)) in shown for i in sample_profile.inferences)


def test_actions_are_shown_with_their_numbers_and_which_are_switched_on(
    actions: ActionList,
) -> None:
    shown = actions._repr_html_() or ""
    assert '<li value="1">✓ <b>Show numbers</b>' in shown
    assert f'<li value="2"><b>{escape(HOSTILE)}</b>' in shown
    assert "2 actions, 1 switched on" in shown


def test_each_is_saved_as_the_ending_says(
    sample_profile: Profile, actions: ActionList, report: Report, tmp_path: Path
) -> None:
    assert load_profile(sample_profile.save(tmp_path / "new" / "me.json")) == sample_profile
    assert load_actions(actions.save(str(tmp_path / "todo.json"))).question == actions.question
    assert load_report(report.save(tmp_path / "r.json")) == report
    assert report.save(tmp_path / "r.html").read_text() == to_html(report)
    assert report.save(tmp_path / "r.md").read_text().startswith("# ")
    page = actions.save(tmp_path / "todo.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    with pytest.raises(UnreadableFile, match=r"\.json or \.html, not as \.md"):
        sample_profile.save(tmp_path / "me.md")


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("searches", 0, "query", "filters", "year_min"), 12, "12 is no year"),
        (("actions", 0, "action_id"), "b", "two actions have one id"),
    ],
)
def test_a_report_file_that_was_changed_by_hand_is_refused_by_its_name(
    report: Report, tmp_path: Path, place: tuple[str | int, ...], value: object, said: str
) -> None:
    plain = json.loads(report.model_dump_json())
    plain["sections"][0]["highlights"] = []
    whole, (*way, last) = plain, place
    for step in way:
        whole = whole[step]
    whole[last] = value
    (tmp_path / "r.json").write_text(json.dumps(plain), encoding="utf-8")
    with pytest.raises(UnreadableFile, match=rf"r\.json: this is not a report .*{said}"):
        load_report(tmp_path / "r.json")


def test_a_report_that_was_researched_with_a_person_says_how_and_with_what_answers(
    report: Report,
) -> None:
    assert "How it was researched" not in to_markdown(report) + to_html(report)
    researched = report.model_copy(update={"interaction": grown_tree()})
    text, page = to_markdown(researched), to_html(researched)
    assert "36 directions explored, 2 directions left out" in text
    asked = "“What about languages other than English?”"
    for shown in (text, page):
        told = shown[shown.index("How it was researched") :]
        assert asked in told
        assert "What was found covers 70 % of what you seem to expect." in told
        assert "(turned down)" in told
    assert "\n  - " in text[text.index("How it was researched") :]


def test_a_report_says_what_was_changed_by_hand_and_why_nothing_came_of_it(report: Report) -> None:
    change = TreeChange(change_id="c", kind=ChangeKind.REOPEN, node_id=NodeId("3"), by="Ada")
    taken = TakenChange(change=change, after=NodeId("2"), refused="It is followed already.")
    by_hand = {"changes": (taken,), "notes": ("Of one more no marks were given.",)}
    researched = report.model_copy(update={"interaction": grown_tree().model_copy(update=by_hand)})
    said = (
        "Reopened “Human annotation of support”, by Ada. Nothing came of it: It is followed already"
    )
    for shown in (to_markdown(researched), to_html(researched)):
        assert said in shown
        assert "Of one more no marks were given" in shown
