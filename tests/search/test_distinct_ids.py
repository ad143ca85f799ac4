"""Two files may both call their first paper "1": its words must never be cited as the other's."""

import asyncio

import pytest

from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.papers import Paper, Passage, PassageKind
from myscholar.search.retrieve import retrieve


class Holding:
    """A source with one paper."""

    def __init__(self, name, title, text, *, paper_id="1", passage_id="1#a", **facts):
        passage = Passage(
            passage_id=passage_id, paper_id=paper_id, kind=PassageKind.BODY, text=text
        )
        self.name, self.paper = (
            name,
            Paper(paper_id=paper_id, title=title, passages=(passage,), **facts),
        )

    async def search(self, query, limit):
        await asyncio.sleep(0)
        return (Hit(paper=self.paper, score=1.0),)


def found(*sources):
    return asyncio.run(
        retrieve((SearchQuery(text="tides"), SearchQuery(text="the tides")), sources)
    )


def test_the_same_id_in_two_corpora_does_not_make_one_paper_of_two():
    findings = found(
        Holding("corpus:a", "Tides of the moon", "Tides rise."),
        Holding("corpus:b", "Fish of the deep", "Fish swim."),
    )
    assert {
        (h.paper.paper_id, h.paper.title, p.paper_id, p.passage_id, p.text)
        for h in findings.hits
        for p in h.paper.passages
    } == {
        ("1", "Tides of the moon", "1", "1#a", "Tides rise."),
        ("corpus:b/1", "Fish of the deep", "corpus:b/1", "corpus:b/1#a", "Fish swim."),
    }
    assert [h.paper.paper_id for r in findings.results for h in r.hits] == [
        "1",
        "1",
        "corpus:b/1",
        "corpus:b/1",
    ]


def test_a_passage_id_of_two_texts_is_told_apart_within_one_paper():
    sources = (
        Holding("corpus:a", "Tides of the moon", "Tides rise."),
        Holding("library:b", "Tides of the Moon", "Moons pull."),
    )
    (hit,) = found(*sources).hits
    assert {(p.passage_id, p.text) for p in hit.paper.passages} == {
        ("1#a", "Tides rise."),
        ("library:b/1#a", "Moons pull."),
    }


@pytest.mark.parametrize(
    ("paper_id", "facts"),
    [
        ("CorpusId:7", {}),
        ("0a" * 20, {}),
        ("10.1234/x", {}),
        ("1", {"doi": "10.1234/x"}),
        ("1", {"s2_id": "CorpusId:7"}),
    ],
)
def test_ids_that_hold_everywhere_join_a_paper_under_two_titles(paper_id, facts):
    sources = [
        Holding(name, title, text, paper_id=paper_id, passage_id=text, **facts)
        for name, title, text in (
            ("corpus:a", "Tides of the moon", "Tides rise."),
            ("corpus:b", "Renamed altogether", "Moons pull."),
        )
    ]
    (hit,) = found(*sources).hits
    assert hit.sources == ("corpus:a", "corpus:b")
    assert len(hit.paper.passages) == 2


@pytest.mark.parametrize(("year", "n_papers"), [(2021, 1), (2004, 2)])
def test_where_no_title_is_known_authors_and_year_decide(year, n_papers):
    sources = [
        Holding(name, title, text, authors=("Ada Rego",), year=at, passage_id=text)
        for name, title, text, at in (
            ("corpus:a", "Tides of the moon", "Tides rise.", 2021),
            ("corpus:b", f"Rego ({year})", "Moons pull.", year),
        )
    ]
    assert len(found(*sources).hits) == n_papers
