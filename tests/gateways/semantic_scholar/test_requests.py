"""Turns, retries, budget, cache and the name of every failure."""

import asyncio
import gzip
import json
import logging
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from myscholar.errors import (
    ScholarBadAnswer,
    ScholarBudgetSpent,
    ScholarRateLimited,
    ScholarRefused,
    ScholarUnavailable,
    UnknownPaper,
)
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.requester import PATIENCE

TOO_MANY = {"message": "Too Many Requests.", "code": "429"}


@pytest.fixture
def found(record):
    return httpx.Response(200, json={"data": [record(1)]})


async def test_requests_start_one_second_apart_however_many_tasks_ask(client, service, record):
    service.always({"data": [record(1)]})
    scholar = client(api_key="k")
    await asyncio.gather(*(scholar.search(f"topic {n}") for n in range(4)))
    assert service.arrivals == [0.0, 1.0, 2.0, 3.0]


async def test_the_interval_can_be_chosen_and_holds_without_a_key_too(client, service, found):
    service.always(found)
    scholar = client(interval_s=3.0)
    await scholar.search("a")
    await scholar.search("b")
    assert service.arrivals == [0.0, 3.0]


async def test_the_interval_is_kept_from_what_a_slow_connection_lets_out_late(
    client, service, time, found
):
    service.always(found)

    async def connect(request):
        if not service.requests:
            time.seconds += 0.6
        await request.extensions["trace"]("http11.send_request_headers.started", {})
        return service(request)

    scholar = client(transport=httpx.MockTransport(connect))
    await scholar.search("a")
    await scholar.search("b")
    assert service.arrivals == [0.6, 1.6]


@pytest.mark.parametrize(
    "fault",
    [
        httpx.Response(429, json=TOO_MANY),
        httpx.Response(500, json={"message": "Internal Server Error"}),
        httpx.Response(502),
        httpx.Response(503),
        httpx.Response(504, json={"message": "Endpoint request timed out"}),
        httpx.ReadTimeout("slow"),
        httpx.ConnectError("refused"),
        httpx.ReadError("reset"),
        httpx.RemoteProtocolError("cut off"),
        httpx.Response(200, text='{"data": [{"paperId": "12'),
        httpx.Response(200, text="<html>Welcome</html>"),
        httpx.Response(200, text="null"),
        httpx.Response(200, text="[" * 99_999),
    ],
    ids=str,
)
async def test_a_passing_fault_is_tried_again(client, service, found, fault):
    service.answers = [fault, found]
    assert [p.title for p in await client().search("topic")] == ["Paper number 1"]
    assert len(service.requests) == 2


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (429, ScholarRateLimited),
        (500, ScholarUnavailable),
        (503, ScholarUnavailable),
        (504, ScholarUnavailable),
        (408, ScholarUnavailable),
    ],
)
async def test_a_lasting_fault_gets_its_name_after_four_tries(client, service, status, error):
    service.always(httpx.Response(status))
    with pytest.raises(error):
        await client().search("topic")
    assert len(service.requests) == 4


async def test_a_service_that_never_answers_is_unavailable(client, service):
    def silent(request):
        raise httpx.ReadTimeout("slow", request=request)

    service.answer = silent
    with pytest.raises(ScholarUnavailable, match="no answer within 15 s"):
        await client().search("topic")


async def test_half_an_answer_is_a_bad_answer(client, service):
    service.always(httpx.Response(200, text='{"data": ['))
    with pytest.raises(ScholarBadAnswer, match="not complete JSON"):
        await client().search("topic")


async def test_an_answer_of_the_wrong_shape_is_a_bad_answer(client, service):
    service.always([1, 2])
    with pytest.raises(ScholarBadAnswer):
        await client().search("topic")
    service.always({"data": []})
    with pytest.raises(ScholarBadAnswer):
        await client().papers(["CorpusId:1"])


@pytest.mark.parametrize("host", ["[v1.x]", "a..example.org", f"{'a' * 64}.example.org"])
async def test_an_address_that_nothing_can_have_is_unavailable(client, service, host):
    async def connect(request):
        await httpx.AsyncHTTPTransport(verify=False).handle_async_request(request)

    scholar = client(base_url=f"http://{host}", transport=httpx.MockTransport(connect))
    with pytest.raises(ScholarUnavailable, match="nobody answers at its address"):
        await scholar.search("topic")


