"""Profiles are updated by several at once, and by processes that are killed, on either database."""

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunKind, RunStatus
from myscholar.errors import LastPaper
from myscholar.settings import Settings
from myscholar.views.profile_history import last_papers_change
from myscholar.workflows.jobs import carry_out, open_services, resume, wait
from myscholar.workflows.library.add_papers import merge_into
from myscholar.workflows.profile import edit_profile
from myscholar.workflows.profile.profiles import get_profile, save_profile
from myscholar.workflows.profile.update_profile import update_order
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services

PAPERS = sample_papers().papers
FIRST, SECOND, *_, LAST = PAPERS


@pytest.fixture
def services(tmp_path: Path, url: str, sample_profile: Profile) -> Iterator[Services]:
    """The profile of the sample's papers but the last, with one inference reworded."""
    made = open_services(Settings(home=tmp_path, database_url=url))
    merge_into(made, "default", PAPERS)
    save_profile(made, sample_profile)
    less = update(made, sample_profile, remove=[LAST.paper_id])
    first = less.inferences[0].inference_id
    save_profile(made, edit_profile.reword(made, less, first, "My papers say it my way."))
    yield made
    made.store.close()


def update(services: Services, profile: Profile, **how: Any) -> Profile:
    order = update_order(services, profile, **how, is_kept=True)
    return asyncio.run(carry_out(services, order))


def kept(services: Services, profile: Profile) -> Profile:
    return get_profile(services, profile.profile_id)


def test_updates_at_once_all_hold_and_so_do_edits(
    services: Services, sample_profile: Profile, url: str
) -> None:
    base = kept(services, sample_profile)
    changes: list[dict[str, Any]] = [
        {"add": [LAST]}, {"remove": [FIRST.paper_id]}, {"remove": [SECOND.paper_id]}
    ]  # fmt: skip

    def work(change: dict[str, Any]) -> None:
        other = open_services(Settings(home=services.settings.home, database_url=url))
        update(other, base, **change)
        other.store.close()

    with ThreadPoolExecutor() as threads:
        list(threads.map(work, changes))
    now = kept(services, base)
    assert [p.paper_id for p in now.papers] == [p.paper_id for p in PAPERS[2:]]
    came = now.papers_changes[len(base.papers_changes) :]
    assert sorted(t for c in came for t in (*c.added, *c.removed)) == sorted(
        p.title for p in (FIRST, SECOND, LAST)
    )
    assert "My papers say it my way." in {i.text for i in now.inferences}


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_update_that_is_killed_is_resumed_and_made_once(
    services: Services, sample_profile: Profile, url: str, when: str
) -> None:
    base = kept(services, sample_profile)
    script, home = Path(__file__).with_name("update_process.py"), services.settings.home
    command = [sys.executable, str(script), str(home), url, base.profile_id, when]
    killed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert (kept(services, base) == base) is (when == "before")
    (run,) = services.runs.recent(1, kind=RunKind.PROFILE_UPDATE)
    give_up = time.monotonic() + 120
    while services.runs.info(run.run_id).status is RunStatus.RUNNING:
        # PostgreSQL needs a moment to notice that whoever held the run is gone
        assert time.monotonic() < give_up
    resume(services, run.run_id)
    asyncio.run(wait(services, run.run_id))
    now = kept(services, base)
    assert len(now.papers_changes) == len(base.papers_changes) + 1
    assert last_papers_change(now).startswith("1 paper added: ")
    assert [p.paper_id for p in now.papers] == [p.paper_id for p in PAPERS]


def test_a_paper_added_twice_is_one_and_a_removed_one_comes_back(
    services: Services, sample_profile: Profile
) -> None:
    copy = LAST.model_copy(update={"title": LAST.title.upper()})
    grown = update(services, kept(services, sample_profile), add=[LAST, copy])
    assert len(grown.papers) == len(PAPERS)
    less = update(services, grown, remove=[FIRST.paper_id])
    back = update(services, less, add=[FIRST])
    assert {p.paper_id for p in back.papers} == {p.paper_id for p in PAPERS}
    only_its = {
        i.text for i in grown.inferences if {s.paper_id for s in i.supports} == {FIRST.paper_id}
    }
    stayed = {i.text for i in less.inferences if i.origin == "user"}
    assert only_its - {i.text for i in less.inferences}
    assert only_its | stayed <= {i.text for i in back.inferences}
    with pytest.raises(LastPaper):
        update(services, back, remove=[p.paper_id for p in back.papers])
    assert kept(services, back) == back
