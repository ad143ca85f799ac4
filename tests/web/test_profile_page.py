"""The profile page: papers in, inferences out, edits that last."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.papers import Relation
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.workflows.profiles import get_profile, list_profiles, save_profile
from myscholar.workflows.services import Services

OpenPage = Callable[[str], AppTest]
PAPERS = "\n".join(
    json.dumps(
        {
            "paper_id": f"p{i}", "title": f"{animal} songs at dawn", "authors": ["Ada Müller"], "year": 2018 + i,
            "abstract": f"We record the dawn songs of {animal.lower()} in city parks. Song rate rises with street noise. "
            f"We argue that noise maps should include birds. The {animal.lower()} sing earlier near street lamps.",
        }
    )
    for i, animal in enumerate(("Robins", "Blackbirds", "Wrens"))
)  # fmt: skip


@pytest.fixture
def page(open_page: OpenPage, services: Services, profile: Profile) -> AppTest:
    """The page with the sample's profile saved before."""
    save_profile(services, profile)
    return open_page("profile")


def saved(services: Services, profile: Profile) -> Profile:
    return get_profile(services, profile.profile_id)


def texts(page: AppTest) -> str:
    shown = [*page.markdown, *page.caption, *page.text, *page.info, *page.error, *page.warning]
    return "\n".join(str(element.value) for element in shown).replace("\\", "")


def test_the_sample_becomes_a_saved_profile_in_one_click(open_page: OpenPage, services: Services) -> None:
    page = open_page("profile")
    page.button(key="sample").click().run()
    assert not page.exception
    labels = " ".join(e.label for e in page.expander)
    assert all(aspect.label in labels for aspect in ProfileAspect)
    assert [p.name for p in list_profiles(services)] == ["Mira Solberg-Adeyemi (fictional)"]


def test_the_last_saved_profile_is_there_in_a_new_session(page: AppTest, profile: Profile) -> None:
    assert [t.label.replace("\\", "") for t in page.toggle][:1] == [profile.inferences[0].text.replace(":", ":\u2060")]


def test_a_profile_by_a_model_names_it(open_page: OpenPage, services: Services, profile: Profile) -> None:
    save_profile(services, profile)
    assert "Inferred by" not in texts(open_page("profile"))
    first = profile.inferences[0].model_copy(update={"origin": "test:model"})
    save_profile(services, profile.model_copy(update={"inferences": (first, *profile.inferences[1:])}))
    assert "Inferred by test:" in texts(open_page("profile"))


def test_an_inference_is_switched_off_undone_and_redone(page: AppTest, services: Services, profile: Profile) -> None:
    first = profile.inferences[0].inference_id
    page.toggle(key=f"on-{profile.profile_id}-{first}-True-0").set_value(False).run()
    assert not saved(services, profile).inference(first).enabled
    page.button(key="undo").click().run()
    assert saved(services, profile).inference(first).enabled
    assert page.toggle(key=f"on-{profile.profile_id}-{first}-True-2").value
    page.button(key="redo").click().run()
    assert not saved(services, profile).inference(first).enabled
    assert page.button(key="redo").disabled


def test_an_inference_is_reworded_and_keeps_its_papers(page: AppTest, services: Services, profile: Profile) -> None:
    first = profile.inferences[0]
    page.button(key=f"edit-{first.inference_id}").click().run()
    page.text_area(key=f"text-{first.inference_id}").set_value("My papers ask for evidence.")
    next(b for b in page.button if b.label == "Save").click().run()
    edited = saved(services, profile).inference(first.inference_id)
    assert (edited.text, edited.origin, edited.supports) == ("My papers ask for evidence.", "user", first.supports)


def test_an_empty_wording_is_one_message_and_changes_nothing(page: AppTest, services: Services, profile: Profile) -> None:
    first = profile.inferences[0]
    page.button(key=f"edit-{first.inference_id}").click().run()
    page.text_area(key=f"text-{first.inference_id}").set_value("   ")
    next(b for b in page.button if b.label == "Save").click().run()
    assert [e.value for e in page.error] == ["Write what the profile should say\\."]
    assert saved(services, profile) == profile


def test_an_inference_is_removed_and_another_added(page: AppTest, services: Services, profile: Profile) -> None:
    first = profile.inferences[0].inference_id
    page.button(key=f"remove-{first}").click().run()
    page.text_area(key=f"new-{ProfileAspect.AUDIENCE}").set_value("My papers write for librarians.")
    forms = [b for b in page.button if b.label == "Add"]
    forms[list(ProfileAspect).index(ProfileAspect.AUDIENCE)].click().run()
    kept = saved(services, profile)
    assert first not in {i.inference_id for i in kept.inferences}
    assert (kept.inferences[-1].text, kept.inferences[-1].origin) == ("My papers write for librarians.", "user")
    assert len(kept.edits) == 2


