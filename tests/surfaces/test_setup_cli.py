"""`myscholar setup`, by its options alone and by its questions on a terminal."""

import json
import os
import pty
import select
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from myscholar.settings import load_settings
from tests.conftest import heed_interrupts

KEY = "sk-ant-very-secret"
INTERRUPT = "\x03"
QUESTION = "How are citations of generated answers verified?"


@pytest.fixture
def anthropic(model_host, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model_host.root)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    return model_host


def one_line(text: str) -> bool:
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text


def written() -> dict[str, object]:
    file = load_settings().home / "settings.toml"
    return tomllib.loads(file.read_text()) if file.exists() else {}


def test_a_vendor_s_model_is_set_up_by_options_alone(cli, anthropic) -> None:
    done = cli(
        "setup", "--vendor", "anthropic", "--model", "claude-opus-5-5", "--budget", 3, "--yes"
    )
    assert done.status == 0
    assert "The key in ANTHROPIC_API_KEY is used." in done.err
    assert "anthropic:claude-opus-5-5 answered in" in done.err
    assert f'myscholar report "{QUESTION}"' in done.out
    assert written() == {"budget_usd": 3.0, "models": {"default": "anthropic:claude-opus-5-5"}}
    assert KEY not in done.out + done.err


def test_what_is_not_said_is_taken_as_suggested_where_nobody_wants_to_be_asked(
    cli, anthropic
) -> None:
    facts = json.loads(cli("setup", "--vendor", "anthropic", "--yes", "--json").out)
    assert (facts["model"], facts["key"], facts["notes"]) == (
        "anthropic:claude-sonnet-5-5",
        "ANTHROPIC_API_KEY",
        [],
    )
    assert written()["budget_usd"] == 2.0


def test_a_server_of_ones_own_is_set_up_at_the_address_that_works(cli, model_host) -> None:
    done = cli("setup", "--local", model_host.root, "--model", "small")
    assert done.status == 0
    assert f"Its address is {model_host.url}" in done.err
    assert written() == {
        "models": {"default": "compatible:small"},
        "providers": {"compatible": {"base_url": model_host.url}},
    }


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        ([], "--vendor"),
        (["--vendor", "openai"], "--key-stdin"),
        (["--vendor", "anthropic"], "--model"),
        (["--vendor", "anthropic", "--model", "claude-sonnet-5-5"], "--budget"),
        (["--local", "HOST"], "--model"),
        (["--local", "HOST", "--yes"], "--model"),
    ],
)
def test_without_a_terminal_one_line_names_the_option_that_is_missing(
    cli, anthropic, arguments, option
) -> None:
    done = cli("setup", *(anthropic.url if a == "HOST" else a for a in arguments))
    assert (done.status, written()) == (2, {})
    assert option in done.err.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--vendor", "mistrall"],
            "No provider is called 'mistrall'. Is it mistral?",
        ),
        (["--vendor", "openai", "--local", "http://x"], "not both"),
        (["--local", "http://127.0.0.1:9/v1"], "nobody answers. Is the server started?"),
        (["--local", "not an address"], "this is no address"),
    ],
)
def test_what_can_not_be_used_is_one_line_and_nothing_is_written(cli, arguments, told) -> None:
    done = cli("setup", *arguments)
    assert (done.status, one_line(done.err), written()) == (2, True, {})
    assert told in done.err


def test_a_model_that_does_not_answer_is_not_set_up(cli, anthropic) -> None:
    anthropic.fault = (
        401,
        {"type": "error", "error": {"type": "authentication_error", "message": KEY}},
    )
    done = cli("setup", "--vendor", "anthropic", "--yes")
    assert (done.status, written()) == (1, {})
    assert "error: Anthropic refuses the key in ANTHROPIC_API_KEY." in done.err
    assert KEY not in done.err


