"""Texts that try to be more than text, and what tells in a browser that one of them is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # processes that only want the texts don't load it
    from playwright.sync_api import Frame, Page

_HERE = Path(__file__).parent
_LISTS = tomllib.loads((_HERE / "payloads.toml").read_text(encoding="utf-8"))
PAYLOADS, ADDRESSES, DOIS, MARKUP = (
    tuple(_LISTS[name]) for name in ("payloads", "addresses", "dois", "markup")
)
_LOOK, _OPEN = (
    (_HERE / f"{name}.js").read_text(encoding="utf-8") for name in ("look_at", "open_next")
)
_STILL = """() => new Promise((drawn) => {
  const app = document.querySelector("[data-test-script-state]");
  const tell = () => drawn((app?.dataset.testScriptState ?? "notRunning") === "notRunning");
  requestAnimationFrame(() => requestAnimationFrame(tell));
})"""
_APART = re.compile(r"[\s\x00\u2060]+")


def shown(text: str) -> set[str]:
    """The payloads that stand in it, letter by letter but for white space."""
    plain = _APART.sub("", text)
    return {each for each in PAYLOADS if _APART.sub("", each) in plain}


def more_than_text(page: Page | Frame) -> tuple[list[str], str]:
    """What of the payloads has become more than text, and all text that there is."""
    found, text = page.evaluate(_LOOK, MARKUP)
    return found, text


def look_at(page: Page | Frame) -> set[str]:
    """The payloads that stand on the page: nothing of them is more than text."""
    found, text = more_than_text(page)
    assert not found, "\n".join(found)
    return shown(text)


def open_all(page: Page | Frame, most: int = 2) -> tuple[set[str], int]:
    """The payloads that come to light as everything is opened that can be, `most` of what looks the
    same, and how many things were."""
    seen, n = look_at(page), 0
    while page.evaluate(_OPEN, most):
        n += 1
        while not page.evaluate(_STILL):
            pass
        seen |= look_at(page)
        if page.locator("[role=listbox], [data-testid=stPopoverBody]").count():
            (page.page if hasattr(page, "page") else page).keyboard.press("Escape")
    return seen, n


def type_everywhere(page: Page) -> int:
    """Payloads into every field for text that is open, each sent off; how many."""
    from playwright.sync_api import expect

    fields = page.locator("input:is([type=text], :not([type])):visible, textarea:visible")
    expect(fields.first).to_be_visible()
    n = fields.count()
    for at in range(n):
        field = fields.nth(at)
        if at >= fields.count() or not field.is_editable():
            continue
        field.fill(" ".join(PAYLOADS[(7 * at + i) % len(PAYLOADS)] for i in range(3)))
        field.press(
            "Enter" if field.evaluate("node => node.localName") == "input" else "Control+Enter"
        )
        while not page.evaluate(_STILL):
            pass
        look_at(page)
    return n
