"""Asks the single most useful missing thing, again and again, until little is left to gain. Source:
IntentRL §3.1, equations 1 and 2."""

from collections.abc import Awaitable, Callable
from functools import partial

from myscholar.domain.dialogue import AnswerKind
from myscholar.domain.interaction import Turn, User
from myscholar.domain.text import counted
from myscholar.interactive.clarify.replies import is_dismissed, is_enough
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion
from myscholar.runs.run import Run

STAGE = "clarify"
MOST_TURNED_DOWN = 3
"""Questions turned down one after the other, after which no more is asked; by hand."""
Asker = Callable[[Dialogue], Awaitable[NextQuestion]]


async def ask_about(
    dialogue: Dialogue, *, ask: Asker, user: User, run: Run, max_turns: int
) -> tuple[Dialogue, str]:
    """The dialogue with its turns, and why it ended. Each question is a step of the run, asked
    under the id `clarify-1` and so on. Raises LLMError of who asks or of a simulated user."""
    while True:
        n = len(dialogue.turns) + 1
        if n > max_turns:
            asked = f"{counted(max_turns, 'question')} {'was' if max_turns == 1 else 'were'}"
            return dialogue, f"{asked} asked, as many as may be."
        found = await run.step(f"Question {n}", NextQuestion, partial(ask, dialogue))
        if found.question is None:
            return dialogue, found.ended
        answer = await user.reply(f"{STAGE}-{n}", found.question)
        turn = Turn(stage=STAGE, question=found.question, answer=answer)
        dialogue = dialogue.with_turn(turn)
        if ended := no_more(dialogue):
            return dialogue, ended


def no_more(dialogue: Dialogue) -> str:
    """Why the person should be left in peace now; empty where they need not."""
    last = dialogue.turns[-1].answer
    if last.kind is AnswerKind.DECIDE:
        return "The rest was left to the tool." if last.in_time else "Nobody answered in time."
    if is_enough(last):
        return "You said that it is enough."
    latest = [is_dismissed(turn.answer) for turn in dialogue.turns[-MOST_TURNED_DOWN:]]
    if all(latest) and len(latest) == MOST_TURNED_DOWN:
        return f"{MOST_TURNED_DOWN} questions in a row were turned down."
    return ""
