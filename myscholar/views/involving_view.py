"""How a person may take part in a report: which ways there are, which one suits a question, and
what it takes."""

from typing import NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.interaction import MOST_TURNS as MOST_QUESTIONS
from myscholar.domain.interaction import ResearchMode, ResearchPlan
from myscholar.domain.model import Frozen
from myscholar.domain.text import counted
from myscholar.errors import EngineUnavailable
from myscholar.text.question import QUESTION_LIMIT, QuestionAnalysis, analyse_question
from myscholar.workflows.ask.inquiry_orders import engine_of
from myscholar.workflows.engines import missing_key, takes_model
from myscholar.workflows.runs.research_estimates import (
    MOST_TURNS,
    estimate_clarifying,
    estimate_research,
    most_explored,
)
from myscholar.workflows.services import Services

BROAD_WORDS = 3
"""Of a topic that is broad alone; by hand: “scientific paper review generation” is not."""


class WayInvolved(NamedTuple):
    name: str
    what: str
    """What is asked of the person, and when."""


WAYS: dict[ResearchMode | None, WayInvolved] = {
    None: WayInvolved("Actions up front", "You choose what the report does; then it is written."),
    ResearchMode.TREE: WayInvolved(
        "A research tree",
        "Directions branch out from your question, and you are asked which to follow where that "
        "is worth it. Actions can be chosen before.",
    ),
    ResearchMode.TEAM: WayInvolved(
        "Questions along the way",
        "A team researches, and asks you while it plans, while it researches and before it writes. "
        "Actions can be chosen before.",
    ),
}
"""Those that can be begun; a further one is a line here, and what is set for it stands in
`surfaces/web/components/ask/involving.py`."""


class Suggestion(Frozen):
    """`mode` None: to be asked about the question first. `reason` is a sentence or two."""

    mode: ResearchMode | None
    reason: str


def suggested(question: str, *, has_profile: bool) -> Suggestion | None:
    """None where there is no reason to be asked more than actions up front do. A vague question is
    rather asked about before research: 6 of 100 real ones are."""
    if not any(c.isalnum() for c in question) or len(question) > QUESTION_LIMIT:
        return None
    analysis = analyse_question(question)
    if is_vague(analysis):
        broad = f"“{analysis.topic}” alone is a broad topic"
        why = broad if analysis.core_phrases else "the question names no topic"
        who = "" if has_profile else ", and no profile says what you want of it"
        takes = f"It asks up to {MOST_QUESTIONS} questions."
        return Suggestion(mode=None, reason=f"“Ask me first” suits it, since {why}{who}. {takes}")
    if has_profile:
        return None
    return Suggestion(
        mode=ResearchMode.TREE,
        reason="Without a profile, a research tree learns what you want as it asks.",
    )


def is_vague(analysis: QuestionAnalysis) -> bool:
    """Whether it names one topic of a few words at most, and neither years nor things to
    compare."""
    dated = analysis.years.year_min or analysis.years.year_max
    n_topics, n_words = len(analysis.core_phrases), len(analysis.topic.split())
    is_broad = n_topics == 0 or (n_topics == 1 and n_words <= BROAD_WORDS)
    return is_broad and not (dated or analysis.compares)


def limits_in_words(plan: ResearchPlan) -> str:
    """ "Up to 13 searches, and about 4 questions to you." One where it branches, at most."""
    if plan.mode is ResearchMode.TEAM:
        return f"It asks you {MOST_TURNS} times at most, one or two questions each."
    limits = plan.tree
    if limits.depth == 0:
        return "One search, and no questions to you."
    n_branching = most_explored(limits.model_copy(update={"depth": limits.depth - 1}))
    asked = counted(min(limits.tolerance, n_branching), "question")
    return f"Up to {most_explored(limits)} searches, and about {asked} to you."


def research_takes(services: Services, inquiry: Inquiry, plan: ResearchPlan) -> str:
    """In time and money; empty where that is not known yet. Raises StorageError."""
    try:
        estimate = estimate_research(services, plan, engine_of(services, inquiry))
    except EngineUnavailable as error:
        return str(error)
    return f"{estimate.spoken}; your answers take as long as you like" if estimate else ""


def asking_first_takes(services: Services) -> str:
    """A sentence on time and money; before the first only that it is free without a model. Raises
    StorageError."""
    engine = Engine.EXTRACTIVE if missing_key(services) else Engine.AUTO
    if estimate := estimate_clarifying(services, engine):
        return f"{estimate.spoken}; your answers take as long as you like."
    return "" if takes_model(services, engine) else "Without a model it is free."
