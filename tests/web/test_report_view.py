"""The report as it is handed to the browser."""

from myscholar.domain.papers import PassageKind
from myscholar.domain.report import Report
from myscholar.workflows.report_view import PieceView, SectionView, report_view


def pieces(section: SectionView) -> list[PieceView]:
    return [p for part in section.parts for block in part.blocks for stretch in block.stretches for p in stretch.pieces]


def test_the_view_loses_no_word_of_the_report(report: Report) -> None:
    for section, view in zip(report.sections, report_view(report).sections, strict=True):
        shown = "".join(p.text for p in pieces(view))
        assert "".join(shown.split()) == "".join(line.removeprefix("- ") for line in section.text.split("\n")).replace(" ", "")
        assert all(section.text[p.start : p.end] == p.text for p in pieces(view))


def test_each_highlight_begins_once_however_many_pieces_it_has(report: Report) -> None:
    labels = {a.action_id: f"A{i}" for i, a in enumerate(report.actions, start=1)}
    expected = sorted({(n, labels[h.action_id], h.start) for n, s in enumerate(report.sections) for h in s.highlights})
    begun = [
        (n, label)
        for n, section in enumerate(report_view(report).sections)
        for part in section.parts
        for block in part.blocks
        for stretch in block.stretches
        for label in stretch.begins
    ]
    assert sorted(begun) == [(n, label) for n, label, _ in expected]


def test_every_citation_carries_its_quote_in_context(report: Report) -> None:
    view = report_view(report)
    citations = [p.citation for section in view.sections for p in pieces(section) if p.citation]
    assert citations
    for quote in (view.quotes[n] for c in citations for n in c.quotes):
        around = quote.before.removeprefix("… ") + quote.text + quote.after.removesuffix(" …")
        (found, *_) = [p for p in report.passages if around in p.text]
        assert bool(quote.label) is (found.kind is PassageKind.SUMMARY)
