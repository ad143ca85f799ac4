"""`myscholar papers`: what is around a paper, from a service on this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from myscholar.domain.papers import Paper

FOUND = {
    "corpusId": 7,
    "title": "Owls [at night]",
    "authors": [{"name": "Ada Example"}],
    "year": 2024,
    "citationCount": 1,
    "abstract": "We listen to owls.",
}


class Service(BaseHTTPRequestHandler):
    """Knows one paper, around `CorpusId:1` only."""

    def do_GET(self) -> None:
        link = {"citations": "citingPaper", "references": "citedPaper"}
        known, _, asked = self.path.partition("?")[0].rpartition("/")
        is_known = known == "/graph/v1/paper/CorpusId:1"
        self.answer({"data": [{link[asked]: FOUND}]} if is_known else None)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer({"recommendedPapers": [] if asked["negativePaperIds"] else [FOUND]})

    def answer(self, value: object) -> None:
        self.send_response(200 if value else 404)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def papers(cli, monkeypatch: pytest.MonkeyPatch) -> Iterator:
    with HTTPServer(("127.0.0.1", 0), Service) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("MYSCHOLAR_S2_URL", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("MYSCHOLAR_S2_RATE", "1000")
        yield lambda *arguments: cli("papers", *arguments)
        server.shutdown()


@pytest.mark.parametrize("way", ["citations", "references", "recommended"])
def test_what_is_around_a_paper_is_listed_with_the_ids_that_a_library_takes(papers, way) -> None:
    assert papers(way, "CorpusId:1").out == (
        "CorpusId:7  Owls [at night] (Example, 2024) · 1 citation\n"
    )
    (row,) = json.loads(papers(way, "CorpusId:1", "--json").out)
    assert Paper.model_validate(row).abstract == "We listen to owls."


def test_citations_that_nobody_counted_are_not_called_none(papers, monkeypatch) -> None:
    monkeypatch.setitem(FOUND, "citationCount", None)
    assert papers("citations", "CorpusId:1").out == "CorpusId:7  Owls [at night] (Example, 2024)\n"


@pytest.mark.parametrize("paper", ["\udcff", "https://[x"])
def test_what_can_be_no_name_of_a_paper_is_said_in_a_line(papers, paper) -> None:
    assert papers("citations", paper).err.startswith("error: No paper is known as")


def test_an_unknown_paper_and_nothing_found_are_said_in_a_line(papers) -> None:
    unknown = papers("citations", "CorpusId:2")
    assert (unknown.status, unknown.out, unknown.err.count("\n")) == (2, "", 1)
    nothing = papers("recommended", "CorpusId:1", "--unlike", "CorpusId:2")
    assert (nothing.status, nothing.out, nothing.err) == (0, "", "Semantic Scholar knows none.\n")
