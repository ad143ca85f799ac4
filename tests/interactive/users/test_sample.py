"""A simulated person who is asked about directions on the bundled sample, as a careful person
played them."""

from collections.abc import Callable

from myscholar.domain.interaction import UserKind, UserSpec
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.steer.replies import question_of
from myscholar.interactive.users.user_of import user_of
from myscholar.workflows.sample import SAMPLE_QUESTION

OFFERED = (
    "Whether each claim is supported by the passage it cites",
    "Agreement of automatic judges with human annotators",
    "Verdicts when the supporting evidence is missing",
)


async def test_a_persona_takes_what_serves_its_aspects_and_leaves_the_rest(
    run, answers: Callable[[str], ScriptedLLM]
) -> None:
    llm = answers("users")
    spec = UserSpec(
        kind=UserKind.PERSONA,
        text="I build a literature-search tool and choose the judge that checks its citations.",
        items=(
            "what a judge says when the supporting passage is missing",
            "how far judges agree with experts",
        ),
    )
    user = user_of(spec, run=run, llm=llm)
    answer = await user.reply("direction-0", question_of(SAMPLE_QUESTION, OFFERED, ""))
    assert answer.choices == OFFERED[1:]
    assert llm.told == []
