"""One request to the service, from the cache or over the wire, with every failure under its
name."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import TypeVar

import httpx
from pydantic import SecretStr

from myscholar.domain.text import shorten
from myscholar.errors import (
    ScholarBadAnswer,
    ScholarBudgetSpent,
    ScholarError,
    ScholarRateLimited,
    ScholarRefused,
    ScholarUnavailable,
)
from myscholar.gateways.pacing import Clock, Limiter, Sleep
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.cache import ScholarCache, request_key
from myscholar.gateways.semantic_scholar.retry import (
    FailedAttempt,
    RetryPolicy,
    parse_retry_after,
)

_TIMEOUT_S = 15.0
JsonObject = Mapping[str, object]
Answer = TypeVar("Answer", dict[str, object], list[object])


@dataclass(frozen=True)
class _Request:
    method: str
    url: str
    params: Mapping[str, str]
    body: JsonObject | None = None


class NotFound(ScholarError):
    """The service knows no such paper, author or title; the caller says which."""


class NotAccepted(ScholarBadAnswer):
    """The service can't make sense of the request, so the same one is not worth another try."""

    retryable = False


@dataclass(frozen=True)
class Requester:
    """Sends requests one turn at a time and pays for each attempt from `budget`.

    A try that can't be paid for ends the retries with the failure before it, which says more than
    an empty budget does.
    """

    http: httpx.AsyncClient
    base_url: str
    limiter: Limiter
    budget: RequestBudget
    api_key: SecretStr | None
    cache: ScholarCache | None
    policy: RetryPolicy
    clock: Clock
    sleep: Sleep
    now: Callable[[], datetime]
    chance: Random

    async def get(self, path: str, params: Mapping[str, str]) -> JsonObject:
        """The JSON object at `path`. Raises NotFound or another ScholarError."""
        return await self._answer(_Request("GET", self.base_url + path, params), dict)

    async def post(self, path: str, params: Mapping[str, str], body: JsonObject) -> list[object]:
        """The JSON list that answers a batch. Raises as `get` does."""
        return await self._answer(_Request("POST", self.base_url + path, params, body), list)

    async def _answer(self, request: _Request, shape: type[Answer]) -> Answer:
        key = request_key(request.method, request.url, request.params, request.body)
        known = self.cache.read(key) if self.cache else None
        if isinstance(known, shape):
            return known
        answer = await self._with_retries(request, shape)
        if self.cache and _says_something(answer):
            self.cache.write(key, answer)
        return answer

    async def _with_retries(self, request: _Request, shape: type[Answer]) -> Answer:
        started, n_failed = self.clock(), 0
        last: FailedAttempt | None = None
        while True:
            await self._pay(last)
            try:
                return await self._attempt(request, shape)
            except FailedAttempt as failure:
                last, n_failed = failure, n_failed + 1
                passed_s = self.clock() - started
                wait_s = self.policy.wait_s(failure, n_failed, passed_s, self.chance)
                if wait_s is None:
                    raise failure.error from failure.__cause__
            await self.sleep(wait_s)

    async def _pay(self, last: FailedAttempt | None) -> None:
        try:
            self.budget.check()  # what can't be paid for need not wait for its turn
            await self.limiter.turn()
            self.budget.take()
        except ScholarBudgetSpent as spent:
            raise (last.error if last else spent) from None

    async def _attempt(self, request: _Request, shape: type[Answer]) -> Answer:
        headers = {"x-api-key": self.api_key.get_secret_value()} if self.api_key else {}
        try:
            # httpx's limit starts anew with each piece of the answer
            async with asyncio.timeout(2 * _TIMEOUT_S):
                response = await self.http.request(
                    request.method,
                    request.url,
                    params=request.params,
                    json=request.body,
                    headers=headers,
                    timeout=_TIMEOUT_S,
                )
        except (httpx.TimeoutException, TimeoutError) as error:
            reason = f"no answer within {_TIMEOUT_S:g} s"
            raise FailedAttempt(ScholarUnavailable(reason)) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            reason = f"the connection failed: {type(error).__name__}"
            raise FailedAttempt(ScholarUnavailable(reason)) from error
        if response.status_code == httpx.codes.OK:
            return _parse(response.content, shape)
        retry_after_s = parse_retry_after(response.headers.get("retry-after"), self.now())
        refusal = _error_of(response, retry_after_s)
        is_too_long = (retry_after_s or 0.0) > self.policy.patience_s
        if isinstance(refusal, ScholarRefused) or is_too_long:
            self.budget.stop(refusal)
        elif retry_after_s:
            self.limiter.hold(retry_after_s)
        raise FailedAttempt(refusal, retry_after_s)


def _error_of(response: httpx.Response, retry_after_s: float | None) -> ScholarError:
    status = response.status_code
    if status in (401, 403):
        return ScholarRefused(status)
    if status == 404:
        return NotFound("not found")
    if status == 429:
        return ScholarRateLimited(retry_after_s)
    if status == 408 or status >= 500:
        return ScholarUnavailable(f"status {status}")
    return NotAccepted(f"status {status}: {_explanation(response)}")


def _explanation(response: httpx.Response) -> str:
    printable = "".join(c if c.isprintable() else " " for c in response.text[:500])
    return shorten(printable, 200) or "no explanation"


def _parse(content: bytes, shape: type[Answer]) -> Answer:
    try:
        answer = json.loads(content)
    except ValueError as error:
        raise FailedAttempt(ScholarBadAnswer("it is not complete JSON")) from error
    if not isinstance(answer, shape):
        reason = f"it holds a {type(answer).__name__} where a {shape.__name__} belongs"
        raise FailedAttempt(ScholarBadAnswer(reason))
    return answer


def _says_something(answer: object) -> bool:
    """Whether anything was found. An empty answer may be a passing hiccup, so it is not kept."""
    found = answer.get("data", [answer]) if isinstance(answer, dict) else answer
    return isinstance(found, list) and any(item is not None for item in found)
