"""The profile page: a profile is looked through, edited, judged and kept, and so are several of
them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType
from myscholar.domain.orders import ProfileOrder
from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.gateways.storage.store import Store
from myscholar.workflows.actions.feedback import feedback_on
from myscholar.workflows.actions.learned import list_learned
from myscholar.workflows.jobs import start
from myscholar.workflows.profile.profiles import get_profile, list_profiles, save_profile
from myscholar.workflows.services import Services

from .conftest import ask_again, part_data, send, waited

OpenPage = Callable[[str], AppTest]


@pytest.fixture
def page(open_page: OpenPage, services: Services, profile: Profile) -> AppTest:
    """The page with the sample's profile saved before."""
    save_profile(services, profile)
    return open_page("profile")


def editor_key(page: AppTest) -> str:
    keys = (str(e.key) for e in page.main if e.type == "bidi_component")
    return next(key for key in keys if key.startswith("profile-editor-"))


def does(page: AppTest, *messages: dict[str, Any]) -> AppTest:
    """The editor in the browser sends these, all at once."""
    return send(page, editor_key(page), *messages)


def drawn(page: AppTest) -> dict[str, Any]:
    """What the editor in the browser was given."""
    return part_data(page, editor_key(page))


def saved(services: Services, profile: Profile) -> Profile:
    return get_profile(services, profile.profile_id)


def texts(page: AppTest) -> str:
    shown = [
        *page.title,
        *page.markdown,
        *page.caption,
        *page.text,
        *page.info,
        *page.error,
        *page.warning,
    ]
    return (
        "\n".join(str(element.value) for element in shown).replace("\\", "").replace("\u2060", "")
    )


def switch(profile: Profile, number: int = 0, *, on: bool = False) -> dict[str, Any]:
    return {"kind": "switch", "inference_id": profile.inferences[number].inference_id, "on": on}


def reword(profile: Profile, text: str) -> dict[str, Any]:
    return {"kind": "reword", "inference_id": profile.inferences[0].inference_id, "text": text}


def test_the_last_saved_profile_is_there_in_a_new_session(page: AppTest, profile: Profile) -> None:
    assert [t.value for t in page.title] == ["Mira"]
    assert (
        f"{len(profile.inferences)} of {len(profile.inferences)} inferences on, from 4 papers"
        in texts(page)
    )
    shown = [
        i["text"] for aspect in drawn(page)["profile"]["aspects"] for i in aspect["inferences"]
    ]
    assert shown == [i.text for aspect in ProfileAspect for i in profile.of_aspect(aspect)]


def test_the_engine_or_the_model_that_made_it_is_named(
    open_page: OpenPage, services: Services, profile: Profile
) -> None:
    save_profile(services, profile)
    assert "Inferred by the extractive engine on" in texts(open_page("profile"))
    first = profile.inferences[0].model_copy(update={"origin": "test:model"})
    save_profile(
        services,
        profile.model_copy(
            update={"engine": "llm", "inferences": (first, *profile.inferences[1:])}
        ),
    )
    assert "Inferred by test:model on" in texts(open_page("profile"))
    assert "Read the quotes before you rely on a statement." in texts(open_page("profile"))


def test_withheld_inferences_are_counted_and_said_why(
    open_page: OpenPage, services: Services, profile: Profile
) -> None:
    save_profile(services, profile.model_copy(update={"n_withheld": 2}))
    assert "2 inferences were withheld: myscholar says nothing about anyone's origin" in texts(
        open_page("profile")
    )


def test_an_inference_is_switched_off_undone_and_redone(
    page: AppTest, services: Services, profile: Profile
) -> None:
    first = profile.inferences[0].inference_id
    does(page, switch(profile))
    assert not saved(services, profile).inference(first).enabled
    assert (drawn(page)["can_undo"], drawn(page)["can_redo"]) == (True, False)
    does(page, {"kind": "undo"})
    assert saved(services, profile).inference(first).enabled
    does(page, {"kind": "redo"})
    assert not saved(services, profile).inference(first).enabled
    assert not drawn(page)["can_redo"]


def test_an_edit_undone_at_once_can_be_redone(
    page: AppTest, services: Services, profile: Profile
) -> None:
    does(page, switch(profile), {"kind": "undo"})
    assert (drawn(page)["can_undo"], drawn(page)["can_redo"]) == (False, True)
    does(page, {"kind": "redo"})
    assert not saved(services, profile).inferences[0].enabled


def test_what_is_done_fast_is_taken_in_order_and_once(
    page: AppTest, services: Services, profile: Profile
) -> None:
    does(
        page,
        switch(profile),
        switch(profile, 1),
        {"kind": "undo"},
        reword(profile, "My papers count birds."),
    )
    now = saved(services, profile)
    assert [i.enabled for i in now.inferences[:2]] == [False, True]
    assert now.inferences[0].text == "My papers count birds."
    page.run()
    assert len(saved(services, profile).edits) == 2


