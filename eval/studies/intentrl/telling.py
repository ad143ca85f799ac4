"""A dialogue of whoever asks with a simulated user, who is led to tell of hidden intents. Source:
IntentRL §3.4."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from eval.studies.steering.trees import RunOnce
from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import Turn, User, UserKind, UserSpec
from myscholar.interactive.clarify.replies import is_dismissed
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.users.user_of import user_of
from myscholar.text.likeness import LEXICAL, Likeness, in_full

Ask = Callable[[Dialogue], Awaitable[Question | None]]
"""What is asked next; None where nothing is."""


def simulated(intents: Sequence[str], likeness: Likeness = LEXICAL) -> User:
    spec = UserSpec(kind=UserKind.INTENTS, items=tuple(intents))
    return user_of(spec, run=RunOnce(), likeness=likeness)


async def exchanges(
    dialogue: Dialogue, intents: Sequence[str], ask: Ask, *, most: int
) -> AsyncIterator[tuple[Question, int | None]]:
    """Each question with the intent that it led to, None where it was turned down; until nothing is
    asked, or `most` are."""
    user = simulated(intents)
    for n in range(1, most + 1):
        question = await ask(dialogue)
        if question is None:
            return
        answer = await user.reply(f"question {n}", question)
        dialogue = dialogue.with_turn(Turn(stage="clarify", question=question, answer=answer))
        yield question, None if is_dismissed(answer) else nearest(in_full(question), intents)


def nearest(question: str, intents: Sequence[str]) -> int:
    """The intent that the user's reply is about."""
    near = LEXICAL.of(question, intents)
    return near.index(max(near))
