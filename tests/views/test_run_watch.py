"""How a run goes, as a screen is told: from runs of which every sign of life is set by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ReportOrder, RewriteOrder
from myscholar.domain.runs import Event, ModelCall, RunId, RunKind, RunStatus, RunStep
from myscholar.errors import UnknownName
from myscholar.gateways.storage.attempts import Batch
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.runs.control import order_run
from myscholar.settings import Settings
from myscholar.views.run_list import run_list
from myscholar.views.run_watch import Watched, watch
from myscholar.workflows.jobs import open_services

BEGAN = datetime(2026, 11, 21, 12, tzinfo=UTC)
T = BEGAN.timestamp()
RUN = RunId("r1")


class Told:
    """A run that is made of what it tells. `at` is in seconds after it began."""

    def __init__(self, folder) -> None:
        self.now = 0.0
        self.services = open_services(
            Settings(home=folder, scholar_url="http://127.0.0.1:9"),
            clock=lambda: BEGAN + timedelta(seconds=self.now),
        )
        self.records, self.release = self.services.runs, None

    def begin(self, kind=RunKind.REPORT, order=None, run_id=RUN, going=True):
        given = order or ReportOrder(question="How do tides rise?", engine=Engine.EXTRACTIVE)
        self.records.create(
            run_id,
            kind,
            "How do tides rise?",
            given.model_dump(mode="json"),
            attempt="a",
            at=self.services.now(),
        )
        if going:
            self.go_on(run_id)

    def go_on(self, run_id=RUN):
        """A process carries it out from now on."""
        self.release = self.records.locks.hold(lock_name(run_id))
        self.span = self._mine(run_id).running(at=self.services.now())

    def _mine(self, run_id=RUN):
        return self.records.attempt(run_id, self.records.order(run_id).attempt)

    def die(self, at, *, lived_until):
        """The process is gone, and gave its last sign of life before."""
        self.now = lived_until
        self._mine().beat(self.span)
        self.release()
        self.release, self.now = None, at

    def tell(self, at, step, message="", done=0, total=0):
        event = Event(step=step, message=message, done=done, total=total)
        self._mine().store(Batch(events=((T + at, event),)))

    def store(self, name, began, seconds):
        self._mine().store(Batch(step=RunStep(name=name, started_at=T + began, seconds=seconds)))

    def end(self, at, status=RunStatus.FINISHED, **what):
        self.now = at
        self._mine().beat(self.span)
        self._mine().end(status, at=self.services.now(), **what)
        self.release()
        self.release = None

    def watch(self, at) -> Watched:
        self.now = at
        return watch(self.services, RUN)

    def states(self, at):
        return {s.name: s.state for s in self.watch(at).steps}


@pytest.fixture
def told(tmp_path):
    made = Told(tmp_path)
    yield made
    if made.release:
        made.release()
    made.services.store.close()


def of_a_model(**options):
    return ReportOrder(question="How do tides rise?", **{"engine": Engine.LLM, **options})


def test_steps_to_come_are_waiting_and_the_one_before_has_ended(told) -> None:
    told.begin()
    told.tell(1, "Opening sources")
    told.tell(2, "Searching", "corpus:sea: 3 papers", 1, 2)
    seen = told.watch(5)
    assert [(s.name, s.state, s.seconds) for s in seen.steps] == [
        ("Opening sources", "done", 1.0),
        ("Searching", "running", 3.0),
        ("Selecting sentences", "waiting", 0.0),
        ("Grouping into sections", "waiting", 0.0),
        ("Writing", "waiting", 0.0),
    ]
    assert (seen.steps[1].message, seen.steps[1].done, seen.steps[1].total) == (
        "corpus:sea: 3 papers",
        1,
        2,
    )
    assert (seen.status, seen.is_over, seen.can_cancel, seen.can_resume, seen.seconds) == (
        RunStatus.RUNNING, False, True, False, 5.0,
    )  # fmt: skip


def test_a_step_whose_parts_are_all_done_is_done_and_took_as_long_as_its_parts(told) -> None:
    told.begin()
    told.tell(2, "Searching", done=0, total=2)
    told.tell(6, "Searching", done=2, total=2)
    searching = next(s for s in told.watch(30).steps if s.name == "Searching")
    assert (searching.state, searching.seconds) == ("done", 4.0)


def test_between_two_steps_the_next_one_is_going_on(told) -> None:
    told.begin()
    assert told.states(1)["Opening sources"] == "running"
    told.tell(1, "Opening sources")
    told.tell(2, "Searching", done=2, total=2)
    assert told.states(3)["Selecting sentences"] == "running"
    told.end(4, RunStatus.CANCELLED)
    assert told.states(5)["Selecting sentences"] == "waiting"


def test_a_models_step_ends_when_it_is_stored_whatever_goes_on_beside_it(told) -> None:
    told.begin(order=of_a_model())
    told.tell(1, "Outlining", "40 quotes")
    told.tell(3, "Writing", "A title", 0, 4)
    assert told.states(4)["Outlining"] == "running"
    told.store("Outlining", 1, 5)
    assert told.states(7)["Outlining"] == "done"
    assert next(s.seconds for s in told.watch(9).steps if s.name == "Outlining") == 5.0


def test_a_models_step_goes_on_until_it_is_stored_though_its_parts_are_counted_up(told) -> None:
    told.begin(order=of_a_model())
    told.tell(1, "Searching", "182 passages embedded", 182, 182)
    assert told.states(3)["Searching"] == "running"
    told.tell(3, "Searching", "corpus:sea", 1, 1)
    told.store("Searching", 1, 5)
    told.tell(7, "Reading papers", done=0, total=8)
    assert took_of(told, 9) == {"Searching": 5, "Reading papers": 2}
    assert told.states(9)["Searching"] == "done"


def test_sections_are_one_step_that_counts_them(told) -> None:
    told.begin(order=of_a_model())
    told.tell(3, "Writing", "A title", 0, 3)
    told.store("Writing section 2", 3, 2)
    told.tell(5, "Writing", "“Theme 2” is written", 1, 3)
    told.tell(6, "Writing section 1", "test:model asks for fewer requests")
    seen = told.watch(8)
    (writing,) = [s for s in seen.steps if s.name.startswith("Writing")]
    assert (writing.done, writing.total, writing.state) == (1, 3, "running")
    assert writing.message == "test:model asks for fewer requests"


def test_a_section_counts_once_and_also_when_an_earlier_attempt_wrote_it(told) -> None:
    told.begin(order=of_a_model())
    told.store("Writing section 1", 0, 2)
    told.store("Writing section 2", 0, 2)
    told.store("Writing section 1, as outlined", 2, 2)
    told.tell(4, "Writing", "A title", 0, 3)
    assert [s.done for s in told.watch(5).steps if s.name == "Writing"] == [2]
    told.tell(6, "Writing", "“Theme” is written", 4, 3)  # as earlier versions counted
    assert [(s.done, s.total) for s in told.watch(7).steps if s.name == "Writing"] == [(3, 3)]


def test_what_is_done_stands_before_what_goes_on_and_that_before_what_is_to_come(told) -> None:
    told.begin(order=of_a_model())
    told.store("Planning the search", 0, 1)
    told.tell(9, "Checking", "3 sections")
    told.tell(10, "Carrying out what is missing", "2 actions")
    told.tell(11, "Reading more papers", "4 papers", 4, 4)
    told.store("Reading more papers", 10.5, 1)
    begun = [(name, state) for name, state in told.states(12).items() if state != "waiting"]
    assert begun == [
        ("Planning the search", "done"),
        ("Checking", "done"),
        ("Reading more papers", "done"),
        ("Carrying out what is missing", "running"),
    ]
    assert list(told.states(12))[4:] == [], "what was passed over does not come any more"


def test_a_finished_run_has_only_the_steps_that_it_took_all_done(told) -> None:
    told.begin()
    told.tell(1, "Searching", done=0, total=2)
    told.end(4, result={})
    seen = told.watch(100)
    assert [(s.name, s.state, s.seconds) for s in seen.steps] == [("Searching", "done", 3.0)]
    assert (seen.is_over, seen.can_cancel, seen.can_resume, seen.seconds, seen.estimate_s) == (
        True,
        False,
        False,
        4.0,
        None,
    )


def test_a_failed_run_says_why_and_can_be_resumed(told) -> None:
    told.begin()
    told.end(4, RunStatus.FAILED, error="NoEvidenceFound: Nothing.")
    seen = told.watch(5)
    assert (seen.is_over, seen.can_resume, seen.error) == (True, True, "NoEvidenceFound: Nothing.")


def test_only_work_counts_neither_a_pause_nor_the_time_until_its_turn_comes(told) -> None:
    told.begin(order=of_a_model())
    told.store("Planning the search", 0, 4)
    told.tell(5, "Searching", "corpus:sea")
    assert told.watch(20).seconds == 20, "also while it is silent"
    told.die(at=100, lived_until=25)
    interrupted = told.watch(101)
    assert (interrupted.status, interrupted.seconds) == (RunStatus.INTERRUPTED, 25)
    told.records.begin_attempt(RUN, "b", at=told.services.now())
    assert told.watch(110).seconds == 25
    told.go_on()  # at 110
    assert told.watch(112).seconds == 25 + 2
    assert took_of(told, 112) == {"Planning the search": 4, "Searching": (25 - 5) + 2}
    told.store("Searching", 110, 5)
    told.end(123, result={})
    assert told.watch(999).seconds == 25 + (123 - 110)
    assert took_of(told, 999) == {"Planning the search": 4, "Searching": (25 - 5) + 5}
    (line,) = run_list(told.services).runs
    assert line.seconds == told.records.worked_s(RUN) == 25 + 13


def took_of(told, at):
    return {s.name: s.seconds for s in told.watch(at).steps if s.seconds}


def test_texts_come_with_their_titles_in_the_order_of_the_report(told) -> None:
    told.begin()
    parts = (
        ("section 10", "## Last\n\nTen."),
        ("section 2", "## Second\n\nTwo [1]."),
        ("section 1", "no title yet"),
    )
    told.records.attempt(RUN, told.records.order(RUN).attempt).store(Batch(parts=parts))
    seen = told.watch(1)
    assert seen.parts == (
        ("section 1", "no title yet"),
        ("section 2", "Two [1]."),
        ("section 10", "Ten."),
    )
    assert seen.titles == ("", "Second", "Last")


def test_cost_so_far_counts_the_head_start_that_was_taken_over(told) -> None:
    call = ModelCall(
        call_id="c",
        role="report",
        prompt="p@1",
        model="m",
        started_at=0.0,
        seconds=1.0,
        input_tokens=9,
        dollars=0.25,
    )
    told.begin(RunKind.HEAD_START, of_a_model(), RunId("head"), going=False)
    told.records.attempt(RunId("head"), told.records.order(RunId("head")).attempt).store(
        Batch(calls=(("Outlining", call), ("Outlining", call)))
    )
    told.begin(order=of_a_model(head_start=RunId("head")))
    told.records.attempt(RUN, told.records.order(RUN).attempt).store(
        Batch(calls=(("Writing section 1", call),))
    )
    assert (told.watch(1).n_calls, told.watch(1).dollars) == (3, 0.75)
    told.records.delete(RunId("head"))
    assert told.watch(1).n_calls == 1


def test_a_change_names_the_report_that_it_changes(told) -> None:
    told.begin(RunKind.REWRITE, RewriteOrder(base=RunId("base")))
    assert told.watch(1).base == "base"
    assert list(told.states(1)) == ["Planning the change", "Writing", "Checking"]


def test_a_section_written_anew_needs_no_plan(told) -> None:
    told.begin(RunKind.REWRITE, RewriteOrder(base=RunId("base"), section=1, engine=Engine.LLM))
    assert list(told.states(1)) == ["Writing", "Checking"]


def test_what_is_left_is_what_it_takes_less_what_it_took_and_below_nothing_once_it_took_longer(
    told,
) -> None:
    told.begin()
    assert told.watch(0.5).estimate_s == 1.5, (
        "an extractive report takes two seconds where nothing else is known"
    )
    assert told.watch(7).estimate_s == -5.0


def test_a_run_in_line_says_how_many_are_before_it_and_whether_anybody_serves(told) -> None:
    services = told.services
    for run_id in ("first", "second"):
        order_run(
            services.runs,
            RunKind.REPORT,
            "A question",
            {"question": "How?"},
            RunId(run_id),
            at=services.now(),
            ticket=services.ticket,
            enter=services.queue.enter,
        )
    second = watch(services, RunId("second"))
    assert (second.status, second.n_before, second.has_workers) == (RunStatus.WAITING, 1, False)
    assert not second.is_over
    release = services.runs.locks.hold("worker-1")
    assert watch(services, RunId("first")).has_workers
    release()


def test_a_run_that_nobody_knows_is_named(told) -> None:
    with pytest.raises(UnknownName, match="nothing"):
        watch(told.services, RunId("nothing"))


def test_watching_a_run_of_two_hundred_events_is_a_small_piece_of_work(told, n_calls) -> None:
    told.begin(order=of_a_model())
    for n in range(200):
        told.tell(n / 10, "Reading papers", f"Paper {n}", n, 200)
    told.records.attempt(RUN, told.records.order(RUN).attempt).store(
        Batch(parts=tuple((f"section {n}", "word " * 600) for n in range(1, 7)))
    )
    told.watch(30)
    assert n_calls(lambda: told.watch(30)) < 20_000
