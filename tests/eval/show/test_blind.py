"""What a reader sees of reports set side by side."""

from eval.domain.blind import (
    Better,
    BlindResults,
    CountedReport,
    Coverage,
    CriterionJudgment,
    FaultKind,
    FaultsFound,
    Opinion,
    ReportCounts,
    ReportFault,
)
from eval.domain.judgment import Scored, Unscored
from eval.show.blind import blind_document
from eval.show.document import Document, cell_of


def counted(system: str, n_papers: int) -> CountedReport:
    counts = ReportCounts(n_papers=n_papers, n_figures=2, n_words=500, n_sentences=20, n_cited=10)
    return CountedReport(query_id="q1", system=system, counts=counts)


def opinion(first: str, second: str, better: Better | None) -> Opinion:
    return Opinion(
        query_id="q1", first=first, second=second, reader="m", better=better, reason="So."
    )


FOUND = BlindResults(
    seed=0,
    versions={"product": "1"},
    questions={"q1": "Why?"},
    of=("us",),
    counted=(counted("ant", 9), counted("us", 4)),
    opinions=(opinion("us", "ant", Better.FIRST), opinion("ant", "us", Better.SECOND)),
    coverage=(
        Coverage(
            query_id="q1",
            system="us",
            reader="m",
            criteria=(CriterionJudgment(text="Says why.", judgment=Scored(score=0.5)),),
        ),
    ),
    faults=(
        FaultsFound(
            query_id="q1",
            system="ant",
            reader="m",
            faults=(ReportFault(sentence="Ants fly.", kind=FaultKind.CONTRADICTION, why="No."),),
        ),
        FaultsFound(query_id="q1", system="us", reader="m", faults=Unscored(reason="X: y")),
    ),
)


def cells(document: Document, heading: str) -> list[list[str]]:
    part = next(p for p in document.parts if p.heading == heading)
    return [[cell_of(c).text for c in row] for row in part.tables[0].rows]


def test_the_system_asked_about_comes_first_with_all_figures_of_its_row():
    assert cells(blind_document(FOUND), "What the reports hold") == [
        ["us", "1", "4.0", "2.0", "4.0", "500", "50 %", "50 %", "·"],
        ["ant", "1", "9.0", "2.0", "4.0", "500", "50 %", "·", "1.0"],
    ]


def test_who_is_preferred_is_shown_without_an_interval_from_one_question():
    assert cells(blind_document(FOUND), "Which report readers prefer") == [
        ["us", "ant", "m", "1", "0", "0", "100 %", "0", "0"]
    ]
    assert blind_document(FOUND).conclusion[0] == (
        "m prefers us to ant on 1 of 1 question, ant on 0, neither on 0."
    )


def test_reasons_errors_and_what_was_left_unscored_are_told():
    parts = {p.heading: p for p in blind_document(FOUND).parts}
    assert parts["Reasons"].points == ("q1: m prefers us to ant. (A: us) So. (A: ant) So.",)
    assert parts["Errors found"].points == ("q1, ant, contradiction (m): “Ants fly.” No.",)
    assert parts["What the reports hold"].text == (
        "Left unscored, and in no figure: 0 of 1 verdict on what an answer must hold, 1 of 2 "
        "readings for errors.",
    )


def test_counts_alone_make_a_document_without_preferences():
    bare = FOUND.model_copy(update={"opinions": (), "coverage": (), "faults": ()})
    headings = [p.heading for p in blind_document(bare).parts]
    assert "Which report readers prefer" not in headings
    assert "Errors found" not in headings
    assert "hidden" not in blind_document(bare).lead[0]
