"""A language model finds keypoints in cited sources and says what a report makes of them."""

import asyncio

from eval.domain.judgment import Unscored
from eval.domain.keypoints import CitedSource, KeypointRelation, Related
from eval.domain.report import ScholarReport, ScholarSection
from eval.judges.keypoints import MOST_KEYPOINTS, ModelKeypointJudge
from myscholar.errors import LLMUnavailable
from myscholar.gateways.llm.scripted import ScriptedLLM

QUESTION = "Do hedges help bees?"
SOURCES = (
    CitedSource(name="a", passages=("Bees nest in\nhedges. Wasps do, too.",)),
    CitedSource(name="bare", title="Hedges"),
    CitedSource(name="b", passages=("Hedges flower early.",)),
)
REPORT = ScholarReport(
    query_id="q",
    question=QUESTION,
    system="s",
    sections=(ScholarSection(title="Bees", text="Hedges help bees to nest."),),
)


def judge_of(**replies) -> tuple[ModelKeypointJudge, ScriptedLLM]:
    llm = ScriptedLLM({name.replace("__", "/"): reply for name, reply in replies.items()})
    return ModelKeypointJudge(llm, "desk:person"), llm


def points(*spans: str) -> dict[str, object]:
    return {"points": [{"point": f"Point on {s}", "spans": [s]} for s in spans]}


def verdicts(*entries: tuple[int, str]) -> dict[str, object]:
    return {"verdicts": [{"keypoint": n, "reason": "So.", "verdict": v} for n, v in entries]}


def test_a_point_is_kept_with_the_very_words_of_its_source():
    """A model writes one blank where the source has the end of a line."""
    judge, llm = judge_of(eval__keypoints=points("Bees nest in hedges."))
    (found,) = asyncio.run(judge.find(QUESTION, SOURCES[:2]))
    (span,) = found.spans
    assert (span.source, span.start, span.text) == ("a", 0, "Bees nest in\nhedges.")
    assert span.is_in(SOURCES)
    ((_, prompt),) = llm.asked
    assert QUESTION in prompt.text
    assert "Wasps do, too." in prompt.text


def test_a_point_whose_words_stand_nowhere_in_its_source_is_none():
    judge, llm = judge_of(eval__keypoints=points("Hedges flower early.", "Bees build hedges."))
    (found,) = asyncio.run(judge.find(QUESTION, SOURCES[2:]))
    assert found.text == "Point on Hedges flower early."
    assert len(llm.asked) >= 1


def test_a_point_without_words_of_its_own_has_those_of_its_span():
    reply = {"points": [{"point": " ", "spans": ["Bees nest in hedges."]}]}
    judge, _ = judge_of(eval__keypoints=reply)
    (found,) = asyncio.run(judge.find(QUESTION, SOURCES[:1]))
    assert found.text == "Bees nest in hedges."


def test_a_source_that_cannot_be_judged_is_unscored_and_others_go_on():
    late = LLMUnavailable("m", "timeout")
    judge, _ = judge_of(eval__keypoints=[late, points("Hedges flower early.")])
    first, second = asyncio.run(judge.find(QUESTION, SOURCES))
    assert isinstance(first, Unscored)
    assert second.spans[0].source == "b"


def test_each_keypoint_has_its_relation_by_number():
    judge, llm = judge_of(
        arena__relation=verdicts((2, "contradicts"), (1, "supports"), (3, "omits"))
    )
    found = asyncio.run(judge.relate(QUESTION, REPORT, ["One.", "Two.", "Three."]))
    assert [r.relation for r in found] == [
        KeypointRelation.SUPPORTED,
        KeypointRelation.CONTRADICTED,
        KeypointRelation.OMITTED,
    ]
    assert found[0].reason == "So."
    assert "Hedges help bees to nest." in llm.asked[0][1].text


def test_a_keypoint_without_one_verdict_is_unscored():
    judge, _ = judge_of(arena__relation=verdicts((1, "supports"), (2, "omits"), (2, "supports")))
    first, second, third = asyncio.run(judge.relate(QUESTION, REPORT, ["One.", "Two.", "Three."]))
    assert isinstance(first, Related)
    assert isinstance(second, Unscored)
    assert isinstance(third, Unscored)


def test_many_keypoints_are_asked_about_in_several_questions_and_none_in_none():
    judge, llm = judge_of(arena__relation=verdicts((1, "supports")))
    n = MOST_KEYPOINTS + 1
    assert len(asyncio.run(judge.relate(QUESTION, REPORT, ["One."] * n))) == n
    shown = {prompt.text.count("One.") for _, prompt in llm.asked}
    assert shown == {13}
    judge, llm = judge_of()
    assert asyncio.run(judge.relate(QUESTION, REPORT, [])) == ()
    assert not llm.asked


def test_a_report_without_text_is_unscored_without_a_question():
    judge, llm = judge_of()
    empty = REPORT.model_copy(update={"sections": ()})
    (found,) = asyncio.run(judge.relate(QUESTION, empty, ["One."]))
    assert isinstance(found, Unscored)
    assert not llm.asked


def test_of_a_report_in_parts_the_part_that_says_most_counts(monkeypatch):
    monkeypatch.setattr("eval.judges.keypoints.report_parts", lambda _: (("1:", "a"), ("2:", "b")))

    def answer(prompt):
        second = "<report>\nb\n</report>" in prompt.text
        return verdicts((1, "omits"), (2, "supports" if second else "omits"), (3, "omits"))

    judge, _ = judge_of(arena__relation=answer)
    found = asyncio.run(judge.relate(QUESTION, REPORT, ["One.", "Two.", "Three."]))
    assert [r.relation.value for r in found] == ["omitted", "supported", "omitted"]
