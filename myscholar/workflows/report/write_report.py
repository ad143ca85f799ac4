"""Question and chosen actions -> report, by either engine. Source: MySQA §2.3."""

from typing import TypeVar

from myscholar.actions.own import with_wishes
from myscholar.domain.engine import Engine
from myscholar.domain.interaction import Pausing, ResearchMode
from myscholar.domain.orders import HeadStartOrder, ReportOrder
from myscholar.errors import InputError, NoModel, Remedy
from myscholar.runs.run import Run
from myscholar.text.question import check_question
from myscholar.workflows.engines import settle_engine, takes_model
from myscholar.workflows.job import Job
from myscholar.workflows.report import write_extractive, write_llm
from myscholar.workflows.report.records import ReportRecord, report_of
from myscholar.workflows.services import Services

Asked = TypeVar("Asked", ReportOrder, HeadStartOrder)
_NO_AGENT = "A pause agent is a language model, and this research is to go without one."


def check_order(services: Services, order: Asked) -> Asked:
    """Raises EmptyQuestion, QuestionTooLong, EngineUnavailable, NotRecorded, and InputError where a
    pause agent is to decide without a model."""
    asked = {
        "question": check_question(order.question),
        "actions": tuple(a for a in order.actions if a.enabled),
    }
    settled = settle_engine(services, order.model_copy(update=asked))
    plan = settled.research if isinstance(settled, ReportOrder) else None
    is_agents = plan and plan.mode is ResearchMode.TREE and plan.pausing is Pausing.AGENT
    if is_agents and not settled.engine.is_model:
        raise InputError(_NO_AGENT, Remedy.SET_UP_MODEL)
    return settled


def check_head_start(services: Services, order: HeadStartOrder) -> HeadStartOrder:
    """The extractive engine needs no start: without a model EngineUnavailable is raised, besides
    what `check_order` raises."""
    if not takes_model(services, order.engine):
        raise NoModel
    return check_order(services, order)


async def write_report(services: Services, run: Run, order: ReportOrder) -> ReportRecord:
    """The run's id is the report's. Raises BadFilter, NoEvidenceFound, UnknownName, CorpusCorrupt,
    LLMError."""
    order = order.model_copy(update={"actions": with_wishes(order.actions)})
    if order.engine is Engine.EXTRACTIVE:
        return await write_extractive.write_report(services, run, order)
    return await write_llm.write_report(services, run, order)


JOB = Job(check_order, lambda _, order: order.question, write_report, report_of)
HEAD_START = Job(
    check_head_start,
    lambda _, order: order.question,
    write_llm.go_ahead,
    lambda _: None,
)
