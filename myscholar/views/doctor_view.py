"""What the doctor found, as any surface shows it."""

from collections.abc import Sequence
from typing import NamedTuple

from myscholar.workflows.doctor.finding import Finding, State

_SIGNS = {State.OK: "ok", State.WARNING: "warning", State.FAULT: "FAULT", State.UNCHECKED: "--"}


class DoctorLine(NamedTuple):
    """`then` is what to do; empty where nothing is."""

    sign: str
    said: str
    then: str
    state: State


class DoctorView(NamedTuple):
    """`closing` is for the end of the list."""

    lines: tuple[DoctorLine, ...]
    closing: str
    is_well: bool


def doctor_view(findings: Sequence[Finding]) -> DoctorView:
    lines = tuple(
        DoctorLine(_SIGNS[f.state], f"{f.name}: {f.said}", f.mend, f.state) for f in findings
    )
    n_faults, n_warnings, n_open = (
        sum(f.state is state for f in findings)
        for state in (State.FAULT, State.WARNING, State.UNCHECKED)
    )
    counted = [
        f"{n} {word}{'s' if n > 1 and word != 'not checked' else ''}"
        for n, word in ((n_faults, "fault"), (n_warnings, "warning"), (n_open, "not checked"))
        if n
    ]
    told = f"{', '.join(counted)}. " if counted else ""
    if n_faults:
        return DoctorView(lines, f"{told}What is at fault does not work: mend it first.", False)
    return DoctorView(lines, f"{told or 'All is well. '}Nothing is in the way of working.", True)
