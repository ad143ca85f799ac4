"""What a section rests on, in order, and when a report begins folded."""

import pytest

from eval.bench.real_size import real_size_report
from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import Cell, Citation, Report, Section, Table
from myscholar.views.report_view import report_view
from myscholar.views.section_evidence import SourceView, section_evidence
from myscholar.views.section_text import CitationView

LONG, SHORT = "one two three four", "five six"


def quote(number: int, words: str) -> Evidence:
    text = f"{LONG} {SHORT}"
    passage = Passage(
        passage_id=PassageId(f"{number}#1"),
        paper_id=PaperId(str(number)),
        kind=PassageKind.BODY,
        text=text,
    )
    start = text.index(words)
    return Evidence.of_passage(passage, start, start + len(words))


def evidence_of(*cited: tuple[int, str], table: Table | None = None) -> tuple[SourceView, ...]:
    citations = tuple(
        Citation(number=number, start=4 * i, end=4 * i + 3, evidence=(quote(number, words),))
        for i, (number, words) in enumerate(cited)
    )
    section = Section(title="A", text="[1] " * len(cited) or "-", citations=citations, table=table)
    seen: list[Evidence] = []

    def cite(number: int, evidence: tuple[Evidence, ...]) -> CitationView:
        seen.extend(e for e in evidence if e not in seen)
        return CitationView(number=number, quotes=tuple(map(seen.index, evidence)))

    return section_evidence(section, cite)


def test_the_paper_that_a_section_cites_most_comes_first_with_its_share() -> None:
    found = evidence_of((5, LONG), (3, SHORT), (3, SHORT), (3, LONG))
    assert [(s.number, s.share) for s in found] == [
        (3, "3 of 4 citations"),
        (5, "1 of 4 citations"),
    ]
    assert [s.quotes for s in found] == [(0, 1), (2,)], "a quote that is cited twice stands once"


def test_among_equals_more_quoted_words_come_first_and_then_the_place() -> None:
    # each is cited once: 2 quotes four words, 7 and 4 quote two
    assert [s.number for s in evidence_of((7, SHORT), (4, SHORT), (2, LONG))] == [2, 7, 4]


def test_a_paper_in_a_row_of_the_table_is_one_citation_however_many_cells_name_it() -> None:
    def cell(number: int | None, words: str) -> Cell:
        evidence = (quote(number, words),) if number else ()
        return Cell(text=words, number=number, evidence=evidence)

    rows = (
        (cell(1, LONG), cell(1, SHORT), cell(None, "-")),
        (cell(1, LONG), cell(2, SHORT), cell(None, "-")),
    )
    found = evidence_of((2, LONG), (2, SHORT), table=Table(columns=("a", "b", "c"), rows=rows))
    # two markers and one row for paper 2, two rows for paper 1
    assert [(s.number, s.share) for s in found] == [
        (2, "3 of 5 citations"),
        (1, "2 of 5 citations"),
    ]


def test_a_section_that_cites_nothing_has_no_evidence() -> None:
    assert evidence_of() == ()
    assert evidence_of((1, LONG))[0].share == "1 of 1 citation"


@pytest.mark.parametrize(
    ("n_sections", "is_folded"), [(6, True), (4, True), (3, False), (1, False)]
)
def test_a_report_begins_folded_where_there_is_more_than_a_look_takes_in(
    n_sections: int, is_folded: bool, report: Report
) -> None:
    long = real_size_report()
    cut = long.model_copy(update={"sections": long.sections[:n_sections], "outcomes": ()})
    assert report_view(cut).is_folded is is_folded
    short = Section(title="Short", text="Few words.")
    assert not report_view(report.model_copy(update={"sections": (short,) * 9})).is_folded
