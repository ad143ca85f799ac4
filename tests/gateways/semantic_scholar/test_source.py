"""A whole report's queries against the service."""

import httpx
import pytest

from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
from myscholar.domain.papers import PassageKind, TextSource
from myscholar.errors import ScholarRefused, ScholarUnavailable
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.search.semantic_scholar import SemanticScholarSource, in_order

QUESTION = SearchQuery(text="How do state-of-the-art models cite?")


def queries(n_facets, n_actions=0, filters=SearchFilters()):
    facets = [
        SearchQuery(text=f"facet {i}", kind=QueryKind.FACET, filters=filters)
        for i in range(n_facets)
    ]
    actions = [
        SearchQuery(text=f"wish {i}", kind=QueryKind.ACTION, filters=filters)
        for i in range(n_actions)
    ]
    return (QUESTION.model_copy(update={"filters": filters}), *facets, *actions)


@pytest.fixture
def literature(service, record, snippet):
    """Snippets of papers 1-3, keyword hits 3 and 4, and facts about any paper; `faults` says which
    endpoints fail how."""
    faults = {}

    def answer(request):
        endpoint = request.url.path.removeprefix("/graph/v1/")
        if endpoint in faults:
            return faults[endpoint]
        if endpoint == "snippet/search":
            return httpx.Response(
                200,
                json={
                    "data": [
                        snippet(n, f"Passage {n} on {request.url.params['query']}.")
                        for n in (1, 2, 3)
                    ]
                },
            )
        if endpoint == "paper/search":
            return httpx.Response(200, json={"data": [record(3), record(4)]})
        import json

        ids = json.loads(request.content)["ids"]
        return httpx.Response(200, json=[record(int(i.removeprefix("CorpusId:"))) for i in ids])

    service.answer = answer
    return faults


@pytest.fixture
def source(client, time):
    return SemanticScholarSource(client(), max_requests=6, clock=time.clock)


async def test_a_report_of_many_queries_takes_six_requests(source, service, literature):
    results = await source.search_all(queries(4, 6), 20)
    assert service.paths == ["snippet/search"] * 5 + ["paper/batch"]
    assert source.budget.spent == 6
    assert len(results) == 11


async def test_actions_go_before_further_wordings_and_what_was_not_asked_is_said(
    source, service, literature
):
    results = await source.search_all(queries(4, 2), 20)
    assert [r.record.query.text for r in results if not r.record.error] == [
        QUESTION.text,
        "facet 0",
        "facet 1",
        "wish 0",
        "wish 1",
    ]
    (unsent, _) = [r for r in results if r.record.error]
    assert unsent.record.query.text == "facet 2"
    assert "budget of 6 requests" in unsent.record.error
    assert unsent.hits == ()


async def test_keywords_find_papers_where_passages_can_not_be_had(source, service, literature):
    literature["snippet/search"] = httpx.Response(400)
    results = await source.search_all(queries(6), 20)
    assert [h.paper.paper_id for h in results[0].hits] == ["CorpusId:3", "CorpusId:4"]
    assert "status 400" in results[0].record.error


async def test_a_small_report_takes_three_requests(source, service, literature):
    (result,) = await source.search_all((QUESTION,), 20)
    assert service.paths == ["snippet/search", "paper/search", "paper/batch"]
    assert result.record.error is None
    assert result.record.n_hits == 4


async def test_facts_are_asked_once_for_papers_that_the_keyword_search_did_not_describe(
    source, service, literature
):
    import json

    await source.search_all(queries(2), 20)
    assert json.loads(service.requests[-1].content)["ids"] == ["CorpusId:1", "CorpusId:2"]


async def test_facts_take_one_request_and_go_to_each_querys_best_papers_first(
    source, service, literature, snippet
):
    import json

    def found(start):
        passages = [snippet(start + n, f"Passage {start + n} on citing.") for n in range(300)]
        return httpx.Response(200, json={"data": passages})

    def answer(request, usual=service.answer):
        asked = request.url.params.get("query", "")
        if "snippet" in request.url.path:
            return found(10_000 if "facet" in asked else 20_000)
        return usual(request)

    service.answer = answer
    await source.search_all(queries(1), 150)
    ids = json.loads(service.requests[-1].content)["ids"]
    assert service.paths.count("paper/batch") == 1
    assert len(ids) == 500, "250 of each of the two lists of 300 in turn"
    assert ids[:3] == ["CorpusId:20000", "CorpusId:10000", "CorpusId:20001"]
    assert sum(i < "CorpusId:2" for i in ids) == 250


async def test_no_batch_is_sent_when_all_papers_are_known(source, service, literature, record):
    literature["paper/search"] = httpx.Response(200, json={"data": [record(n) for n in (1, 2, 3)]})
    await source.search_all((QUESTION,), 20)
    assert service.paths == ["snippet/search", "paper/search"]


