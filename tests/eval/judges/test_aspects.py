"""What is said on a person's aspects, by words and by a model."""

import asyncio

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.persona import QuestionPersona, WantedAspect
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.aspects import ModelAspectJudge
from eval.judges.local.aspects import LocalAspectJudge
from eval.judges.sentences import statements_of
from myscholar.gateways.llm.scripted import ScriptedLLM

ASKER = QuestionPersona(
    pair_id="q-1",
    query_id="q",
    question="How do honey bees find a food source?",
    persona="I work on the waggle dance. I keep bees.",
    aspects=(
        WantedAspect(text="waggle dance", evidence="the waggle dance", reason="It is my subject."),
        WantedAspect(text="optic flow"),
        WantedAspect(text="magnetic sense"),
    ),
)


def report_of(text: str, *markers: str) -> ScholarReport:
    citations = tuple(ScholarCitation(id=marker, title="Bees") for marker in markers)
    section = ScholarSection(title="Bees", text=text, citations=citations)
    return ScholarReport(query_id="q", question=ASKER.question, system="s", sections=(section,))


REPORT = report_of(
    "The waggle dance of bees points to food [1]. Bees see by optic cues [1]. "
    "You asked for the magnetic sense of bees. Rivers flow to the sea [2].",
    "[1]",
    "[2]",
)
LOCAL = LocalAspectJudge()


def scores(judged) -> list[float | None]:
    return [j.score if isinstance(j, Scored) else None for j in judged]


def test_by_words_only_sentences_that_cite_speak_for_a_report():
    """All of "waggle dance" in one sentence, "optic" and "flow" in two, "magnetic" uncited."""
    assert scores(asyncio.run(LOCAL.report(ASKER, REPORT))) == [2, 1, 0]


def test_a_report_without_text_covers_nothing():
    nothing = ScholarReport(query_id="q", question=ASKER.question, system="s")
    assert scores(asyncio.run(LOCAL.report(ASKER, nothing))) == [0, 0, 0]
    assert asyncio.run(LOCAL.keypoints(ASKER, nothing)) == ()


def test_an_aspect_without_words_is_unscored_whatever_is_said():
    asker = ASKER.model_copy(update={"aspects": (WantedAspect(text="of the"), *ASKER.aspects)})
    for judged in (LOCAL.report(asker, REPORT), LOCAL.replies(asker, ["Waggle dance"])):
        first, second, *_ = asyncio.run(judged)
        assert isinstance(first, Unscored)
        assert first.reason.startswith("NoTerms:")
        assert isinstance(second, Scored)


def test_a_report_in_another_language_is_unscored():
    text = "Пчёлы танцуют, чтобы указать на источник пищи, и летят по солнцу домой [1]."
    foreign = report_of(text, "[1]")
    assert {type(j) for j in asyncio.run(LOCAL.report(ASKER, foreign))} == {Unscored}
    assert {type(t) for t in asyncio.run(LOCAL.sentences(ASKER, foreign))} == {Unscored}


def test_by_words_keypoints_are_sentences_that_cite_and_share_a_word_with_the_question():
    """The dance and the cues; not what was asked for, and not the rivers."""
    assert asyncio.run(LOCAL.keypoints(ASKER, REPORT)) == (frozenset({0}), frozenset())


def test_by_words_a_sentence_is_on_an_aspect_that_it_has_all_words_of():
    assert asyncio.run(LOCAL.sentences(ASKER, REPORT)) == (
        frozenset({0}),
        frozenset(),
        frozenset({2}),
        frozenset(),
    )


HEADED = report_of(
    "**Key points:**\n- The waggle dance of bees points to food [1]\n- Rivers flow to the sea [1]\n"
    "\nFound in two papers [1]:\n- bees dance for nectar too\n\nThe optic flow\n\n"
    "Paper | Year | What it reports\nBees | 2019 | “a dance” [1]\n\nWhy do they dance?",
    "[1]",
)
"""Of nine lines two are heads of lists, one is a heading, one names columns."""


def test_heads_of_lists_headings_and_names_of_columns_are_no_sentences_of_a_report():
    assert [s.plain for s in statements_of(HEADED)] == [
        "- The waggle dance of bees points to food",
        "- Rivers flow to the sea",
        "- bees dance for nectar too",
        "Bees | 2019 | “a dance”",
        "Why do they dance?",
    ]
    assert len(asyncio.run(LOCAL.sentences(ASKER, HEADED))) == 5
    verdicts = [{"text": n, "reason": "So.", "aspects": []} for n in range(1, 6)]
    judge, _ = model(aspect_targets={"verdicts": verdicts})
    assert asyncio.run(judge.sentences(ASKER, HEADED)) == (frozenset(),) * 5


def test_by_words_a_reply_is_on_an_aspect_that_it_has_half_the_words_of():
    replies = ["Optic lobes", "Round dance and optic flow", "Pollen"]
    assert asyncio.run(LOCAL.targeted(ASKER, replies)) == (
        frozenset({1}),
        frozenset({0, 1}),
        frozenset(),
    )
    assert scores(asyncio.run(LOCAL.replies(ASKER, replies))) == [1, 2, 0]
    assert scores(asyncio.run(LOCAL.inferred(ASKER, ["magnetic sense"]))) == [0, 0, 2]