def test_a_papers_chip_opens_its_verbatim_quotes(page: AppTest, profile: Profile) -> None:
    first = profile.inferences[0]
    support = first.supports[0]
    page.pills(key=f"chips-{first.inference_id}").set_value(profile.paper(support.paper_id).number).run()
    assert f"“{support.evidence[0].text}”".replace(":", ":\u2060") in texts(page)


def test_a_summary_is_labelled_and_never_in_quotation_marks(
    open_page: OpenPage, services: Services, hostile_profile: Profile
) -> None:
    save_profile(services, hostile_profile)
    page = open_page("profile")
    page.pills(key="chips-h0").set_value(1).run()
    quotes = [str(m.value) for m in page.markdown if str(m.value).startswith("> ")]
    assert [q.startswith("> “") for q in quotes] == [True, False]
    assert "summary, not the paper's words" in texts(page)


def test_profiles_are_chosen_renamed_and_deleted(page: AppTest, services: Services, profile: Profile) -> None:
    other = profile.model_copy(update={"profile_id": ProfileId("other"), "name": "Other"})
    save_profile(services, other)
    page.run()
    page.selectbox[0].set_value("other").run()
    next(t for t in page.text_input if t.label == "Name").set_value("Second self")
    next(b for b in page.button if b.label == "Rename").click().run()
    assert {p.name for p in list_profiles(services)} == {"Mira", "Second self"}
    page.button(key="delete-other").click().run()
    assert [p.name for p in list_profiles(services)] == ["Mira"]
    assert page.button(key="sample")


def test_an_imported_profile_stands_beside_the_others(page: AppTest, services: Services, profile: Profile) -> None:
    page.file_uploader(key="profile-file").set_value(("me.json", profile.model_dump_json().encode(), "application/json"))
    next(b for b in page.button if b.label == "Import").click().run()
    assert not page.exception
    assert len({p.profile_id for p in list_profiles(services)}) == 2


def test_a_forged_profile_is_refused_with_one_message(page: AppTest, services: Services, profile: Profile) -> None:
    forged = json.loads(profile.model_dump_json())
    text = forged["inferences"][0]["supports"][0]["evidence"][0]["text"]
    forged["inferences"][0]["supports"][0]["evidence"][0]["text"] = "X" * len(text)
    page.file_uploader(key="profile-file").set_value(("me.json", json.dumps(forged).encode(), "application/json"))
    next(b for b in page.button if b.label == "Import").click().run()
    assert len(page.error) == 1
    assert len(list_profiles(services)) == 1


def test_uploads_are_read_and_a_broken_file_never_stops_the_rest(open_page: OpenPage, services: Services) -> None:
    page = open_page("profile")
    page.file_uploader(key="uploads").set_value(
        [("birds.jsonl", PAPERS.encode(), "application/jsonl"), ("../<b>broken</b>.pdf", b"not a PDF", "application/pdf")]
    )
    next(b for b in page.button if b.label == "Add these files").click().run()
    assert not page.exception
    assert len(page.warning) == 1
    assert "broken" in page.warning[0].value
    assert "/tmp" not in page.warning[0].value
    page.text_input(key="profile-name").set_value("Birds")
    next(b for b in page.button if b.label == "Infer the profile").click().run()
    (info,) = list_profiles(services)
    kept = get_profile(services, info.profile_id)
    assert (kept.name, len(kept.papers)) == ("Birds", 3)


def test_each_paper_is_marked_mine_or_followed(open_page: OpenPage, services: Services) -> None:
    page = open_page("profile")
    page.file_uploader(key="uploads").set_value(("birds.jsonl", PAPERS.encode(), "application/jsonl"))
    next(b for b in page.button if b.label == "Add these files").click().run()
    page.session_state[page.data_editor[0].key] = {
        "edited_rows": {1: {"Mine or followed": "followed"}, 2: {"Use": False}},
        "added_rows": [],
        "deleted_rows": [],
    }
    next(b for b in page.button if b.label == "Infer the profile").click().run()
    (info,) = list_profiles(services)
    assert [p.relation for p in get_profile(services, info.profile_id).papers] == [Relation.MINE, Relation.FOLLOWED]


def test_pasted_lines_are_never_files_of_this_machine(open_page: OpenPage) -> None:
    page = open_page("profile")
    page.text_area(key="pasted-text").set_value("/etc/passwd")
    next(b for b in page.button if b.label == "Look them up").click().run()
    assert not page.exception
    assert "Semantic Scholar" in " ".join(str(e.value) for e in [*page.error, *page.warning])
