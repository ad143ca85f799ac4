"""Papers by id, title and author, with the best text that is open."""

import json

import httpx
import pytest

from myscholar.domain.papers import Paper, Passage, PassageKind, Relation, TextSource
from myscholar.errors import ImageOnlyPdf
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.library.semantic_scholar import MOST_OF_AN_AUTHOR, import_from_scholar

OPEN = {"openAccessPdf": {"url": "https://papers.example.org/a.pdf"}, "isOpenAccess": True}


def read_pdf(path):
    """Every file holds one paragraph and one reference."""
    assert path.read_bytes().startswith(b"%PDF-")
    passage = Passage(
        passage_id="file-1#1",
        paper_id="file-1",
        kind=PassageKind.BODY,
        text="From the PDF.",
        paragraph=1,
        page=2,
    )
    return Paper(
        paper_id="file-1",
        title="a",
        passages=(passage,),
        references=("[1] Somebody.",),
        text_source=TextSource.FULL_TEXT,
    )


@pytest.fixture
def literature(service, record, snippet):
    """Papers 1-4: 1 has an open PDF, 2 has passages, 3 has an abstract, 4 only a title. Author 7
    wrote 30 papers."""
    papers = {1: record(1, **OPEN), 2: record(2), 3: record(3), 4: record(4, abstract=None)}
    by_name = {
        "CorpusId:1": 1,
        "DOI:10.1000/two": 2,
        "ARXIV:2106.15928": 3,
        "CorpusId:4": 4,
        f"{1:040x}": 1,
    }

    def answer(request):
        path, asked = request.url.path.removeprefix("/graph/v1/"), request.url.params
        if path.endswith(".pdf"):
            return httpx.Response(200, content=b"%PDF-1.7 ...")
        if path == "paper/batch":
            return httpx.Response(
                200, json=[papers.get(by_name.get(i)) for i in json.loads(request.content)["ids"]]
            )
        if path == "snippet/search":
            found = [
                snippet(2, "Second paragraph.", start=50),
                snippet(2, "First paragraph.", start=1),
            ]
            return httpx.Response(
                200, json={"data": found if asked["paperIds"] == "CorpusId:2" else []}
            )
        if path == "paper/search/match":
            known = asked["query"].startswith("Paper number 3")
            return httpx.Response(200, json={"data": [papers[3]]}) if known else httpx.Response(404)
        if path == "author/search":
            names = {"Ada Example": ["7"], "Wei Wang": ["8", "9"]}.get(asked["query"], [])
            return httpx.Response(
                200,
                json={
                    "data": [
                        {"authorId": i, "name": asked["query"], "paperCount": 30} for i in names
                    ]
                },
            )
        if path == "author/7/papers":
            return httpx.Response(200, json={"data": [record(n) for n in range(100, 130)]})
        return httpx.Response(404)

    service.answer = answer


async def imported(client, *identifiers, **options):
    return await import_from_scholar(
        identifiers, client=client, **({"read_pdf": read_pdf} | options)
    )


async def test_all_ids_take_one_request_and_keep_their_order(client, service, literature):
    read = await imported(client(), "arXiv:2106.15928", "https://doi.org/10.1000/two", "CorpusId:1")
    assert [p.paper_id for p in read.papers] == ["CorpusId:3", "CorpusId:2", "CorpusId:1"]
    assert service.paths.count("paper/batch") == 1
    assert read.problems == ()


async def test_an_open_pdf_gives_the_full_text_under_the_papers_own_id(client, literature):
    (paper,) = (await imported(client(), "CorpusId:1")).papers
    assert paper.text_source is TextSource.FULL_TEXT
    assert [(p.passage_id.startswith("CorpusId:1#"), p.text) for p in paper.passages] == [
        (True, "We study topic 1."),
        (True, "From the PDF."),
    ]
    assert (paper.title, paper.year, paper.references) == (
        "Paper number 1",
        2023,
        ("[1] Somebody.",),
    )
    assert paper.passages[1].passage_id == "CorpusId:1#1"


async def test_without_a_pdf_the_passages_come_by_search_restricted_to_the_paper(
    client, service, literature
):
    (paper,) = (await imported(client(), "10.1000/two")).papers
    assert paper.text_source is TextSource.SNIPPETS
    assert [p.text for p in paper.passages] == [
        "We study topic 2.",
        "First paragraph.",
        "Second paragraph.",
    ]
    assert [p.paragraph for p in paper.passages] == [1, 2, 3]


