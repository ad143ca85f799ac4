"""What a sentence says otherwise than its quotes is found by words, and little else."""

import pytest

from myscholar.domain.papers import Paper, PaperId
from myscholar.report.llm.contradictions import (
    find_contradiction,
    find_misattributed,
    ways_up_and_down,
)

HIVES = (
    "Insulated hives lost 9% of their bees over winter, plain hives 23%. Honey stores were "
    "comparable to those of plain hives. We counted bees in 40 hives for 6 weeks."
)
MITES = "Mites were associated with weaker colonies, and they may spread by drifting bees."
QUEENS = "Young queens did not lay more eggs. Old queens laid 12 more eggs a day."


@pytest.mark.parametrize(
    ("sentence", "quote", "found"),
    [
        (
            "Insulated hives lost 23% of their bees over winter, plain hives 9% [1].",
            HIVES,
            "23 and 9 stand the other way round in the quote.",
        ),
        (
            "A queen raises the share of honey from 21% to 14% [1].",
            "With a queen, the honey share grows from 14% to 21%.",
            "21 and 14 stand the other way round in the quote.",
        ),
        (
            "Bees were counted in 40 hives for 6 months [1].",
            HIVES,
            "The quote gives 6 in another unit.",
        ),
        (
            "Bees were counted in 40 orchards [1].",
            HIVES,
            "“40 orchards” is not what the quote counts.",
        ),
        (
            "Honey stores were larger than those of plain hives [1].",
            HIVES,
            "The sentence says “larger”, the quote “comparable to”.",
        ),
        (
            "Mites were associated with stronger colonies [1].",
            MITES,
            "The sentence says “stronger”, the quote “weaker”.",
        ),
        (
            "Mites lead to weaker colonies [1].",
            MITES,
            "The sentence says “lead to”, the quote only “associated”.",
        ),
        (
            "Mites spread by drifting bees and weaker colonies [1].",
            MITES,
            "The quote is less sure: it says “may”.",
        ),
        (
            "Young queens laid more eggs [1].",
            QUEENS,
            "The quote says “not”, the sentence does not.",
        ),
        (
            "Old queens did not lay more eggs a day [1].",
            "Old queens laid more eggs a day.",
            "The sentence says “not”, the quote does not.",
        ),
        (
            "Young queens never lay more eggs [1].",
            "Young queens laid fewer eggs.",
            "The sentence says “never”, the quote does not.",
        ),
        (
            "Insulated hives are the best of homes for bees [1].",
            "Insulated hives lost few bees.",
            "The sentence says “are the best”, the quote nothing so general.",
        ),
    ],
)
def test_what_a_quote_says_otherwise_is_told(sentence: str, quote: str, found: str) -> None:
    contradiction = find_contradiction(sentence, [quote])
    assert contradiction is not None
    assert contradiction.reason == found


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Over winter, plain hives lost 23% of their bees and insulated hives 9% [1].", HIVES),
        (
            "Of plain and insulated hives, 23% and 9% of the bees were lost, respectively [1].",
            HIVES,
        ),
        (
            "Late honey of hives rises only from 33.8 to 37.7 [1].",
            "Insulation improves yields, from 33.8 to 37.7 late honey of hives.",
        ),
        (
            "Its gain of 15%-25% of honey over plain old hives is large [1].",
            "It improves over plain old hives by 15%-25% of honey.",
        ),
        ("It is open whether bees sleep at all [1].", "Few bees sleep."),
        ("Honey stores differed little between insulated and plain hives [1].", HIVES),
        ("Mites were found in weaker colonies and may drift with bees [1].", MITES),
        ("Old queens laid more eggs, 12 a day [1].", QUEENS),
        ("Something else altogether is never said [1].", "Every hive was cold."),
        ("A sentence of its own [1].", ""),
    ],
)
def test_what_follows_from_a_quote_is_left_alone(sentence: str, quote: str) -> None:
    assert find_contradiction(sentence, [quote]) is None


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Rye et al. (2020) count bees [1].", ""),
        ("As Rye and Oat (2020) say, bees count [1].", ""),
        ("Oat (2020) counts bees, as does Barley (2017) [1].", ""),
        ("Rye et al. (2002) count bees [1].", "“Rye et al. (2002)”"),
        ("Wheat (2020) counts bees [1].", "“Wheat (2020)”"),
        ("In 2019 and in May 2021, bees were counted [1].", ""),
    ],
)  # fmt: skip
def test_authors_and_years_must_be_those_of_the_cited_papers_or_stand_in_their_words(
    sentence: str, found: str
) -> None:
    paper = Paper(
        paper_id=PaperId("p"), title="Counting", authors=("Ann Rye", "Bo Oat", "Cy Ray"), year=2020
    )
    said = find_misattributed(sentence, [paper], "as Barley (2017) did")
    assert said == (f"{found} is none of the papers that are cited." if found else "")


def test_each_way_to_say_more_has_one_to_say_less() -> None:
    ways = ways_up_and_down()
    assert len(ways) > 10
    assert ("rose", "fell") in {
        (up.findall("It rose.")[0], down.findall("It fell.")[0])
        for up, down in ways
        if up.findall("It rose.") and down.findall("It fell.")
    }


def test_of_a_line_of_very_many_numbers_the_first_are_compared() -> None:
    line = " ".join(f"hive {n}.5 lost {n}.25 bees," for n in range(3, 400))
    assert find_contradiction(line, [line]) is None


def test_a_name_of_very_many_parts_is_read_once() -> None:
    assert find_misattributed("A-" * 50_000, [], "") == ""


def test_numbers_told_side_by_side_before_what_they_measure_have_not_changed_places() -> None:
    quote = "We obtained a purity of 95.3% and a recall of 98.1% on the stream of one river."
    told = "The figures, 95.3% and 98.1%, are a purity and a recall on one river."
    assert find_contradiction(told, [quote]) is None
    assert find_contradiction("Purity was 98.1% and recall 95.3% on the stream.", [quote])
