"""A link under which others may read the report."""

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from myscholar.surfaces.web.navigation import SHARED_PAGE

_HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Share:
    pass


@dataclass(frozen=True)
class End:
    pass


def show(key: str | None) -> Share | End | None:
    """`key` opens the report; None: it is not shared."""
    with (
        st.popover("Share", icon=":material/link:" if key else ":material/share:", type="tertiary"),
        st.container(width=340),
    ):
        if key is None:
            st.text("Make a link to this version. It shows the report, to read and nothing else.")
            return Share() if st.button("Make a link", type="primary", key="share") else None
        link, is_here = address_of(st.context.url or "", key)
        st.text("Read-only link")
        st.code(link, language=None, wrap_lines=True)
        st.caption(_who(is_here))
        return (
            End() if st.button("End the link", icon=":material/link_off:", key="unshare") else None
        )


def address_of(page: str, key: str) -> tuple[str, bool]:
    """The link, beside the page that is open, and whether it leads to this computer alone."""
    here = urlsplit(page)
    path = f"{here.path.rpartition('/')[0]}/{SHARED_PAGE.address}"
    return urlunsplit((here.scheme, here.netloc, path, f"key={key}", "")), here.hostname in (
        *_HERE,
        None,
    )


def _who(is_here: bool) -> str:
    if is_here:
        return (
            "It opens on this computer only, since the app runs here for you alone. To give the "
            "report to others, export it as HTML."
        )
    return (
        "Whoever has the link and can reach this server can read the report until you end the "
        "link. Nobody signs in here: who can reach "
        "the server can open its other pages too. To give away the report alone, export it as HTML."
    )
