"""Long inputs: what is shown of papers and reports that don't fit."""

import pytest

from eval.domain.report import ScholarReport, ScholarSection
from eval.judges.fitting import evenly, fit, report_parts


def test_short_texts_leave_their_room_to_long_ones():
    # 30 characters for 4, 100 and 100: the first keeps 4, the others get (30 - 4) // 2 = 13 each,
    # cut at a word.
    short, one, other = fit(["tiny", "word " * 20, "word " * 20], 30)
    assert short == "tiny"
    assert one == other == "word word [... 91 characters more are not printed]"


@pytest.mark.parametrize("texts", [[], [""], ["a b", "c"]])
def test_what_fits_is_left_as_it_is(texts):
    assert fit(texts, 10) == tuple(texts)


def report(*texts: str) -> ScholarReport:
    return ScholarReport(
        query_id="q",
        question="Why?",
        system="s",
        sections=tuple(ScholarSection(title="T", text=t) for t in texts),
    )


def test_a_report_is_whole_where_it_fits_and_parted_by_sections_where_not():
    assert report_parts(report("one", "two"), 100) == (
        ("The report:", "## T\n\none\n\n## T\n\ntwo"),
    )
    parts = report_parts(report("one", "two", "six"), 20)
    assert [text for _, text in parts] == ["## T\n\none\n\n## T\n\ntwo", "## T\n\nsix"]
    assert parts[1][0].startswith("Part 2 of 2 of the report")


def test_a_section_that_is_too_long_is_parted_by_paragraphs_and_nothing_is_lost():
    text = "\n\n".join(f"paragraph {i}" for i in range(9))
    parts = report_parts(report(text), 40)
    assert all(len(part) <= 40 for _, part in parts)
    assert " ".join(" ".join(part.split()) for _, part in parts) == f"## T {' '.join(text.split())}"


def test_groups_are_few_and_even():
    assert [len(g) for g in evenly(range(81), 40)] == [27, 27, 27]
    assert evenly([], 40) == []