def test_an_inference_is_reworded_and_keeps_its_papers(
    page: AppTest, services: Services, profile: Profile
) -> None:
    does(page, reword(profile, "My papers ask for evidence."))
    edited = saved(services, profile).inferences[0]
    assert (edited.text, edited.origin, edited.supports) == (
        "My papers ask for evidence.",
        "user",
        profile.inferences[0].supports,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("   ", "Write what"),
        ("x" * 2001, "2,001 characters"),
        ("You are a non-native speaker of English.", "origin"),
    ],
)
def test_words_that_are_refused_come_back_with_the_reason(
    page: AppTest, services: Services, profile: Profile, text: str, reason: str
) -> None:
    does(page, reword(profile, text), switch(profile, 1))
    assert saved(services, profile).inferences[0] == profile.inferences[0]
    assert not saved(services, profile).inferences[1].enabled
    (refused,) = drawn(page)["refused"]
    assert (refused["item"], refused["text"]) == (profile.inferences[0].inference_id, text)
    assert reason in refused["reason"]
    assert drawn(page)["n_refusals"] == 1


def test_an_inference_is_removed_and_another_added(
    page: AppTest, services: Services, profile: Profile
) -> None:
    first = profile.inferences[0].inference_id
    does(
        page,
        {"kind": "remove", "inference_id": first},
        {"kind": "add", "aspect": "audience", "text": "My papers write for librarians."},
    )
    kept = saved(services, profile)
    assert first not in {i.inference_id for i in kept.inferences}
    assert (kept.inferences[-1].text, kept.inferences[-1].aspect) == (
        "My papers write for librarians.",
        ProfileAspect.AUDIENCE,
    )


def test_thumbs_with_reasons_are_kept_and_taken_back(
    page: AppTest, services: Services, profile: Profile
) -> None:
    first = profile.inferences[0]
    said = {
        "kind": "judge",
        "inference_id": first.inference_id,
        "liked": False,
        "errors": ["profile.convention"],
        "comment": "All do.",
    }
    does(page, said)
    (kept,) = feedback_on(services, profile.profile_id).values()
    assert (kept.liked, kept.errors, kept.comment, kept.words) == (
        False,
        (ErrorType.CONVENTION,),
        "All do.",
        first.text,
    )
    assert drawn(page)["feedback"] == {
        first.inference_id: {"liked": False, "errors": ["profile.convention"], "comment": "All do."}
    }
    assert saved(services, profile) == profile
    does(page, said | {"liked": None})
    assert feedback_on(services, profile.profile_id) == {}


def test_what_the_papers_do_not_say_is_switched_off_in_one_click_and_can_come_back(
    page: AppTest, services: Services, profile: Profile
) -> None:
    first = profile.inferences[0].inference_id
    said = {
        "kind": "judge",
        "inference_id": first,
        "liked": False,
        "errors": ["profile.unsaid"],
    }
    does(page, said)
    assert not saved(services, profile).inference(first).enabled
    does(page, switch(profile, on=True), said | {"comment": "It was another paper."})
    assert saved(services, profile).inference(first).enabled


def test_what_changed_is_listed_and_brought_back(
    page: AppTest, services: Services, profile: Profile
) -> None:
    first = profile.inferences[0]
    does(page, {"kind": "remove", "inference_id": first.inference_id})
    page.button_group(key="profile-view").set_value("What changed").run()
    assert f"~~{first.text}~~" in texts(page).replace("\u2060", "")
    page.button(key="back-0").click().run()
    assert saved(services, profile).inference(first.inference_id).text == first.text
    assert "back-0" not in [b.key for b in page.button]


def test_what_was_learned_is_corrected_and_forgotten(
    open_page: OpenPage, services: Services, profile: Profile
) -> None:
    save_profile(services, profile)
    action = Action(
        action_id=ActionId("a"),
        tldr="Compare the data sets",
        text="I can compare the data sets.",
        stage=Stage.ORGANIZATION,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=Verb.COMPARE),
    )
    choice = Choice(
        profile_id=profile.profile_id,
        question="Q?",
        action=action,
        kind=ChoiceKind.PICKED,
        at="2026-01-02T03:04:05Z",
    )
    services.store.choices.save(
        [
            choice,
            choice.model_copy(update={"action": action.model_copy(update={"tldr": "Be brief"})}),
        ]
    )
    page = open_page("profile")
    page.button_group(key="profile-view").set_value("Learned").run()
    assert "Compare the data sets" in texts(page)
    last, first = (c.choice_id for c in list_learned(services, profile.profile_id))
    page.button_group(key=f"kind-{first}-picked").set_value("rejected").run()
    assert {c.tldr: c.kind for c in list_learned(services, profile.profile_id)} == {
        "Compare the data sets": ChoiceKind.REJECTED, "Be brief": ChoiceKind.PICKED,
    }  # fmt: skip
    page.button(key=f"forget-{last}").click().run()
    assert [c.tldr for c in list_learned(services, profile.profile_id)] == ["Compare the data sets"]
    next(b for b in page.button if b.label == "Forget all of it").click().run()
    assert list_learned(services, profile.profile_id) == ()
    assert "Nothing yet." in texts(page)


