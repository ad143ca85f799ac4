"""What changed in a profile, the newest first, with both wordings."""

from itertools import groupby

import streamlit as st

from myscholar.domain.profile import Profile
from myscholar.surfaces.web.components.layout import cut_short, offer_all, quiet_button
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import moment
from myscholar.views.profile_history import ChangeLine, ProfileChange, changes_of, said_of
from myscholar.workflows.profile.edit_profile import can_bring_back

_LABELS = {
    ProfileChange.REMOVED: "Bring it back",
    ProfileChange.GONE: "Bring it back",
    ProfileChange.REWORDED: "Use the earlier words again",
    ProfileChange.CHANGED: "Use the earlier words again",
}
_WORDS = {ProfileChange.REMOVED: "Deleted"}


def show(profile: Profile) -> int | None:
    """The number of the edit (from 0, the oldest first) that is to be brought back."""
    lines = changes_of(profile)
    if not lines:
        st.markdown(
            "Nothing was changed yet. What you switch, reword, add or delete stands here, and can "
            "be brought back."
        )
        return None
    wanted = None
    for change, group in groupby(cut_short(lines, "all-changes"), lambda line: line.papers_change):
        if change is not None:
            st.markdown(f"**{plain(said_of(profile, change))}**")
        for line in group:
            with st.container(border=False, gap="xxsmall", key=f"change-{line.number}"):
                _line(line)
                label = _LABELS.get(line.what)
                if label and can_bring_back(profile, line.number):
                    is_wanted = quiet_button(label, "undo", key=f"back-{line.number}")
                    wanted = line.number if is_wanted else wanted
    offer_all(lines, "all-changes", "changes")
    return wanted


def _line(line: ChangeLine) -> None:
    what = _WORDS.get(line.what, line.what.value.capitalize())
    counts = f" · {line.counts}" if line.counts else ""
    st.caption(f"**{what}**{counts} · {moment(line.at)}")
    if line.before and line.before != line.after and not _is_switch(line):
        st.markdown(f"~~{plain(line.before)}~~")
    if line.after:
        st.markdown(plain(line.after))


def _is_switch(line: ChangeLine) -> bool:
    return line.what in (ProfileChange.SWITCHED_ON, ProfileChange.SWITCHED_OFF)
