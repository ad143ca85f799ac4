"""Whoever is asked replies with something that the question takes, and the same for a seed."""

import pytest

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import UserKind, UserSpec
from myscholar.errors import LLMBadAnswer, LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.users.user_of import user_of
from myscholar.text.likeness import likeness_by

SIDES = Question(
    text="Which of these should come first?",
    choices=("street noise", "nest boxes", "migration routes"),
    takes_several=True,
)
ONE = SIDES.model_copy(update={"takes_several": False})
CLOSED = Question(text="Which?", choices=("a sound", "a sight"), takes_text=False)
STRICT = Question(text="Which one?", choices=("x", "y"), can_skip=False, can_leave=False)


def script(*replies: str) -> UserSpec:
    return UserSpec(kind=UserKind.SCRIPTED, items=replies)


PERSONA = UserSpec(
    kind=UserKind.PERSONA,
    text="I plan quiet parks for a city.",
    items=("how street noise changes songs", "what planting costs a city"),
)
INTENTS = UserSpec(
    kind=UserKind.INTENTS,
    items=("Only songs near street noise count", "The report is for city planners"),
)
REFERENCE = UserSpec(
    kind=UserKind.REFERENCE,
    text="Wrens sing earlier beside street noise. City planners should plant 40 hedges.",
)


async def reply_to(spec: UserSpec, run, *questions: Question, **options) -> list[Answer]:
    user = user_of(spec, run=run, **options)
    return [await user.reply(f"q{n}", question) for n, question in enumerate(questions)]


async def test_a_live_user_is_asked_by_the_run(run) -> None:
    run._answers.append("2")
    (answer,) = await reply_to(UserSpec(), run, SIDES)
    assert (answer.choices, run.asked) == (("nest boxes",), ["q0"])


@pytest.mark.parametrize("question", [SIDES, CLOSED, STRICT])
async def test_nobody_leaves_everything_to_the_tool_at_once(run, question: Question) -> None:
    (answer,) = await reply_to(UserSpec(kind=UserKind.NOBODY), run, question)
    assert question.check(answer).kind is AnswerKind.DECIDE


async def test_a_script_is_read_as_typed_and_then_leaves_it_to_the_tool(run) -> None:
    said = await reply_to(script("1, 2", "2", "the sea"), run, SIDES, CLOSED, SIDES, SIDES)
    assert [a.choices for a in said[:2]] == [("street noise", "nest boxes"), ("a sight",)]
    assert (said[2].text, said[3].kind) == ("the sea", AnswerKind.DECIDE)


@pytest.mark.parametrize("unfit", ["11", "a sound, a sight", "an essay " * 300, "выбери сам", "-"])
async def test_a_scripted_reply_that_does_not_fit_is_left_to_the_tool(run, unfit: str) -> None:
    (answer,) = await reply_to(script(unfit), run, CLOSED)
    assert answer.kind is AnswerKind.DECIDE


async def test_a_persona_picks_only_what_fits_its_aspects(run) -> None:
    said = await reply_to(PERSONA, run, SIDES, ONE)
    assert [a.choices for a in said] == [("street noise",)] * 2


async def test_a_persona_suggests_one_thing_of_its_own_where_nothing_fits_half_of_the_time(
    run,
) -> None:
    """At most one, never twice the same, and nothing where the question takes no words."""
    far = Question(text="Which?", choices=("egg colours", "feather mites"))
    said = []
    for seed in range(20):
        spec = PERSONA.model_copy(update={"seed": seed})
        run.steps.clear()
        said += await reply_to(spec, run, far)
    words = [a.text for a in said if a.kind is AnswerKind.TEXT]
    assert 5 <= len(words) <= 15
    assert {*words} <= {*PERSONA.items}
    assert {a.kind for a in said} == {AnswerKind.TEXT, AnswerKind.SKIP}
    run.steps.clear()
    named = [a.text for a in await reply_to(PERSONA, run, *[far] * 12) if a.text]
    assert len(named) == len({*named}) <= 2
    run.steps.clear()
    closed = far.model_copy(update={"takes_text": False})
    assert not [a for a in await reply_to(PERSONA, run, *[closed] * 9) if a.text]


