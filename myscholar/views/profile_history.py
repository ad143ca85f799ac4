"""What changed in a profile, for a screen: what the researcher did, and what came of papers that
were added or removed."""

from enum import StrEnum
from typing import NamedTuple

from myscholar.domain.profile import Edit, Inference, PapersChange, Profile
from myscholar.domain.text import counted, listed, shorten

_TITLE = 80
"""Characters of a title in a list of several."""


class ProfileChange(StrEnum):
    """As a screen says it."""

    ADDED = "added"
    REWORDED = "reworded"
    SWITCHED_ON = "switched on"
    SWITCHED_OFF = "switched off"
    REMOVED = "removed"
    NEW = "new"
    """The last three came with other papers."""
    CHANGED = "changed"
    GONE = "gone"


class ChangeLine(NamedTuple):
    """One change with both wordings; `before` is empty for what was added, `after` for what was
    removed. `at` is an ISO 8601 time, `number` that of the edit, from 0 and the oldest first."""

    number: int
    at: str
    what: ProfileChange
    before: str
    after: str
    counts: str = ""
    """How many papers are behind it, where that changed: "2 of 3 papers → 4 of 5 papers"."""
    papers_change: int | None = None
    """The number of the change of papers that it came with, if one."""


def changes_of(profile: Profile) -> tuple[ChangeLine, ...]:
    """The newest first."""
    lines = [_line(profile, n, edit) for n, edit in enumerate(profile.edits)]
    return tuple(reversed(lines))


def last_papers_change(profile: Profile) -> str:
    """In one sentence or two; empty where the papers are those that it was inferred from."""
    return said_of(profile, len(profile.papers_changes) - 1) if profile.papers_changes else ""


def said_of(profile: Profile, number: int) -> str:
    """What a change of papers did, in counts."""
    change = profile.papers_changes[number]
    came = [e for e in profile.edits if e.papers_change == number]
    n = {what: sum(_what(e) is what for e in came) for what in ProfileChange}
    counts = [f"{change.n_kept} as before"] + [
        f"{n[what]} {what}"
        for what in (ProfileChange.CHANGED, ProfileChange.NEW, ProfileChange.GONE)
        if n[what]
    ]
    return f"{_papers(change)} Of the inferences, {listed(counts)}."


def _papers(change: PapersChange) -> str:
    said = [
        f"{counted(len(titles), 'paper')} {word}: "
        f"{listed([f'“{shorten(title, _TITLE)}”' for title in titles])}"
        for titles, word in ((change.added, "added"), (change.removed, "removed"))
        if titles
    ]
    return f"{'; '.join(said)}."


def _line(profile: Profile, number: int, edit: Edit) -> ChangeLine:
    change = profile.papers_changes[edit.papers_change] if edit.papers_change is not None else None
    return ChangeLine(
        number,
        edit.at,
        _what(edit),
        edit.before.text if edit.before else "",
        edit.after.text if edit.after else "",
        _counts(edit, change) if change else "",
        edit.papers_change,
    )


def _counts(edit: Edit, change: PapersChange) -> str:
    sides = ((edit.before, change.n_before), (edit.after, change.n_after))
    return " → ".join(_count(side, n) for side, n in sides if side)


def _count(inference: Inference, n_papers: int) -> str:
    return f"{len(inference.supports)} of {counted(n_papers, 'paper')}"


def _what(edit: Edit) -> ProfileChange:
    if edit.papers_change is not None:
        if edit.before is None:
            return ProfileChange.NEW
        return ProfileChange.CHANGED if edit.after else ProfileChange.GONE
    if edit.before is None:
        return ProfileChange.ADDED
    if edit.after is None:
        return ProfileChange.REMOVED
    if edit.before.enabled == edit.after.enabled:
        return ProfileChange.REWORDED
    return ProfileChange.SWITCHED_ON if edit.after.enabled else ProfileChange.SWITCHED_OFF
