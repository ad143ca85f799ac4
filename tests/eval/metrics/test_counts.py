"""What is counted in a report without a judge."""

from eval.domain.blind import ReportCounts
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.metrics.counts import count

CITATIONS = (
    ScholarCitation(id="[1]", title="On otters"),
    ScholarCitation(id="[2]", title="On Otters"),
    ScholarCitation(id="[3]", corpus_id="7"),
    ScholarCitation(id="[4]", title="Never cited"),
)


def report(*texts: str) -> ScholarReport:
    sections = tuple(ScholarSection(title="S", text=t, citations=CITATIONS) for t in texts)
    return ScholarReport(query_id="q", question="Why?", system="s", sections=sections)


def test_papers_figures_words_and_sentences_that_cite_are_counted():
    found = count(
        report(
            "TL;DR: Otters dive for 9 minutes.\n\nOtters dive for 3 minutes [1][2]. They rest.",
            "Tags fail in 20 % of 50 trials [3]. Nobody knows why after 8 years.",
        )
    )
    # 1 and 2 have one title, 4 is not referred to: two papers. Cited sentences hold 3, 20 and 50;
    # 8 stands in one that cites nothing, 9 in a TL;DR. Words: 5 + 2 + 8 + 6, % being one.
    assert found == ReportCounts(n_papers=2, n_figures=3, n_words=21, n_sentences=4, n_cited=2)
    assert found.cited_share == 0.5
    assert found.figures_per_1000 == 1000 * 3 / 21


def test_a_report_without_text_has_no_shares():
    empty = count(report())
    assert empty == ReportCounts(n_papers=0, n_figures=0, n_words=0, n_sentences=0, n_cited=0)
    assert (empty.cited_share, empty.figures_per_1000) == (None, None)


def test_the_order_of_sections_does_not_matter():
    texts = ("Otters dive for 3 minutes [1].", "Tags cost $5 [3].")
    assert count(report(*texts)) == count(report(*reversed(texts)))
