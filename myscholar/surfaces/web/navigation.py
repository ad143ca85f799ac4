"""The files of the pages, as `st.Page` and `st.switch_page` know them, and the icon."""

from pathlib import Path

_PAGES = Path(__file__).parent / "pages"
PROFILE = _PAGES / "profile_page.py"
ASK = _PAGES / "ask_page.py"
REPORT = _PAGES / "report_page.py"
ICON = (Path(__file__).parent / "icon.svg").read_text(encoding="utf-8")
"""From here, not a named one: the browser would fetch that from outside."""
