"""Keys in the system's keyring are kept, read and forgotten; one that is locked, broken or silent
ends in one message."""

import threading

import pytest

from myscholar.errors import KeyringUnavailable
from myscholar.gateways import system_keyring
from myscholar.gateways.system_keyring import forget_key, keep_key, keyring_name, read_key


def test_a_key_is_kept_read_and_forgotten(memory_keyring) -> None:
    assert keyring_name()
    assert read_key("anthropic") is None
    keep_key("anthropic", "sk-secret")
    assert (read_key("anthropic"), memory_keyring.keys) == (
        "sk-secret",
        {"myscholar/anthropic": "sk-secret"},
    )
    assert [forget_key("anthropic"), forget_key("anthropic")] == [True, False]


def test_a_machine_without_a_keyring_has_no_name_for_it() -> None:
    assert keyring_name() == ""
    with pytest.raises(KeyringUnavailable, match="this machine has none"):
        read_key("anthropic")


def test_a_locked_keyring_says_so_and_nothing_of_the_system_s_words(memory_keyring) -> None:
    memory_keyring.is_locked = True
    with pytest.raises(KeyringUnavailable) as caught:
        read_key("anthropic")
    assert str(caught.value) == "The system's keyring can't be used: it is locked. Unlock it."


def test_a_keyring_that_loses_the_key_is_noticed(memory_keyring) -> None:
    memory_keyring.loses = True
    with pytest.raises(KeyringUnavailable, match="did not keep the key"):
        keep_key("anthropic", "sk-secret")


def test_a_keyring_that_never_answers_is_not_waited_for(
    memory_keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    monkeypatch.setattr(system_keyring, "PATIENCE_S", 0.05)
    monkeypatch.setattr(memory_keyring, "get_password", lambda *_: let_go.wait())
    with pytest.raises(KeyringUnavailable, match="did not answer"):
        read_key("anthropic")
    let_go.set()
