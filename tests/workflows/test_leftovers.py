"""What a process leaves when it is killed at the worst moment goes later, and nothing else does."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from myscholar.domain.papers import Relation
from myscholar.domain.runs import RunId
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
