"""One request to the service, from the cache or over the wire, with every failure under its
name."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
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
from myscholar.gateways.pacing import Clock, Limiter, Patience, Sleep
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.cache import ScholarCache, request_key

PATIENCE = Patience(
    tries=4, first_wait_s=0.75, growth=2.0, jitter=1 / 3, longest_wait_s=30.0, in_all_s=30.0
)
"""Waits of 0.5 to 1, 1 to 2 and 2 to 4 seconds."""
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
    patience: Patience
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
        last: ScholarError | None = None

        async def try_once() -> Answer:
            nonlocal last
            try:
                self.budget.check()  # what can't be paid for need not wait for its turn
                await self.limiter.turn()
                self.budget.take()
            except ScholarBudgetSpent as spent:
                raise (last or spent) from None
            try:
                return await self._attempt(request, shape)
            except ScholarError as failure:
                last = failure
                raise

        retrying = self.patience.retrying(
            self._is_passing, chance=self.chance, sleep=self.sleep, clock=self.clock
        )
        answer: Answer = await retrying(try_once)
        return answer

    def _is_passing(self, error: BaseException) -> bool:
        return isinstance(error, ScholarError) and error.retryable and self.budget.left > 0

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
            raise ScholarUnavailable(f"no answer within {_TIMEOUT_S:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            reason = f"the connection failed: {type(error).__name__}"
            raise ScholarUnavailable(reason) from error
        if response.status_code == httpx.codes.OK:
            return _parse(response.content, shape)
        retry_after_s = _seconds(response.headers.get("retry-after", ""), self.now())
        refusal = _error_of(response, retry_after_s)
        is_too_long = (retry_after_s or 0.0) > self.patience.longest_wait_s
        if isinstance(refusal, ScholarRefused) or is_too_long:
            self.budget.stop(refusal)
        elif retry_after_s:
            self.limiter.hold(retry_after_s)
        raise refusal


def _error_of(response: httpx.Response, retry_after_s: float | None) -> ScholarError:
    status = response.status_code
    if status in (401, 403):
        return ScholarRefused(status)
    if status == 404:
        return NotFound("not found")
    if status == 429:
        return ScholarRateLimited(retry_after_s)
    if status == 408 or status >= 500:
        return ScholarUnavailable(f"status {status}", retry_after_s)
    return NotAccepted(f"status {status}: {_explanation(response)}")


def _seconds(retry_after: str, now: datetime) -> float | None:
    """Seconds >= 0 of the header, which holds seconds or an HTTP date; None where it says nothing
    that can be read."""
    try:
        seconds = float(retry_after)
    except ValueError:
        pass
    else:
        return seconds if 0 <= seconds < float("inf") else None
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())


def _explanation(response: httpx.Response) -> str:
    printable = "".join(c if c.isprintable() else " " for c in response.text[:500])
    return shorten(printable, 200) or "no explanation"


def _parse(content: bytes, shape: type[Answer]) -> Answer:
    try:
        answer = json.loads(content)
    except ValueError as error:
        raise ScholarBadAnswer("it is not complete JSON") from error
    if not isinstance(answer, shape):
        reason = f"it holds a {type(answer).__name__} where a {shape.__name__} belongs"
        raise ScholarBadAnswer(reason)
    return answer


def _says_something(answer: object) -> bool:
    """Whether anything was found. An empty answer may be a passing hiccup, so it is not kept."""
    found = answer.get("data", [answer]) if isinstance(answer, dict) else answer
    return isinstance(found, list) and any(item is not None for item in found)
