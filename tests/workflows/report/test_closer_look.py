"""Papers that matter are read in more of their passages; nothing that fails there stops them."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.gateways.pacing import Limiter
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.library.reading import ReadLimits
from myscholar.settings import Settings
from myscholar.workflows.jobs import stories
from myscholar.workflows.report import closer_look as module
from myscholar.workflows.report.closer_look import look_closer
from myscholar.workflows.services import Services

QUESTION = "Does crop rotation raise nitrogen?"
FOUND, MORE = "Crop rotation is old.", "Rotation raised nitrogen by 12% on 40 plots."
PDF_URL = "http://127.0.0.1:9/1.pdf"
PDFS = Path(__file__).resolve().parents[2] / "library" / "typeset" / "pdf"


class Asking(Services):
    """Services whose Semantic Scholar gives this answer."""

    def __init__(self, home: Path, answer: Any) -> None:
        super().__init__(Settings(home=home), stories=stories)
        self.__dict__ |= {"answer": answer, "requests": []}

    def scholar(self, max_requests: int) -> SemanticScholar:
        return SemanticScholar(
            base_url="http://127.0.0.1:9",
            transport=httpx.MockTransport(self.respond),
            limiter=Limiter(interval_s=0, sleep=at_once),
            budget=RequestBudget(max_requests),
            sleep=at_once,
        )

    async def respond(self, request: httpx.Request) -> httpx.Response:
        self.__dict__["requests"].append(request)
        answer: httpx.Response = await self.__dict__["answer"](request)
        return answer

    @property
    def requests(self) -> list[httpx.Request]:
        found: list[httpx.Request] = self.__dict__["requests"]
        return found


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFs are waited for."""
    monkeypatch.setattr(module, "PATIENCE_S", 60.0)
    monkeypatch.setattr(module, "_PDF_LIMITS", ReadLimits())


def serving(*snippets: dict[str, Any]) -> Any:
    """Gives a real PDF, and these snippets."""
    content = sorted(PDFS.glob("*.pdf"))[0].read_bytes()

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith(".pdf"):
            return httpx.Response(200, content=content)
        return httpx.Response(200, json={"data": list(snippets)})

    return answer


async def at_once(seconds: float) -> None:
    """Sleep of tests."""


def hit(number: int, *sources: str, **facts: Any) -> Hit:
    own = PaperId(f"CorpusId:{number}")
    found = Passage(
        passage_id=PassageId(f"{own}#1"), paper_id=own, kind=PassageKind.ABSTRACT, text=FOUND
    )
    paper = Paper(paper_id=own, title=f"Study {number}", passages=(found,), **facts)
    return Hit(paper=paper, score=1.0, sources=sources)


def snippet(number: int, text: str) -> dict[str, Any]:
    told = {"text": text, "snippetKind": "body", "section": "Results"}
    return {"snippet": told, "score": 0.5, "paper": {"corpusId": str(number), "title": "S"}}


async def texts(services: Services, *hits: Hit, n_requests: int = 1) -> tuple[list[Any], Any]:
    look = await look_closer(services, QUESTION, hits, n_requests)
    return [[p.text for p in paper.passages] for paper in look.papers], look


async def test_semantic_scholar_is_asked_once_for_all_of_them(tmp_path: Path) -> None:
    async def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"data": [snippet(2, MORE), snippet(9, "A stranger.")]})

    services = Asking(tmp_path, answer)
    read, look = await texts(services, hit(1, "semantic-scholar"), hit(2, "semantic-scholar"))
    assert read == [[FOUND], [FOUND, MORE]]
    (request,) = services.requests
    assert request.url.params["paperIds"] == "CorpusId:1,CorpusId:2"
    assert (look.n_requests, look.notes) == (1, ())


async def test_without_a_request_left_nothing_is_asked(tmp_path: Path) -> None:
    services = Asking(tmp_path, None)
    assert (await texts(services, hit(1, "semantic-scholar"), n_requests=0))[0] == [[FOUND]]


async def test_a_failure_is_a_note_and_the_papers_are_read_as_they_were_found(
    tmp_path: Path,
) -> None:
    async def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(403)

    read, look = await texts(Asking(tmp_path, answer), hit(1, "semantic-scholar"))
    assert read == [[FOUND]]
    (note,) = look.notes
    assert note.startswith("The papers that matter most were read only in the passages that")


async def test_the_sample_is_asked_too(tmp_path: Path) -> None:
    read, look = await texts(Asking(tmp_path, None), hit(1, "corpus:sample"))
    assert (read, look.notes) == ([[FOUND]], ())


async def test_what_comes_too_late_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer(_: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(module, "PATIENCE_S", 0.0)
    assert (await texts(Asking(tmp_path, answer), hit(1, "semantic-scholar")))[0] == [[FOUND]]


@pytest.mark.usefixtures("patient")
async def test_the_open_pdf_of_a_paper_with_few_passages_is_read(tmp_path: Path) -> None:
    services = Asking(tmp_path, serving(snippet(1, MORE)))
    (read,), look = await texts(services, hit(1, "semantic-scholar", pdf_url=PDF_URL))
    assert read[:2] == [FOUND, MORE]
    assert len(read) > 10
    assert look.n_requests == 1


async def test_a_pdf_that_can_not_be_read_is_left_out(tmp_path: Path) -> None:
    async def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith(".pdf"):
            return httpx.Response(200, content=b"%PDF-1.4 broken")
        return httpx.Response(200, json={"data": []})

    services = Asking(tmp_path, answer)
    (read,), look = await texts(services, hit(1, "semantic-scholar", pdf_url=PDF_URL))
    assert (read, look.notes) == ([FOUND], ())


@pytest.mark.usefixtures("patient")
async def test_a_run_that_dies_reads_the_same_pdfs_when_it_goes_on_though_they_are_slow_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = hit(1, "semantic-scholar", pdf_url=PDF_URL)
    other = hit(2, "semantic-scholar", pdf_url="http://127.0.0.1:9/2.pdf")

    async def fast(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/2.pdf":
            await asyncio.Event().wait()  # never comes
        answered: httpx.Response = await serving()(request)
        return answered

    async def slow(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith(".pdf"):
            await asyncio.Event().wait()
        return httpx.Response(200, json={"data": []})

    first = asyncio.ensure_future(texts(Asking(tmp_path, fast), own, other))
    while not list(tmp_path.rglob("pdfs/*.json")):  # what has come is kept before the others come
        await asyncio.sleep(0.01)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)

    monkeypatch.setattr(module, "PATIENCE_S", 1.0)
    services = Asking(tmp_path, slow)
    (read, unread), _ = await texts(services, own, other)
    assert read[0] == FOUND
    assert len(read) > 10
    assert unread == [FOUND]
    assert [r.url.path for r in services.requests if r.url.path.endswith(".pdf")] == ["/2.pdf"]


@pytest.mark.usefixtures("patient")
async def test_a_kept_text_that_is_damaged_or_old_is_fetched_anew(tmp_path: Path) -> None:
    services, own = Asking(tmp_path, serving()), hit(1, "semantic-scholar", pdf_url=PDF_URL)
    first, _ = await texts(services, own)
    (kept,) = tmp_path.rglob("pdfs/*.json")
    stored = kept.read_text(encoding="utf-8")
    for spoilt in ("{", stored.replace('"kind"', '"sort"'), stored.replace('"20', '"19', 1)):
        kept.write_text(spoilt, encoding="utf-8")
        assert (await texts(services, own))[0] == first
    n_fetched = sum(r.url.path.endswith(".pdf") for r in services.requests)
    assert n_fetched == 1 + 3
