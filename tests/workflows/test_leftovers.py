"""What a process leaves when it is killed at the worst moment goes later, and nothing else does."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from myscholar.domain.papers import Relation
from myscholar.domain.runs import RunId
from myscholar.gateways.pacing import AnswerFiles
from myscholar.processes import temporary_folder
from myscholar.settings import FILE, Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.begin_papers import begin_papers
from myscholar.workflows.library.gather_papers import Upload, order_of
from myscholar.workflows.models.edit_settings import SettingsChange, change_settings
from myscholar.workflows.services import Services

DIES = """
import os, signal, sys
from pathlib import Path
from myscholar.domain.papers import Relation
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library import begin_papers
from myscholar.workflows.library.gather_papers import Upload
from myscholar.workflows.models.edit_settings import SettingsChange, change_settings

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

services = open_services(Settings(home=Path(sys.argv[1])))
"""
AS_SETTINGS_ARE_WRITTEN = """
Path.replace = die
change_settings(services, [SettingsChange(name="engine", value="extractive")])
"""
AS_FILES_ARE_UPLOADED = """
Path.rename = die
begin_papers.begin_papers(
    services, uploads=[Upload("a.jsonl", b"{}")], library="tides", relation=Relation.MINE
)
"""

HOLDS_A_FOLDER = """
import os, signal, sys
from myscholar.processes import temporary_folder

with temporary_folder() as folder:
    (folder / "paper.pdf").write_bytes(b"%PDF-")
    print(folder, flush=True)
    sys.stdin.read()
"""
AS_AN_ANSWER_IS_KEPT = """
from myscholar.gateways.pacing import AnswerFiles
Path.replace = die
AnswerFiles(Path(sys.argv[1]) / "cache", "a service").write("ab/c.json", {"text": "An answer."})
"""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = open_services(Settings(home=tmp_path), by_worker=True)
    yield made
    made.close()


def kill(home: Path, doing: str) -> None:
    done = subprocess.run([sys.executable, "-c", DIES + doing, str(home)], check=False)
    assert done.returncode == -signal.SIGKILL


def age(folder: Path, hours: float) -> None:
    at = folder.stat().st_mtime - 3600 * hours
    os.utime(folder, (at, at))


@pytest.mark.parametrize("hours", [2, -2])
def test_half_written_settings_go_with_the_next_change(services: Services, hours: int) -> None:
    home = services.settings.home
    (home / FILE).write_text('engine = "auto"\n')
    kill(home, AS_SETTINGS_ARE_WRITTEN)
    kill(home, AS_SETTINGS_ARE_WRITTEN)
    old, fresh = home.glob(".myscholar-part-*")
    assert (home / FILE).read_text() == 'engine = "auto"\n'
    age(old, hours)  # by a clock that may have been set back since
    change_settings(services, [SettingsChange(name="engine", value="llm")])
    assert [*home.glob(".myscholar-part-*")] == [fresh]  # somebody may be at work there


def test_uploads_that_no_run_is_to_read_go_with_the_next_import(services: Services) -> None:
    uploads = services.settings.home / "uploads"
    kill(services.settings.home, AS_FILES_ARE_UPLOADED)
    kill(services.settings.home, AS_FILES_ARE_UPLOADED)
    old, fresh = uploads.iterdir()
    age(old, 2)
    order_of(
        services,
        RunId("next"),
        text="",
        uploads=[Upload("b.jsonl", b"{}")],
        library="tides",
        relation=Relation.MINE,
    )
    assert {*uploads.iterdir()} == {fresh, uploads / "next"}


def test_what_somebody_keeps_stays_however_old_it_is(services: Services) -> None:
    home = services.settings.home
    database = f"sqlite:///{home / 'another.sqlite'}"
    others = open_services(Settings(home=home, database_url=database), by_worker=True)
    run_id = begin_papers(
        others, uploads=[Upload("a.jsonl", b"{}")], library="tides", relation=Relation.MINE
    )
    others.close()
    upload, own = home / "uploads" / run_id, home / ".settings-of-2025"
    own.mkdir()
    for folder in (upload, own):
        age(folder, 2000)
    change_settings(services, [SettingsChange(name="engine", value="llm")])
    begin_papers(services, text="10.1234/x", library="tides", relation=Relation.MINE)
    assert (upload / "0" / "a.jsonl").is_file()
    assert own.is_dir()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this process and those that it starts keep what is of a moment."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def holding() -> tuple["subprocess.Popen[str]", Path]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS_A_FOLDER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    return process, Path(process.stdout.readline().strip())


def test_temporary_folders_go_with_the_next_one_unless_their_process_lives(temporary: Path) -> None:
    (dead, left), (killed_late, fresh), (living, held) = holding(), holding(), holding()
    for process in (dead, killed_late):
        process.kill()
        process.communicate()
    own = temporary / "myscholar-papers"
    own.mkdir()
    for folder in (left, held, own):
        age(folder, 2000)
    with temporary_folder() as made:
        assert {*temporary.iterdir()} == {fresh, held, own, made}
    assert {*temporary.iterdir()} == {fresh, held, own}
    living.communicate()
    assert living.returncode == 0
    assert {*temporary.iterdir()} == {fresh, own}


def test_half_written_answers_go_with_the_next_one_that_is_kept_beside_them(tmp_path: Path) -> None:
    beside = tmp_path / "cache" / "ab"
    for _ in range(3):
        kill(tmp_path, AS_AN_ANSWER_IS_KEPT)
    old, older, fresh = beside.iterdir()
    age(old, 2)
    age(older, 2000)
    files = AnswerFiles(tmp_path / "cache", "a service")
    files.write("ab/d.json", {"text": "Another one."})
    assert {*beside.iterdir()} == {fresh, beside / "d.json"}
    age(beside / "d.json", 2000)
    files.write("ab/e.json", {"text": "One more."})
    assert {*beside.iterdir()} == {fresh, beside / "d.json", beside / "e.json"}
