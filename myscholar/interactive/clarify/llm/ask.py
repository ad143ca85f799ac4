"""A dialogue -> the next question, by a language model."""

from collections.abc import Sequence

from myscholar.actions.llm.showing import shown_aspects
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Turn
from myscholar.domain.text import listed
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.interactive.clarify.llm.replies import AskedReply
from myscholar.interactive.clarify.replies import is_dismissed
from myscholar.interactive.clarify.rules import (
    MOST_CHOICES,
    Dialogue,
    NextQuestion,
    problems_of,
)
from myscholar.text.replying import said_in

MOST_TITLES = 15
"""Titles of papers found that a model is shown; by hand."""
_NOTHING_LEFT = "Nothing was left whose answer would change much."


async def next_question(
    dialogue: Dialogue, hits: Sequence[Hit], *, llm: LLM, this_year: int, n_left: int
) -> NextQuestion:
    """Choices beyond three are left out. A question that breaks the rules after its repair is not
    asked, and ends the dialogue. Raises LLMError."""

    def problems(reply: AskedReply) -> Sequence[str]:
        question = _question(reply)
        return problems_of(question, dialogue) if question else ()

    prompt = _prompt(dialogue, hits, this_year, n_left)
    given = await llm.ask(Role.ACTIONS, prompt, AskedReply, problems=problems)
    question = _question(given.value)
    if question is None:
        return NextQuestion(ended=_NOTHING_LEFT)
    question = question.model_copy(update={"choices": question.choices[:MOST_CHOICES]})
    if found := problems_of(question, dialogue):
        return NextQuestion(ended=f"The model had nothing new to ask. {found[0]}")
    return NextQuestion(question=question)


def _question(reply: AskedReply) -> Question | None:
    """None where it asks nothing, or nothing that would change much."""
    text = " ".join(reply.text.split())
    if not text or reply.gain == "small":
        return None
    choices = (" ".join(choice.split()) for choice in reply.choices)
    return Question(
        text=text,
        why=" ".join(reply.why.split()),
        choices=tuple(dict.fromkeys(filter(None, choices))),
        takes_several=True,
    )


def _prompt(dialogue: Dialogue, hits: Sequence[Hit], this_year: int, n_left: int) -> Prompt:
    reader = dialogue.profile
    return render(
        "clarify/ask",
        question=dialogue.question,
        this_year=this_year,
        aspects=shown_aspects(reader) if reader else (),
        papers=[hit.paper.title for hit in hits[:MOST_TITLES]],
        turns=[
            {
                "question": turn.question.text,
                "choices": " / ".join(turn.question.choices),
                "is_dismissed": is_dismissed(turn.answer),
                "reply": in_words(turn),
            }
            for turn in dialogue.turns
        ],
        n_left=n_left,
    )


def in_words(turn: Turn) -> str:
    choices, own = said_in(turn.question, turn.answer)
    return "; ".join(filter(None, (listed(choices), own)))
