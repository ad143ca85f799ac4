"""A profile with a language model: five calls over one prefix, flags for what is doubtful, named
errors, nothing invented."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.papers import Relation
from myscholar.domain.profile import InferenceId, Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event
from myscholar.errors import LLMBadAnswer, LLMKeyRefused, LLMUnavailable, NoPapers, NoText
from myscholar.gateways.llm.llm import ModelAnswer, Role
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.profile.llm.infer import PROMPT, infer_profile
from myscholar.profile.llm.replies import AspectReply

NOTHING: dict[str, Any] = {"inferences": []}


def aspect_of(prompt: Prompt) -> ProfileAspect:
    return next(a for a in ProfileAspect if f"**{a.value.replace('_', ' ')}**" in prompt.task)


def scripted(**by_aspect: Any) -> ScriptedLLM:
    """Answers an aspect with what is given for it, the others with nothing; a list is used up call
    by call."""
    left = {a: list(v) if isinstance(v, list) else [v] for a, v in by_aspect.items()}

    def answer(prompt: Prompt) -> Any:
        said = left.get(aspect_of(prompt).value, [NOTHING])
        return said.pop(0) if len(said) > 1 else said[0]

    return ScriptedLLM({PROMPT: answer})


async def profile_of(papers: Any, llm: Any, background: Any, **kwargs: Any) -> Profile:
    return await infer_profile(
        papers,
        llm=llm,
        background=background,
        now="2026-01-01T00:00:00Z",
        profile_id=ProfileId("p"),
        name="Me",
        **kwargs,
    )


def inferred(papers: Any, llm: Any, background: Any, **kwargs: Any) -> Profile:
    return asyncio.run(profile_of(papers, llm, background, **kwargs))


def one(reply: Any) -> dict[str, Any]:
    return {"inferences": [reply]}


def test_a_profile_of_a_models_answers(nests, background, good) -> None:
    llm = scripted(research_style=one(good))
    profile = inferred(nests, llm, background)
    (kept,) = profile.inferences
    assert kept.text == "Your papers put listeners before recordings of loud nests."
    assert kept.basis == ""
    assert kept.aspect is ProfileAspect.RESEARCH_STYLE
    assert kept.origin == "scripted:model"
    assert kept.flags == ()
    assert profile.engine == "llm"
    assert {role for role, _ in llm.asked} == {Role.PROFILE}
    assert len(llm.asked) == 5
    assert llm.told == []


def test_progress_names_each_aspect(nests, background, good) -> None:
    events: list[Event] = []
    inferred(nests, scripted(knowledge=one(good)), background, progress=events.append)
    assert [(e.done, e.total) for e in events] == [
        (3, 3),
        (0, 5),
        (1, 5),
        (2, 5),
        (3, 5),
        (4, 5),
        (5, 5),
        (1, 1),
    ]
    assert {e.message for e in events if e.step == "Inferring" and e.done} == {
        a.label for a in ProfileAspect
    }


class Gated:
    """Answers with nothing but one good reply; the first call's answer begins only when `begin` is
    set."""

    def __init__(self, good: Any, begin: asyncio.Event) -> None:
        self.good, self.begin = good, begin
        self.asked: list[ProfileAspect] = []
        self.heard = asyncio.Condition()
        self.finish = asyncio.Event()

    async def ask(
        self, role: Role, prompt: Prompt, reply: type[Any], *, began: Callable[[], None], **_: Any
    ) -> ModelAnswer[Any]:
        async with self.heard:
            self.asked.append(aspect_of(prompt))
            self.heard.notify_all()
        await self.begin.wait()
        began()
        await self.finish.wait()
        return ModelAnswer(
            AspectReply.model_validate(one(self.good)), "scripted:model", prompt.label
        )

    async def was_asked(self, n: int) -> list[ProfileAspect]:
        async with self.heard:
            await self.heard.wait_for(lambda: len(self.asked) >= n)
        return self.asked


def test_four_aspects_start_as_soon_as_the_answer_to_the_first_has_begun(
    nests, background, good
) -> None:
    async def watched() -> None:
        llm = Gated(good, asyncio.Event())
        running = asyncio.ensure_future(profile_of(nests, llm, background))
        assert await llm.was_asked(1) == [ProfileAspect.KNOWLEDGE]
        for _ in range(20):
            await asyncio.sleep(0)
        assert llm.asked == [ProfileAspect.KNOWLEDGE], "the others wait until its answer begins"
        llm.begin.set()
        assert await llm.was_asked(5) == list(ProfileAspect), (
            "none of them waits for the end of the first"
        )
        llm.finish.set()
        assert len((await running).inferences) == 5

    asyncio.run(watched())


def test_a_first_call_that_fails_is_the_error_and_nothing_more_is_asked(nests, background) -> None:
    class Refusing:
        asked = 0

        async def ask(self, *_: Any, **__: Any) -> Any:
            self.asked += 1
            raise LLMKeyRefused("test:model")

    llm = Refusing()
    with pytest.raises(LLMKeyRefused):
        inferred(nests, llm, background)
    assert llm.asked == 1


def test_when_one_aspect_fails_the_others_are_finished_first(nests, background, good) -> None:
    finished: list[ProfileAspect] = []

    class OneFails:
        async def ask(
            self,
            role: Role,
            prompt: Prompt,
            reply: type[Any],
            *,
            began: Callable[[], None],
            **_: Any,
        ) -> Any:
            aspect = aspect_of(prompt)
            began()
            if aspect is ProfileAspect.RESEARCH_STYLE:
                raise LLMUnavailable("test:model", "overloaded")
            for _ in range(10):
                await asyncio.sleep(0)
            finished.append(aspect)
            return ModelAnswer(AspectReply.model_validate(one(good)), "test:model", prompt.label)

    with pytest.raises(LLMUnavailable):
        inferred(nests, OneFails(), background)
    assert len(finished) == 4, "they are paid for, and the gateway keeps their answers"


def test_a_model_is_told_once_and_its_second_answer_counts(
    nests, background, good, write_inference, write_support
) -> None:
    lost = write_inference(
        "Your papers measure nests.",
        write_support(1, [99], "nowhere to be found", "One paper measures nests."),
    )
    llm = scripted(knowledge=[one(lost), one(good)])
    profile = inferred(nests, llm, background)
    assert len(profile.inferences) == 1
    assert len(llm.told) == 1
    assert "[99]" in llm.told[0][0]


def test_what_stays_untraceable_is_dropped_and_said(
    nests, background, good, write_inference, write_support
) -> None:
    lost = write_inference(
        "Your papers measure nests.",
        write_support(1, [99], "nowhere to be found", "One paper measures nests."),
    )
    profile = inferred(nests, scripted(knowledge={"inferences": [lost, good]}), background)
    assert [i.text for i in profile.inferences] == [
        "Your papers put listeners before recordings of loud nests."
    ]
    assert any("1 inference of the model could not be traced" in n for n in profile.notes)


def test_a_profile_of_which_nothing_can_be_traced_is_an_error(
    nests, background, write_inference
) -> None:
    with pytest.raises(LLMBadAnswer, match="traced"):
        inferred(
            nests,
            scripted(knowledge=one(write_inference("Your papers are about everything."))),
            background,
        )


def test_a_comparison_rests_on_the_field_count_that_it_names(nests, background, good) -> None:
    text = "Your papers speak of nest acoustics, unlike most conference papers."
    llm = scripted(knowledge=one(good | {"inference": text, "count": 1}))
    (kept,) = inferred(nests, llm, background).inferences
    assert "conference abstracts" in kept.basis  # C1 is the first field count


def test_what_the_model_itself_doubts_is_shown_as_its_own(nests, background, good) -> None:
    doubted = good | {"doubt": "Overclaim", "doubt_reason": "Only the first paper asks listeners."}
    (kept,) = inferred(nests, scripted(knowledge=one(doubted)), background).inferences
    (flag,) = kept.flags
    assert (flag.error_type, flag.origin) == (ErrorType.OVERCLAIM, "scripted:model")
    assert (flag.severity, flag.reason) == (Severity.HINT, "Only the first paper asks listeners.")


@pytest.mark.parametrize(
    "said",
    [
        {"doubt": "boring", "doubt_reason": "It is."},
        {"doubt": "domain", "doubt_reason": " "},
        {"doubt": "strength", "doubt_reason": "You are a non-native speaker."},
        {},
    ],
)
def test_a_doubt_without_a_known_kind_or_a_reason_that_may_be_shown_is_none(
    nests, background, good, said
) -> None:
    (kept,) = inferred(nests, scripted(knowledge=one(good | said)), background).inferences
    assert kept.flags == ()


def test_the_same_said_twice_by_two_answers_is_noticed_by_a_rule_at_the_second(
    nests, background, good
) -> None:
    llm = scripted(knowledge=one(good), positions=one(good))
    first, second = inferred(nests, llm, background).inferences
    assert first.flags == ()
    assert [(f.error_type, f.origin) for f in second.flags] == [(ErrorType.PROFILE_GLOBAL, "")]


def test_an_inference_claims_no_more_papers_than_show_it(nests, background, good) -> None:
    alone = good | {"supports": good["supports"][:1]}
    texts = {
        "Your papers put listeners before loud nests.": "“Nest Acoustics of City Sparrows” puts "
        "listeners before loud nests.",
        "3 of your 3 papers put listeners before loud nests.": "“Nest Acoustics of City Sparrows” "
        "puts listeners before loud nests.",
        "One of your papers puts listeners before loud nests.": "One of your papers puts "
        "listeners before loud nests.",
    }
    for said, shown in texts.items():
        (kept,) = inferred(
            nests, scripted(knowledge=one(alone | {"inference": said})), background
        ).inferences
        assert kept.text == shown


def test_a_model_is_told_once_that_one_paper_is_not_your_papers(nests, background, good) -> None:
    text = "Where nests are loud, your papers put listeners before them."
    alone = good | {"supports": good["supports"][:1], "inference": text}
    llm = scripted(knowledge=[one(alone), one(good)])
    inferred(nests, llm, background)
    (told,) = llm.told[0]
    assert told.startswith(f"“{text}” speaks of “your papers”, and one paper supports it")


def test_the_one_paper_of_several_that_could_be_read_does_not_speak_for_the_others(
    nests, make_paper, background, good
) -> None:
    alone, unread = good | {"supports": good["supports"][:1]}, make_paper("u", "Owls")
    (kept,) = inferred((nests[0], unread), scripted(knowledge=one(alone)), background).inferences
    assert (
        kept.text
        == "“Nest Acoustics of City Sparrows” puts listeners before recordings of loud nests."
    )
    # Where there is no other paper, "your papers" is that one.
    assert (
        inferred(nests[:1], scripted(knowledge=one(alone)), background)
        .inferences[0]
        .text.startswith("Your papers put")
    )


def test_what_others_did_is_never_said_to_be_the_users(nests, background, good) -> None:
    followed = tuple(p.model_copy(update={"relation": Relation.FOLLOWED}) for p in nests[:2])
    (kept,) = inferred((*followed, nests[2]), scripted(knowledge=one(good)), background).inferences
    assert kept.text == "The papers you follow put listeners before recordings of loud nests."


def test_papers_that_nothing_rests_on_and_aspects_with_few_inferences_are_named(
    nests, background, good
) -> None:
    notes = inferred(nests, scripted(knowledge=one(good)), background).notes
    assert any("Nothing here rests on “Song Dialects of Wrens”" in n for n in notes)
    assert any("fewer than five" in n and "audience" in n for n in notes)


def test_what_was_left_out_is_said(make_paper, background, good, nests) -> None:
    long = make_paper(
        "l",
        "Long Nests",
        body=tuple(
            f"We argue that nest number {n} is loud in the city of sparrows." for n in range(100)
        ),
    )
    notes = inferred(
        (*nests, long), scripted(knowledge=one(good)), background, prefix_tokens=800
    ).notes
    assert any("of 103 paragraphs were read" in n for n in notes)


def test_at_most_five_inferences_an_aspect(nests, background, good) -> None:
    seven = {
        "inferences": [
            good | {"inference": f"Your papers ask listeners about nest {n}."} for n in range(7)
        ]
    }
    assert len(inferred(nests, scripted(knowledge=seven), background).inferences) == 5


def test_inferences_about_the_person_are_counted_and_never_shown(nests, background, good) -> None:
    private = good | {"inference": "You are a devout Christian researcher."}
    profile = inferred(nests, scripted(audience={"inferences": [private, good]}), background)
    assert profile.n_withheld == 1
    assert "Christian" not in profile.model_dump_json()


def test_an_inference_without_end_is_cut_and_the_run_goes_on(nests, background, good) -> None:
    endless = good | {"inference": f"Your papers compare nests {'and nests ' * 1000}"}
    profile = inferred(nests, scripted(knowledge={"inferences": [endless]}), background)
    (text,) = [i.text for i in profile.inferences if i.aspect.value == "knowledge"]
    assert text.endswith("…")
    assert len(text) < 1100


def test_no_papers_and_no_text_are_clear_errors_before_anything_is_asked(
    make_paper, background
) -> None:
    llm = scripted()
    with pytest.raises(NoPapers):
        inferred((), llm, background)
    with pytest.raises(NoText):
        inferred((make_paper("t", "Only a title"),), llm, background)
    assert llm.asked == []


def test_what_a_profile_says_comes_again_in_its_words_and_edits_stay(
    nests, background, good
) -> None:
    """The researcher reworded one inference, added one without papers and deleted one."""
    spare = good | {"inference": "Some of your papers rate what listeners hear."}
    base = inferred(nests[:2], scripted(research_style={"inferences": [good, spare]}), background)
    first, second = base.inferences
    base = base.with_inference(first.edited("My papers ask listeners first."), at="2026")
    base = base.without_inference(second.inference_id, at="2026")
    own = first.edited("My papers count nests by ear.").model_copy(
        update={"inference_id": InferenceId("own"), "supports": ()}
    )
    base = base.with_inference(own, at="2026")
    again = [good | {"inference": i.text} for i in base.inferences]
    llm = scripted(research_style={"inferences": again})
    grown = inferred(nests, llm, background, base=base)
    assert [(i.inference_id, i.text, i.origin, len(i.supports)) for i in grown.inferences] == [
        (first.inference_id, "My papers ask listeners first.", "user", 2),
        ("own", "My papers count nests by ear.", "user", 2),
    ]
    shown = next(p.task for _, p in llm.asked if aspect_of(p) is ProfileAspect.RESEARCH_STYLE)
    standing, removed = (
        shown.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0] for tag in ("standing", "removed")
    )
    assert standing.split("\n- ")[1:] == [
        "My papers ask listeners first.", "My papers count nests by ear.\n",
    ]  # fmt: skip
    assert "rate what listeners hear" in removed
    others = [p.task for _, p in llm.asked if aspect_of(p) is not ProfileAspect.RESEARCH_STYLE]
    assert not any("<standing>" in task or "<removed>" in task for task in others)