def test_a_key_comes_from_standard_input_and_is_shown_by_its_place_only(
    cli, anthropic, memory_keyring, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    (tmp_path / "key").write_text(f"{KEY}\n")
    with (tmp_path / "key").open() as given:
        monkeypatch.setattr(sys, "stdin", given)
        assert cli("setup", "--vendor", "anthropic", "--key-stdin", "--yes").status == 0
    assert memory_keyring.keys == {"myscholar/anthropic": KEY}
    shown = cli("setup", "--show")
    assert "Key for anthropic: in the system's keyring" in shown.out
    assert KEY not in shown.out + shown.err
    assert json.loads(cli("setup", "--show", "--json").out)["keys"] == {
        "anthropic": "the system's keyring"
    }
    assert cli("setup", "--forget").out.strip() == "Forgotten: the key of Anthropic."
    assert (memory_keyring.keys, cli("setup", "--forget").out.strip()) == (
        {},
        "The system's keyring holds no key of ours.",
    )


def test_a_budget_that_is_none_is_shown_as_what_it_is(cli, monkeypatch) -> None:
    monkeypatch.setenv("MYSCHOLAR_BUDGET_USD", "much")
    shown = json.loads(cli("setup", "--show", "--json").out)
    assert (shown["budget_usd"], shown["unusable_budget"]) == (None, "much")


def test_a_budget_below_one_report_is_remarked_on(cli, anthropic) -> None:
    done = cli("setup", "--vendor", "anthropic", "--budget", 0.1, "--yes")
    assert "a typical report costs more than $0.1" in done.err


def test_a_server_that_wants_a_key_is_given_the_one_of_the_environment(
    cli, model_host, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_host.key = "lab-secret"
    assert "--key-stdin" in cli("setup", "--local", model_host.url, "--model", "small").err
    monkeypatch.setenv("MYSCHOLAR_MODEL_KEY", "wrong-secret")
    assert "refuses the key" in cli("setup", "--local", model_host.url, "--model", "small").err
    monkeypatch.setenv("MYSCHOLAR_MODEL_KEY", "lab-secret")
    assert cli("setup", "--local", model_host.url, "--model", "small").status == 0
    assert model_host.keys == ["lab-secret"]


# On a terminal

ON_A_TERMINAL = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.argv = ["myscholar", "setup"]
from myscholar.surfaces.cli.main import main
from tests.conftest import heed_interrupts
main()
"""


def typed(home: Path, environ: dict[str, str], *answers: tuple[str, str]) -> tuple[int, str]:
    """Runs `myscholar setup` on a terminal of its own: after each text that appears, what is typed.
    Its status and all that was shown."""
    mine, its = pty.openpty()
    env = os.environ | environ | {"MYSCHOLAR_HOME": str(home), "COLUMNS": "160"}
    child = subprocess.Popen(
        [sys.executable, "-c", ON_A_TERMINAL],
        stdin=its,
        stdout=its,
        stderr=its,
        env=env,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    os.close(its)
    shown, seen, left, n_silent = "", 0, list(answers), 0
    give_up = time.monotonic() + 120
    while time.monotonic() < give_up:
        n_silent += 1
        # Python may lose one that comes while it tidies up
        if not left and answers[-1][1] == INTERRUPT and n_silent % 25 == 0:
            os.write(mine, INTERRUPT.encode())
        if select.select([mine], [], [], 0.2)[0]:
            n_silent = 0
            try:
                shown += os.read(mine, 4096).decode(errors="replace")
            except OSError:  # it is over
                break
        # the question stands there whole
        if left and (at := shown.find(left[0][0], seen)) >= 0 and shown.endswith(": "):
            seen = at + len(left[0][0])
            os.write(mine, left.pop(0)[1].encode())
    else:
        child.kill()
    os.close(mine)
    return child.wait(), shown


def test_questions_lead_to_a_model_and_the_key_is_never_shown(tmp_path: Path, model_host) -> None:
    status, shown = typed(
        tmp_path,
        {"ANTHROPIC_BASE_URL": model_host.root},
        ("Number", "1\n"),
        ("Key (not shown)", f"{KEY}\n"),
        ("another one.", "2\n"),
        ("What may one run cost", "\n"),
    )
    assert status == 0
    assert "There is no system keyring here." in shown
    assert "claude-haiku-5-5" in shown
    assert "export ANTHROPIC_API_KEY=..." in shown
    assert KEY not in shown
    assert model_host.keys == [KEY]
    assert 'default = "anthropic:claude-haiku-5-5"' in (tmp_path / "settings.toml").read_text()
    assert KEY not in (tmp_path / "settings.toml").read_text()


def test_stopping_leaves_everything_as_it_was(tmp_path: Path, model_host) -> None:
    (tmp_path / "settings.toml").write_text("# mine\n")
    status, shown = typed(
        tmp_path, {"ANTHROPIC_BASE_URL": model_host.root, "ANTHROPIC_API_KEY": KEY},
        ("Number", "1\n"), ("another one.", "\n"), ("What may one run cost", INTERRUPT),
    )  # fmt: skip
    assert (status, "stopped: nothing was changed" in shown) == (130, True), shown
    assert (tmp_path / "settings.toml").read_text() == "# mine\n"


def test_a_key_that_is_refused_is_asked_for_again(tmp_path: Path, model_host) -> None:
    model_host.key = KEY
    status, _ = typed(
        tmp_path,
        {"ANTHROPIC_BASE_URL": model_host.root},
        ("Number", "1\n"),
        ("Key (not shown)", "sk-ant-not-the-one\n"),
        ("another one.", "\n"),
        ("Anthropic refuses the key", ""),
        ("Key (not shown)", f"{KEY}\n"),
        ("What may one run cost", "inf\n"),
    )
    assert (status, model_host.keys) == (0, ["sk-ant-not-the-one", KEY])
    assert "budget_usd" not in (tmp_path / "settings.toml").read_text()
