"""What the researcher changed in a profile, the newest first, with both wordings."""

import streamlit as st

from myscholar.domain.profile import Profile
from myscholar.surfaces.web.components.layout import cut_short, offer_all, quiet_button
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import moment
from myscholar.views.profile_history import ChangeLine, ProfileChange, changes_of
from myscholar.workflows.profile.edit_profile import can_bring_back

_LABELS = {
    ProfileChange.REMOVED: "Bring it back",
    ProfileChange.REWORDED: "Use the earlier words again",
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
    for n, line in enumerate(cut_short(lines, "all-changes")):
        number = len(lines) - 1 - n
        with st.container(border=False, gap="xxsmall", key=f"change-{number}"):
            _line(line)
            label = _LABELS.get(line.what)
            if label and can_bring_back(profile, number):
                is_wanted = quiet_button(label, "undo", key=f"back-{number}")
                wanted = number if is_wanted else wanted
    offer_all(lines, "all-changes", "changes")
    return wanted


def _line(line: ChangeLine) -> None:
    what = _WORDS.get(line.what, line.what.value.capitalize())
    st.caption(f"**{what}** · {moment(line.at)}")
    if line.what is ProfileChange.REWORDED or line.what is ProfileChange.REMOVED:
        st.markdown(f"~~{plain(line.before)}~~")
    if line.what is not ProfileChange.REMOVED:
        st.markdown(plain(line.after))
