"""Things to do while a run goes on, all in the browser (MySQA, figure 14)."""

from typing import Literal

from myscholar.domain.model import Frozen
from myscholar.surfaces.web.components.part import Part


class Play(Frozen):
    """A round of the game began, or came to its end."""

    kind: Literal["play"] = "play"
    on: bool


class ShowIt(Frozen):
    """The person has seen enough and wants what is ready."""

    kind: Literal["show_it"] = "show_it"


Message = Play | ShowIt
PART: Part[Message] = Part("diversions", Message, scripts=("diversion_texts", "stack_the_papers"))


def show(*, key: str, news: str | None = None) -> tuple[Message, ...]:
    """`news`: the wait is over, in a sentence, for someone who still plays. Messages are not taken:
    the last Play says whether a game is on."""
    return PART.show({"news": news}, key=key).messages


def is_played(messages: tuple[Message, ...]) -> bool:
    """Whether someone is in the middle of a game, who would not like the page to change now."""
    if any(isinstance(message, ShowIt) for message in messages):
        return False
    plays = [message.on for message in messages if isinstance(message, Play)]
    return bool(plays) and plays[-1]