async def test_papers_found_both_ways_come_first(source, literature):
    # paper 3: 1/(10+3) + 1/(10+1) = 0.16783; paper 1: 1/11 = 0.09091; papers 2 and 4: 1/12 =
    # 0.08333
    hits = await source.search(QUESTION, 20)
    assert [h.paper.paper_id for h in hits] == [
        "CorpusId:3",
        "CorpusId:1",
        "CorpusId:2",
        "CorpusId:4",
    ]
    assert [round(h.score, 5) for h in hits] == [0.16783, 0.09091, 0.08333, 0.08333]


async def test_a_hit_has_the_matching_passage_first_then_the_abstract_and_the_facts(
    source, literature
):
    hit = (await source.search(QUESTION, 20))[1]
    assert [(p.kind, p.text) for p in hit.paper.passages] == [
        (PassageKind.BODY, "Passage 1 on state of the art models cite."),
        (PassageKind.ABSTRACT, "We study topic 1."),
    ]
    assert (hit.paper.year, hit.paper.text_source, hit.sources) == (
        2023,
        TextSource.SNIPPETS,
        ("semantic-scholar",),
    )


async def test_a_piece_of_an_abstract_gives_way_to_the_whole(source, literature, snippet, record):
    literature["snippet/search"] = httpx.Response(
        200, json={"data": [snippet(3, "study topic 3.", kind="abstract")]}
    )
    hit = (await source.search(QUESTION, 20))[0]
    assert [p.text for p in hit.paper.passages] == ["We study topic 3."]
    assert hit.paper.text_source is TextSource.ABSTRACT


async def test_papers_without_any_text_are_no_evidence(source, literature, snippet, record):
    literature["snippet/search"] = httpx.Response(
        200, json={"data": [snippet(3, "Paper number 3", kind="title")]}
    )
    literature["paper/search"] = httpx.Response(
        200, json={"data": [record(3, abstract=None), record(4)]}
    )
    assert [h.paper.paper_id for h in await source.search(QUESTION, 20)] == ["CorpusId:4"]


async def test_query_words_that_say_nothing_stay_at_home(source, service, literature):
    await source.search(QUESTION, 20)
    assert {service.parameters(i)["query"] for i in (0, 1)} == {"state of the art models cite"}


async def test_of_a_long_question_the_topic_alone_is_searched_by_keyword(
    source, service, literature
) -> None:
    said = "How do urban wrens sing? Focus on street noise, dawn choruses and hedges."
    await source.search(SearchQuery(text=said), 20)
    passages, papers = sorted((service.parameters(i)["query"] for i in (0, 1)), key=len)[::-1]
    assert passages.endswith("street noise dawn choruses hedges")
    assert papers == "urban wrens sing"


async def test_filters_are_sent_and_checked_again_on_the_facts(source, service, literature):
    filters = SearchFilters(year_min=2020, min_citations=25)
    results = await source.search_all(queries(1, filters=filters), 20)
    assert service.parameters(0)["year"] == "2020-"
    assert service.parameters(1)["minCitationCount"] == "25"
    # papers 1 and 2 have 10 and 20 citations, whatever the service let through
    assert [[h.paper.paper_id for h in r.hits] for r in results] == [
        ["CorpusId:3", "CorpusId:4"],
        ["CorpusId:3"],
    ]


async def test_the_limit_counts_papers(source, literature):
    assert len(await source.search(QUESTION, 2)) == 2


@pytest.mark.parametrize("endpoint", ["paper/search", "snippet/search"])
async def test_one_failing_endpoint_leaves_what_the_other_found(source, literature, endpoint):
    literature[endpoint] = httpx.Response(500)
    results = await source.search_all(queries(1), 20)
    assert results[0].hits
    assert "status 500" in results[0].record.error


async def test_without_facts_the_passages_are_kept_and_the_record_says_so(source, literature):
    literature["paper/batch"] = httpx.Response(200, text='[{"pap')
    (result,) = await source.search_all((QUESTION,), 20)
    assert {h.paper.paper_id for h in result.hits} == {f"CorpusId:{n}" for n in (1, 2, 3, 4)}
    assert "facts about 2 papers are missing" in result.record.error


async def test_without_facts_no_paper_passes_a_filter_unchecked(source, literature):
    literature["paper/batch"] = httpx.Response(500)
    (result,) = await source.search_all(queries(0, filters=SearchFilters(year_min=2020)), 20)
    assert [h.paper.paper_id for h in result.hits] == ["CorpusId:3", "CorpusId:4"]
    assert result.record.error.endswith("2 left out, since “from 2020” can't be checked.")


async def test_a_service_that_is_down_is_not_asked_for_every_query(source, service):
    service.always(httpx.Response(500))
    results = await source.search_all(queries(4, 6), 20)
    assert all("status 500" in r.record.error and not r.hits for r in results)
    assert set(service.paths) == {"snippet/search", "paper/search"}
    assert source.budget.spent <= 6


async def test_a_refused_key_costs_one_request_and_reaches_every_record(source, service):
    service.always({"message": "Forbidden"}, 403)
    results = await source.search_all(queries(3), 20)
    assert all("S2_API_KEY" in r.record.error for r in results)
    assert len(service.requests) == 1


