"""The whole way in a real browser: from the sample to a shared report without a model, and a report
that streams in with one."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from myscholar.workflows.actions.feedback import feedback_on
from myscholar.workflows.profile.profiles import get_profile, list_profiles
from myscholar.workflows.report.reports import list_reports
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

from .conftest import ROOT, Server, furnish_example, served, until, watched_page
from .replay_server import Replay

OWN = "Add a section on human evaluation"


def test_the_whole_way_from_the_sample_to_a_shared_report(
    page: Page, server: Server, stored: Services, tmp_path: Path
) -> None:
    infer_the_sample(page, server)
    edit_and_undo(page, stored)
    choose_actions(page)
    page.get_by_role("button", name="Write the report").click()
    expect(page.locator("article h1")).to_be_visible()
    walk_through_highlights(page)
    open_a_source(page)
    judge_a_section(page, stored)
    change_an_action(page)
    export(page, tmp_path)
    print_the_page(page)
    read_what_was_shared(page)
    assert [r.base is None for r in list_reports(stored)].count(True) == 1, (
        "one question, two versions"
    )
    assert len(list_reports(stored)) == 2


def infer_the_sample(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Try the sample").click()
    expect(page.get_by_role("switch").first).to_be_visible()


def edit_and_undo(page: Page, stored: Services) -> None:
    row = page.locator(".row").first
    before = row.locator(".text").inner_text()
    row.get_by_role("button", name="Edit").click()
    page.get_by_label("The inference in your words").fill("My papers count birds.")
    page.keyboard.press("Enter")
    expect(row.locator(".text")).to_have_text("My papers count birds.")
    page.get_by_role("button", name="Undo").click()
    expect(row.locator(".text")).to_have_text(before)
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    row.get_by_role("switch").click()
    n_first = page.locator("section.aspect").first.locator("li.row").count()
    expect(page.get_by_text(f"{n_first - 1} of {n_first} on").first).to_be_visible()
    row.get_by_role("button", name=re.compile("^Paper 1")).click()
    expect(page.locator("blockquote").first).to_be_visible()
    n = page.get_by_role("switch").count()
    expect(page.get_by_text(f"{n - 1} of {n} inferences on")).to_be_visible()  # Python has it
    (saved,) = list_profiles(stored)
    profile = get_profile(stored, saved.profile_id)
    assert (
        before in {i.text for i in profile.inferences},
        len(profile.inferences) - len(profile.enabled),
    ) == (True, 1)


def choose_actions(page: Page) -> None:
    page.get_by_role("button", name="Ask a question").click()
    page.get_by_label("Your question").fill(SAMPLE_QUESTION)
    page.get_by_label("Your question").blur()
    page.get_by_role("button", name="Propose actions").click()
    box = page.get_by_role("checkbox", name="Look into").first
    box.check()
    page.get_by_label("What else should the report do?").fill(OWN)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name=f"Emphasize: {OWN}").click()
    expect(page.get_by_role("button", name=f"Emphasized: {OWN}")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^\d actions chosen, 1 emphasized$"))).to_be_visible()
    expect(box).to_be_checked()


def walk_through_highlights(page: Page) -> None:
    page.get_by_role("button", name=OWN).click()
    count = page.locator(".bar .count")
    expect(count).to_have_text(re.compile(r"^1 of \d+$"))
    total = int(count.inner_text().split(" of ")[1])
    assert total >= 2
    page.get_by_role("button", name="Next highlight").click()
    expect(count).to_have_text(f"2 of {total}")
    expect(page.locator(".hl.here")).to_be_in_viewport()
    page.keyboard.press("p")
    expect(count).to_have_text(f"1 of {total}")
    page.get_by_role("radio", name="Off").check(force=True)
    expect(page.locator(".hl.on")).to_have_count(0)


def open_a_source(page: Page) -> None:
    page.get_by_role("button", name="Expand all").click()
    page.locator(".cite").first.click()
    card = page.get_by_role("dialog", name=re.compile("^Source "))
    expect(card.locator(".quote").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def judge_a_section(page: Page, stored: Services) -> None:
    judged = page.get_by_role("group", name="Is this section good?").first
    judged.get_by_role("button", name="Not good").click()
    judged.get_by_role("button", name="The cited source doesn't say this").click()
    judged.get_by_label("Comment").fill("The second sentence.")
    judged.get_by_role("button", name="Done").click()
    expect(judged.get_by_role("status")).to_contain_text("“The second sentence.”")
    (report,) = list_reports(stored)
    (given,) = until(
        lambda: [f for f in feedback_on(stored, report.report_id).values() if f.comment], page
    )
    assert (given.liked, [e.value for e in given.errors], given.comment) == (
        False,
        ["report.unsaid"],
        "The second sentence.",
    )


def change_an_action(page: Page) -> None:
    page.get_by_role("radio", name="Change the actions").click()
    page.get_by_role("checkbox", name=OWN).uncheck()
    expect(page.get_by_text("1 action changed.")).to_be_visible()
    page.get_by_role("button", name="Rewrite what depends on them").click()
    expect(page.get_by_role("button", name="Back to version 1")).to_be_visible()
    expect(page.locator(".side")).not_to_contain_text(OWN)
    page.get_by_role("radio", name="What changed").click()
    expect(page.locator(".changes .deleted, .changes .rewritten").first).to_be_visible()


def export(page: Page, folder: Path) -> None:
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Markdown").click()
    downloading.value.save_as(folder / "report.md")
    assert (folder / "report.md").read_text(encoding="utf-8").startswith("# ")
    page.keyboard.press("Escape")


def print_the_page(page: Page) -> None:
    written = " ".join(page.locator("article .body").all_text_contents())
    words = "".join(p.extract_text() for p in PdfReader(BytesIO(page.pdf())).pages)
    assert len(words.split()) > len(written.split()), "folded sections are printed, too"
    assert not [name for name in ("Export", "Expand all", "Ask this report") if name in words]


def read_what_was_shared(page: Page) -> None:
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_test_id("stCode").inner_text().strip()
    title = page.locator("article h1").inner_text()
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator("article h1")).to_have_text(title)
    expect(other.get_by_role("link", name="Runs")).to_have_count(0)
    expect(other.get_by_role("group", name="Is this section good?")).to_have_count(0)
    other.close()


def test_a_report_streams_in_and_goes_on_after_the_death_of_its_server(
    browser: Browser, replay: Replay, tmp_path: Path
) -> None:
    inquiry = furnish_example(tmp_path)
    with (
        served(tmp_path, settings=replay.settings()) as server,
        watched_page(browser, server.address) as page,
    ):
        replay.hold("text")
        page.goto(f"{server.address}/ask?inquiry={inquiry}")
        page.get_by_role("button", name="Write the report").click()
        expect(page.get_by_role("heading", name="Writing the report")).to_be_visible()
        expect(page.locator("article.live .body").first).to_contain_text(re.compile(r"\w{3,}"))
        address = page.url
        server.kill()
        server.start()
        replay.flow()
        expect(page.locator(".sources").first).to_be_visible()
        assert page.url == address
        assert page.locator(".cite").count() > 40
    assert replay.missed == [], "prompts have changed: see tests/workflows/runs/test_sample_run.py"


@pytest.fixture
def model_server(shared: Path, tmp_path: Path) -> Iterator[str]:
    """The settings that name the shared model server, which answers our prompts in shapes of its
    own at a model's pace."""
    tools = shared / "tools"
    shaped = ROOT / "eval" / "bench" / "shaped.py"
    pace = ["--ttft", "0.2", "--jitter", "0", "--tokens-per-s", "400"]
    command = [
        os.environ.get("SHARED_PYTHON", sys.executable),
        str(shaped),
        "serve",
        "--port",
        "0",
        *pace,
    ]
    path = {"PYTHONPATH": f"{tools}:{tools / 'peers'}"}
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=os.environ | path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    address = next(
        (
            word.strip(",")
            for word in process.stdout.readline().split()
            if word.startswith("http://")
        ),
        None,
    )
    try:
        if address is None:
            pytest.skip("the model server does not start here")
        yield (
            '[models]\ndefault = "anthropic:claude-sonnet-5-5"\n[providers.anthropic]\nbase_url = '
            f'"{address}"\nkey = "x"\n'
        )
    finally:
        process.terminate()
        process.communicate()


@pytest.mark.shared
def test_a_report_streams_in_from_the_model_server(
    browser: Browser, model_server: str, tmp_path: Path
) -> None:
    with (
        served(tmp_path / "home", settings=model_server) as server,
        watched_page(browser, server.address) as page,
    ):
        page.goto(f"{server.address}/ask")
        page.get_by_label("Your question").fill(SAMPLE_QUESTION)
        page.get_by_label("Your question").blur()
        page.get_by_text("Go without actions").click()
        page.get_by_role("button", name="Write the report").click()
        growing = page.locator("article.live .body").first
        expect(growing).to_contain_text(re.compile(r"\w{3,}"))
        so_far = len(growing.inner_text())
        expect(page.locator(".sources").first).to_be_visible()
        assert len(page.locator("article .body").first.inner_text()) > so_far, (
            "it was seen while it grew"
        )