async def test_the_abstract_is_the_last_resort_and_a_title_alone_is_said_to_be_one(
    client, literature
):
    read = await imported(client(), "2106.15928", "CorpusId:4")
    assert [p.text_source for p in read.papers] == [TextSource.ABSTRACT, TextSource.TITLE_ONLY]


async def test_a_pdf_that_cannot_be_read_is_told_and_replaced(client, literature):
    def blind(path):
        raise ImageOnlyPdf(path)

    read = await imported(client(), "CorpusId:1", read_pdf=blind)
    assert read.papers[0].text_source is TextSource.ABSTRACT
    (problem,) = read.problems
    assert problem.source == "CorpusId:1"
    assert "only images" in problem.message


async def test_a_pdf_that_holds_no_more_than_the_abstract_is_not_called_full_text(
    client, literature
):
    def abstract_only(path):
        passage = Passage(
            passage_id="file-1#1",
            paper_id="file-1",
            kind=PassageKind.ABSTRACT,
            text="We study.",
            paragraph=1,
        )
        return Paper(
            paper_id="file-1", title="a", passages=(passage,), text_source=TextSource.FULL_TEXT
        )

    read = await imported(client(), "CorpusId:1", read_pdf=abstract_only)
    assert (read.papers[0].text_source, read.problems) == (TextSource.ABSTRACT, ())


async def test_a_title_in_words_finds_its_paper(client, literature):
    assert [p.paper_id for p in (await imported(client(), "Paper number 3")).papers] == [
        "CorpusId:3"
    ]


async def test_an_unknown_id_or_title_is_a_problem_and_stops_nothing(client, literature):
    read = await imported(client(), "CorpusId:999", "No such title at all", "CorpusId:4")
    assert [p.paper_id for p in read.papers] == ["CorpusId:4"]
    assert [p.source for p in read.problems] == ["CorpusId:999", "No such title at all"]
    assert all("No paper is known" in p.message for p in read.problems)


async def test_another_title_than_the_one_asked_for_is_not_taken(client, service, record):
    service.always({"data": [record(9, title="Deep learning for crop yields")]})
    read = await imported(client(), "Shallow parsing with conditional random fields")
    assert read.papers == ()
    assert "closest title is: Deep learning for crop yields" in read.problems[0].message


@pytest.mark.parametrize(
    "author",
    ["author:7", "author:Ada Example", "https://www.semanticscholar.org/author/Ada-Example/7"],
)
async def test_an_authors_most_cited_papers_are_taken(client, literature, author):
    read = await imported(client(), author)
    assert len(read.papers) == MOST_OF_AN_AUTHOR
    assert read.papers[0].paper_id == "CorpusId:129"
    assert "20 most cited of 30 papers" in read.problems[0].message


async def test_namesakes_are_listed_not_guessed(client, literature):
    read = await imported(client(), "author:Wei Wang")
    assert read.papers == ()
    assert "author:8 (Wei Wang, 30 papers)" in read.problems[0].message
    assert "author:9" in read.problems[0].message


async def test_a_paper_named_twice_is_one(client, service, literature):
    read = await imported(client(), "CorpusId:1", f"{1:040x}", "CorpusId:1")
    assert [p.paper_id for p in read.papers] == ["CorpusId:1"]


async def test_the_relation_is_the_callers(client, literature):
    read = await imported(client(), "CorpusId:4", relation=Relation.FOLLOWED)
    assert read.papers[0].relation is Relation.FOLLOWED


async def test_a_service_that_is_down_is_a_problem_for_each_identifier(client, service):
    service.always(httpx.Response(503))
    read = await imported(client(), "CorpusId:1", "A title")
    assert read.papers == ()
    assert [p.source for p in read.problems] == ["CorpusId:1", "A title"]


async def test_a_spent_budget_loses_text_but_no_paper(client, literature):
    read = await imported(client(budget=RequestBudget(1)), "10.1000/two")
    assert [p.text_source for p in read.papers] == [TextSource.ABSTRACT]
    assert "budget of 1 requests" in read.problems[0].message


async def test_progress_counts_papers(client, literature):
    events = []
    await imported(client(), "CorpusId:4", "2106.15928", progress=events.append)
    assert [(e.done, e.total) for e in events] == [(0, 2), (1, 2), (2, 2)]
