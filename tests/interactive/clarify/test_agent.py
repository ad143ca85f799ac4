"""The dialogue: how long it goes on, and what ends it."""

import pytest

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import UserKind, UserSpec
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.clarify.agent import ask_about
from myscholar.interactive.clarify.llm.ask import next_question
from myscholar.interactive.clarify.llm.summarize import summarize
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion
from myscholar.interactive.users.user_of import user_of

SONGS = "How do songs of wrens change in cities?"
NOISE = {
    "text": "Which noise do you mean?",
    "choices": ["street noise", "trains at dawn"],
    "why": "It decides what is searched.",
    "gain": "high",
}


async def endless(dialogue: Dialogue) -> NextQuestion:
    n = len(dialogue.turns)
    return NextQuestion(question=Question(text=f"Q{n}?", choices=(f"a{n}x", f"b{n}y")))


async def talk(run, *replies: str, ask=endless, max_turns: int = 9) -> tuple[Dialogue, str]:
    kind = UserKind.SCRIPTED if replies else UserKind.NOBODY
    user = user_of(UserSpec(kind=kind, items=replies), run=run)
    dialogue = Dialogue(question=SONGS)
    return await ask_about(dialogue, ask=ask, user=user, run=run, max_turns=max_turns)


def by_model(*said, told: list | None = None):
    llm = ScriptedLLM({"clarify/ask": list(said)})

    async def ask(dialogue: Dialogue) -> NextQuestion:
        found = await next_question(dialogue, (), llm=llm, this_year=2026, n_left=9)
        if told is not None:
            told[:] = llm.told
        return found

    return ask


async def test_at_most_so_many_questions_are_asked_as_allowed(run) -> None:
    dialogue, ended = await talk(run, *["1"] * 20)
    assert (len(dialogue.turns), ended) == (9, "9 questions were asked, as many as may be.")


async def test_whoever_leaves_it_to_the_tool_is_left_in_peace(run) -> None:
    dialogue, ended = await talk(run)
    assert (len(dialogue.turns), ended) == (1, "The rest was left to the tool.")


async def test_whoever_never_answers_is_asked_once(run) -> None:
    class Away:
        async def reply(self, question_id: str, question: Question) -> Answer:
            return question.check(Answer(kind=AnswerKind.DECIDE, in_time=False))

    dialogue, ended = await ask_about(
        Dialogue(question=SONGS), ask=endless, user=Away(), run=run, max_turns=9
    )
    assert (len(dialogue.turns), ended) == (1, "Nobody answered in time.")


async def test_three_questions_turned_down_in_a_row_are_enough(run) -> None:
    dialogue, ended = await talk(run, "skip", "1", "not important", "no", "11", "1")
    assert len(dialogue.turns) == 5
    assert ended == "3 questions in a row were turned down."


async def test_who_has_enough_is_asked_no_more(run) -> None:
    dialogue, ended = await talk(run, "1", "That's enough, thanks.", "1")
    assert (len(dialogue.turns), ended) == (2, "You said that it is enough.")


async def test_a_restarted_dialogue_asks_and_replies_nothing_anew(run) -> None:
    first = await talk(run, "1", "2")

    async def broken(_: Dialogue) -> NextQuestion:
        raise AssertionError("asked again")

    assert await talk(run, "1", "2", ask=broken) == first


async def test_a_model_that_asks_the_same_again_is_asked_no_more(run) -> None:
    told: list = []
    dialogue, ended = await talk(run, "1", "1", ask=by_model(NOISE, told=told))
    assert len(dialogue.turns) == 1
    assert ended.startswith("The model had nothing new to ask.")
    assert "asked before" in told[0][0]


async def test_a_model_that_offers_what_was_said_is_told_so(run) -> None:
    again = {**NOISE, "text": "Where in town?", "choices": ["street noise", "parks"]}
    other = {**NOISE, "text": "Which season?", "choices": ["spring", "autumn"]}
    told: list = []
    dialogue, _ = await talk(run, "1", "spring", ask=by_model(NOISE, again, other, told=told))
    assert [t.question.text for t in dialogue.turns[:2]] == [NOISE["text"], "Which season?"]
    assert "“street noise” is known" in told[0][0]


async def test_five_choices_are_three_and_one_is_none(run) -> None:
    five = {**NOISE, "choices": ["street", "train", "plane", "wind", "rain"]}
    dialogue, _ = await talk(run, ask=by_model(five))
    assert dialogue.turns[0].question.choices == ("street", "train", "plane")
    run.steps.clear()
    dialogue, ended = await talk(run, ask=by_model({**NOISE, "choices": ["street"]}))
    assert (dialogue.turns, "two or three" in ended) == ((), True)


@pytest.mark.parametrize("said", [{}, {"text": " "}, {**NOISE, "gain": "small"}])
async def test_a_model_that_has_no_question_ends_it(run, said) -> None:
    dialogue, ended = await talk(run, ask=by_model(said))
    assert (dialogue.turns, ended) == ((), "Nothing was left whose answer would change much.")


async def test_a_model_that_fails_fails_the_run(run) -> None:
    with pytest.raises(LLMRefusal):
        await talk(run, ask=by_model(LLMRefusal("scripted:model", "clarify/ask")))


async def summary_of(run, *written: str) -> tuple[str, ScriptedLLM]:
    dialogue, _ = await talk(run, "1", "not important", ask=by_model(NOISE, {}))
    llm = ScriptedLLM({"clarify/summarize": list(written)})
    return await summarize(dialogue, llm=llm), llm


async def test_a_models_summary_stands_where_it_says_what_was_said(run) -> None:
    written = "How do songs of wrens change in cities with street noise?"
    assert (await summary_of(run, written))[0] == written


@pytest.mark.parametrize(
    "written",
    [
        "How do songs of wrens change in cities?",
        "How do songs of wrens change by street noise in Berlin, Paris, Rome, Oslo and Vienna?",
        "",
    ],
)
async def test_a_summary_that_adds_or_lacks_something_twice_is_made_by_rules(
    run, written: str
) -> None:
    made, llm = await summary_of(run, written)
    assert made == f"{SONGS} Focus on street noise."
    assert len(llm.told) == 1


async def test_nothing_said_leaves_the_question_as_it_is_without_a_model(run) -> None:
    dialogue, _ = await talk(run, "skip", ask=by_model(NOISE, {}))
    assert await summarize(dialogue, llm=ScriptedLLM({})) == SONGS


async def test_a_summary_may_say_what_a_reply_means_in_the_words_of_its_question(run) -> None:
    asked = NOISE | {"text": "Which noise changes loudness, pitch, tempo, timing and rhythm?"}
    dialogue, _ = await talk(run, "1", ask=by_model(asked, {}))
    written = (
        "How does street noise change loudness, pitch, tempo, timing and rhythm of wren songs?"
    )
    assert await summarize(dialogue, llm=ScriptedLLM({"clarify/summarize": [written]})) == written
