"""What a browser session holds, beside what other sessions do."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.profile import Profile
from myscholar.gateways.storage.store import Store
from myscholar.surfaces.web import session
from myscholar.workflows.profile import edit_profile
from myscholar.workflows.profile.profiles import get_profile, rename, save_profile
from myscholar.workflows.services import Services

from .conftest import send

OpenPage = Callable[[str], AppTest]


def test_an_edit_made_in_a_second_tab_is_seen_and_can_be_undone(
    open_page: OpenPage, services: Services, profile: Profile
) -> None:
    save_profile(services, profile)
    page = open_page("profile")
    save_profile(services, rename(profile, "Renamed elsewhere"))
    page.run()
    history = page.session_state["held"][session.Browser].history
    assert history.now.name == "Renamed elsewhere"
    assert [before.name for before in history.past] == [profile.name]


def test_services_are_one_for_all_sessions_until_the_settings_change(services: Services) -> None:
    assert session.services() is services
    (services.settings.home / "settings.toml").write_text("budget_usd = 2.0")
    changed = session.services()
    assert changed is not services
    assert changed.settings.budget_usd == 2.0
    assert session.services() is changed


def test_an_edit_stands_beside_what_is_saved_elsewhere_at_the_same_moment(
    open_page: OpenPage, services: Services, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another rewords an inference when the page has loaded the profile and not saved it yet."""
    save_profile(services, profile)
    first, second, *_ = profile.inferences
    replace, elsewhere = Store.replace_profile, []

    def replace_as_another_saves(store: Store, before: Profile, *what: Any, **how: Any) -> bool:
        if not elsewhere:
            elsewhere.append(edit_profile.reword(services, before, second.inference_id, "I sing."))
            save_profile(services, elsewhere[0])
        return replace(store, before, *what, **how)

    monkeypatch.setattr(Store, "replace_profile", replace_as_another_saves)
    page = open_page("profile")
    edit = {"kind": "reword", "inference_id": first.inference_id, "text": "My papers count birds."}
    send(page, f"profile-editor-{profile.profile_id}", edit)
    kept = get_profile(services, profile.profile_id)
    assert [e.after.text for e in kept.edits if e.after] == ["I sing.", "My papers count birds."]
    assert elsewhere[0] in page.session_state["held"][session.Browser].history.past
