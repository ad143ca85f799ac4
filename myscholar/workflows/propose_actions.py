"""Question and profile -> actions that the researcher picks from. Source: MySQA §2.2."""

import asyncio
from collections.abc import Sequence

from myscholar.actions.extractive import propose_actions as propose_extractive
from myscholar.actions.past import PastChoice
from myscholar.domain.actions import ActionList
from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Event, Progress, silent
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.search.retrieve import retrieve
from myscholar.text.question import check_question
from myscholar.workflows.engines import Engine, require_extractive
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SCHOLAR, open_local_sources, open_sources

LOOK_UP = 40
"""Papers looked at, so that actions can name what the literature holds."""


async def propose_actions(
    services: Services,
    question: str,
    *,
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    engine: Engine = Engine.AUTO,
    progress: Progress = silent,
) -> ActionList:
    """Generic actions, and personalized ones if there is a profile. Only local sources are looked at, by default all.

    Raises EmptyQuestion, QuestionTooLong, UnknownName, EngineUnavailable.
    """
    require_extractive(engine)
    text = check_question(question)
    progress(Event(step="Looking at the literature"))
    hits = await _look_up(services, text, sources)
    progress(Event(step="Proposing actions"))
    past = tuple(_past(choice) for choice in services.store.choices(profile.profile_id)) if profile else ()
    return await asyncio.to_thread(
        propose_extractive,
        text,
        profile=profile,
        background=services.background,
        past=past,
        hits=hits,
        this_year=services.clock().year,
    )


def remember_choices(services: Services, actions: ActionList) -> None:
    """Keeps what the user picked, edited and rejected of a profile's proposal; the next proposal learns from it."""
    if actions.profile_id is None:
        return
    kinds = {True: ChoiceKind.PICKED, False: ChoiceKind.REJECTED}
    services.store.save_choices(
        [
            Choice(
                profile_id=actions.profile_id,
                question=actions.question,
                action=action,
                kind=ChoiceKind.EDITED if action.enabled and action.origin == "user" else kinds[action.enabled],
                at=services.now(),
            )
            for action in actions.actions
        ]
    )


async def _look_up(services: Services, question: str, names: Sequence[str]) -> tuple[Hit, ...]:
    """What local sources hold on the question. Without them actions are proposed from the question alone."""
    local = [name for name in names if name != SCHOLAR]
    if names and not local:
        return ()
    opened = await (
        asyncio.to_thread(open_sources, services, local) if local else asyncio.to_thread(open_local_sources, services)
    )
    return (await retrieve((SearchQuery(text=question),), opened.sources, limit=LOOK_UP)).hits if opened.sources else ()


def _past(choice: Choice) -> PastChoice:
    chosen = choice.kind is not ChoiceKind.REJECTED
    return PastChoice.of(choice.action, edited=choice.kind is ChoiceKind.EDITED).model_copy(update={"chosen": chosen})
