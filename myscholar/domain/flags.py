"""The twenty error types that real users reported, and one that a source does not say it. Source:
MySQA Table 9; the three `UNSAID` are this project's own."""

from enum import StrEnum

from myscholar.domain.model import Frozen


class ErrorType(StrEnum):
    """`profile.*` for inferences, `action.*` for actions, `report.*` for reports."""

    UNSAID_IN_PAPERS = "profile.unsaid"
    DOMAIN = "profile.domain"
    OVERCLAIM = "profile.overclaim"
    CONVENTION = "profile.convention"
    CONTRAST = "profile.contrast"
    UNIMPORT = "profile.unimport"
    STRENGTH = "profile.strength"
    STYLE = "profile.style"
    IMPOSSIBLE = "profile.impossible"
    PROFILE_GLOBAL = "profile.global"
    UNSAID_OF_READER = "action.unsaid"
    NARROW = "action.narrow"
    OFFTOPIC = "action.offtopic"
    TRUST = "action.trust"
    VAGUE = "action.vague"
    EXPERT = "action.expert"
    ACTION_GLOBAL = "action.global"
    UNSAID_IN_SOURCE = "report.unsaid"
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
