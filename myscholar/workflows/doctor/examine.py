"""The checks, side by side, each in a thread that nobody waits for at the end of the process."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import NamedTuple

from myscholar.errors import BadSettings, MyScholarError
from myscholar.settings import home_folder
from myscholar.workflows.doctor.configuration import check_environment, check_settings
from myscholar.workflows.doctor.database import check_database
from myscholar.workflows.doctor.diagnosis import Check, Diagnosis, Machine, State
from myscholar.workflows.doctor.home import check_home, check_kept_answers
from myscholar.workflows.doctor.installation import (
    check_extras,
    check_files,
    check_libraries,
    check_packages,
    check_python,
)
from myscholar.workflows.doctor.models import check_models
from myscholar.workflows.doctor.runs import check_runs
from myscholar.workflows.doctor.scholar import check_scholar
from myscholar.workflows.doctor.web import check_web_app
from myscholar.workflows.jobs import open_services

PATIENCE_S = 6.5
"""For all checks together. By hand: with what comes before, the answer is there in ten seconds."""
_SETTINGS_S = 1.0


class NamedCheck(NamedTuple):
    """Without what it needs, settings that can be used or a home folder, it says nothing."""

    name: str
    check: Check
    needs_settings: bool = False
    needs_home: bool = False

    def misses(self, machine: Machine) -> str:
        """What it needs and has not."""
        if self.needs_settings and not machine.services:
            return "the settings"
        no_home = machine.home.exists() and not machine.home.is_dir()
        return "the home folder" if self.needs_home and no_home else ""


CHECKS = (
    NamedCheck("Python", check_python),
    NamedCheck("Packages", check_packages),
    NamedCheck("Libraries", check_libraries),
    NamedCheck("Files", check_files),
    NamedCheck("Home folder", check_home),
    NamedCheck("Settings", check_settings),
    NamedCheck("Environment", check_environment),
    NamedCheck("Database", check_database, needs_settings=True, needs_home=True),
    NamedCheck("Runs", check_runs, needs_settings=True, needs_home=True),
    NamedCheck("Language models", check_models, needs_settings=True),
    NamedCheck("Kept answers", check_kept_answers, needs_settings=True, needs_home=True),
    NamedCheck("Semantic Scholar", check_scholar, needs_settings=True),
    NamedCheck("Web app", check_web_app),
    NamedCheck("Extras", check_extras),
)


def examine(
    port: int, *, checks: Sequence[NamedCheck] = CHECKS, patience_s: float = PATIENCE_S
) -> tuple[Diagnosis, ...]:
    """In the order of the checks. Raises BadSettings where not even the home folder has a name."""
    machine = _machine(port)
    left_out = {check.name: missed for check in checks if (missed := check.misses(machine))}
    begun = [_Begun(check, machine) for check in checks if check.name not in left_out]
    until = time.monotonic() + patience_s
    found = [diagnosis for one in begun for diagnosis in one.diagnoses(until)]
    if left_out:
        said = f"{', '.join(left_out)}: they need {next(iter(left_out.values()))}."
        found.append(Diagnosis("Not looked at", State.UNCHECKED, said, "Mend that first."))
    return tuple(found)


def _machine(port: int) -> Machine:
    home = home_folder()
    known: Future[Machine] = Future()

    def look() -> None:
        try:
            known.set_result(Machine(home, port, open_services()))
        except BadSettings as fault:
            known.set_result(Machine(home, port, faults=(fault, *fault.others)))

    _begin("settings", look)
    try:
        return known.result(_SETTINGS_S)
    except TimeoutError:
        late = BadSettings(f"The folder {home} did not answer within {_SETTINGS_S:g} s.")
        return Machine(home, port, faults=(late,))


def _begin(name: str, work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, name=f"doctor: {name}", daemon=True)
    thread.start()
    return thread


class _Begun:
    def __init__(self, check: NamedCheck, machine: Machine) -> None:
        self._name, self._found = check.name, list[Diagnosis]()
        work = partial(self._carry_out, check.check, machine)
        self._thread, self._begun_at = _begin(check.name, work), time.monotonic()

    def diagnoses(self, until: float) -> tuple[Diagnosis, ...]:
        self._thread.join(max(0.0, until - time.monotonic()))
        if self._thread.is_alive():
            waited_s = time.monotonic() - self._begun_at
            said = f"It did not come to an end within {waited_s:.0f} s."
            self._add(State.FAULT, said, "Try again; what hangs is a disk, a server or this check.")
        return tuple(self._found)

    def _carry_out(self, check: Check, machine: Machine) -> None:
        try:
            for diagnosis in check(machine):
                self._found.append(diagnosis)
        except MyScholarError as error:
            self._add(State.FAULT, error.message, "")
        except Exception as error:  # its words may hold anything
            said = f"The check itself failed ({type(error).__name__})."
            self._add(State.FAULT, said, "Please report it, with what stands above and below.")

    def _add(self, state: State, said: str, mend: str) -> None:
        self._found.append(Diagnosis(self._name, state, said, mend))
