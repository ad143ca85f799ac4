"""What is known to go wrong with the package `semanticscholar` does not come through."""

import logging
from contextlib import suppress

import httpx
import pytest

from myscholar.errors import (
    MyScholarError,
    ScholarBadAnswer,
    ScholarRefused,
    ScholarUnavailable,
    UnknownPaper,
)

ASKS = {
    "paper": lambda scholar: scholar.paper("CorpusId:1"),
    "papers": lambda scholar: scholar.papers(["CorpusId:1", "CorpusId:2"]),
    "search": lambda scholar: scholar.search("topic"),
    "snippets": lambda scholar: scholar.snippets("topic"),
    "match": lambda scholar: scholar.match("A title"),
    "authors": lambda scholar: scholar.authors("Ada Example"),
    "author_papers": lambda scholar: scholar.author_papers("7"),
    "citations": lambda scholar: scholar.citations("CorpusId:1"),
    "references": lambda scholar: scholar.references("CorpusId:1"),
    "recommendations": lambda scholar: scholar.recommendations(["CorpusId:1"]),
}
"""Every way to ask."""
ODD = {"authors": [None], "publicationDate": "2021", "publicationVenue": "ACL", "journal": 3}
"""What the package's types can't take."""


@pytest.fixture(params=ASKS)
def ask(request):
    return ASKS[request.param]


@pytest.mark.parametrize(
    ("status", "error"),
    [(401, ScholarRefused), (502, ScholarUnavailable), (503, ScholarUnavailable)],
)
async def test_an_outage_is_no_empty_answer(client, service, ask, status, error):
    service.always(httpx.Response(status))
    with pytest.raises(error):
        await ask(client())


async def test_a_search_that_is_not_accepted_has_not_found_nothing(client, service):
    service.always(httpx.Response(422))
    for search in (client().search, client().snippets, client().authors):
        with pytest.raises(ScholarBadAnswer, match="422"):
            await search("topic")


async def test_the_key_goes_along_whatever_is_asked(client, service, ask):
    service.always(httpx.Response(404))
    with suppress(MyScholarError):
        await ask(client(api_key="sesame"))
    assert {r.headers["x-api-key"] for r in service.requests} == {"sesame"}


async def test_words_arrive_as_they_are_written(client, service):
    text = "R&D in C++ & 50% #recall=1?"
    service.always({"data": []})
    scholar = client()
    for look_up in (scholar.search, scholar.snippets, scholar.authors):
        await look_up(text)
        assert service.parameters()["query"] == text
        assert service.requests[-1].url.fragment == ""
    with pytest.raises(UnknownPaper):
        await scholar.match(text)
    assert service.parameters()["query"] == text


async def test_nulls_and_odd_records_cost_nothing_else(client, service, record):
    odd = record(2) | ODD
    scholar = client()
    service.always([None, odd, {}, record(3, paperId=None)])
    found = await scholar.papers([f"CorpusId:{n}" for n in range(1, 5)])
    assert [p and p.paper_id for p in found] == [None, "CorpusId:2", None, "CorpusId:3"]
    service.always({"data": [None, odd, "?", record(3)]})
    for papers in (await scholar.search("topic"), await scholar.author_papers("7")):
        assert {p.paper_id for p in papers} == {"CorpusId:2", "CorpusId:3"}
    service.always({"data": [{"citingPaper": None}, None, {"citingPaper": odd}, {}]})
    assert [p.paper_id for p in await scholar.citations("CorpusId:1")] == ["CorpusId:2"]
    service.always({"recommendedPapers": [None, odd]})
    assert [p.paper_id for p in await scholar.recommendations(["x"])] == ["CorpusId:2"]
    service.always(odd)
    assert (await scholar.paper("CorpusId:2")).paper_id == "CorpusId:2"


async def test_a_list_that_is_null_holds_nothing(client, service):
    service.always({"data": None})
    scholar = client()
    assert await scholar.search("topic") == await scholar.snippets("topic") == ()
    assert await scholar.authors("Ada") == await scholar.author_papers("7") == ()
    assert await scholar.citations("x") == await scholar.recommendations(["x"]) == ()
    with pytest.raises(UnknownPaper):
        await scholar.match("A title")


async def test_logging_is_left_alone_and_nothing_is_said_of_unknown_ids(client, service, caplog):
    handlers = list(logging.getLogger().handlers)
    service.always([None])
    await client().papers(["CorpusId:1"])
    assert logging.getLogger().handlers == handlers
    assert caplog.text == ""
