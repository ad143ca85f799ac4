"""Texts as browsers and clipboards give them: cut in the middle of a character, with control
characters, or far too long."""

from pathlib import Path

import pytest

from myscholar.domain.actions import ActionList
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.papers import Relation
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import RunId
from myscholar.errors import BadSettings, InputError, StorageError, UnknownAction, UnknownName
from myscholar.gateways.storage.store import open_store
from myscholar.settings import Settings
from myscholar.workflows.actions import choose_actions
from myscholar.workflows.actions.feedback import feedback_on, give_feedback
from myscholar.workflows.ask import asking, inquiries
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library import gather_papers
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.models.edit_settings import SettingsChange, change_settings
from myscholar.workflows.profile import edit_profile, profiles
from myscholar.workflows.report.reports import get_report
from myscholar.workflows.services import Services

HALF = "half a smile \ud83d and\x00 more"
WHOLE = "half a smile ? and more"
MINE = Profile(
    profile_id=ProfileId("p"),
    name="Mine",
    created_at="2025-01-01T00:00:00Z",
    papers=(),
    inferences=(),
    passages=(),
)


@pytest.fixture
def services(url: str, tmp_path: Path) -> Services:
    made = open_services(Settings(home=tmp_path, database_url=url))
    made.__dict__["store"] = open_store(url)
    return made


def test_a_question_and_actions_are_kept_without_half_characters(services: Services) -> None:
    asked = inquiries.new_inquiry(services, HALF)
    assert inquiries.get_inquiry(services, asked.inquiry_id).question == WHOLE
    listed = asking.change(services, asked, actions=ActionList(question=WHOLE, actions=()))
    edited = asking.edit_actions(
        services, listed, lambda actions: choose_actions.add_own(services, actions, HALF)
    )
    assert edited.actions
    assert [action.text for action in edited.actions.actions] == [WHOLE]
    assert inquiries.get_inquiry(services, asked.inquiry_id) == edited
    services.store.close()


def test_a_profile_is_kept_without_half_characters(services: Services) -> None:
    changed = profiles.rename(edit_profile.add(services, MINE, ProfileAspect.KNOWLEDGE, HALF), HALF)
    profiles.save_profile(services, changed)
    kept = profiles.get_profile(services, "p")
    assert (kept.name, kept.inferences[0].text) == (WHOLE, WHOLE)
    services.store.close()


@pytest.mark.parametrize(
    ("given", "kept"), [("a\x00b\n" + "x" * 10_000, "a b " + "x" * 116), (" ", "My profile")]
)
def test_a_profile_from_a_file_has_a_name_that_can_be_stored(
    services: Services, tmp_path: Path, given: str, kept: str
) -> None:
    file = tmp_path / "profile.json"
    file.write_text(MINE.model_copy(update={"name": given}).model_dump_json(), encoding="utf-8")
    assert (
        profiles.get_profile(services, profiles.import_profile(services, file).profile_id).name
        == kept
    )
    services.store.close()


def test_a_comment_cut_in_a_character_does_not_make_the_others_unreadable(
    services: Services,
) -> None:
    give_feedback(
        services, Feedback(subject=Subject.ACTION, about="q", item="a1", liked=True, comment="fine")
    )
    give_feedback(
        services,
        Feedback(
            subject=Subject.ACTION,
            about="q",
            item="a2",
            liked=False,
            comment="cut \ud83d",
            words="x \ud83d",
        ),
    )
    said = feedback_on(services, "q")
    assert [(f.comment, f.words) for f in said.values()] == [("fine", ""), ("cut ?", "x ?")]
    services.store.close()


def test_what_can_not_be_looked_up_is_told_as_such(services: Services) -> None:
    for look in (profiles.get_profile, inquiries.get_inquiry, get_report):
        with pytest.raises(StorageError, match="half a character"):
            look(services, "\ud83d")
    services.store.close()


def test_a_name_that_is_far_too_long_is_not_told_whole(tmp_services: Services) -> None:
    for look in (profiles.get_profile, inquiries.get_inquiry, get_report):
        with pytest.raises(UnknownName, match="xxx…") as told:
            look(tmp_services, "x" * 12_000)
        assert len(str(told.value)) < 200
    with pytest.raises(UnknownAction) as unknown:
        choose_actions.switch(ActionList(question="How?", actions=()), "x" * 12_000, on=True)
    with pytest.raises(InputError) as misnamed:
        gather_papers.order_of(
            tmp_services,
            RunId("r"),
            text="a",
            uploads=(),
            library="x" * 12_000,
            relation=Relation.MINE,
        )
    with pytest.raises(BadSettings) as unset:
        change_settings(tmp_services, [SettingsChange(name="x" * 12_000, value="y")])
    assert max(len(str(e.value)) for e in (unknown, misnamed, unset)) < 300
    tmp_services.store.close()


def test_files_and_lines_to_read_are_noted_in_a_line_of_whole_characters(
    tmp_services: Services,
) -> None:
    upload = Upload("a\n\ud83d.bib", b"")
    order = gather_papers.order_of(
        tmp_services,
        RunId("r"),
        text=HALF,
        uploads=(upload, Upload("x" * 500 + ".pdf", b"")),
        library="default",
        relation=Relation.MINE,
    )
    assert order.lines == (WHOLE,)
    assert order.files[0].name == "a ?.bib"
    assert len(order.files[1].name) <= 120


def test_a_setting_is_written_in_one_line(tmp_services: Services) -> None:
    change_settings(tmp_services, [SettingsChange(name="embedder", value="lsa\ud83d\n")])
    assert (tmp_services.settings.home / "settings.toml").read_text(
        encoding="utf-8"
    ) == 'embedder = "lsa?"\n'