async def test_a_persona_of_one_word_replies(run) -> None:
    (answer,) = await reply_to(UserSpec(kind=UserKind.PERSONA, text="noise"), run, SIDES)
    assert answer.choices == ("street noise",)


async def test_intents_are_revealed_when_asked_about_and_else_turned_down(run) -> None:
    """Flagged by words: the same question again, and one that concerns no intent."""
    reader = Question(text="Who is the report for?")
    mites = Question(text="Which mites?", choices=("feather mites", "nest mites"))
    said = await reply_to(INTENTS, run, SIDES, SIDES, reader, mites)
    assert said[0].choices == ("street noise",)
    assert [a.text for a in said[1:]] == [
        "already asked",
        "The report is for city planners",
        "not important",
    ]


async def test_a_sentence_embedder_brings_the_papers_thresholds(run) -> None:
    class Embedder:
        """Texts on streets are one text, all others another one; the two are 0.9 alike."""

        needs_fit = False

        def embed(self, texts):
            import numpy as np

            away = np.sqrt(1 - 0.9**2)
            return np.array([[1, 0] if "street" in t else [0.9, away] for t in texts])

    likeness = likeness_by(Embedder())
    assert (likeness.repeats, likeness.relevant) == (0.92, 0.8)
    nests = Question(text="Which nests?", choices=("boxes", "hedges"))
    said = await reply_to(INTENTS, run, SIDES, nests, SIDES, likeness=likeness)
    assert [a.text for a in said[1:]][1] == "already asked"
    assert said[1].text != "already asked"


async def test_a_reference_replies_in_the_first_person_without_its_figures(run) -> None:
    planning = Question(text="What should city planners do?", choices=("feed them", "ring them"))
    said = await reply_to(REFERENCE, run, SIDES, planning, Question(text="Which mites?"))
    assert said[0].choices == ("street noise",)
    assert said[1].text.startswith("None of these: I care about ")
    assert "40" not in said[1].text
    assert said[2].kind is AnswerKind.SKIP


@pytest.mark.parametrize("spec", [PERSONA, INTENTS, REFERENCE])
async def test_simulated_users_reply_alike_for_a_seed_and_remember_after_a_restart(
    run, spec: UserSpec
) -> None:
    first = await reply_to(spec, run, SIDES, ONE, CLOSED)
    assert await reply_to(spec, run, SIDES, ONE, CLOSED) == first  # from the run's steps
    run.steps.clear()
    assert await reply_to(spec, run, SIDES, ONE, CLOSED) == first


@pytest.mark.parametrize("spec", [PERSONA, INTENTS, REFERENCE])
async def test_a_model_speaks_for_a_simulated_user_and_its_failure_is_no_reply(
    run, spec: UserSpec
) -> None:
    name = f"users/{spec.kind}"
    llm = ScriptedLLM({name: {"choices": [1]}})
    assert (await reply_to(spec, run, SIDES, llm=llm))[0].choices == ("street noise",)
    run.steps.clear()
    llm = ScriptedLLM({name: [{"choices": [11]}, {"text": "Quiet parks."}]})
    assert (await reply_to(spec, run, SIDES, llm=llm))[0].text == "Quiet parks."
    assert "It takes: " in llm.told[0][0]
    run.steps.clear()
    with pytest.raises(LLMBadAnswer):
        await reply_to(spec, run, SIDES, llm=ScriptedLLM({name: {"choices": [7, 11]}}))
    refusal = LLMRefusal("scripted:model", name)
    with pytest.raises(LLMRefusal):
        await reply_to(spec, run, SIDES, llm=ScriptedLLM({name: refusal}))
    assert run.steps == {}


async def test_whoever_wants_a_long_report_knows_its_end_too(run) -> None:
    llm = ScriptedLLM({"users/reference": {"choices": [1]}})
    long = "Wrens sing in the rain. " * 1_700 + "Hedges come last."
    await reply_to(REFERENCE.model_copy(update={"text": long}), run, SIDES, llm=llm)
    assert "Hedges come last." in llm.asked[0][1].text
