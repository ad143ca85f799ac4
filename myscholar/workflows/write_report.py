"""Question and chosen actions -> report. Source: MySQA §2.3."""

import asyncio
import time
from collections.abc import Callable, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import Profile
from myscholar.domain.report import Cost, Report, ReportId
from myscholar.domain.runs import Event, Progress, RunId, RunKind, silent
from myscholar.text.question import analyse_question, check_question
from myscholar.workflows.engines import Engine, takes_model
from myscholar.workflows.services import Services
from myscholar.workflows.sources import open_sources

POOL = 80
"""Papers kept for the extractive writer."""
OnText = Callable[[str, str], None]
"""Told the name of a part (`section 2`) and its text so far."""


def unread(part: str, text: str) -> None:
    """An OnText that nobody reads."""


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
    progress: Progress = silent,
    on_text: OnText = unread,
) -> Report:
    """Searches and writes; only enabled actions are carried out. With a language model it is a run that can be resumed, its id the report's.

    `head_start`, `visibility`, `with_tables` and `on_text` are the language model's. Stopping to wait does not stop a run.
    Raises EmptyQuestion, QuestionTooLong, BadFilter, NoEvidenceFound, UnknownName, CorpusCorrupt, EngineUnavailable, LLMError, RunError.
    """
    text = check_question(question)
    chosen = tuple(a for a in actions if a.enabled)
    if not takes_model(services, engine):
        return await _extractive(services, text, chosen, profile, sources, filters, progress)
    from myscholar.report.llm.shown import Visibility
    from myscholar.workflows.report_orders import ReportOrder, Work
    from myscholar.workflows.run_work import carry_out

    order = ReportOrder(
        question=text,
        actions=chosen,
        profile=profile,
        sources=tuple(sources),
        filters=filters,
        visibility=Visibility(visibility),
        with_tables=with_tables,
        head_start=head_start,
    )
    inputs = order.model_dump(mode="json")
    left = await carry_out(services, RunKind.REPORT, text, inputs, run_id=run_id, progress=progress, on_text=on_text)
    return Work.model_validate(left).report


async def _extractive(
    services: Services,
    question: str,
    actions: tuple[Action, ...],
    profile: Profile | None,
    sources: Sequence[str],
    filters: SearchFilters,
    progress: Progress,
) -> Report:
    from myscholar.report.extractive import write_report as write_extractive
    from myscholar.report.plan import plan_queries
    from myscholar.search.retrieve import retrieve

    started = time.perf_counter()
    analysis = analyse_question(question, idf=services.background.idf)
    queries = plan_queries(analysis, actions=actions, filters=filters, background=services.background)
    progress(Event(step="Opening sources"))
    opened = await asyncio.to_thread(open_sources, services, sources, progress=progress)
    try:
        findings = await retrieve(queries, opened.sources, limit=POOL, progress=progress)
    finally:
        await opened.aclose()
    report = await asyncio.to_thread(
        write_extractive,
        question,
        findings=findings,
        queries=queries,
        actions=actions,
        profile=profile,
        background=services.background,
        report_id=ReportId(services.new_id()),
        now=services.now(),
        notes=opened.notes,
        progress=progress,
    )
    cost = Cost(seconds=round(time.perf_counter() - started, 3), scholar_requests=opened.n_requests)
    return report.model_copy(update={"cost": cost})
