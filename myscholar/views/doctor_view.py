"""What follows from what the doctor found, as any surface says it."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from myscholar.workflows.doctor.diagnosis import Diagnosis, State

_COUNTED = {
    State.FAULT: ("fault", "faults"),
    State.WARNING: ("warning", "warnings"),
    State.UNCHECKED: ("not checked", "not checked"),
}


class DoctorView(NamedTuple):
    """`closing` is for the end of the list."""

    diagnoses: tuple[Diagnosis, ...]
    is_well: bool
    closing: str


def doctor_view(diagnoses: Sequence[Diagnosis]) -> DoctorView:
    n = Counter(diagnosis.state for diagnosis in diagnoses)
    counted = (f"{n[s]} {words[n[s] > 1]}" for s, words in _COUNTED.items() if n[s])
    told = ", ".join(counted) or "All is well"
    is_well = not n[State.FAULT]
    then = "Nothing is in the way of working." if is_well else "Mend first what is at fault."
    return DoctorView(tuple(diagnoses), is_well, f"{told}. {then}")
