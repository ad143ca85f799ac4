"""A dialogue -> the question again, by a language model that may add nothing."""

from collections.abc import Sequence

from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.clarify.llm.ask import in_words
from myscholar.interactive.clarify.replies import unwanted_in, wanted_in
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.summary import plain_summary
from myscholar.text.question import QUESTION_LIMIT
from myscholar.text.terms import content_stems, tokens

MOST_NEW = 4
"""Words of content that a summary may have of its own, to join what was said ("focus", "including",
"setting"); by hand."""


async def summarize(dialogue: Dialogue, *, llm: LLM) -> str:
    """By rules where nothing was said that changes the question, and where the model's text still
    says more or less than was said after its repair: a reply is read with the question that it
    answers. Raises LLMError."""
    said = [t for t in dialogue.turns if wanted_in(t) or unwanted_in(t)]
    if not said:
        return dialogue.question
    exchanged = (f"{turn.question.text} {in_words(turn)}" for turn in said)
    allowed = frozenset(content_stems(" ".join([dialogue.question, *exchanged])))
    named = [phrase for turn in said for phrase in wanted_in(turn)]

    def problems(text: str) -> Sequence[str]:
        return problems_of_summary(text, allowed=allowed, named=named)

    prompt = render(
        "clarify/summarize",
        question=dialogue.question,
        turns=[{"question": t.question.text, "reply": in_words(t)} for t in said],
    )
    given = await llm.write(Role.ACTIONS, prompt, problems=problems)
    text = " ".join(given.value.split())
    return plain_summary(dialogue.question, dialogue.turns) if given.problems else text


def problems_of_summary(
    text: str, *, allowed: frozenset[str], named: Sequence[str]
) -> tuple[str, ...]:
    """Whether it adds words of its own, or lacks a choice; none where it may stand."""
    stems, found = frozenset(content_stems(text)), []
    if not text.strip() or len(text) > QUESTION_LIMIT:
        found.append("Write the question again, as one paragraph.")
    if len(stems - allowed) > MOST_NEW:
        new = (t.text for t in tokens(text) if set(content_stems(t.text)) - allowed)
        words = ", ".join(dict.fromkeys(new))
        found.append(f"It says more than was said ({words}). Leave that out.")
    if lacking := [phrase for phrase in named if not stems & frozenset(content_stems(phrase))]:
        found.append(f"It lacks what was said: {', '.join(lacking)}.")
    return tuple(found)
