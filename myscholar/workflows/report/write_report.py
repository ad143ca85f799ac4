"""Question and chosen actions -> report. Source: MySQA §2.3."""

from collections.abc import Callable, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.orders import ReportOrder, Visibility
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import Progress, RunId, RunKind, ignore
from myscholar.text.question import check_question
from myscholar.workflows.engines import decided
from myscholar.workflows.report.head_start import with_recorded_start
from myscholar.workflows.runs.recorded_orders import check_recorded
from myscholar.workflows.runs.run_work import carry_out
from myscholar.workflows.services import Services

OnText = Callable[[str, str], None]
"""Told the name of a part (`section 2`) and its text so far, under `## ` and its title."""


async def write_report(
    services: Services,
    question: str,
    *,
    actions: Sequence[Action] = (),
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    filters: SearchFilters = SearchFilters(),
    engine: Engine = Engine.AUTO,
    visibility: str = "all",
    with_tables: bool = True,
    head_start: RunId | None = None,
    run_id: RunId | None = None,
    progress: Progress = ignore,
    on_text: OnText = ignore,
) -> Report:
    """Searches and writes; only enabled actions are carried out. It is a run that can be resumed,
    its id the report's.

    `head_start` and `visibility` are the language model's. Cancelling the waiting cancels the run.
    Raises EmptyQuestion, QuestionTooLong, BadFilter, NoEvidenceFound, UnknownName,
    CorpusCorrupt, EngineUnavailable, LLMError, RunError.
    """
    from myscholar.workflows.report.records import record_of

    order = report_order(
        services,
        question,
        actions=actions,
        profile=profile,
        sources=sources,
        filters=filters,
        engine=engine,
        visibility=visibility,
        with_tables=with_tables,
        head_start=head_start,
    )
    inputs = with_recorded_start(services, order).model_dump(mode="json")
    left = await carry_out(
        services,
        RunKind.REPORT,
        order.question,
        inputs,
        run_id=run_id,
        progress=progress,
        on_text=on_text,
    )
    return record_of(left).report


def report_order(
    services: Services,
    question: str,
    *,
    actions: Sequence[Action],
    profile: Profile | None,
    sources: Sequence[str],
    filters: SearchFilters,
    engine: Engine,
    visibility: str = "all",
    with_tables: bool,
    head_start: RunId | None,
) -> ReportOrder:
    """What a report's run is given. Raises EmptyQuestion, QuestionTooLong, NotRecorded."""
    order = ReportOrder(
        question=check_question(question),
        actions=tuple(a for a in actions if a.enabled),
        profile=profile,
        sources=tuple(sources),
        filters=filters,
        visibility=Visibility(visibility),
        with_tables=with_tables,
        head_start=head_start,
        engine=decided(services, engine),
    )
    if order.engine is Engine.RECORDED:
        check_recorded(services, RunKind.REPORT, order)
    return order
