"""Days and times of day in the time zone of the reader's browser."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from myscholar.views import times


def day(at: str) -> str:
    return times.day(at, _zone())


def moment(at: str) -> str:
    return times.moment(at, _zone())


def _zone() -> ZoneInfo | None:
    """None where the browser does not tell: then this machine's."""
    try:
        return ZoneInfo(st.context.timezone or "")
    except (ValueError, ZoneInfoNotFoundError):
        return None
