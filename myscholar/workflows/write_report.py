"""Question and chosen actions -> report. Source: MySQA §2.3."""

import asyncio
import time
from collections.abc import Sequence

from myscholar.domain.actions import Action
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import Profile
from myscholar.domain.report import Cost, Report, ReportId
from myscholar.domain.runs import Event, Progress, silent
from myscholar.report.extractive import write_report as write_extractive
from myscholar.report.plan import plan_queries
from myscholar.search.retrieve import retrieve
from myscholar.text.question import analyse_question, check_question
from myscholar.workflows.engines import Engine, require_extractive
from myscholar.workflows.services import Services
from myscholar.workflows.sources import open_sources

POOL = 80
"""Papers kept for the writer."""


async def write_report(
    services: Services,
    question: str,
    *,
    actions: Sequence[Action] = (),
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    filters: SearchFilters = SearchFilters(),
    engine: Engine = Engine.AUTO,
    progress: Progress = silent,
) -> Report:
    """Searches and writes, beside the event loop; only enabled actions are carried out.

    Raises EmptyQuestion, QuestionTooLong, BadFilter, NoEvidenceFound, UnknownName, CorpusCorrupt.
    """
    require_extractive(engine)
    started = time.perf_counter()
    text = check_question(question)
    chosen = tuple(a for a in actions if a.enabled)
    analysis = analyse_question(text, idf=services.background.idf)
    queries = plan_queries(analysis, actions=chosen, filters=filters, background=services.background)
    progress(Event(step="Opening sources"))
    opened = await asyncio.to_thread(open_sources, services, sources, progress=progress)
    try:
        findings = await retrieve(queries, opened.sources, limit=POOL, progress=progress)
    finally:
        await opened.aclose()
    report = await asyncio.to_thread(
        write_extractive,
        text,
        findings=findings,
        queries=queries,
        actions=chosen,
        profile=profile,
        background=services.background,
        report_id=ReportId(services.new_id()),
        now=services.now(),
        notes=opened.notes,
        progress=progress,
    )
    cost = Cost(seconds=round(time.perf_counter() - started, 3), scholar_requests=opened.n_requests)
    return report.model_copy(update={"cost": cost})
