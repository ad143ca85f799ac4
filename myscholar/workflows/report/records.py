"""What a report's run works with and what it leaves: plain values, stored and read again."""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field

from myscholar.actions.own import with_wishes
from myscholar.domain.drafts import Outline
from myscholar.domain.evidence import Quote, SearchQuery
from myscholar.domain.interaction import Interaction
from myscholar.domain.model import Frozen
from myscholar.domain.orders import StoredReportOrder
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Findings, Report
from myscholar.domain.runs import RunId
from myscholar.report.llm.edit import SectionChange
from myscholar.report.llm.quotes import Quotes
from myscholar.report.llm.search_plan import SearchPlan
from myscholar.report.llm.verify import Checked


class SearchResult(Frozen):
    """What a search brought, and what it took."""

    findings: Findings
    notes: tuple[str, ...] = ()
    n_requests: int = Field(default=0, ge=0)
    """Requests to Semantic Scholar, those of a head start among them."""


class ReportMaterial(Frozen):
    """What a report is written from. The outline of a head start is provisional."""

    plan: SearchPlan
    found: SearchResult
    quotes: Quotes
    outline: Outline

    @property
    def papers(self) -> dict[PaperId, Paper]:
        return {hit.paper.paper_id: hit.paper for hit in self.found.findings.hits}

    @property
    def citable(self) -> tuple[Quote, ...]:
        """Quotes that lead to their words in papers that still count: a filter set later may have
        shut some out."""
        papers = self.papers
        return tuple(q for q in self.quotes.quotes if q.evidence.is_in(papers))


class ReportRecord(Frozen):
    """A finished report with what it was ordered as. One that was read from a file has no more than
    this."""

    order: StoredReportOrder
    report: Report
    previous: RunId | None = None
    """The run whose report this one changes; going back to it undoes the change."""
    changes: tuple[SectionChange, ...] = ()
    """What became of each section of the report before."""

    def with_interaction(self, interaction: Interaction | None) -> Self:
        """Of the research that the report, or the one that it changes, came from."""
        report = self.report.model_copy(update={"interaction": interaction})
        return self.model_copy(update={"report": report})


class LlmReportRecord(ReportRecord):
    """A language model's report with all that a later change of it can build on."""

    material: ReportMaterial
    checked: tuple[Checked, ...]
    """The sections as they stand in the report, before references were numbered."""


class Searched(Frozen):
    """What the extractive engine asked its sources, and what they gave."""

    queries: tuple[SearchQuery, ...]
    found: SearchResult


class ExtractiveReportRecord(ReportRecord):
    """An extractive report with what was found for it: a change that asks for the same searches
    does not search again."""

    searched: Searched


def report_of(left: Mapping[str, Any]) -> Report:
    """The report alone of what a finished run left. Raises ValidationError, EvidenceMismatch."""
    return Report.model_validate(left.get("report"))


def record_of(left: Mapping[str, Any]) -> ReportRecord:
    """What a finished run of a report left, as it was stored. Raises ValidationError,
    EvidenceMismatch."""
    made = (
        LlmReportRecord
        if "material" in left
        else ExtractiveReportRecord
        if "searched" in left
        else ReportRecord
    )
    record = made.model_validate(left)
    order, report = (
        part.model_copy(update={"actions": with_wishes(part.actions)})
        for part in (record.order, record.report)
    )
    return record.model_copy(update={"order": order, "report": report})
