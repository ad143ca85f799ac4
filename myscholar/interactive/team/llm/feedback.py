"""What a reply changes, in any language. Source: IDRBench §3.1.2, User Feedback."""

from collections.abc import Sequence

from myscholar.domain.dialogue import AnswerKind
from myscholar.domain.interaction import Turn
from myscholar.domain.text import fold, shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.budget import TeamStage
from myscholar.interactive.team.llm.replies import TakeInReply
from myscholar.interactive.team.llm.shown import LONGEST, dimensions_of, print_brief, print_turns
from myscholar.interactive.team.state import Dimension, TeamChange, TeamState

MOST_WANTED, MOST_WISHES = 6, 4
"""Of one reply; by hand."""


async def take_in(
    state: TeamState, stage: TeamStage, new: Sequence[Turn], *, llm: LLM
) -> TeamChange:
    """Raises LLMError."""
    prompt = render(
        "team/take_in",
        question=state.question,
        brief=print_brief(state.brief),
        stage=str(stage),
        exchanges=print_turns(new),
    )
    answer = await llm.ask(Role.REPORT, prompt, TakeInReply)
    return change_of(answer.value, new)


def change_of(reply: TakeInReply, new: Sequence[Turn]) -> TeamChange:
    """What was not offered counts as the person's own; only what was offered and not chosen can be
    passed over."""
    offered = {fold(choice) for turn in new for choice in turn.question.choices}
    chosen = {fold(choice) for turn in new for choice in turn.answer.choices}
    words_alone = all(turn.answer.kind is AnswerKind.TEXT for turn in new)
    left = [c for c in reply.not_chosen if fold(c) in offered - chosen and not words_alone]
    sides = reply.wanted[:MOST_WANTED]
    return TeamChange(
        wanted=dimensions_of(side for side in sides if not side.own_words),
        added=dimensions_of(side for side in sides if side.own_words),
        left=tuple(Dimension(name=name, query=name) for name in left),
        refused=tuple(shorten(r, LONGEST) for r in reply.refused if r.strip())[:MOST_WANTED],
        wishes=tuple(shorten(w, LONGEST) for w in reply.wishes if w.strip())[:MOST_WISHES],
        is_enough=reply.is_enough,
    )
