"""What a researcher changed in a profile, for a screen."""

from enum import StrEnum
from typing import NamedTuple

from myscholar.domain.profile import Edit, Profile


class ProfileChange(StrEnum):
    """As a screen says it."""

    ADDED = "added"
    REWORDED = "reworded"
    SWITCHED_ON = "switched on"
    SWITCHED_OFF = "switched off"
    REMOVED = "removed"


class ChangeLine(NamedTuple):
    """One change with both wordings; `before` is empty for what was added, `after` for what was
    removed. `at` is an ISO 8601 time."""

    at: str
    what: ProfileChange
    before: str
    after: str


def changes_of(profile: Profile) -> tuple[ChangeLine, ...]:
    """The newest first."""
    return tuple(
        ChangeLine(
            edit.at,
            _what(edit),
            edit.before.text if edit.before else "",
            edit.after.text if edit.after else "",
        )
        for edit in reversed(profile.edits)
    )


def _what(edit: Edit) -> ProfileChange:
    if edit.before is None:
        return ProfileChange.ADDED
    if edit.after is None:
        return ProfileChange.REMOVED
    if edit.before.enabled == edit.after.enabled:
        return ProfileChange.REWORDED
    return ProfileChange.SWITCHED_ON if edit.after.enabled else ProfileChange.SWITCHED_OFF
