"""More passages of a paper stand beside those that were found, each under an id of its own."""

from myscholar.domain.evidence import Evidence, Hit, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.search.library import LibrarySource
from myscholar.search.more_passages import HoldsText, with_more, with_passages

FOUND = "The planner places legume cover crops."
OTHER = "Yields rise by 4 percent on 40 plots."


def passage(own: str, text: str, paper_id: str = "p") -> Passage:
    return Passage(
        passage_id=PassageId(own), paper_id=PaperId(paper_id), kind=PassageKind.BODY, text=text
    )


def paper(*passages: Passage) -> Paper:
    return Paper(paper_id=PaperId("p"), title="A planner of crops", passages=passages)


def test_new_texts_follow_the_papers_own_and_a_near_duplicate_is_not_added() -> None:
    same = passage("s1", "The planner places legume cover crops .")
    more = with_more(paper(passage("a", FOUND)), [same, passage("s2", OTHER, "q")], "corpus:x")
    assert [(p.paper_id, p.text) for p in more.passages] == [("p", same.text), ("p", OTHER)]


def test_an_id_that_means_another_text_already_is_told_apart_by_its_source() -> None:
    more = with_more(paper(passage("a", FOUND)), [passage("a", OTHER)], "corpus:x")
    assert [p.passage_id for p in more.passages] == ["a", "corpus:x/a"]
    Evidence.of_passage(more.passages[1]).verify(more.passages[1])


def test_quoted_passages_are_put_with_their_papers_once() -> None:
    hits = [Hit(paper=paper(passage("a", FOUND)), score=1.0)]
    quoted = (passage("b", OTHER), passage("a", FOUND), passage("c", OTHER, "elsewhere"))
    (hit,) = with_passages(hits, quoted)
    assert [p.passage_id for p in hit.paper.passages] == ["a", "b"]
    assert with_passages([hit], quoted) == (hit,)


async def test_a_library_shows_all_that_it_holds_of_its_own_papers() -> None:
    whole = paper(passage("a", FOUND), passage("b", OTHER))
    stranger = Paper(paper_id=PaperId("q"), title="Another study of crops")
    library = LibrarySource([whole])
    assert isinstance(library, HoldsText)
    assert await library.passages_of([whole, stranger]) == {"p": whole.passages}


async def test_a_corpus_shows_all_that_it_holds_of_its_own_papers(index) -> None:
    assert isinstance(index, HoldsText)
    (hit,) = index.search_now(SearchQuery(text="How do robots grasp fruit?"), 1)
    stranger = paper()
    found = await index.passages_of([hit.paper, stranger])
    assert list(found) == [hit.paper.paper_id]
    assert set(hit.paper.passages) <= set(found[hit.paper.paper_id])
