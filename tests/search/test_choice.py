"""Each action's best new papers are read, whatever the other searches rank before them."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from myscholar.domain.evidence import ActionId, Hit, QueryKind, SearchQuery
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import QueryResult, SearchRecord
from myscholar.search.choice import choose
from myscholar.search.retrieve import fused


def hit(paper_id: str, **facts: Any) -> Hit:
    told = {"title": f"The title of {paper_id}", **facts}
    return Hit(paper=Paper(paper_id=PaperId(paper_id), **told), score=1.0)


def result(papers: Iterable[str | Hit], *actions: str, source: str = "corpus:x") -> QueryResult:
    kind = QueryKind.ACTION if actions else QueryKind.FACET
    query = SearchQuery(text="tides", kind=kind, action_ids=tuple(map(ActionId, actions)))
    hits = tuple(hit(p) if isinstance(p, str) else p for p in papers)
    record = SearchRecord(query=query, source=source, n_hits=len(hits), seconds=0)
    return QueryResult(record=record, hits=hits)


def ids(hits: Sequence[Hit]) -> str:
    return "".join(h.paper.paper_id for h in hits)


def test_the_best_three_new_papers_of_an_action_come_before_more_relevant_ones_in_fused_order() -> (
    None
):
    results = [result("abcdefgh"), result("wxyz", "one")]
    hits = [hit(p) for p in "abcdefghwxyz"]
    assert ids(choose(hits, results, 5)) == "abwxy"
    assert ids(choose(hits, results, 12)) == "abcdefghwxyz"


def test_what_the_question_found_too_is_not_new() -> None:
    results = [result("abcd"), result("cdwxyz", "one")]
    hits = [hit(p) for p in "cdabwxyz"]
    assert ids(choose(hits, results, 4)) == "cwxy"


@pytest.mark.parametrize(("limit", "kept"), [(1, "p"), (2, "pw"), (3, "pqw"), (4, "pqwx")])
def test_with_little_room_each_actions_best_comes_before_anyones_second(
    limit: int, kept: str
) -> None:
    results = [result("ab"), result("pq", "one"), result("wxyz", "two")]
    # dealt: p and w, then q and x, then y; of two in a row the first is the first action's
    hits = [hit(p) for p in "pqwabxyz"]
    assert ids(choose(hits, results, limit)) == kept


def test_the_searches_of_one_action_are_one_list() -> None:
    # y: 1/62 + 1/61, before x with 1/61 and z with 1/62
    results = [result("ab"), result("xy", "one"), result("yz", "one")]
    hits = [hit(p) for p in "abxyz"]
    assert ids(choose(hits, results, 1)) == "y"
    assert ids(choose(hits, results, 2)) == "xy"


def test_a_paper_that_sources_call_otherwise_is_known_by_what_they_share() -> None:
    asked = result([hit("a", doi="10.1/T")])
    own = result([hit("s1", doi="https://doi.org/10.1/t"), hit("b")], "one", source="semantic")
    assert ids(choose([hit("a", doi="10.1/T"), hit("c"), hit("b")], [asked, own], 1)) == "b"


def test_papers_read_before_are_left_out_and_count_as_an_actions_best() -> None:
    results = [result("abc"), result("wxyz", "one")]
    hits = [hit(p) for p in "abcwxyz"]
    assert ids(choose(hits, results, 4, read=("a", "w"))) == "bcxy"


def test_fused_findings_keep_the_best_of_an_action_that_is_outvoted() -> None:
    results = [result("abcdef"), result("abcdef"), result("wxyz", "one")]
    assert ids(fused(results, limit=4).hits) == "awxy"


def test_papers_that_taught_something_are_kept_before_any_others() -> None:
    results = [result("abcdefgh"), result("wxyz", "one")]
    hits = [hit(p) for p in "abcdefghwxyz"]
    assert ids(choose(hits, results, 5, kept=("g", "z"))) == "gwxyz"
    assert ids(choose(hits, results, 2, kept=("g", "h", "z"))) == "gh"
