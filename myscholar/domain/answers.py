"""What the sources of a finished report say to a further question."""

from enum import StrEnum

from pydantic import model_validator

from myscholar.domain.model import Frozen
from myscholar.domain.report import Report, ReportId, Section


class Coverage(StrEnum):
    """How far sources answer a question."""

    FULL = "full"
    PARTLY = "partly"
    NONE = "none"


class ReportAnswer(Frozen):
    """An answer to a question about a report, which stays as it is. It is told as a report of one
    section, so that its citations are held to what a report's are."""

    base: ReportId
    """The report that was asked."""
    coverage: Coverage | None
    """None where nobody judged it: quotes that come closest to the question."""
    missing: str = ""
    """What the sources leave open of the question, in a sentence."""
    has_searched: bool = False
    """Whether it rests on a new search too."""
    said: Report
    """Numbers of its references go on from those of the report that was asked."""

    @model_validator(mode="after")
    def _one_section_that_cites(self) -> "ReportAnswer":
        if len(self.said.sections) != 1:
            raise ValueError("an answer has one section")
        if bool(self.section.citations) is not self.is_answered:
            raise ValueError("an answer cites what it rests on; what is none cites nothing")
        return self

    @property
    def question(self) -> str:
        return self.said.question

    @property
    def section(self) -> Section:
        return self.said.sections[0]

    @property
    def is_answered(self) -> bool:
        return self.coverage is not Coverage.NONE
