"""The sample with recorded answers, as a newcomer plays it: no key, no network."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from myscholar.domain.runs import RunKind
from myscholar.workflows.services import Services
from tests.held_recording import HELD

from .conftest import ROOT, Server, served_beside

ADDED = "End with experiments that would tell citation judges apart"
BY = "No vendor's model wrote this"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Ten times as fast as a person reads."""
    home = tmp_path_factory.mktemp("recorded")
    (home / "settings.toml").write_text("recorded_words_per_s = 300\n")
    with served_beside(home, ROOT / "tests" / "held_recording.py") as running:
        yield running


def played_to_the_proposals(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/profile?profile=new")
    page.get_by_role("button", name="Play it with recorded answers").click()
    expect(page.get_by_text(BY).first).to_be_visible()
    expect(page.get_by_role("switch").first).to_be_visible()
    expect(page.get_by_text(BY).first).to_be_visible()
    page.get_by_role("button", name="Ask a question").click()
    expect(page.get_by_text(BY).first).to_be_visible()
    page.get_by_role("button", name="Propose actions").click()
    begun_or_done = re.compile("search (has begun|is done) already")
    expect(page.get_by_text(begun_or_done)).to_be_visible()


def test_the_recorded_way_plays_from_the_profile_to_a_changed_report(
    page: Page, server: Server
) -> None:
    played_to_the_proposals(page, server)
    held = server.home / HELD
    held.touch()
    page.get_by_role("button", name="Write the report").click()
    growing = page.locator("article.live .body").first
    expect(growing).to_contain_text(re.compile(r"\w{3,}"))
    held.unlink()
    expect(page.get_by_text(BY).first).to_be_visible()
    expect(page.locator(".sources").first).to_be_visible()
    expect(page.locator("article").get_by_text(BY)).to_be_visible()
    page.locator("article").get_by_text(BY).click()
    expect(page.get_by_text("from answers kept before, no cost")).to_be_visible()
    held.touch()
    page.get_by_role("button", name="Play the change").click()
    expect(page.get_by_role("heading", name="Rewriting the report")).to_be_visible()
    held.unlink()
    expect(page.get_by_role("button", name="Back to version 1")).to_be_visible()
    expect(page.get_by_role("region", name="Actions").get_by_text(ADDED)).to_be_visible()
    expect(page.get_by_role("button", name="Play the change")).to_have_count(0)


def test_choices_beyond_the_recording_name_the_ways_on(page: Page, server: Server) -> None:
    played_to_the_proposals(page, server)
    page.get_by_role("checkbox", name=ADDED).check()
    expect(page.get_by_text("The recording holds the report on")).to_be_visible()
    expect(page.get_by_role("button", name="Write without a model, free")).to_be_visible()
    page.get_by_role("button", name="Choose as proposed").click()
    expect(page.get_by_text("The recording holds the report on")).to_have_count(0)


def test_another_question_is_asked_as_any_other(
    page: Page, server: Server, stored: Services
) -> None:
    played_to_the_proposals(page, server)
    question = page.get_by_label("Your question")
    question.fill("Which methods detect hallucinations in long generated text?")
    question.blur()
    expect(
        page.get_by_text("The question has changed since these actions were proposed.")
    ).to_be_visible()
    expect(page.get_by_text(BY)).to_have_count(0)
    page.get_by_role("button", name="Propose actions again").click()
    expect(
        page.get_by_text("The question has changed since these actions were proposed.")
    ).to_have_count(0)
    newest = next(run for run in stored.runs.recent() if run.kind is RunKind.ACTIONS)
    assert newest.n_calls == 0, "by extraction"
