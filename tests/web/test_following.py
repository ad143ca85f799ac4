"""A run followed on a page, from its beginning to its end; real runs, on stories of the test's
own."""

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import RunNotResumable
from myscholar.runs.control import order_run
from myscholar.runs.run import Run
from myscholar.workflows import jobs
from myscholar.workflows.jobs import cancel, resume
from myscholar.workflows.services import Services

from .conftest import until

RUN = RunId("r1")


def page() -> None:
    """The script of a page; it stands alone."""
    import streamlit as st

    from myscholar.domain.runs import RunId, RunStatus
    from myscholar.surfaces.web import session
    from myscholar.surfaces.web.components.runs import following
    from myscholar.views.run_watch import watch

    run = RunId("r1")
    if watch(session.services(), run).status is RunStatus.FINISHED:
        st.write("the result")
    else:
        following.follow(run, also=lambda watched: st.caption(f"seen {watched.status}"))


def early_page() -> None:
    """It looked at the run a moment before it finished."""
    import streamlit as st

    from myscholar.domain.runs import RunId
    from myscholar.surfaces.web.components.runs import following

    if "has_looked" in st.session_state:
        st.write("the result")
    else:
        st.session_state["has_looked"] = True
        following.follow(RunId("r1"))


class Told:
    """A story that the test lets go on, or fail."""

    def __init__(self) -> None:
        self.may_end, self.times, self.failure = threading.Event(), 0, None

    async def __call__(self, run: Run, inputs: dict[str, Any]) -> Any:
        self.times += 1
        while not self.may_end.is_set():
            await asyncio.sleep(0.02)
        if self.failure:
            raise self.failure
        return {}


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    monkeypatch.setattr(jobs, "stories", lambda _: {RunKind.ACTIONS: told})
    return told


@pytest.fixture
def services(story: Told, services: Services) -> Services:
    """Their worker knows the story of the test."""
    return services


@pytest.fixture
def begun(services: Services, story: Told) -> Told:
    title, inputs = "How do bees dance?", {"question": "How?"}
    at, ticket = services.now(), services.ticket
    order_run(services.runs, RunKind.ACTIONS, title, inputs, RUN, at=at, ticket=ticket)
    return story


def reach(services: Services, status: RunStatus) -> None:
    until(lambda: services.runs.info(RUN).status is status)


def progress(app: AppTest) -> dict[str, Any]:
    drawn = [
        p for p in app.get("bidi_component") if p.proto.component_name.endswith("run_progress")
    ]
    return json.loads(drawn[0].proto.json)[0] if drawn else {}


Open = Callable[[], AppTest]


def test_a_run_is_drawn_while_it_goes_on_and_its_result_when_it_is_over(
    services: Services, begun: Told
) -> None:
    reach(services, RunStatus.RUNNING)
    app = AppTest.from_function(page).run()
    assert progress(app)["heading"] == "Proposing actions"
    assert [c.value for c in app.caption] == ["seen running"]
    begun.may_end.set()
    reach(services, RunStatus.FINISHED)
    assert [m.value for m in app.run().markdown] == ["the result"]


def test_a_run_that_ended_since_the_page_looked_is_looked_at_again(
    services: Services, begun: Told
) -> None:
    begun.may_end.set()
    reach(services, RunStatus.FINISHED)
    assert [m.value for m in AppTest.from_function(early_page).run().markdown] == ["the result"]


def test_a_run_that_failed_keeps_its_page_with_the_reason(services: Services, begun: Told) -> None:
    begun.failure = RunNotResumable(RUN, "it rains.")
    begun.may_end.set()
    reach(services, RunStatus.FAILED)
    app = AppTest.from_function(page).run()
    assert progress(app)["problem"] == "Run r1 can't be resumed: it rains."
    assert progress(app)["buttons"] == ["resume", "start_again"]


def test_a_stopped_run_starts_again_under_its_id(services: Services, begun: Told) -> None:
    reach(services, RunStatus.RUNNING)
    cancel(services, RUN)
    reach(services, RunStatus.CANCELLED)
    begun.may_end.set()
    assert resume(services, RUN, anew=True) == RUN
    reach(services, RunStatus.FINISHED)
    assert begun.times == 2
    assert services.runs.order(RUN).inputs == {"question": "How?"}


def test_a_finished_run_does_not_start_again(services: Services, begun: Told) -> None:
    begun.may_end.set()
    reach(services, RunStatus.FINISHED)
    with pytest.raises(RunNotResumable):
        resume(services, RUN, anew=True)