async def test_one_passing_fault_costs_one_query_at_most(source, service, literature):
    service.answers = [httpx.Response(429, headers={"Retry-After": "2"})]
    results = await source.search_all(queries(3), 20)
    # question: passages twice, keywords once; two of the three further queries; the facts
    assert [bool(r.hits) for r in results] == [True, True, True, False]
    assert source.budget.spent == 6


async def test_a_service_that_fails_often_is_given_a_second_try_for_the_facts(
    source, service, literature
):
    service.answers = [httpx.Response(500), httpx.Response(500)]
    results = await source.search_all(queries(3), 20)
    # the first two tries fail and are repeated; of the two left, none goes to further queries: one
    # is for the facts, one in case that fails
    assert [bool(r.hits) for r in results] == [True, False, False, False]
    assert source.budget.spent == 5


async def test_keywords_stand_in_when_passages_cannot_be_searched(source, service, literature):
    literature["snippet/search"] = httpx.Response(500)
    results = await source.search_all(queries(3), 20)
    # passages three times, keywords once; the two requests left go to the next queries' keywords,
    # for no facts are missing
    assert service.paths.count("paper/search") == 3
    assert [bool(r.hits) for r in results] == [True, True, True, False]
    assert source.budget.spent == 6


async def test_the_keyword_search_is_tried_twice_at_most(source, service, literature):
    literature["paper/search"] = httpx.Response(500)
    await source.search_all(queries(3), 20)
    assert service.paths.count("paper/search") == 2


async def test_a_single_search_that_fails_raises_its_error(source, service):
    service.always(httpx.Response(504))
    with pytest.raises(ScholarUnavailable):
        await source.search(QUESTION, 20)


async def test_a_single_search_with_a_refused_key_raises_it(source, service):
    service.always(httpx.Response(401))
    with pytest.raises(ScholarRefused):
        await source.search(QUESTION, 20)


async def test_no_queries_take_no_request(source, service):
    assert await source.search_all((), 20) == ()
    assert service.requests == []


async def test_the_source_spends_from_the_clients_budget(client, literature):
    budget = RequestBudget(2)
    source = SemanticScholarSource(client(budget=budget))
    (result,) = await source.search_all((QUESTION,), 20)
    # passages and their facts: so small a budget is not spent on keywords
    assert [h.paper.paper_id for h in result.hits] == ["CorpusId:1", "CorpusId:2", "CorpusId:3"]
    assert result.record.error is None
    assert budget.spent == 2


async def test_a_side_of_a_question_takes_two_requests_however_many_are_left(
    client, service, literature
):
    side = SearchQuery(text="citation accuracy", kind=QueryKind.FACET)
    source = SemanticScholarSource(client(), max_requests=40)
    (result,) = await source.search_all((side,), 20)
    assert len(result.hits) == 3
    assert service.paths == ["snippet/search", "paper/batch"]


async def test_a_budget_of_three_asks_for_the_passages_of_two_queries(client, service, literature):
    results = await SemanticScholarSource(client(budget=RequestBudget(3))).search_all(
        queries(1), 20
    )
    assert [r.record.error for r in results] == [None, None]
    assert [r.url.path.rpartition("/")[2] for r in service.requests] == [
        "search",
        "search",
        "batch",
    ]
    assert all("snippet" in r.url.path for r in service.requests[:2])


async def test_a_report_asked_again_is_answered_from_disk(client, service, literature, tmp_path):
    first = await SemanticScholarSource(client(cache=tmp_path)).search_all(queries(2), 20)
    again = SemanticScholarSource(client(cache=tmp_path))
    assert [r.hits for r in await again.search_all(queries(2), 20)] == [r.hits for r in first]
    assert again.budget.spent == 0


async def test_a_search_that_was_broken_off_asks_the_same_queries_when_it_is_done_again(
    client, service, literature, tmp_path
):
    # what was answered before the process died
    await SemanticScholarSource(client(cache=tmp_path)).search_all(queries(1), 20)
    resumed = await SemanticScholarSource(client(cache=tmp_path)).search_all(queries(6), 20)
    whole = await SemanticScholarSource(client()).search_all(queries(6), 20)

    assert [r.record.error for r in resumed] == [r.record.error for r in whole]
    assert [r.hits for r in resumed] == [r.hits for r in whole]


def test_many_actions_leave_room_for_one_side_of_the_question():
    every = queries(2, 5)  # the question, two sides of it, five wishes
    assert in_order(every) == [0, 3, 4, 5, 1, 6, 7, 2]
    assert in_order(every[:4]) == [0, 3, 1, 2]
    assert in_order(every[1:]) == [2, 3, 4, 0, 5, 6, 1], "the question was searched before"


def test_each_action_has_a_query_before_any_has_two():
    def wish(text, *ids):
        return SearchQuery(text=text, kind=QueryKind.ACTION, action_ids=ids)

    facet = SearchQuery(text="a side", kind=QueryKind.FACET)
    every = (QUESTION, wish("one", "a"), wish("two", "a"), wish("three", "b", "a"), facet)
    assert in_order(every) == [0, 1, 3, 4, 2]
