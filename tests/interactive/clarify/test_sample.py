"""A vague question about the bundled sample's topic, with what a careful person asked and wrote in
the model's place."""

from collections.abc import Callable

from myscholar.domain.interaction import UserKind, UserSpec
from myscholar.domain.profile import Profile
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.clarify.agent import ask_about
from myscholar.interactive.clarify.llm.ask import next_question
from myscholar.interactive.clarify.llm.summarize import summarize
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion
from myscholar.interactive.clarify.summary import plain_summary
from myscholar.interactive.users.user_of import user_of

VAGUE = "How do language models deal with hallucinations?"
REPLIES = ("1", "Answers from retrieved papers, above all the citations in them")


async def test_two_questions_make_a_vague_one_precise_and_a_third_is_not_asked(
    run, sample, mira: Profile, answers: Callable[[str], ScriptedLLM]
) -> None:
    llm = answers("clarify")

    async def ask(dialogue: Dialogue) -> NextQuestion:
        hits = await sample.search(plain_summary(VAGUE, dialogue.turns), 60)
        n_left = 9 - len(dialogue.turns)
        return await next_question(dialogue, hits, llm=llm, this_year=2026, n_left=n_left)

    user = user_of(UserSpec(kind=UserKind.SCRIPTED, items=REPLIES), run=run)
    begun = Dialogue(question=VAGUE, profile=mira)
    dialogue, ended = await ask_about(begun, ask=ask, user=user, run=run, max_turns=9)
    assert [len(turn.question.choices) for turn in dialogue.turns] == [3, 3]
    assert ended == "Nothing was left whose answer would change much."
    written = await summarize(dialogue, llm=llm)
    assert written == (
        "How do language models deal with hallucinations, in particular by automatic detection of "
        "hallucinations in answers from retrieved papers, above all in the citations in them?"
    )
    assert llm.told == []
