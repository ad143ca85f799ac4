"""A model that reads whole reports."""

import pytest

from eval.domain.blind import Better, FaultKind, ReportFault
from eval.domain.judgment import Unscored
from eval.judges.reports import ReportReader
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM


def reader_of(**answers: object) -> tuple[ReportReader, ScriptedLLM]:
    llm = ScriptedLLM({f"eval/{name}": answer for name, answer in answers.items()}, judge=True)
    return ReportReader(llm), llm


def facet(n: int, importance: str = "most_important") -> dict[str, str]:
    return {"text": f"The answer should name hedge {n}.", "importance": importance}


@pytest.mark.parametrize("verdict", ["A", "B", "tie"])
async def test_a_preference_comes_with_its_reason(report, verdict):
    reader, llm = reader_of(report_preference={"reason": "A counts.", "better": verdict})
    assert await reader.prefer(report, report, "") == (Better(verdict), "A counts.")
    assert "(nothing)" in llm.asked[0][1].text


async def test_a_model_that_fails_or_gives_no_reason_prefers_nothing(report):
    reader, _ = reader_of(report_preference=LLMRefusal("m", "p"))
    better, why = await reader.prefer(report, report, "")
    assert better is None
    assert why.startswith("LLMRefusal: m declined")
    reader, _ = reader_of(report_preference={"reason": " ", "better": "A"})
    better, why = await reader.prefer(report, report, "")
    assert better is None
    assert "LLMBadAnswer" in why


async def test_facets_are_asked_for_without_any_report_and_weigh_double_if_needed(report):
    facets = [*(facet(n) for n in range(1, 5)), facet(5, "nice_to_have")]
    reader, llm = reader_of(facets={"facets": facets})
    found = await reader.facets(report.question, "counts bees")
    assert not isinstance(found, Unscored)
    assert [c.weight for c in found] == [2, 2, 2, 2, 1]
    assert report.sections[0].text not in llm.asked[0][1].text


async def test_too_few_facets_are_unscored():
    reader, llm = reader_of(facets={"facets": [facet(1)]})
    assert isinstance(await reader.facets("Why?", ""), Unscored)
    assert llm.told == [("There are 1 facets. Give 5 to 8.",)]


async def test_only_sentences_of_the_report_count_as_errors(report):
    mine = {"why": "It says two.", "kind": "not_borne_out", "sentence": "The studies have limits."}
    foreign = mine | {"sentence": "Bees read."}
    reader, llm = reader_of(faults={"faults": [mine, foreign]})
    assert await reader.faults(report) == (
        ReportFault(
            sentence="The studies have limits.", kind=FaultKind.NOT_BORNE_OUT, why="It says two."
        ),
    )
    assert "error 2 does not stand in the report" in llm.told[0][0]
    assert '[2] Two springs of counting\n- "We counted' in llm.asked[0][1].text


async def test_a_model_that_fails_finds_nothing_and_says_so(report):
    reader, _ = reader_of(faults=LLMRefusal("m", "p"))
    assert isinstance(await reader.faults(report), Unscored)
