"""The pages by file, address and name, how to get from one to another, and what an address says."""

from base64 import b64encode
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, NoReturn

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.PageConfig_pb2 import PageConfig
from streamlit.runtime.scriptrunner import get_script_run_ctx

from myscholar.surfaces.web.held import held

_PAGES = Path(__file__).parent / "pages"
PROFILE = _PAGES / "profile_page.py"
ASK = _PAGES / "ask_page.py"
REPORT = _PAGES / "report_page.py"
TABLES = _PAGES / "table_page.py"
RUNS = _PAGES / "runs_page.py"
SETTINGS = _PAGES / "settings_page.py"
RESEARCH = _PAGES / "research_page.py"
SHARED = _PAGES / "shared_page.py"
START = _PAGES / "start_page.py"
ICON = b64encode((Path(__file__).parent / "icon.svg").read_bytes()).decode()
"""From here, not a named one: the browser would fetch that from outside."""
ID_LIMIT = 90
"""Characters of the longest id that an address of ours holds."""


SET_UP_ANCHOR = "set-up-a-model"


class Entry(NamedTuple):
    file: Path
    title: str
    icon: str
    address: str


PAGES = (
    Entry(PROFILE, "Profile", ":material/person:", "profile"),
    Entry(ASK, "Ask", ":material/search:", "ask"),
    Entry(REPORT, "Report", ":material/article:", "report"),
    Entry(TABLES, "Tables", ":material/table:", "tables"),
    Entry(RUNS, "Runs", ":material/history:", "runs"),
    Entry(SETTINGS, "Settings", ":material/settings:", "settings"),
)
RESEARCH_PAGE = Entry(RESEARCH, "Research", ":material/account_tree:", "research")
SHARED_PAGE = Entry(SHARED, "Shared report", ":material/link:", "shared")


def configure() -> None:
    """As `st.set_page_config`, which imports numpy for an icon of one's own."""
    message, context = ForwardMsg(), get_script_run_ctx()
    assert context
    page = message.page_config_changed
    page.title, page.favicon = "myscholar", f"data:image/svg+xml;base64,{ICON}"
    page.layout, page.initial_sidebar_state = PageConfig.WIDE, PageConfig.SIDEBAR_UNSET
    context.enqueue(message)


@dataclass
class _Way:
    """What is on its way into the address, and to which page: Streamlit may cut both short when the
    browser asks for the page meanwhile, as by a second click. The next run then goes on."""

    address: dict[str, str | None] = field(default_factory=dict)
    page: tuple[Path, dict[str, str]] | None = None


def in_address(name: str) -> str | None:
    """What the address says of `name`, as `/report?run=ID`; None for what no id of ours can be."""
    if name in held(_Way).address:
        put_in_address(name, held(_Way).address[name])
    found = st.query_params.get(name, "").strip()
    return found if 0 < len(found) <= ID_LIMIT else None


def put_in_address(name: str, value: str | None) -> None:
    """From now on a reload of this page finds it; the page is not drawn again by this."""
    held(_Way).address[name] = value
    if value is None:
        st.query_params.pop(name, None)
    elif st.query_params.get(name) != value:
        st.query_params[name] = value
    del held(_Way).address[name]


def go_to(page: Path, **address: str | None) -> NoReturn:
    """Opens another page: `go_to(REPORT, run=run_id)` is `/report?run=ID`."""
    st.switch_page(page, query_params=head_for(page, **address))


def head_for(page: Path, **address: str | None) -> dict[str, str]:
    """What begins on another page has begun: whatever cuts this run short, it leads there. The
    address that `go_to` gives."""
    said = {name: value for name, value in address.items() if value}
    held(_Way).page = (page, said)
    return said


def go_on(address: str) -> None:
    """On the page with this address: goes where `go_to` was cut short."""
    way = held(_Way)
    wanted, way.page = way.page, None
    if wanted and address != next(
        page.address for page in (*PAGES, RESEARCH_PAGE) if page.file == wanted[0]
    ):
        st.switch_page(wanted[0], query_params=wanted[1])


def link_to_set_up(label: str = "Set up a model") -> None:
    """To where a language model is set up, from anywhere."""
    st.page_link(SETTINGS, label=label, icon=":material/settings:", width="content")
