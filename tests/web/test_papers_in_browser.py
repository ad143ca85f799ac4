"""The papers of a library in a real browser."""

import re

from playwright.sync_api import Page, expect

from myscholar.domain.papers import Paper, PaperId
from myscholar.workflows.services import Services

from .conftest import Server, until


def test_facts_are_put_right_and_a_fault_is_told_beside_what_was_typed(
    page: Page, server: Server, stored: Services
) -> None:
    wrong = Paper(paper_id=PaperId("a"), title="Preprint. Under review", authors=("Of the",))
    stored.store.add("default", [wrong], at=stored.now())
    page.goto(f"{server.address}/profile?profile=new")
    page.get_by_role("button", name="Put the facts right").click()
    page.get_by_label("Title", exact=True).fill("Dawn songs of robins")
    page.get_by_label("Authors, one a line").fill("Ada Example\nBo Other\n")
    page.get_by_label("Year", exact=True).fill("19")
    page.get_by_role("button", name="Keep these facts").click()
    expect(page.get_by_text("A year has four digits")).to_be_visible()
    page.get_by_label("Year", exact=True).fill("2019")
    page.get_by_label("Year", exact=True).press("Enter")
    expect(page.locator(".papers .title")).to_have_text("Dawn songs of robins")
    expect(page.locator(".papers .facts")).to_have_text(re.compile("Example and Other · 2019"))
    (paper,) = until(lambda: [p for p in stored.store.papers("default") if p.year])
    assert paper.put_right.keys() == {"title", "authors", "year"}
    page.get_by_role("button", name="Put the facts right").click()
    expect(page.get_by_text("Its source says: Preprint. Under review")).to_be_visible()


def test_long_facts_are_edited_whole_and_a_refused_edit_keeps_what_was_typed(
    page: Page, server: Server, stored: Services
) -> None:
    venue = f"Proceedings of the {'very ' * 60}long conference"
    paper = Paper(paper_id=PaperId("a"), title=f"On {'many ' * 90}songs", venue=venue)
    other = Paper(paper_id=PaperId("b"), title="Dawn songs of robins")
    stored.store.add("default", [paper, other], at=stored.now())
    page.goto(f"{server.address}/profile?profile=new")
    assert len(page.locator(".papers .title").first.inner_text()) <= 300
    page.get_by_role("button", name="Put the facts right").first.click()
    box = page.get_by_label("Venue", exact=True)
    assert box.input_value() == venue
    box.fill(f"{venue} on birds")
    page.get_by_label("Title", exact=True).fill(other.title)
    page.get_by_role("button", name="Keep these facts").click()
    expect(page.get_by_text("it would be the same paper as")).to_be_visible()
    expect(box).to_have_value(f"{venue} on birds")
    page.get_by_label("Title", exact=True).fill(paper.title)
    page.get_by_role("button", name="Keep these facts").click()
    (kept,) = until(lambda: [p for p in stored.store.papers("default") if p.as_read])
    assert (kept.title, kept.venue) == (paper.title, f"{venue} on birds")
    expect(page.get_by_text("it would be the same paper as")).to_have_count(0)
