"""A title, some words, a name, an address or an id leads to papers and authors to choose from, in
one or two requests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from myscholar.errors import (
    InputError,
    ScholarRateLimited,
    ScholarRefused,
    ScholarUnavailable,
    UnknownName,
    UnknownPaper,
)
from myscholar.gateways.pacing import Limiter
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.settings import Settings
from myscholar.workflows.jobs import stories
from myscholar.workflows.library.find_papers import (
    FoundAuthor,
    FoundPaper,
    FoundPapers,
    find_papers,
    papers_of_author,
)
from myscholar.workflows.services import Services

Answer = Callable[[httpx.Request], httpx.Response]
HASH = f"{1:040x}"


async def at_once(seconds: float) -> None:
    """Sleep of tests."""


class Asking(Services):
    """Services whose Semantic Scholar answers by path; an unknown path is not found."""

    def scholar(self, max_requests: int) -> SemanticScholar:
        return SemanticScholar(
            transport=httpx.MockTransport(self.answer),
            limiter=Limiter(interval_s=0, sleep=at_once),
            budget=RequestBudget(max_requests),
            sleep=at_once,
        )

    def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/graph/v1/")
        self.asked.append((path, request.url.params.get("query", "")))
        answers: dict[str, Any] = self.__dict__.setdefault("answers", {})
        found = answers.get(path, httpx.Response(404, json={}))
        return found if isinstance(found, httpx.Response) else httpx.Response(200, json=found)

    @property
    def asked(self) -> list[tuple[str, str]]:
        return self.__dict__.setdefault("requests", [])

    def knows(self, **answers: Any) -> None:
        names = {
            "search": "paper/search",
            "match": "paper/search/match",
            "authors": "author/search",
        }
        self.__dict__.setdefault("answers", {}).update(
            {names[name]: {"data": answer} for name, answer in answers.items()}
        )


@pytest.fixture
def services(tmp_path: Path) -> Asking:
    return Asking(Settings(home=tmp_path), stories=stories)


def record(number: int, title: str = "A Paper", **facts: Any) -> dict[str, Any]:
    authors = [{"name": "Ada Example"}, {"name": "Bo Other"}]
    known = {
        "paperId": f"{number:040x}",
        "corpusId": number,
        "title": title,
        "authors": authors,
        "year": 2024,
        "venue": "ACL",
    }
    return (
        known
        | {
            "citationCount": 12,
            "openAccessPdf": {"url": "https://x.test/a.pdf"},
            "url": "https://x.test/a",
        }
        | facts
    )


ADA = {"authorId": "7", "name": "Ada Example", "paperCount": 31, "citationCount": 900}


async def test_a_few_words_may_be_a_name_or_a_topic_so_both_are_asked(services: Asking) -> None:
    services.knows(
        search=[record(1, "Ada: A Language"), record(2, openAccessPdf=None, year=None, venue=None)],
        authors=[ADA],
    )
    found = await find_papers(services, "  Ada   Example ")
    assert found.papers[0] == FoundPaper(
        "CorpusId:1",
        "Ada: A Language",
        "Example and Other",
        2024,
        "ACL",
        12,
        has_open_pdf=True,
        url="https://x.test/a",
    )
    assert (found.papers[1].year, found.papers[1].venue, found.papers[1].has_open_pdf) == (
        None,
        None,
        False,
    )
    assert found.authors == (FoundAuthor("7", "Ada Example", 31, 900),)
    assert sorted(services.asked) == [
        ("author/search", "Ada Example"),
        ("paper/search", "Ada Example"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "Ada Example",
        "Mira Solberg-Adeyemi",
        "J. R. O'Neill",
        "Example, Ada",
        "李明",
        "Ada van den Berg",
    ],
)
async def test_names_of_many_kinds_are_looked_up_as_names(services: Asking, name: str) -> None:
    services.knows(search=[], authors=[ADA])
    assert len((await find_papers(services, name)).authors) == 1


async def test_a_name_in_the_order_of_a_bibliography_is_asked_as_it_is_spoken(
    services: Asking,
) -> None:
    services.knows(search=[], authors=[ADA])
    await find_papers(services, "Example, Ada")
    assert ("author/search", "Ada Example") in services.asked


async def test_a_title_is_matched_and_stands_first_once(services: Asking) -> None:
    title = "Do Large Language Models Know What They Cite?"
    services.knows(match=[record(3, title)], search=[record(1), record(3, title)])
    found = await find_papers(services, title)
    assert [paper.identifier for paper in found.papers] == ["CorpusId:3", "CorpusId:1"]
    assert sorted(path for path, _ in services.asked) == ["paper/search", "paper/search/match"]


async def test_a_title_that_matches_nothing_still_finds_what_is_near(services: Asking) -> None:
    services.knows(search=[record(1)])
    assert [
        p.identifier
        for p in (await find_papers(services, "How people in five labs cite 2024 papers")).papers
    ] == ["CorpusId:1"]


async def test_nothing_found_is_no_error(services: Asking) -> None:
    services.knows(search=[], authors=[])
    assert await find_papers(services, "nobody anywhere") == FoundPapers()


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("https://arxiv.org/abs/2411.14199v2", "paper/ARXIV:2411.14199"),
        ("10.1234/abc.5", "paper/DOI:10.1234/abc.5"),
        ("CorpusId:1", "paper/CorpusId:1"),
        (f"https://www.semanticscholar.org/paper/A-Paper/{HASH}", f"paper/{HASH}"),
    ],
)
async def test_an_address_or_id_is_the_one_paper(services: Asking, text: str, path: str) -> None:
    services.__dict__["answers"] = {path: record(1)}
    assert [paper.identifier for paper in (await find_papers(services, text)).papers] == [
        "CorpusId:1"
    ]
    assert [asked for asked, _ in services.asked] == [path]


async def test_an_authors_page_gives_the_authors_papers_the_most_cited_first(
    services: Asking,
) -> None:
    services.__dict__["answers"] = {
        "author/7/papers": {"data": [record(1), record(2, citationCount=99)]}
    }
    found = await find_papers(services, "https://www.semanticscholar.org/author/Ada/7")
    assert [paper.identifier for paper in found.papers] == ["CorpusId:2", "CorpusId:1"]
    assert await papers_of_author(services, "7") == found.papers
    services.knows(authors=[ADA])
    assert [
        author.author_id for author in (await find_papers(services, "author: Ada Example")).authors
    ] == ["7"]


async def test_what_does_not_exist_is_named(services: Asking) -> None:
    with pytest.raises(UnknownPaper, match=r"'10\.1234/none'"):
        await find_papers(services, "10.1234/none")
    with pytest.raises(UnknownName, match="author"):
        await papers_of_author(services, "99")


@pytest.mark.parametrize("text", ["", "  \n", "?!"])
async def test_no_words_are_asked_for_before_anything_is_sent(services: Asking, text: str) -> None:
    with pytest.raises(InputError, match="Write a title"):
        await find_papers(services, text)
    assert services.asked == []


async def test_what_was_found_before_a_fault_is_kept_and_the_fault_is_told(
    services: Asking,
) -> None:
    services.__dict__["answers"] = {
        "author/search": httpx.Response(500),
        "paper/search": {"data": [record(1)]},
    }
    found = await find_papers(services, "Ada Example")
    assert [paper.identifier for paper in found.papers] == ["CorpusId:1"]
    assert found.problems == (str(ScholarUnavailable("status 500")),)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (httpx.Response(403), ScholarRefused),
        (httpx.Response(429), ScholarRateLimited),
        (httpx.Response(503), ScholarUnavailable),
    ],
)
async def test_a_service_that_does_not_answer_is_named_after_a_few_requests(
    services: Asking, answer: httpx.Response, error: type[Exception]
) -> None:
    services.__dict__["answers"] = {"author/search": answer, "paper/search": answer}
    with pytest.raises(error):
        await find_papers(services, "Ada Example")
    assert len(services.asked) <= 4


async def test_ten_thousand_characters_are_a_search_like_any_other(services: Asking) -> None:
    services.knows(search=[record(1)])
    assert len((await find_papers(services, "<script>alert(1)</script> " * 400)).papers) == 1
    assert all(len(query) <= 300 for _, query in services.asked)
