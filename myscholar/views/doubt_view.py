"""Flags as a screen shows them, on a profile and on actions alike."""

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.model import Frozen

_KINDS = {
    ErrorType.DOMAIN: "Check the terms",
    ErrorType.OVERCLAIM: "Claims more than the papers show",
    ErrorType.CONVENTION: "Common in the field",
    ErrorType.CONTRAST: "Check the contrast",
    ErrorType.UNIMPORT: "May not matter to you",
    ErrorType.STRENGTH: "Check how strongly it is put",
    ErrorType.STYLE: "Check the tone",
    ErrorType.IMPOSSIBLE: "Hard to believe",
    ErrorType.PROFILE_GLOBAL: "Repeats or contradicts another",
    ErrorType.NARROW: "May be too narrow",
    ErrorType.OFFTOPIC: "May lead away from the question",
    ErrorType.TRUST: "Can't be done as it stands",
    ErrorType.VAGUE: "Unclear",
    ErrorType.EXPERT: "May be too basic for you",
    ErrorType.ACTION_GLOBAL: "Repeats or contradicts another",
}


class DoubtView(Frozen):
    """A flag: what kind, why, who noticed it, and a better wording where there is one."""

    kind: str
    reason: str
    repair: str | None
    is_warning: bool
    noticed: str


def doubt_views(flags: tuple[Flag, ...], *, other: str) -> tuple[DoubtView, ...]:
    """`other` is what a flag of any other kind is called."""
    return tuple(
        DoubtView(
            kind=_KINDS.get(flag.error_type, other),
            reason=flag.reason,
            repair=flag.repair,
            is_warning=flag.severity is Severity.WARNING,
            noticed=noticed(flag),
        )
        for flag in flags
    )


def noticed(flag: Flag) -> str:
    """Who raised it: "noticed by MODEL", "by a rule"."""
    return f"noticed by {flag.origin}" if flag.origin else "by a rule"
