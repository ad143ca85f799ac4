"""The web app: `myscholar app`, or `streamlit run app.py`, to whose pages nothing is pushed: they
ask every second how a run goes, and a `myscholar worker` is to be started that carries it out."""

import streamlit as st

from myscholar.surfaces.web.components import trouble
from myscholar.surfaces.web.navigation import (
    PAGES,
    RESEARCH_PAGE,
    SHARED_PAGE,
    START,
    configure,
    go_on,
)

configure()
start = st.Page(START, default=True, visibility="hidden")
pages = [st.Page(p.file, title=p.title, icon=p.icon, url_path=p.address) for p in PAGES]
others = [
    st.Page(p.file, title=p.title, icon=p.icon, url_path=p.address, visibility="hidden")
    for p in (RESEARCH_PAGE, SHARED_PAGE)
]
is_alone = (st.context.url or "").partition("?")[0].endswith(f"/{SHARED_PAGE.address}")
chosen = st.navigation([start, *pages, *others], position="hidden" if is_alone else "top")
go_on(chosen.url_path)
with trouble.nothing_worse():
    chosen.run()
