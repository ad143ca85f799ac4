"""Reports by question and version."""

from myscholar.domain.report import ReportId
from myscholar.domain.runs import RunId, RunKind
from myscholar.workflows.report.reports import SavedReport
from myscholar.workflows.report.shelf import shelves


def saved(report_id: str, base: str | None = None, question: str = "Why?") -> SavedReport:
    kind = RunKind.REWRITE if base else RunKind.REPORT
    return SavedReport(
        ReportId(report_id),
        "Title",
        question,
        "2026-11-21T10:00:00Z",
        kind,
        RunId(base) if base else None,
    )


def test_versions_of_a_report_stand_together_numbered_from_the_oldest() -> None:
    newest_first = [
        saved("d", "b"),
        saved("c", "a"),
        saved("x", question="How?"),
        saved("b", "a"),
        saved("a"),
    ]
    first, second = shelves(newest_first)
    assert [(v.report_id, v.number, v.base) for v in first.versions] == [
        ("d", 4, 2),
        ("c", 3, 1),
        ("b", 2, 1),
        ("a", 1, None),
    ]
    assert (second.question, [v.report_id for v in second.versions]) == ("How?", ["x"])
    assert (first.n_after("a"), first.n_after("b"), first.n_after("d")) == (2, 1, 0)


def test_a_version_whose_report_before_is_gone_stands_alone() -> None:
    (shelf,) = shelves([saved("b", "gone")])
    assert [(v.report_id, v.number, v.base) for v in shelf.versions] == [("b", 1, None)]


def test_versions_that_name_each_other_end() -> None:
    assert len(shelves([saved("a", "b"), saved("b", "a")])) <= 2