async def test_waits_grow_and_repeat_with_the_seed(client, service):
    # base 1 s doubles to 2 and 4 s, each times a factor in [0.5, 1]; the turns, a second apart, may
    # make the first wait longer
    service.always(httpx.Response(500))
    runs = []
    for _ in range(2):
        service.arrivals.clear()
        service.time.seconds = 0.0
        with pytest.raises(ScholarUnavailable):
            await client().search("topic")
        runs.append([b - a for a, b in zip(service.arrivals, service.arrivals[1:], strict=False)])
    assert runs[0] == runs[1]
    assert runs[0][0] == 1.0
    assert 1.0 <= runs[0][1] <= 2.0
    assert 2.0 <= runs[0][2] <= 4.0


async def test_retry_after_in_seconds_is_honoured(client, service, found):
    service.answers = [httpx.Response(429, headers={"Retry-After": "7"}), found]
    await client().search("topic")
    assert service.arrivals == [0.0, 7.0]


async def test_retry_after_as_a_date_is_honoured(client, service, found):
    # the clock stands at 12:00:00, the date says 12:00:09
    service.answers = [
        httpx.Response(503, headers={"Retry-After": "Fri, 20 Nov 2026 12:00:09 GMT"}),
        found,
    ]
    await client().search("topic")
    assert service.arrivals == [0.0, 9.0]


@pytest.mark.parametrize(
    "header",
    ["soon", "", "-5", "nan", "inf", "Fri, 99 Nov 2026", f"Fri, 20 Nov {10**20} 12:00:09 GMT"],
)
async def test_a_retry_after_that_says_nothing_is_ignored(client, service, found, header):
    service.answers = [httpx.Response(429, headers={"Retry-After": header}), found]
    await client().search("topic")
    assert service.arrivals[1] <= 1.0


async def test_all_tasks_pause_when_one_is_asked_to(client, service, record):
    service.answers = [httpx.Response(429, headers={"Retry-After": "10"})]
    service.always({"data": [record(1)]})
    scholar = client()
    await scholar.search("a")
    await scholar.search("b")
    assert service.arrivals == [0.0, 10.0, 11.0]


async def test_a_pause_beyond_the_patience_ends_the_run_at_once_and_says_how_long(client, service):
    service.answers = [httpx.Response(429, headers={"Retry-After": "3600"})]
    scholar = client()
    for _ in range(2):
        with pytest.raises(ScholarRateLimited) as raised:
            await scholar.search("topic")
        assert raised.value.retry_after_s == 3600
    assert service.arrivals == [0.0]


async def test_patience_ends_the_tries_before_their_number_does(client, service):
    service.always(httpx.Response(500))
    with pytest.raises(ScholarUnavailable):
        await client(patience=replace(PATIENCE, tries=50, total_s=10.0)).search("topic")
    assert service.time.seconds <= 10.0


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_is_said_once_and_nothing_more_is_sent(client, service, status):
    service.always(httpx.Response(status, json={"message": "Forbidden"}))
    scholar = client(api_key="wrong")
    for _ in range(3):
        with pytest.raises(ScholarRefused) as raised:
            await scholar.search("topic")
        assert raised.value.status == status
    assert len(service.requests) == 1


async def test_a_request_the_service_does_not_accept_is_not_repeated(client, service):
    service.always(httpx.Response(400, json={"error": "Unacceptable\x1b[31m query params"}))
    with pytest.raises(ScholarBadAnswer, match="Unacceptable") as raised:
        await client().search("topic")
    assert "\x1b" not in str(raised.value)
    assert len(service.requests) == 1


async def test_an_unknown_paper_is_named(client, service):
    service.always(httpx.Response(404, json={"error": "Paper with id X not found"}))
    with pytest.raises(UnknownPaper, match=r"10\.1000/none"):
        await client().paper("10.1000/none")


async def test_every_attempt_counts_in_the_budget(client, service, found):
    service.answers = [httpx.Response(500), httpx.Response(500), found]
    budget = RequestBudget(10)
    await client(budget=budget).search("topic")
    assert (budget.spent, budget.left) == (3, 7)


async def test_nothing_leaves_once_the_budget_is_spent(client, service, record):
    service.always({"data": [record(1)]})
    scholar = client(budget=RequestBudget(2))
    await scholar.search("a")
    await scholar.search("b")
    with pytest.raises(ScholarBudgetSpent, match="budget of 2 requests"):
        await scholar.search("c")
    assert len(service.requests) == 2


async def test_a_retry_without_budget_tells_of_the_failure_not_of_the_budget(client, service):
    service.always(httpx.Response(500))
    with pytest.raises(ScholarUnavailable):
        await client(budget=RequestBudget(1)).search("topic")


def test_a_part_of_a_budget_counts_in_the_whole():
    whole = RequestBudget(3)
    part = whole.part(2)
    part.take()
    whole.take()
    assert (part.spent, part.left, whole.spent, whole.left) == (1, 1, 2, 1)
    part.take()
    with pytest.raises(ScholarBudgetSpent) as raised:
        part.take()
    assert raised.value.limit == 3


