"""The twenty error types that real users reported. Source: MySQA Table 9."""

from enum import StrEnum

from myscholar.domain.model import Frozen


class ErrorType(StrEnum):
    """`profile.*` for inferences, `action.*` for actions, `report.*` for reports."""

    DOMAIN = "profile.domain"
    OVERCLAIM = "profile.overclaim"
    CONVENTION = "profile.convention"
    CONTRAST = "profile.contrast"
    UNIMPORT = "profile.unimport"
    STRENGTH = "profile.strength"
    STYLE = "profile.style"
    IMPOSSIBLE = "profile.impossible"
    PROFILE_GLOBAL = "profile.global"
    NARROW = "action.narrow"
    OFFTOPIC = "action.offtopic"
    TRUST = "action.trust"
    VAGUE = "action.vague"
    EXPERT = "action.expert"
    ACTION_GLOBAL = "action.global"
    UNINFORM = "report.uninform"
    PRESENT = "report.present"
    IGNORE = "report.ignore"
    FACTUAL = "report.factual"
    REPORT_GLOBAL = "report.global"


class Severity(StrEnum):
    HINT = "hint"
    WARNING = "warning"


class Flag(Frozen):
    """A doubt about what the product made, shown beside it. `repair` is a suggested new text."""

    error_type: ErrorType
    severity: Severity
    reason: str
    repair: str | None = None
    origin: str = ""
    """The model that raised it; empty: a rule of words did."""
