"""A clarification as commands print and write it."""

from myscholar.domain.interaction import Clarification
from myscholar.domain.model import Frozen


class TurnView(Frozen):
    question: str
    why: str
    choices: tuple[str, ...]
    reply: str
    """What was said, in words: `“static scenes” by Ada`."""


class ClarificationView(Frozen):
    question: str
    turns: tuple[TurnView, ...]
    summary: str
    ended: str
    """Why no more was asked."""
    engine: str


def clarification_view(made: Clarification) -> ClarificationView:
    return ClarificationView(
        question=made.question,
        turns=tuple(
            TurnView(
                question=turn.question.text,
                why=turn.question.why,
                choices=turn.question.choices,
                reply=turn.answer.in_words,
            )
            for turn in made.turns
        ),
        summary=made.summary,
        ended=made.ended,
        engine=made.engine,
    )
