"""Papers around known ones, for a script as for a command."""

import json
from pathlib import Path

import httpx
import pytest

from myscholar import MyScholar
from myscholar.errors import InputError, UnknownPaper
from myscholar.gateways.pacing import Limiter
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.settings import Settings
from myscholar.workflows.jobs import stories
from myscholar.workflows.services import Services

AROUND = {
    "/graph/v1/paper/CorpusId:1/citations": {"data": [{"citingPaper": {"corpusId": 2}}]},
    "/graph/v1/paper/CorpusId:1/references": {"data": [{"citedPaper": {"corpusId": 3}}]},
}


class Around(Services):
    """Services whose Semantic Scholar knows what is around one paper, and recommends what it was
    asked to be unlike."""

    def scholar(self, max_requests: int) -> SemanticScholar:
        return SemanticScholar(
            transport=httpx.MockTransport(self.answer),
            limiter=Limiter(interval_s=0),
            budget=RequestBudget(max_requests),
        )

    def answer(self, request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/recommendations"):
            unlike = json.loads(request.content)["negativePaperIds"]
            return httpx.Response(200, json={"recommendedPapers": [{"paperId": i} for i in unlike]})
        known = AROUND.get(request.url.path)
        return httpx.Response(200 if known else 404, json=known or {"error": "not found"})


@pytest.fixture
def scholar(tmp_path: Path) -> MyScholar:
    return MyScholar(Around(Settings(home=tmp_path), stories=stories))


def test_what_cites_a_paper_what_it_cites_and_what_is_like_it_are_found(scholar: MyScholar) -> None:
    assert [p.paper_id for p in scholar.find_citing_papers("CorpusId:1")] == ["CorpusId:2"]
    assert [p.paper_id for p in scholar.find_cited_papers("corpusid:1")] == ["CorpusId:3"]
    assert [p.paper_id for p in scholar.recommend_papers("CorpusId:1", unlike=["b"])] == ["b"]


def test_an_unknown_paper_is_named_and_no_paper_is_nothing_to_be_like(scholar: MyScholar) -> None:
    with pytest.raises(UnknownPaper, match="CorpusId:9"):
        scholar.find_citing_papers("CorpusId:9")
    with pytest.raises(InputError, match="at least one"):
        scholar.recommend_papers(unlike=["CorpusId:1"])
