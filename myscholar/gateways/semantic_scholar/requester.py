"""One request to the service, from the cache or over the wire, with every failure under its
name."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import httpx
from pydantic import SecretStr

from myscholar.domain.text import shorten
from myscholar.errors import (
    InputError,
    ScholarBadAnswer,
    ScholarError,
    ScholarRateLimited,
    ScholarRefused,
    ScholarUnavailable,
)
from myscholar.gateways.bodies import OversizedBody, UnreadableBody, read_body
from myscholar.gateways.pacing import Limiter, Patience, Sleep
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.cache import ScholarCache, request_key
from myscholar.gateways.semantic_scholar.package import records_of, seal

PATIENCE = Patience(
    tries=4, first_wait_s=0.75, growth=2.0, jitter=1 / 3, longest_wait_s=30.0, total_s=30.0
)
"""Waits of 0.5 to 1, 1 to 2 and 2 to 4 seconds."""
_TIMEOUT_S = 15.0
_MOST_BYTES = 50_000_000
"""Of an answer; 500 papers with all their fields are some 3 million."""
_log = logging.getLogger(__name__)


class NotFound(ScholarError):
    """The service knows no such paper, author or title; the caller says which."""


class NotAccepted(ScholarBadAnswer):
    """The service can't make sense of the request, so the same one is not worth another try."""

    retryable = False


@contextmanager
def translate_unknown(unknown: InputError) -> Iterator[None]:
    """Raises `unknown` for what the service does not know."""
    try:
        yield
    except (NotFound, NotAccepted) as error:
        raise unknown from error


@dataclass(frozen=True)
class Requester:
    """Sends what the package `semanticscholar` asks, in place of its own requester, which takes an
    outage for an empty paper and forgets the key.

    One turn at a time; each attempt is paid for from `budget`. When that is spent, a failure is not
    tried again: it says more than an empty budget does.
    """

    http: httpx.AsyncClient
    limiter: Limiter
    budget: RequestBudget
    api_key: SecretStr | None
    cache: ScholarCache | None
    patience: Patience
    sleep: Sleep
    now: Callable[[], datetime]
    chance: Random

    async def get_data_async(
        self, url: str, parameters: str, _headers: object, payload: object = None
    ) -> Any:
        """The answer, sealed. Raises NotFound or another ScholarError."""
        params = dict(parse_qsl(parameters, keep_blank_values=True))
        params.pop("offset", None)  # 0, as it is without it
        method, shape = "POST" if payload else "GET", list if url.endswith("/batch") else dict
        key = request_key(method, url, params, payload)
        answer = self.cache.read(key) if self.cache else None
        if not isinstance(answer, shape):
            headers = {"x-api-key": self.api_key.get_secret_value()} if self.api_key else {}
            request = partial(
                self.http.build_request,
                method,
                url,
                params=params,
                json=payload,
                headers=headers,
                timeout=_TIMEOUT_S,
                extensions={"trace": self._trace},
            )
            retrying = self.patience.retrying(
                self._is_passing,
                chance=self.chance,
                sleep=self.sleep,
                clock=lambda: self.now().timestamp(),
            )
            answer = await retrying(self._attempt, request, shape)
            if self.cache and _says_something(answer):
                self.cache.write(key, answer)
        return seal(answer)

    async def _trace(self, event: str, _: object) -> None:
        if event.endswith("send_request_headers.started"):
            await self.limiter.mark_sent()

    def _is_passing(self, error: BaseException) -> bool:
        return isinstance(error, ScholarError) and error.retryable and self.budget.left > 0

    async def _attempt(self, request: Callable[[], httpx.Request], shape: type) -> Any:
        self.budget.check()  # what can't be paid for need not wait for its turn
        await self.limiter.turn()
        self.budget.take()
        return _parse(await self._answer(request), shape)

    async def _answer(self, request: Callable[[], httpx.Request]) -> bytes:
        began = self.now()
        try:
            # httpx's limit starts anew with each piece of the answer
            async with asyncio.timeout(2 * _TIMEOUT_S):
                response, content = await self._send(request())
        except (httpx.TimeoutException, TimeoutError) as error:
            raise ScholarUnavailable(f"no answer within {_TIMEOUT_S:g} s") from error
        # a name that no resolver takes is a UnicodeError
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            is_odd = isinstance(error, httpx.HTTPError) and not isinstance(
                error, httpx.ConnectError
            )
            why = type(error).__name__ if is_odd else "nobody answers at its address"
            reason = f"the connection failed: {why}"
            raise ScholarUnavailable(reason) from error
        except (OversizedBody, UnreadableBody) as error:
            raise ScholarBadAnswer(f"{error}") from error
        _tell(response, (self.now() - began).total_seconds())
        if response.status_code == httpx.codes.OK:
            return content
        retry_after_s = _seconds(response.headers.get("retry-after", ""), self.now())
        refusal = _error_of(response.status_code, content, retry_after_s)
        is_too_long = (retry_after_s or 0.0) > self.patience.longest_wait_s
        if isinstance(refusal, ScholarRefused) or is_too_long:
            self.budget.stop(refusal)
        elif retry_after_s:
            await self.limiter.hold(retry_after_s)
        raise refusal

    async def _send(self, request: httpx.Request) -> tuple[httpx.Response, bytes]:
        response = await self.http.send(request, stream=True)
        try:
            return response, await read_body(response, _MOST_BYTES)
        finally:
            await response.aclose()


def _tell(response: httpx.Response, seconds: float) -> None:
    """Without what was asked, which is in the address's query."""
    path, status = response.request.url.path, response.status_code
    facts = {"path": path, "status": status, "seconds": seconds}
    _log.info("%s gave status %d in %.1f s", path, status, seconds, extra=facts)


def _error_of(status: int, content: bytes, retry_after_s: float | None) -> ScholarError:
    if status in (401, 403):
        return ScholarRefused(status)
    if status == 404:
        return NotFound("not found")
    if status == 429:
        return ScholarRateLimited(retry_after_s)
    if status == 408 or status >= 500:
        return ScholarUnavailable(f"status {status}", retry_after_s)
    return NotAccepted(f"status {status}: {_explanation(content)}")


def _seconds(retry_after: str, now: datetime) -> float | None:
    """Seconds >= 0 of the header, which holds seconds or an HTTP date; None where it says nothing
    that can be read."""
    if retry_after.replace(".", "", 1).isdecimal():
        return float(retry_after)
    try:
        date = parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds())


def _explanation(content: bytes) -> str:
    text = content[:2000].decode("utf-8", errors="replace")[:500]
    printable = "".join(c if c.isprintable() else " " for c in text)
    return shorten(printable, 200) or "no explanation"


def _parse(content: bytes, shape: type) -> Any:
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ScholarBadAnswer("it is not complete JSON") from error
    if not isinstance(answer, shape):
        reason = f"it holds a {type(answer).__name__} where a {shape.__name__} belongs"
        raise ScholarBadAnswer(reason)
    return answer


def _says_something(answer: Any) -> bool:
    """Whether anything was found. An empty answer may be a passing hiccup, so it is not kept."""
    return "paperId" in answer or any(record is not None for record in records_of(answer))


def check_key(api_key: SecretStr | None) -> SecretStr | None:
    """The key as a header can carry it. Raises ScholarRefused for one that no header can, as the
    service would."""
    key = api_key.get_secret_value().strip() if api_key else ""
    if not (key.isascii() and key.isprintable()):
        raise ScholarRefused(401)
    return SecretStr(key) if key else None
