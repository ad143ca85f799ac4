"""What was tried, at the end of a long run."""

import pytest

from tests.fuzz.made_up import TIMES, TRIED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not TIMES:
        return
    ended = {
        report.nodeid.rpartition("::")[2]: (outcome, report.duration)
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if report.when == "call"
    }
    terminalreporter.section("cases")
    for name, n in sorted(TRIED.items()):
        outcome, seconds = ended.get(name, ("", 0.0))
        terminalreporter.write_line(f"{n:>9,} in {seconds:>6,.0f} s  {outcome}  {name}")
    terminalreporter.write_line(f"{sum(TRIED.values()):>9,} in all")
