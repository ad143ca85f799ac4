import pytest

from myscholar.domain.evidence import SearchFilters, SearchQuery
from myscholar.domain.papers import Paper, Passage, PassageKind
from myscholar.search.library import LibrarySource


def paper(paper_id, title, *texts, year=2020):
    kinds = [PassageKind.TITLE, *[PassageKind.BODY] * len(texts)]
    passages = tuple(
        Passage(passage_id=f"{paper_id}-{i}", paper_id=paper_id, kind=k, text=t)
        for i, (k, t) in enumerate(zip(kinds, (title, *texts), strict=True))
    )
    return Paper(paper_id=paper_id, title=title, year=year, passages=passages)


@pytest.fixture
def library():
    return LibrarySource(
        (
            paper(
                "a", "On tides", "Tides rise at noon.", "The moon pulls the sea.", "Nothing else."
            ),
            paper("b", "On wind", "Wind blows over the sea.", year=2015),
            paper("c", "Tide tables"),
        ),
        name="library:mine",
    )


async def test_a_library_answers_like_any_source(library):
    hits = await library.search(SearchQuery(text="Why do tides rise?"), 5)
    assert library.name == "library:mine"
    assert [h.paper.paper_id for h in hits] == ["a", "c"]
    assert hits[0].paper.passages[0].text == "Tides rise at noon."
    assert hits[0].score == 1.0


def test_titles_are_searched_but_never_passages_of_a_hit(library):
    hits = library.search_now(SearchQuery(text="tide tables"), 5)
    assert hits[0].paper.paper_id == "c"
    assert all(p.kind is not PassageKind.TITLE for h in hits for p in h.paper.passages)


def test_filters_and_limits_hold(library):
    late = SearchQuery(text="sea", filters=SearchFilters(year_min=2018))
    assert [h.paper.paper_id for h in library.search_now(late, 5)] == ["a"]
    assert len(library.search_now(SearchQuery(text="sea tides wind"), 1)) == 1


def test_an_empty_library_finds_nothing():
    assert LibrarySource(()).search_now(SearchQuery(text="sea"), 5) == ()