def test_profiles_are_chosen_renamed_copied_and_deleted(
    page: AppTest, services: Services, profile: Profile
) -> None:
    save_profile(
        services, profile.model_copy(update={"profile_id": ProfileId("other"), "name": "Other"})
    )
    page.run()
    page.selectbox[0].set_value("other").run()
    assert page.query_params["profile"] == "other"
    next(t for t in page.text_input if t.label == "Name").set_value("Second self")
    page.button(key="rename").click().run()
    assert {p.name for p in list_profiles(services)} == {"Mira", "Second self"}
    page.button(key="copy-profile").click().run()
    assert page.title[0].value.replace("\\", "") == "Second self (copy)"
    (copied,) = (p.profile_id for p in list_profiles(services) if p.name == "Second self (copy)")
    page.button(key=f"delete-{copied}").click().run()
    assert {p.name for p in list_profiles(services)} == {"Mira", "Second self"}
    assert page.title[0].value == "Make a profile"


def test_profiles_of_one_name_are_told_apart_and_an_edit_changes_the_open_one(
    page: AppTest, services: Services, profile: Profile
) -> None:
    for name in ("a", "z"):
        save_profile(services, profile.model_copy(update={"profile_id": ProfileId(name)}))
    page.run()
    (choice,) = page.selectbox
    assert sorted(choice.options) == ["Mira", "Mira · 2", "Mira · 3"]
    choice.set_value("z").run()
    does(page, switch(profile))
    page.run()
    assert page.query_params["profile"] == "z"
    assert len(get_profile(services, "z").edits) == 1
    assert saved(services, profile).edits == ()


def test_an_imported_profile_stands_beside_the_others(
    page: AppTest, services: Services, profile: Profile
) -> None:
    page.file_uploader(key="profile-file").set_value(
        ("me.json", profile.model_dump_json().encode(), "application/json")
    )
    page.button(key="import-profile-go").click().run()
    assert not page.exception
    assert len({p.profile_id for p in list_profiles(services)}) == 2


def test_a_forged_profile_is_refused_with_one_message(
    page: AppTest, services: Services, profile: Profile
) -> None:
    forged = json.loads(profile.model_dump_json())
    text = forged["inferences"][0]["supports"][0]["evidence"][0]["text"]
    forged["inferences"][0]["supports"][0]["evidence"][0]["text"] = "X" * len(text)
    page.file_uploader(key="profile-file").set_value(
        ("me.json", json.dumps(forged).encode(), "application/json")
    )
    page.button(key="import-profile-go").click().run()
    assert len(page.error) == 1
    assert len(list_profiles(services)) == 1
    assert drawn(page)["profile"]["profile_id"] == profile.profile_id


def test_an_address_without_a_profile_says_so_and_leads_to_papers(page: AppTest) -> None:
    page.query_params["profile"] = "nobody"
    page.run()
    assert not page.exception
    assert len(page.error) == 1
    page.button(key="to-papers").click().run()
    assert page.title[0].value == "Make a profile"


def test_a_profile_inferred_while_nobody_looked_is_there(
    open_page: OpenPage, services: Services
) -> None:
    passage = Passage(
        passage_id=PassageId("p#1"), paper_id=PaperId("p"), kind=PassageKind.ABSTRACT,
        text="We argue that noise maps should include birds. Song rate rises with street noise.",
    )  # fmt: skip
    paper = Paper(
        paper_id=PaperId("p"),
        title="Robins at dawn",
        passages=(passage,),
        text_source=TextSource.ABSTRACT,
        relation=Relation.MINE,
    )
    run_id = start(services, ProfileOrder(papers=(paper,), name="Birds"))
    waited(services, run_id)
    page = open_page("profile")
    assert page.title[0].value == "Birds"


def test_what_is_done_while_the_browser_asks_again_is_done_once(
    page: AppTest, services: Services, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Store.replace_profile

    def save_as_more_comes(*what: Any, **how: Any) -> bool:
        ask_again()
        return replace(*what, **how)

    monkeypatch.setattr(Store, "replace_profile", save_as_more_comes)
    does(page, reword(profile, "My papers count birds."))
    assert drawn(page)["mail"]["taken"] == 1
    assert [edit.after.text for edit in saved(services, profile).edits] == [
        "My papers count birds."
    ]
