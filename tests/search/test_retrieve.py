import asyncio
from itertools import count

import pytest

from myscholar.domain.evidence import Hit, QueryKind, SearchQuery
from myscholar.domain.papers import Paper
from myscholar.domain.report import QueryResult, SearchRecord
from myscholar.errors import CorpusCorrupt, ScholarUnavailable
from myscholar.search.retrieve import retrieve

QUESTION = SearchQuery(text="Why do tides rise?")
FACET = SearchQuery(text="tides", kind=QueryKind.FACET)


class Fixed:
    """A source that answers each query text with the papers of these ids."""

    def __init__(self, name, **answers):
        self.name, self.answers = name, answers

    async def search(self, query, limit):
        await asyncio.sleep(0)
        return tuple(
            Hit(paper=Paper(paper_id=i, title=f"Title of {i}"), score=1.0)
            for i in self.answers[query.kind][:limit]
        )


class Failing:
    name = "semantic-scholar"

    def __init__(self, error):
        self.error = error

    async def search(self, query, limit):
        raise self.error


def run(queries, sources, **options):
    return asyncio.run(retrieve(queries, sources, **options))


def test_what_answers_the_question_itself_comes_before_what_answers_one_side():
    findings = run([FACET, QUESTION], [Fixed("corpus:x", question=["a"], facet=["b"])])
    assert [h.paper.paper_id for h in findings.hits] == ["a", "b"]


def test_each_query_of_each_source_has_a_record():
    ticks = count()
    sources = [
        Fixed("corpus:x", question=["a", "b"], facet=[]),
        Fixed("library:y", question=["c"], facet=["d"]),
    ]
    findings = run([QUESTION, FACET], sources, clock=lambda: float(next(ticks)))
    records = [(r.record.source, r.record.query.kind, r.record.n_hits) for r in findings.results]
    assert records == [
        ("corpus:x", "question", 2),
        ("corpus:x", "facet", 0),
        ("library:y", "question", 1),
        ("library:y", "facet", 1),
    ]
    assert all(r.record.seconds > 0 for r in findings.results)


def test_a_source_that_fails_is_recorded_and_the_others_answer():
    sources = [
        Failing(ScholarUnavailable("no network")),
        Failing(CorpusCorrupt("y", "cut")),
        Fixed("corpus:x", question=["a"]),
    ]
    findings = run([QUESTION], sources)
    assert [h.paper.paper_id for h in findings.hits] == ["a"]
    errors = [r.record.error for r in findings.results]
    assert errors[0].startswith("Semantic Scholar can't be reached")
    assert errors[1].startswith("The index of corpus 'y' is damaged")
    assert errors[2] is None


def test_a_bug_is_not_taken_for_a_source_that_fails():
    with pytest.raises(RuntimeError):
        run([QUESTION], [Failing(RuntimeError("bug"))])


def test_a_source_that_plans_its_requests_gets_all_queries_together():
    class Planning:
        name = "semantic-scholar"

        async def search_all(self, queries, limit):
            records = [
                SearchRecord(query=q, source=self.name, n_hits=0, seconds=0.0) for q in queries
            ]
            return tuple(QueryResult(record=r) for r in records)

    assert [r.record.query for r in run([QUESTION, FACET], [Planning()]).results] == [
        QUESTION,
        FACET,
    ]


def test_progress_names_each_source_with_what_it_found():
    events = []
    run(
        [QUESTION],
        [Fixed("corpus:x", question=["a"]), Failing(ScholarUnavailable("no network"))],
        progress=events.append,
    )
    assert [(e.done, e.total) for e in events] == [(0, 2), (1, 2), (2, 2)]
    messages = " / ".join(e.message for e in events)
    assert "the corpus x: 1 paper" in messages
    assert "0 papers (Semantic Scholar can't be reached" in messages


def test_nothing_to_search_gives_empty_findings():
    assert run([QUESTION], []).hits == ()
