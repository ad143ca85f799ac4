"""While the user still chooses actions: what a report needs of the question alone, done ahead and
reused."""

from collections.abc import Sequence

from myscholar.domain.engine import Engine
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.orders import ReportOrder
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Progress, RunId, RunKind, RunStatus, ignore
from myscholar.errors import UnknownName
from myscholar.text.question import check_question
from myscholar.workflows.engines import decided, takes_model
from myscholar.workflows.runs.recorded_orders import check_recorded
from myscholar.workflows.services import Services

_USABLE = (RunStatus.WAITING, RunStatus.RUNNING, RunStatus.FINISHED)


def with_recorded_start(services: Services, order: ReportOrder) -> ReportOrder:
    """A recorded report rests on its search ahead: where there is none, or it was stopped or
    deleted, one is begun now. Other orders stay as they are."""
    if order.engine is not Engine.RECORDED or _is_at_hand(services, order.head_start):
        return order
    return order.model_copy(
        update={
            "head_start": begin_head_start(
                services,
                order.question,
                profile=order.profile,
                sources=order.sources,
                filters=order.filters,
                engine=order.engine,
            )
        }
    )


def _is_at_hand(services: Services, head_start: RunId | None) -> bool:
    try:
        return head_start is not None and services.runs.info(head_start).status in _USABLE
    except UnknownName:
        return False


def begin_head_start(
    services: Services,
    question: str,
    *,
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    filters: SearchFilters = SearchFilters(),
    engine: Engine = Engine.AUTO,
    run_id: RunId | None = None,
    progress: Progress = ignore,
) -> RunId | None:
    """Plans, searches, reads and outlines beside the caller, with a language model and a small
    budget. Returns at once.

    None where no language model does the work: the extractive engine needs no start. Give the id to
    `write_report(head_start=...)` with the same question, sources and filters. Raises
    EmptyQuestion, QuestionTooLong, StorageError. What goes wrong later ends the head start, and the
    report starts from nothing.
    """
    text = check_question(question)
    if not takes_model(services, engine):
        return None
    order = ReportOrder(
        question=text,
        profile=profile,
        sources=tuple(sources),
        filters=filters,
        engine=decided(services, engine),
    )
    if order.engine is Engine.RECORDED:
        check_recorded(services, RunKind.HEAD_START, order)
    return services.runner.start(
        RunKind.HEAD_START,
        text,
        order.model_dump(mode="json"),
        run_id or RunId(services.new_id()),
        progress=progress,
    )
