"""A service that plays a given function, and a clock that sleeping moves on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from pydantic import SecretStr

from myscholar.gateways.pacing import Limiter
from myscholar.gateways.semantic_scholar.client import SemanticScholar

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class Time:
    """Seconds since the start; `sleep` is the only thing that takes any."""

    def __init__(self):
        self.seconds = 0.0

    def clock(self):
        return self.seconds

    async def sleep(self, seconds):
        self.seconds += seconds

    def now(self):
        return START + timedelta(seconds=self.seconds)


class Service:
    """Answers with what is queued, or by a function, and remembers when which request came."""

    def __init__(self, time):
        self.time = time
        self.requests: list[httpx.Request] = []
        self.arrivals: list[float] = []
        self.answers: list[httpx.Response | Exception] = []
        self.answer: Callable[[httpx.Request], httpx.Response] | None = None

    def __call__(self, request):
        self.requests.append(request)
        self.arrivals.append(self.time.seconds)
        answer = self.answers.pop(0) if self.answers else self.answer(request)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def always(self, value, status=200):
        """`value` is JSON, or a whole response."""
        self.answer = lambda _: (
            value if isinstance(value, httpx.Response) else httpx.Response(status, json=value)
        )

    @property
    def paths(self):
        return [r.url.path.removeprefix("/graph/v1/") for r in self.requests]

    def parameters(self, i=-1):
        return dict(self.requests[i].url.params)


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def service(time):
    return Service(time)


@pytest.fixture
def client(service, time):
    """Makes clients of the service: `client(api_key="k", ...)`."""

    async def public_address(host, port):
        return ["93.184.215.14"]

    def make(*, api_key=None, interval_s=1.0, **options):
        return SemanticScholar(**({
            "api_key": SecretStr(api_key) if api_key else None,
            "transport": httpx.MockTransport(service),
            "limiter": Limiter(interval_s=interval_s, clock=time.clock, sleep=time.sleep),
            "sleep": time.sleep,
            "now": time.now,
            "resolve": public_address,
        } | options))  # fmt: skip

    return make


@pytest.fixture
def record():
    """Makes paper records in the service's shape."""

    def make(number=1, **facts):
        return {
            "paperId": f"{number:040x}",
            "corpusId": number,
            "externalIds": {"CorpusId": number},
            "title": f"Paper number {number}",
            "abstract": f"We study topic {number}.",
            "year": 2023,
            "venue": "ACL",
            "authors": [{"authorId": "7", "name": "Ada Example"}],
            "citationCount": 10 * number,
            "isOpenAccess": False,
            "openAccessPdf": {"url": "", "status": "CLOSED"},
            "fieldsOfStudy": ["Computer Science"],
        } | facts

    return make


@pytest.fixture
def snippet():
    """Makes snippet records in the service's shape."""

    def make(number=1, text="The method works.", *, kind="body", score=0.5, start=0, **facts):
        paper = {
            "corpusId": str(number),
            "title": f"Paper number {number}",
            "authors": ["Ada Example"],
            "openAccessInfo": {"status": "CLOSED", "license": None},
        } | facts
        body = {
            "text": text,
            "snippetKind": kind,
            "section": "Body",
            "snippetOffset": {"start": start, "end": start + len(text)},
        }
        return {"snippet": body, "score": score, "paper": paper}

    return make
