"""What stands on a terminal while a report is written."""

import os
import pty
import re
import subprocess
import sys
from io import StringIO
from threading import Thread

import pytest
from rich.console import Console

from myscholar.domain.report import Report
from myscholar.domain.runs import Event
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.growing_report import GrowingReport, LiveScreen, growing_report
from myscholar.workflows.sample import SAMPLE_QUESTION

WIDTH = 60


@pytest.fixture
def page() -> LiveScreen:
    """Not drawn: its console has what was printed for good."""
    return LiveScreen(*screen.COLUMNS, console=Console(file=StringIO(), width=WIDTH))


@pytest.fixture
def growing(page: LiveScreen) -> GrowingReport:
    return GrowingReport(page, reads=True)


def kept(page: LiveScreen) -> list[str]:
    """The lines that were printed for good."""
    drawn = page.console.file.getvalue()  # type: ignore[attr-defined]
    return [line.strip() for line in drawn.split("\n") if line.strip()]


def written(number: int) -> Event:
    return Event(step="Writing", part=f"section {number}")


def test_the_first_section_grows_and_the_others_follow_in_order_when_it_is_written(
    growing: GrowingReport, page: LiveScreen
) -> None:
    growing.on_text("section 1", "## Sleep\n\nWrens sleep.\n\nRobins")
    assert kept(page)[-2:] == ["1  Sleep", "Wrens sleep."]
    growing.on_text("section 3", "## Food\n\nThey eat.")
    growing.progress(written(3))
    growing.on_text("section 2", "## Song\n\nThey sing.\n\nAt da")
    assert "2  Song" not in kept(page)
    growing.on_text("section 1", "## Sleep\n\nWrens sleep.\n\nRobins do not.")
    growing.progress(written(1))
    assert kept(page)[-3:] == ["Robins do not.", "2  Song", "They sing."]
    growing.on_text("section 2", "## Song\n\nThey sing.\n\nAt dawn.")
    growing.progress(written(2))
    assert kept(page)[-3:] == ["At dawn.", "3  Food", "They eat."]


def test_what_has_begun_is_seen_at_once(growing: GrowingReport, page: LiveScreen) -> None:
    growing.on_text("section 1", "## Sleep\n\nWrens sl")
    page.console.print(*page.get_renderables())
    assert kept(page)[1] == "Wrens sl"
    assert "2 words in 1 section" in kept(page)[-1]


def test_a_section_that_begins_anew_is_printed_anew_and_a_correction_is_only_told(
    growing: GrowingReport, page: LiveScreen, report: Report
) -> None:
    first, second = (section.text for section in report.sections[:2])
    growing.on_text("section 1", f"## One\n\n{first}")
    growing.progress(written(1))
    growing.on_text("section 2", f"## Two\n\n{second[:-9]}")
    growing.progress(written(2))
    growing.on_text("section 1", "## One\n\nOther")
    growing.on_text("section 1", "## One\n\nOther words.")
    growing.progress(written(1))
    growing.on_text("section 2", f"## Two\n\n{second}")
    assert kept(page).count("1  One") == 2
    assert kept(page)[-3:-1] == ["Section 1 is written anew:", "1  One"]
    assert kept(page)[-1] == "Other words."
    assert growing.differing(report) == (1, 2)


def test_a_correction_of_what_is_printed_keeps_the_rest_coming(
    growing: GrowingReport, page: LiveScreen
) -> None:
    growing.on_text("section 1", "## Sleep\n\nWrens sleep.\n\nRobins do not.")
    growing.on_text("section 1", "## Sleep\n\nWrens may sleep.\n\nRobins do not.")
    growing.progress(written(1))
    assert kept(page) == ["1  Sleep", "Wrens sleep.", "Robins do not."]


def test_a_report_that_stays_as_it_was_shown_is_not_said_to_differ(
    growing: GrowingReport, report: Report
) -> None:
    for n, section in enumerate(report.sections, 1):
        shown = re.sub(r" ?\[\d+\]", "", section.text)
        growing.on_text(f"section {n}", f"## {section.title}\n\n{shown}")
        growing.progress(written(n))
    assert growing.differing(report) == ()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The sample's, as the demo's recorded answers write it."""
    folder = tmp_path_factory.mktemp("sample")
    out = folder / "report.json"
    command = [sys.executable, "-m", "myscholar.surfaces.cli", "report", SAMPLE_QUESTION]
    home = {**os.environ, "MYSCHOLAR_HOME": str(folder)}
    subprocess.run([*command, "--source", "sample", "--out", out], env=home, check=True)
    return Report.model_validate_json(out.read_text())


def test_nothing_is_drawn_where_nobody_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = StringIO()
    monkeypatch.setattr(screen, "err", Console(file=drawn))
    with growing_report(reads=True) as growing:
        growing.on_text("section 1", "## Sleep\n\nWrens sleep.\n\nRobins")
        growing.progress(written(1))
    assert drawn.getvalue() == ""


def test_the_outline_goes_on_beside_the_first_section_until_it_is_known_how_many_follow(
    page: LiveScreen, growing: GrowingReport
) -> None:
    for step, total, ended in (
        ("Outlining", 0, []),
        ("Writing", 0, []),
        ("Writing", 6, ["Outlining"]),
        ("Checking", 0, ["Outlining"]),
    ):
        growing.progress(Event(step=step, total=total))
        assert [task.description for task in page.tasks if task.finished] == ended


def test_text_that_is_only_counted_is_not_printed(page: LiveScreen) -> None:
    growing = GrowingReport(page, reads=False)
    growing.on_text("section 1", "## Sleep\n\nWrens sleep.\n\nRobins")
    growing.progress(written(1))
    assert kept(page) == []
    page.console.print(*page.get_renderables())
    assert "3 words in 1 section" in kept(page)[-2]


STOPPED = """
from myscholar.domain.runs import Event
from myscholar.surfaces.cli.growing_report import growing_report
try:
    with growing_report(reads=True) as growing:
        growing.progress(Event(step="Writing"))
        growing.on_text("section 1", "## Sleep\\n\\nWrens sleep.\\n\\nRobins")
        growing._page.refresh()
        raise KeyboardInterrupt
except KeyboardInterrupt:
    print("stopped: how to resume")
"""


def test_ctrl_c_leaves_what_was_read_and_takes_away_what_was_drawn() -> None:
    ours, its = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", STOPPED], stdout=its, stderr=its) as process:
        os.close(its)
        drawn = "".join(iter(lambda: read(ours), ""))
    os.close(ours)
    assert process.returncode == 0
    assert "Wrens sleep." in drawn
    assert "Robins" in drawn
    left = drawn.rpartition("\x1b[2K")[2]
    assert "stopped: how to resume" in left
    assert not {"Robins", "Writing", "━"} & set(left.split())
    assert drawn.rindex("\x1b[?25h") > drawn.rindex("\x1b[?25l")  # the cursor is seen again


def read(terminal: int) -> str:
    try:
        return os.read(terminal, 65536).decode("utf-8", "replace")
    except OSError:  # how Linux says that nobody holds the other end
        return ""


def test_the_screen_is_not_drawn_between_the_lines_that_are_printed(page: LiveScreen) -> None:
    drawing = Thread(target=page.refresh)
    with page.lock:
        drawing.start()
        drawing.join(0.05)
        assert drawing.is_alive()
    drawing.join()
    assert not page.live.auto_refresh  # rich's own thread knows nothing of the lock
