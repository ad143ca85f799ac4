"""Whoever opens a connection to Semantic Scholar closes it, also when something else fails."""

from pathlib import Path

import pytest

from myscholar.domain.papers import Relation
from myscholar.errors import UnknownName
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.settings import Settings
from myscholar.workflows.gather_papers import read_pasted
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SCHOLAR
from myscholar.workflows.write_report import write_report


class Watched(Services):
    """Services that remember the clients they gave out."""

    def scholar(self, max_requests: int) -> SemanticScholar:
        client = super().scholar(max_requests)
        self.__dict__.setdefault("given", []).append(client)
        return client

    @property
    def all_closed(self) -> bool:
        return all(client._http.is_closed for client in self.__dict__.get("given", []))


@pytest.fixture
def services(tmp_path: Path) -> Watched:
    return Watched(Settings(home=tmp_path, scholar_url="http://127.0.0.1:9"))


async def test_after_pasted_lines_are_looked_up(services: Watched) -> None:
    read = await read_pasted(services, "10.1234/x\nA title", relation=Relation.MINE)
    assert len(read.problems) == 2
    assert services.all_closed
    assert services.__dict__["given"]


async def test_when_another_source_is_unknown(services: Watched) -> None:
    with pytest.raises(UnknownName):
        await write_report(services, "How do tides rise?", sources=(SCHOLAR, "corpus:nowhere"))
    assert services.all_closed
