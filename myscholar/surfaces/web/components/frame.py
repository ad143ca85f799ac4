"""What all pages share in looks: less empty room at the top, text no wider than reads well, and the page's heading."""

import streamlit as st

_STYLE = """<style>
[data-testid="stMainBlockContainer"] { max-width: 76rem; padding-top: 4.2rem; padding-bottom: 4rem; }
[class*="st-key-tools-"] button { min-height: 1.8rem; padding-top: 0; padding-bottom: 0; }
[class*="st-key-tools-"] button p, [class*="st-key-action-"] button p { font-size: .85rem; }
[class*="st-key-action-"] button { min-height: 1.6rem; padding: 0; }
[class*="st-key-quotes-"] blockquote { opacity: 1; margin: .2rem 0; }
.st-key-examples button { min-height: 1.8rem; padding: 0; }
@media (max-width: 40rem) { [data-testid="stMainBlockContainer"] { padding-left: 1rem; padding-right: 1rem; } }
</style>"""


def show(title: str | None = None) -> None:
    st.html(_STYLE)
    if title:
        st.title(title, anchor=False)