def model(**replies) -> tuple[ModelAspectJudge, ScriptedLLM]:
    llm = ScriptedLLM({f"eval/{name}": reply for name, reply in replies.items()})
    return ModelAspectJudge(llm, "desk:person"), llm


def marked(*entries: tuple[int, int]) -> dict[str, object]:
    return {"verdicts": [{"aspect": a, "reason": "So.", "mark": m} for a, m in entries]}


def test_a_model_marks_each_aspect_once_and_sees_persona_and_reasons():
    judge, llm = model(aspect_marks=marked((1, 2), (2, 0), (3, 1)))
    assert scores(asyncio.run(judge.report(ASKER, REPORT))) == [2, 0, 1]
    ((_, prompt),) = llm.asked
    assert "I keep bees." in prompt.text
    assert "why it matters: It is my subject." in prompt.text
    assert "<report>" in prompt.text


def test_an_aspect_that_the_model_leaves_out_is_unscored():
    judge, _ = model(aspect_marks=marked((1, 2), (3, 1)))
    assert scores(asyncio.run(judge.report(ASKER, REPORT))) == [2, None, 1]


def test_nothing_said_is_marked_0_without_a_question():
    judge, llm = model()
    assert scores(asyncio.run(judge.replies(ASKER, []))) == [0, 0, 0]
    assert scores(asyncio.run(judge.inferred(ASKER, []))) == [0, 0, 0]
    assert asyncio.run(judge.targeted(ASKER, [])) == ()
    assert not llm.asked


def test_a_model_places_texts_on_aspects_and_is_told_of_numbers_that_none_has():
    verdicts = [
        {"text": 1, "reason": "So.", "aspects": [1, 3, 4]},
        {"text": 2, "reason": "So.", "aspects": []},
    ]
    judge, llm = model(aspect_targets={"verdicts": verdicts})
    assert asyncio.run(judge.targeted(ASKER, ["Dances", "Pollen"])) == (
        frozenset({0, 2}),
        frozenset(),
    )
    assert llm.told[0] == ("There is no aspect 4: they are 1 to 3.",)


@pytest.mark.parametrize("what", ["sentences", "targeted", "report", "replies", "inferred"])
def test_whatever_a_model_judges_it_sees_from_which_words_an_aspect_was_taken(what: str):
    """A short name alone can be meant in many senses."""
    judge, llm = model(aspect_marks=marked((1, 2)), aspect_targets={"verdicts": []})
    asyncio.run(
        getattr(judge, what)(ASKER, REPORT if what in ("sentences", "report") else ["Bees"])
    )
    assert 'seen from: "the waggle dance"' in llm.asked[0][1].text


def test_only_keypoints_whose_words_stand_in_the_report_are_placed():
    points = [
        {"point": "The dance tells.", "spans": ["The waggle dance of bees points to food"]},
        {"point": "Bees smell.", "spans": ["Bees smell their way"]},
    ]
    verdicts = [{"text": 1, "reason": "So.", "aspects": [1]}]
    judge, llm = model(keypoints={"points": points}, aspect_targets={"verdicts": verdicts})
    assert asyncio.run(judge.keypoints(ASKER, REPORT)) == (frozenset({0}),)
    assert "Bees smell." not in llm.asked[-1][1].text


def test_a_keypoint_whose_words_differ_in_a_mark_of_quotation_alone_is_placed():
    report = report_of("Bees do the “waggle dance” near the hive's floor [1].", "[1]")
    points = [{"point": "They dance.", "spans": ['do the "waggle dance"', "the hive’s floor"]}]
    verdicts = [{"text": 1, "reason": "So.", "aspects": [1]}]
    judge, llm = model(keypoints={"points": points}, aspect_targets={"verdicts": verdicts})
    assert asyncio.run(judge.keypoints(ASKER, report)) == (frozenset({0}),)
    assert len(llm.asked) == 2  # nothing was to be mended


@pytest.mark.parametrize("name", ["keypoints", "aspect_targets"])
def test_a_model_that_fails_leaves_the_keypoints_unscored(name):
    points = [{"point": "A point.", "spans": ["Rivers flow to the sea"]}]
    replies = {"keypoints": {"points": points}, "aspect_targets": {"verdicts": []}}
    judge, _ = model(**{**replies, name: {"nonsense": True}})
    (judged,) = asyncio.run(judge.keypoints(ASKER, REPORT))
    assert isinstance(judged, Unscored)


LONG = REPORT.model_copy(
    update={
        "sections": tuple(
            ScholarSection(title=f"Part {n}", text="Bees fly far. " * 10_000) for n in (1, 2)
        )
    }
)
"""Too long for one question: two parts."""


def test_of_a_long_report_the_best_mark_of_its_parts_counts():
    parts = [marked((1, 2), (2, 0), (3, 1)), marked((1, 1), (2, 1), (3, 0))]
    judge, llm = model(aspect_marks=parts)
    assert scores(asyncio.run(judge.report(ASKER, LONG))) == [2, 1, 1]
    assert len(llm.asked) == 2


def test_where_a_part_could_not_be_judged_only_the_best_mark_stands():
    """The part that failed might have been better than 1."""
    judge, _ = model(aspect_marks=[marked((1, 2), (2, 1), (3, 0)), {"no": 1}])
    assert scores(asyncio.run(judge.report(ASKER, LONG))) == [2, None, None]
