"""Doubts about something the product made, with the suggested repair where there is one."""

from collections.abc import Sequence

import streamlit as st

from myscholar.domain.flags import Flag, Severity
from myscholar.surfaces.web.plain import plain

ICONS = {Severity.HINT: ":material/info:", Severity.WARNING: ":material/flag:"}


def show(flags: Sequence[Flag], *, key: str) -> str | None:
    """The repair that is taken, if any."""
    taken = None
    for number, flag in enumerate(flags):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            kind = flag.error_type.value.partition(".")[2].replace("_", " ")
            st.caption(f"{ICONS[flag.severity]} **{plain(kind.capitalize())}.** {plain(flag.reason)}", width="content")
            if flag.repair and st.button(
                "Use the suggestion", help=plain(flag.repair), type="tertiary", key=f"repair-{key}-{number}"
            ):
                taken = flag.repair
    return taken
