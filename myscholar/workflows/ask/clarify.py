"""A question asked about before research, and rewritten with what was said. Source: IntentRL §3.1.

Questions are asked beside steps, so a run that waits for a person holds no worker, and goes on
where it was whatever is killed meanwhile."""

import asyncio
from pathlib import Path

from myscholar.domain.engine import Engine
from myscholar.domain.evidence import Hit, SearchFilters, SearchQuery
from myscholar.domain.interaction import Clarification
from myscholar.domain.orders import ClarifyOrder
from myscholar.domain.runs import Event
from myscholar.domain.text import counted
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.clarify.agent import Asker, ask_about
from myscholar.interactive.clarify.extractive.ask import choices_open
from myscholar.interactive.clarify.extractive.ask import next_question as ask_from_papers
from myscholar.interactive.clarify.llm.ask import next_question as ask_by_model
from myscholar.interactive.clarify.llm.summarize import summarize
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion
from myscholar.interactive.clarify.summary import plain_summary
from myscholar.interactive.clarify.training.policy import ask_by_policy, check_policy, load_policy
from myscholar.interactive.users.user_of import user_of
from myscholar.runs.run import Run
from myscholar.text.likeness import likeness_by
from myscholar.text.question import analyse_question, check_question
from myscholar.workflows.engines import gateway_of, settle_engine, this_year
from myscholar.workflows.job import Job
from myscholar.workflows.library.look_up import look_up
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.services import Services

LOOK_UP = 60
"""Papers looked at before each question, so that choices have papers enough behind them."""
ASKING, SUMMARIZING = "Finding what to ask", "Summarizing"


def check_order(services: Services, order: ClarifyOrder) -> ClarifyOrder:
    """Raises EmptyQuestion, QuestionTooLong, EngineUnavailable, NotRecorded: no recording holds
    what a person will say; of a trained asker UnreadableFile, ExtraNotInstalled."""
    question = check_question(order.question)
    if order.asker:
        check_policy(Path(order.asker))
        if order.engine is Engine.AUTO:  # it needs no vendor
            order = order.model_copy(update={"engine": Engine.EXTRACTIVE})
    return settle_engine(services, order.model_copy(update={"question": question}))


async def clarify(services: Services, run: Run, order: ClarifyOrder) -> Clarification:
    """Raises UnknownName, LLMError."""
    if order.engine is Engine.EXTRACTIVE:
        return await _clarify(services, run, order, None)
    budget = await spent_so_far(services, run)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        return await _clarify(services, run, order, llm)


JOB = Job(check_order, lambda _, order: order.question, clarify, Clarification.model_validate)


async def _clarify(
    services: Services, run: Run, order: ClarifyOrder, llm: LLM | None
) -> Clarification:
    begun = Dialogue(question=order.question, profile=order.profile)
    dialogue, ended = await ask_about(
        begun,
        ask=_trained_asker(services, run, order)
        if order.asker
        else _asker(services, run, order, llm),
        user=user_of(order.user, run=run, llm=llm, likeness=likeness_by(services.embedder())),
        run=run,
        max_turns=order.max_turns,
    )
    run.tell(Event(step=SUMMARIZING))
    summary = (
        await run.step(SUMMARIZING, str, lambda: summarize(dialogue, llm=llm))
        if llm
        else plain_summary(dialogue.question, dialogue.turns)
    )
    run.tell(Event(step=SUMMARIZING, done=1, total=1))
    return Clarification(
        question=order.question,
        turns=dialogue.turns,
        summary=summary,
        ended=ended,
        engine=order.engine.value,
    )


def _asker(services: Services, run: Run, order: ClarifyOrder, llm: LLM | None) -> Asker:
    """Looks at what the question finds as it stands by now, and asks from that."""

    async def ask(dialogue: Dialogue) -> NextQuestion:
        run.tell(Event(step=ASKING, message="looking at the literature"))
        hits = await _look_up(services, order, dialogue)
        run.tell(Event(step=ASKING, message=f"choosing, from {counted(len(hits), 'paper')}"))
        if llm is None:
            return await asyncio.to_thread(
                ask_from_papers,
                dialogue,
                hits,
                background=services.background,
                filters=order.filters,
            )
        return await ask_by_model(
            dialogue,
            hits,
            llm=llm,
            this_year=this_year(services, order.engine),
            n_left=order.max_turns - len(dialogue.turns),
        )

    return ask


def _trained_asker(services: Services, run: Run, order: ClarifyOrder) -> Asker:
    """Shows it what the papers on the question as it was asked differ in: the same at each turn."""
    begun = Dialogue(question=order.question, profile=order.profile)

    async def prepare() -> Asker:
        run.tell(Event(step=ASKING, message="looking at the literature"))
        hits = await _look_up(services, order, begun)
        run.tell(Event(step=ASKING, message="loading the trained asker"))
        policy = await asyncio.to_thread(load_policy, Path(order.asker))
        labels = await asyncio.to_thread(choices_open, begun, hits, background=services.background)

        async def ask(dialogue: Dialogue) -> NextQuestion:
            run.tell(Event(step=ASKING, message="choosing"))
            return await asyncio.to_thread(
                ask_by_policy, dialogue, labels, policy=policy, facts=policy.facts
            )

        return ask

    prepared: list[Asker] = []

    async def ask(dialogue: Dialogue) -> NextQuestion:
        if not prepared:
            prepared.append(await prepare())
        return await prepared[0](dialogue)

    return ask


async def _look_up(services: Services, order: ClarifyOrder, dialogue: Dialogue) -> tuple[Hit, ...]:
    """What local sources hold on the question, by what was said so far, within the years that this
    names."""
    text = plain_summary(dialogue.question, dialogue.turns)
    years = analyse_question(text).years
    limits = {
        name: getattr(order.filters, name) or getattr(years, name)
        for name in ("year_min", "year_max")
    }
    query = SearchQuery(text=text, filters=_limited(order.filters, limits))
    return await look_up(services, query, order.sources, limit=LOOK_UP)


def _limited(filters: SearchFilters, limits: dict[str, int | None]) -> SearchFilters:
    """The filters as they are where a reply contradicts them."""
    first, last = limits["year_min"], limits["year_max"]
    is_empty = first is not None and last is not None and first > last
    return filters if is_empty else filters.model_copy(update=limits)
