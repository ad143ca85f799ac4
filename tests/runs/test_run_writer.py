"""Texts are stored at most so often, and the last of each part always."""

from myscholar.domain.runs import Event, RunStep
from myscholar.runs.run_writer import Pending


def test_texts_are_given_out_at_most_so_often() -> None:
    now = [100.0]
    pending = Pending(lambda: now[0], 0.25)
    given = []
    for n in range(300):  # three seconds, a word every 10 ms in two parts
        now[0] = 100 + n / 100
        pending.show("a", f"{n}")
        pending.show("b", f"{n}")
        if batch := pending.take():
            given.append((round(now[0] - 100, 2), batch.parts))
    assert [at for at, _ in given] == [
        0.0,
        0.25,
        0.5,
        0.75,
        1.0,
        1.25,
        1.5,
        1.75,
        2.0,
        2.25,
        2.5,
        2.75,
    ]
    assert given[1][1] == (("a", "25"), ("b", "25"))
    last = pending.take(last=True)
    assert last
    assert last.parts == (("a", "299"), ("b", "299"))
    assert pending.take(last=True) is None


def test_a_finished_step_takes_events_along_at_once_and_texts_when_they_are_due() -> None:
    now = [0.0]
    pending = Pending(lambda: now[0], 0.25)
    pending.show("a", "first")
    pending.take()
    pending.show("a", "second")
    pending.tell(5.0, Event(step="Writing"))
    step = RunStep(name="one", started_at=0.0, seconds=1.0, result=1)
    early = pending.take(step)
    assert early
    assert (early.step, early.events, early.parts) == (step, ((5.0, Event(step="Writing")),), ())
    assert pending.take() is None
    now[0] = 0.25
    due = pending.take()
    assert due
    assert due.parts == (("a", "second"),)
