"""axe-core in a page of the browser: what is serious or critical, ours or Streamlit's."""

from pathlib import Path
from typing import NamedTuple

import axe_playwright_python
from playwright.sync_api import Page

from .conftest import until

_AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
_STILL = """(document.querySelector("[data-test-script-state]")?.dataset.testScriptState
    ?? "notRunning") === "notRunning"
  && document.getAnimations().every((one) => one.playState !== "running"
    || one.effect.getTiming().iterations === Infinity)
"""
"""Streamlit pales what a script that runs on has not drawn again, and fades it in after."""
_LOOK = f"""async () => {{
  const still = () => {_STILL};
  if (!still()) return null;
  let moved = false;
  const app = document.querySelector("[data-test-script-state]");
  const watching = new MutationObserver(() => {{ moved = true; }});
  if (app) watching.observe(app, {{ attributeFilter: ["data-test-script-state"] }});
  const looked = new AbortController();
  document.addEventListener("transitionrun", () => {{ moved = true; }}, looked);
  const {{ violations }} = await axe.run(document, {{ resultTypes: ["violations"] }});
  watching.disconnect();
  looked.abort();
  if (moved || !still()) return null;
  const grave = violations.filter((rule) => ["serious", "critical"].includes(rule.impact));
  return grave.flatMap((rule) => rule.nodes.map((node) => [
    rule.id, node.target.some(Array.isArray), node.target.flat().join(" "), node.html.slice(0,
      200), node.failureSummary,
  ]));
}}"""
"""Null where something moved while axe looked: what a script redraws is pale meanwhile."""


class Finding(NamedTuple):
    rule: str
    ours: bool
    """It lies in a shadow root: only parts of ours have one."""
    where: str
    html: str
    why: str


def findings(page: Page) -> list[Finding]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    found = None
    while found is None:
        until(lambda: page.evaluate(f"() => {_STILL}"), page)
        found = page.evaluate(_LOOK)
    return [Finding(*each) for each in found]
