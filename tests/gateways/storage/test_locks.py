"""Who carries out what, where files say it."""

import fcntl
from pathlib import Path

import pytest

from myscholar.gateways.storage import locks
from myscholar.gateways.storage.locks import FileLocks


def test_a_lock_that_is_held_is_given_to_nobody_else(tmp_path: Path) -> None:
    held = FileLocks(tmp_path).hold("run-r1")
    assert held
    assert FileLocks(tmp_path).is_held("run-r1")
    assert FileLocks(tmp_path).hold("run-r1") is None
    held()
    assert FileLocks(tmp_path).hold("run-r1") is not None


def test_who_only_looks_at_a_lock_however_long_keeps_nobody_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a page that was stopped in the middle of a look, on a machine with much to do."""
    looker = (tmp_path / "run-r1.lock").open("w")
    fcntl.flock(looker, fcntl.LOCK_SH)
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 30:
            looker.close()

    monkeypatch.setattr(locks.time, "sleep", pause)
    assert FileLocks(tmp_path).hold("run-r1") is not None
    assert len(pauses) == 30
