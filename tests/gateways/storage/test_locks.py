"""Who carries out what, where files say it."""

import subprocess
import sys
from pathlib import Path

from myscholar.gateways.storage.locks import FileLocks

_LOOKS = """
import sys
from pathlib import Path
from myscholar.gateways.storage.locks import FileLocks

locks = FileLocks(Path(sys.argv[1]))
print("begun", flush=True)
while True:
    locks.is_held("run-r1")
"""
_HOLDS = """
import sys, time
from pathlib import Path
from myscholar.gateways.storage.locks import FileLocks

release = FileLocks(Path(sys.argv[1])).hold("run-r1")
print("held" if release else "not held", flush=True)
time.sleep(600)
"""
_COUNTS = """
import sys, time
from pathlib import Path
from myscholar.gateways.storage.locks import FileLocks

folder, n_left = Path(sys.argv[1]), 100
while n_left:
    if release := FileLocks(folder).hold("run-r1"):
        count = int((folder / "count").read_text())
        time.sleep(0)
        (folder / "count").write_text(str(count + 1))
        release()
        n_left -= 1
"""


def begin(program: str, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", program, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def said_by(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_lock_that_is_held_is_given_to_nobody_else(tmp_path: Path) -> None:
    held = FileLocks(tmp_path).hold("run-r1")
    assert held
    assert FileLocks(tmp_path).is_held("run-r1")
    assert FileLocks(tmp_path).hold("run-r1") is None
    held()
    assert not FileLocks(tmp_path).is_held("run-r1")
    assert FileLocks(tmp_path).hold("run-r1") is not None


def test_pages_that_look_again_and_again_keep_nobody_from_a_lock(tmp_path: Path) -> None:
    with begin(_LOOKS, tmp_path) as one, begin(_LOOKS, tmp_path) as other:
        assert (said_by(one), said_by(other)) == ("begun", "begun")
        for _ in range(200):
            release = FileLocks(tmp_path).hold("run-r1")
            assert release
            assert FileLocks(tmp_path).is_held("run-r1")
            release()
        one.kill()
        other.kill()


def test_a_lock_is_free_however_its_holder_ended_and_leaves_no_file(tmp_path: Path) -> None:
    with begin(_HOLDS, tmp_path) as holder:
        assert said_by(holder) == "held"
        assert FileLocks(tmp_path).is_held("run-r1")
        assert [path.name for path in tmp_path.iterdir()] == ["run-r1.lock"]
        holder.kill()
    assert not FileLocks(tmp_path).is_held("run-r1")
    assert list(tmp_path.iterdir()) == []
    release = FileLocks(tmp_path).hold("run-r1")
    assert release
    release()
    assert list(tmp_path.iterdir()) == []


def test_two_never_hold_a_lock_whose_file_is_removed_again_and_again(tmp_path: Path) -> None:
    (tmp_path / "count").write_text("0")
    with begin(_LOOKS, tmp_path) as looking:
        counting = [begin(_COUNTS, tmp_path) for _ in range(3)]
        assert [process.wait() for process in counting] == [0, 0, 0]
        for process in counting:
            process.communicate()
        looking.kill()
    assert (tmp_path / "count").read_text() == "300"
