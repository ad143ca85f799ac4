"""What is said of searches that failed."""

from myscholar.domain.evidence import SearchQuery
from myscholar.domain.report import Findings, QueryResult, SearchRecord
from myscholar.report.queries import failed_searches


def searched(source: str, error: str | None = None) -> QueryResult:
    query = SearchQuery(text="nests in towns")
    record = SearchRecord(query=query, source=source, n_hits=0, seconds=0, error=error)
    return QueryResult(record=record)


def test_searches_that_failed_are_told_in_one_line_a_source_with_the_most_frequent_reason() -> None:
    late, busy = "It did not answer in time.", "It asks for fewer requests."
    results = (
        searched("semantic-scholar", busy),
        searched("semantic-scholar"),
        searched("library:default", "It can't be read."),
        searched("semantic-scholar", late),
        searched("semantic-scholar", late),
        searched("sample"),
    )
    # of four searches in Semantic Scholar two were late and one came too soon
    assert list(failed_searches(Findings(hits=(), results=results))) == [
        f"3 of 4 searches in Semantic Scholar failed: {late}",
        "The search in your library failed: It can't be read.",
    ]
