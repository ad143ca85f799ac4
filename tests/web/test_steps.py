"""Steps are drawn where they belong."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from threading import current_thread
from unittest.mock import MagicMock

import pytest

from myscholar.domain.runs import Event
from myscholar.surfaces.web.components import steps


def test_two_pages_whose_runs_share_a_thread_are_each_drawn_on_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    contexts, drawn = {}, []
    box = MagicMock()
    box.empty.return_value.caption = lambda label: drawn.append((contexts[current_thread()], label))
    monkeypatch.setattr(steps.st, "status", lambda *_, **__: nullcontext(box))
    monkeypatch.setattr(steps, "get_script_run_ctx", lambda **_: contexts.get(current_thread()))
    monkeypatch.setattr(steps, "add_script_run_ctx", contexts.__setitem__)
    with ThreadPoolExecutor(1) as runs:
        for page in ("first page", "second page"):
            contexts[current_thread()] = page
            with steps.show("Writing", "Written") as progress:
                runs.submit(progress, Event(step="Outlining")).result()
    assert drawn == [("first page", "Outlining"), ("second page", "Outlining")]
