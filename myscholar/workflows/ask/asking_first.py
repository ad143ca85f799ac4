"""The question asked about before anything else, and said again with the answers: begun, taken over
or put aside. Each change is kept, so that a screen finds it again."""

from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.interaction import Clarification
from myscholar.domain.orders import ClarifyOrder
from myscholar.domain.runs import RunStatus
from myscholar.text.question import check_question
from myscholar.workflows.ask.asking import alone, change, is_unfinished
from myscholar.workflows.ask.inquiry_orders import reader_of
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import cancel, start
from myscholar.workflows.services import Services


def ask_first(services: Services, inquiry: Inquiry) -> Inquiry:
    """Begins the run that asks; without a model where none can be asked. Raises EmptyQuestion,
    QuestionTooLong, EngineUnavailable, BegunElsewhere."""
    order = ClarifyOrder(
        question=inquiry.question,
        profile=reader_of(services, inquiry),
        sources=inquiry.sources,
        filters=inquiry.filters,
        engine=Engine.EXTRACTIVE if missing_key(services) else Engine.AUTO,
    )
    with alone(services, inquiry):
        return change(services, inquiry, clarifying=start(services, order), rephrased="")


def clarification_of(services: Services, inquiry: Inquiry) -> Clarification | None:
    """What was said, and the question with it; None while the run goes on or where it stopped.
    Raises UnknownName where that run was deleted."""
    run_id = inquiry.clarifying
    if run_id is None or services.runs.info(run_id).status is not RunStatus.FINISHED:
        return None
    return Clarification.model_validate(services.runs.result(run_id))


def take_wording(services: Services, inquiry: Inquiry, text: str) -> Inquiry:
    """The question is asked in these words; those before can be gone back to. Raises EmptyQuestion,
    QuestionTooLong."""
    wanted = check_question(text)
    before = inquiry.question if wanted != inquiry.question else inquiry.other_wording
    return change(
        services, inquiry, question=wanted, other_wording=before, clarifying=None, rephrased=""
    )


def keep_wording(services: Services, inquiry: Inquiry) -> Inquiry:
    """The question stays as it is, and nothing more is asked about it."""
    kept = change(services, inquiry, clarifying=None, rephrased="")
    if inquiry.clarifying and is_unfinished(services, inquiry.clarifying):
        cancel(services, inquiry.clarifying)
    return kept