async def test_the_same_request_is_answered_from_disk(client, service, found, tmp_path):
    service.always(found)
    first, second = client(cache=tmp_path), client(cache=tmp_path, budget=RequestBudget(0))
    assert await first.search("topic") == await second.search("topic")
    assert len(service.requests) == 1
    assert second.budget.spent == 0


async def test_another_query_or_batch_is_another_answer(client, service, record, tmp_path):
    service.answer = lambda request: httpx.Response(
        200, json=[record(1)] if request.method == "POST" else {"data": [record(1)]}
    )
    scholar = client(cache=tmp_path)
    await scholar.search("a")
    await scholar.search("b")
    await scholar.papers(["CorpusId:1"])
    await scholar.papers(["CorpusId:2"])
    assert len(list(tmp_path.glob("*.json"))) == len(service.requests) == 4


async def test_an_old_answer_is_fetched_anew(client, service, found, tmp_path):
    service.always(found)
    scholar = client(cache=tmp_path, cache_age=timedelta(hours=1))
    await scholar.search("topic")
    service.time.seconds += 3601
    await scholar.search("topic")
    assert len(service.requests) == 2


async def test_an_answer_from_before_the_clock_was_set_back_does_not_last(
    client, service, found, tmp_path
):
    service.always(found)
    scholar = client(cache=tmp_path, cache_age=timedelta(hours=1))
    service.time.seconds = 3601
    await scholar.search("topic")
    service.time.seconds = 0
    await scholar.search("topic")
    await scholar.search("topic")
    assert len(service.requests) == 2


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b'{"stored_at": "2026',
        b"\xff\xfe\x00",
        b"[]",
        b'{"stored_at": "x", "answer": 1}',
        b'{"stored_at": "2026-01-01", "answer": {}}',
    ],
)
async def test_a_damaged_answer_is_dropped_and_fetched_anew(
    client, service, found, tmp_path, damage
):
    service.always(found)
    scholar = client(cache=tmp_path)
    await scholar.search("topic")
    (file,) = tmp_path.glob("*.json")
    file.write_bytes(damage)
    assert await scholar.search("topic")
    assert len(service.requests) == 2
    assert json.loads(file.read_text())["answer"]["data"]


async def test_neither_failures_nor_empty_answers_are_kept(client, service, tmp_path):
    service.answers = [
        httpx.Response(200, json={"total": 0, "data": []}),
        httpx.Response(200, json={"total": 0, "offset": 0}),
        httpx.Response(200, json=[None]),
        httpx.Response(404),
    ]
    scholar = client(cache=tmp_path)
    await scholar.search("topic")
    await scholar.search("topic")
    await scholar.papers(["CorpusId:1"])
    with pytest.raises(UnknownPaper):
        await scholar.paper("CorpusId:1")
    assert list(tmp_path.iterdir()) == []


async def test_a_cache_that_cannot_be_written_costs_no_answer(
    client, service, found, tmp_path, caplog
):
    (tmp_path / "file").write_text("in the way")
    service.always(found)
    assert await client(cache=tmp_path / "file" / "cache").search("topic")
    assert "can't be kept" in caplog.text


async def test_the_key_is_sent_and_shown_nowhere_else(client, service, found, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    service.answers = [httpx.Response(500, text="key sesame-123 is odd"), found]
    scholar = client(api_key="sesame-123", cache=tmp_path)
    await scholar.search("topic")
    service.always(httpx.Response(403))
    with pytest.raises(ScholarRefused) as raised:
        await scholar.search("other")
    assert all(r.headers["x-api-key"] == "sesame-123" for r in service.requests)
    shown = [
        caplog.text,
        str(raised.value),
        repr(scholar._requester),
        *(f.read_text() for f in tmp_path.iterdir()),
    ]
    assert not any("sesame" in text for text in shown)


async def test_without_a_key_no_key_is_sent(client, service, found):
    service.always(found)
    await client().search("topic")
    assert "x-api-key" not in service.requests[0].headers


def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(client):
    with pytest.raises(ScholarRefused) as raised:
        client(api_key="bad\nkey")
    assert "bad" not in str(raised.value)


async def test_an_answer_that_unpacks_without_end_is_no_answer(client, service):
    async def packed():
        yield gzip.compress(bytes(60_000_000))

    def answer(request):
        return httpx.Response(200, content=packed(), headers={"content-encoding": "gzip"})

    service.answer = answer
    with pytest.raises(ScholarBadAnswer, match="longer than 50 MB"):
        await client().search("wrens")
