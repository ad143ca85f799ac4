"""What a browser session holds, beside what other sessions do."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from myscholar.domain.profile import Profile
from myscholar.surfaces.web import session
from myscholar.workflows.profile.profiles import rename, save_profile
from myscholar.workflows.services import Services

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
    changed.runner.close()
    changed.store.close()
