"""The system's keyring (macOS Keychain, Windows Credential Locker, Secret Service on Linux), where
a person's keys may lie.

Asked only for providers whose key was put there. It may wait for a person to unlock it, or hang
with the desktop's bus, so it is never waited for without end. Keys are in no message.
"""

import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from myscholar.errors import KeyringUnavailable

SERVICE = "myscholar"
PATIENCE_S = 30.0
"""Long enough to type the keyring's password."""
R = TypeVar("R")


def keyring_name() -> str:
    """What this machine's keyring is called; empty where there is none. Raises KeyringUnavailable
    for one that does not answer."""

    def named() -> str:
        import keyring
        from keyring.backends import fail, null

        found = keyring.get_keyring()
        return "" if isinstance(found, fail.Keyring | null.Keyring) else str(found.name)

    return _wait_for(named)


def read_key(provider: str) -> str | None:
    """Raises KeyringUnavailable."""
    kept: str | None = _ask(lambda keyring: keyring.get_password(SERVICE, provider))
    return kept


def keep_key(provider: str, key: str) -> None:
    """Raises KeyringUnavailable, also when what was put in does not come out again."""
    _ask(lambda keyring: keyring.set_password(SERVICE, provider, key))
    if read_key(provider) != key:
        raise KeyringUnavailable("it did not keep the key.")


def forget_key(provider: str) -> bool:
    """Whether there was one. Raises KeyringUnavailable."""
    if read_key(provider) is None:
        return False
    _ask(lambda keyring: keyring.delete_password(SERVICE, provider))
    return True


def _ask(question: Callable[[Any], R]) -> R:
    def ask() -> R:
        import keyring

        return question(keyring)

    return _wait_for(ask)


def _wait_for(job: Callable[[], R]) -> R:
    """In a thread that nobody waits for at the end of the process."""
    said: queue.SimpleQueue[tuple[R | None, Exception | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            said.put((job(), None))
        except Exception as error:
            said.put((None, error))

    threading.Thread(target=work, name="keyring", daemon=True).start()
    try:
        result, failure = said.get(timeout=PATIENCE_S)
    except queue.Empty:
        raise KeyringUnavailable(
            f"it did not answer within {PATIENCE_S:.0f} seconds. Unlock it."
        ) from None
    if failure is not None:
        raise KeyringUnavailable(_reason(failure)) from None  # a backend's words may hold anything
    return result  # type: ignore[return-value]


def _reason(failure: Exception) -> str:
    from keyring.errors import KeyringLocked, NoKeyringError

    if isinstance(failure, KeyringLocked):
        return "it is locked. Unlock it."
    if isinstance(failure, NoKeyringError):
        return "this machine has none."
    return f"it failed ({type(failure).__name__})."
