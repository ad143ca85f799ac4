"""The planted errors are what they say, and words alone find the kinds they are known to find."""

from collections import Counter

import pytest

from eval.bench.planted import OTHER_PAPER, RIGHT, PlantedSet, measure, read_planted, sections_of
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.lexical import statements

FOUND_BY_WORDS = {
    "author_misattributed",
    "invented_quotation",
    "number_changed",
    "swapped_numbers",
    "year_exchanged",
}


@pytest.fixture(scope="module")
def planted() -> PlantedSet:
    return read_planted()


def test_each_of_twenty_one_kinds_is_planted_five_times_or_more(planted: PlantedSet) -> None:
    counts = Counter(case.kind for case in planted.cases)
    assert len(counts) - 1 == 21
    assert min(counts.values()) >= 5
    assert counts[RIGHT] == 54


def test_each_sentence_is_one_and_cites_one_quote(planted: PlantedSet) -> None:
    for case in planted.cases:
        (statement,) = statements(case.sentence)
        assert statement.cited == (1,), case.sentence
    texts = [case.sentence for case in planted.cases if case.kind != OTHER_PAPER]
    assert len(set(texts)) == len(texts)


def test_a_section_cites_no_paper_twice_and_none_is_left_out(planted: PlantedSet) -> None:
    sections = [*sections_of(planted)]
    assert sum(map(len, sections)) == len(planted.cases)
    for cases in sections:
        assert len({case.source.quote_id for case in cases}) == len(cases)


async def test_words_alone_find_the_kinds_they_are_known_to_find(planted: PlantedSet) -> None:
    rows = await measure(planted, None)
    missed = {case.kind for case, found in rows if not found}
    assert not missed & FOUND_BY_WORDS
    assert sum(found for case, found in rows if not case.kind) <= 1
    assert sum(found for case, found in rows if case.kind) >= 103


async def test_a_judges_verdict_counts_for_the_sentence_that_it_is_about(
    planted: PlantedSet,
) -> None:
    def reply(prompt):
        listed = prompt.task.partition("<sentences>")[2].partition("</sentences>")[0]
        numbers = [int(line.split(".")[0]) for line in listed.strip().splitlines()]
        return {"doubtful": [], "supported": numbers}

    rows = await measure(planted, ScriptedLLM({"report/judge_section": reply}, judge=True))
    assert all(
        found == (case.kind == "invented_quotation")
        for case, found in rows
        if case.kind in ("invented_quotation", "lost_hedge")
    )
