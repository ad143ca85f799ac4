"""Question and profile -> actions that the researcher picks from. Source: MySQA §2.2."""

from myscholar.actions.extractive import propose_actions as propose_extractive
from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Event, Progress, silent
from myscholar.text.question import check_question
from myscholar.workflows.engines import Engine, require_extractive
from myscholar.workflows.services import Services


def propose_actions(
    services: Services,
    question: str,
    *,
    profile: Profile | None = None,
    engine: Engine = Engine.AUTO,
    progress: Progress = silent,
) -> ActionList:
    """Generic actions, and personalized ones if there is a profile. Raises EmptyQuestion, QuestionTooLong, EngineUnavailable."""
    require_extractive(engine)
    text = check_question(question)
    progress(Event(step="Proposing actions"))
    past = services.store.choices(profile.profile_id) if profile else ()
    return propose_extractive(text, profile=profile, background=services.background, past=past)
