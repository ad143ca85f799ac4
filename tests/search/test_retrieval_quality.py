"""The promise on real citations: better than plain BM25 on the 7,004 documents of the retrieval
data (README there: 0.699 and 0.764)."""

import statistics

import pytest

from eval.bench.retrieval import evaluate, read_queries
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.readers import Intake, read_papers
from myscholar.search.ranking import DEFAULT_RANKING


@pytest.mark.shared
def test_the_default_search_finds_more_of_what_scholars_cite_than_plain_bm25(shared, tmp_path):
    documents = shared / "data/retrieval/corpus.jsonl"
    build_corpus(
        [documents],
        name="retrieval",
        folder=tmp_path / "r",
        embedder=embedder_by_name("lsa"),
        read_pdf=None,
    )
    scores = evaluate(tmp_path / "r", read_queries(shared), DEFAULT_RANKING)
    assert statistics.mean(scores.ndcg_10) > 0.72
    assert statistics.mean(scores.recall_50) > 0.84


@pytest.mark.shared
def test_the_snippets_give_passages_with_readable_titles_and_leave_other_kinds_out(shared):
    intake = Intake()
    papers = [
        p
        for batch in read_papers(
            [shared / "data/snippets/snippets.parquet"], read_pdf=None, intake=intake
        )
        for p in batch
    ]
    assert (len(papers), intake.n_other_kinds, intake.n_problems) == (11_000, 1_796, 0)
    assert all(p.title.strip() for p in papers)
