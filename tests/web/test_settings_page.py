"""The settings page, driven as the browser would."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.feedback import Feedback, Subject
from myscholar.errors import BadSettings
from myscholar.settings import load_settings
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components.settings.settings_words import fault, label
from myscholar.workflows.actions.feedback import give_feedback
from myscholar.workflows.models.edit_settings import SettingsChange
from myscholar.workflows.services import Services

OpenPage = Callable[[str], AppTest]


def field(page: AppTest, name: str) -> str:
    """The key of the field for a setting: it ends in what holds now."""
    return next(str(box.key) for box in page.text_input if str(box.key).startswith(f"set-{name}-"))


def save(page: AppTest, form: str) -> AppTest:
    return next(button for button in page.button if form in str(button.proto.form_id)).click().run()


def test_the_page_says_what_is_missing_and_what_works_without_it(open_page: OpenPage) -> None:
    words = " ".join(m.value for m in open_page("settings").markdown)
    assert "No language model is set" in words.replace("\\", "")
    assert "free and without a key" in words.replace("\\", "")


def test_a_model_and_a_budget_are_kept_and_hold_for_what_is_begun_next(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("settings")
    page.text_input(key=field(page, "models.default")).set_value("anthropic:claude-sonnet-5-5")
    page.text_input(key=field(page, "budget_usd")).set_value("1.5")
    save(page, "settings-work")
    assert not page.error
    settings = load_settings()
    assert (settings.has_models, settings.budget_usd) == (True, 1.5)
    assert session.services() is not services


@pytest.mark.parametrize(
    ("setting", "typed", "told"),
    [
        (
            "models.default",
            "nobody:knows",
            "Language model: no model could be asked: no provider is called 'nobody'.",
        ),
        (
            "models.default",
            "sonnet",
            "Language model: no model could be asked: 'sonnet' names no provider.",
        ),
        (
            "models.default",
            "compatible:small",
            "Language model: “compatible:small” needs the address of your server.",
        ),
        ("budget_usd", "much", "Most that one run may cost, in dollars: enter a number from 0"),
        ("budget_usd", "-1", "Most that one run may cost, in dollars: enter a number from 0"),
    ],
)
def test_what_can_t_be_used_is_said_beside_the_field_and_nothing_is_kept(
    open_page: OpenPage, services: Services, setting: str, typed: str, told: str
) -> None:
    page = open_page("settings")
    page.text_input(key=field(page, setting)).set_value(typed)
    save(page, "settings-work")
    assert len(page.error) == 1
    assert page.error[0].value.replace("\\", "").replace("\u2060", "").startswith(told)
    assert not (services.settings.home / "settings.toml").exists()


def test_what_the_environment_sets_can_t_be_changed_here(open_page: OpenPage) -> None:
    page = open_page("settings")
    assert page.text_input(key=field(page, "scholar_url")).disabled
    assert any("MYSCHOLAR_S2_URL" in caption.value.replace("\\", "") for caption in page.caption)


def test_a_model_is_checked_only_when_asked_and_one_that_does_not_answer_is_named(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "anthropic:claude-sonnet-5-5")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "x")
    monkeypatch.setattr("myscholar.workflows.models.check_model.PATIENCE_S", 0.4)
    page = open_page("settings")
    assert not page.error
    page.button(key="check-model").click().run()
    assert len(page.error) == 1
    assert "Anthropic can't be reached: nobody answers" in told(page.error)
    assert not page.exception


def test_a_test_says_before_what_it_costs_and_after_what_the_model_can_do(
    open_page: OpenPage, model_host, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert open_page("settings").button(key="check-model").disabled
    monkeypatch.setenv("OLLAMA_BASE_URL", model_host.url)
    monkeypatch.setenv("MYSCHOLAR_MODEL", "ollama:small")
    model_host.fills = "tool"
    page = open_page("settings")
    assert "A few small requests to ollama:small, at a price not known here." in told(page.caption)
    page.button(key="check-model").click().run()
    assert not page.error
    assert "**Keeps a form:** At the first try." in told(page.markdown)


def test_a_model_that_can_not_be_asked_is_shown_and_the_pages_go_on(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "antropic:claude")
    for name in ("profile", "ask", "runs", "settings"):
        page = open_page(name)
        assert not page.exception
    assert "Is it anthropic:claude-sonnet-5-5" in told(page.markdown)
    assert told(page.error).startswith("No provider is called 'antropic'. Is it anthropic:")


def test_another_provider_is_set_up_by_its_name_and_a_server_that_is_down_is_said(
    open_page: OpenPage, model_host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_BASE_URL", model_host.url)
    monkeypatch.setenv("VLLM_BASE_URL", "http://127.0.0.1:9/v1")
    page = open_page("settings")
    page.radio(key="set-up-provider").set_value("another").run()
    page.selectbox(key="set-up-other").set_value("vllm").run()
    assert "http://127.0.0.1:9/v1: nobody answers" in told(page.error)
    page.selectbox(key="set-up-other").set_value("ollama").run()
    assert list(page.selectbox(key="set-up-model-ollama").options) == ["small", "large"]
    set_up(page)
    page.button(key="set-up-save").click().run()
    assert load_settings().models.default == "ollama:small"


def test_feedback_can_be_taken_home_once_there_is_some(
    open_page: OpenPage, services: Services
) -> None:
    assert "0 so far" in " ".join(c.value for c in open_page("settings").caption)
    give_feedback(services, Feedback(subject=Subject.SECTION, about="r", item="0", liked=True))
    assert "1 so far" in " ".join(c.value for c in open_page("settings").caption)


def test_a_broken_settings_file_ends_in_one_message_on_every_page(
    open_page: OpenPage, services: Services
) -> None:
    (services.settings.home / "settings.toml").write_text("budget_usd = ")
    for name in ("profile", "ask", "report", "runs", "settings"):
        page = open_page(name)
        assert not page.exception
        assert {
            e.value.replace("\\", "").split(" is not valid TOML")[0][-13:] for e in page.error
        } == {"settings.toml"}


def test_what_was_saved_is_named_beside_the_button_and_an_error_goes_with_the_next_save(
    open_page: OpenPage,
) -> None:
    page = open_page("settings")
    page.text_input(key=field(page, "budget_usd")).set_value("much")
    save(page, "settings-work")
    page.text_input(key=field(page, "budget_usd")).set_value("2")
    save(page, "settings-work")
    assert not page.error
    assert said(page) == ["Saved: Most that one run may cost, in dollars."]
    page.text_input(key=field(page, "budget_usd")).set_value("much")
    save(page, "settings-work")
    page.text_input(key=field(page, "budget_usd")).set_value("2")
    save(page, "settings-work")
    assert not page.error
    assert said(page) == ["Nothing was changed."]
    assert said(page.run()) == []


def said(page: AppTest) -> list[str]:
    """Beside the buttons."""
    sign = ":green[:material/check_circle:] "
    return [
        m.value.removeprefix(sign).replace("\\", "").replace("\u2060", "")
        for m in page.markdown
        if m.value.startswith(sign + "Saved") or "Nothing was" in m.value
    ]


def test_a_model_s_name_that_was_copied_with_a_joiner_is_kept_without(open_page: OpenPage) -> None:
    page = open_page("settings")
    page.text_input(key=field(page, "models.default")).set_value(
        "anthropic:\u2060claude-sonnet-5-5"
    )
    save(page, "settings-work")
    assert not page.error
    assert load_settings().models.default == "anthropic:claude-sonnet-5-5"


def test_a_message_belongs_to_the_setting_that_it_names_and_is_said_as_the_screen_calls_it() -> (
    None
):
    changes = [
        SettingsChange(name=n, value="x")
        for n in ("engine", "providers.lab.base_url", "providers.lab.key_env")
    ]
    key, address = "providers.lab.key_env", "providers.lab.base_url"
    no_name = BadSettings(f"{key}: this is no name of an environment variable.", setting=key)
    assert fault(no_name, changes) == (
        key,
        "Variable that holds the key (lab): this is no name of an environment variable.",
    )
    odd = BadSettings(
        f"The setting {address} can't be used: it is odd.", setting=address, is_value=True
    )
    assert fault(odd, changes) == (address, "Address (lab): begin it with http:// or https://.")
    assert fault(BadSettings("The disk is full."), changes)[0] == "engine"
    assert [label(n) for n in ("models.quotes", "scholar_url")] == [
        "Quotes",
        "Address (Semantic Scholar)",
    ]


# Setting up a model


def set_up(page: AppTest, key: str = "") -> AppTest:
    if key:
        next(box for box in page.text_input if box.label == "Key").set_value(key)
    return next(button for button in page.button if button.label == "Test").click().run()


@pytest.fixture
def anthropic(model_host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model_host.root)
    return model_host


def told(messages: Iterable[Any]) -> str:
    return " ".join(m.value for m in messages).replace("\\", "").replace("\u2060", "")


def test_a_model_is_tried_priced_and_saved_and_its_key_goes_to_the_keyring(
    open_page: OpenPage, anthropic, memory_keyring, services: Services
) -> None:
    page = set_up(open_page("settings"), "sk-ant-very-secret")
    assert not page.error
    assert "anthropic:claude-sonnet-5-5 answered in" in told(page.success)
    assert "A typical report takes about" in told(page.success)
    assert not (services.settings.home / "settings.toml").exists()
    page.number_input(key="set-up-budget").set_value(3.5)
    page.button(key="set-up-save").click().run()
    assert (
        "Saved: anthropic:claude-sonnet-5-5 does the work from now on, its key lies in the "
        "system's keyring." in told(page.success)
    )
    settings = load_settings()
    assert (settings.models.default, settings.budget_usd) == ("anthropic:claude-sonnet-5-5", 3.5)
    assert memory_keyring.keys == {"myscholar/anthropic": "sk-ant-very-secret"}
    assert not [box for box in page.text_input if box.label == "Key"]
    assert "very-secret" not in str(page.session_state)


def test_a_key_that_is_refused_is_said_and_nothing_is_kept(
    open_page: OpenPage, anthropic, memory_keyring, services: Services
) -> None:
    anthropic.fault = (
        401,
        {"type": "error", "error": {"type": "authentication_error", "message": "no"}},
    )
    page = set_up(open_page("settings"), "sk-ant-very-secret")
    assert told(page.error).startswith("Anthropic refuses the key.")
    assert (memory_keyring.keys, (services.settings.home / "settings.toml").exists()) == ({}, False)
    assert not [button for button in page.button if button.key == "set-up-save"]


def test_where_there_is_no_keyring_the_line_for_the_shell_is_shown_and_no_field(
    open_page: OpenPage,
) -> None:
    page = open_page("settings")
    assert "There is no system keyring here." in told(page.info)
    assert [code.value for code in page.code] == ["export ANTHROPIC_API_KEY=..."]
    assert not [box for box in page.text_input if box.label == "Key"]
    assert next(button for button in page.button if button.label == "Test").disabled


def test_a_server_of_ones_own_is_found_and_its_models_are_offered(
    open_page: OpenPage, model_host
) -> None:
    page = open_page("settings")
    page.radio(key="set-up-provider").set_value("compatible").run()
    page.text_input(key="set-up-address").set_value("http://127.0.0.1:9").run()
    assert "nobody answers. Is the server started?" in told(page.error)
    page.text_input(key="set-up-address").set_value(model_host.root).run()
    assert not page.error
    assert list(page.selectbox(key="set-up-model-compatible").options) == ["small", "large"]
    set_up(page)
    page.button(key="set-up-save").click().run()
    assert load_settings().models.default == "compatible:small"
    assert load_settings().providers["compatible"].base_url == model_host.url


def test_a_key_of_the_environment_is_used_and_named(
    open_page: OpenPage, anthropic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-very-secret")
    page = open_page("settings")
    assert "The key in ANTHROPIC_API_KEY is used." in told(page.markdown)
    assert "answered in" in told(set_up(page).success)
    assert anthropic.keys == ["sk-ant-very-secret"]
