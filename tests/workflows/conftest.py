"""Services without a network."""

import shutil
from pathlib import Path

import httpx
import pytest

from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services, stories
from myscholar.workflows.services import Services


class Watched(Services):
    """Services that remember the clients they gave out; the service refuses everyone."""

    def scholar(self, max_requests: int) -> SemanticScholar:
        client = SemanticScholar(transport=httpx.MockTransport(lambda _: httpx.Response(403)))
        self.__dict__.setdefault("given", []).append(client)
        return client

    @property
    def all_closed(self) -> bool:
        return all(client._http.is_closed for client in self.__dict__.get("given", []))


@pytest.fixture
def searched_before(sample_cache: Path, tmp_path: Path) -> None:
    """A home in `tmp_path` has the index of the sample."""
    shutil.copytree(sample_cache, tmp_path / "cache")


@pytest.fixture
def refused(tmp_path: Path) -> Watched:
    return Watched(Settings(home=tmp_path), stories=stories)


@pytest.fixture
def tmp_services(searched_before: None, tmp_path: Path) -> Services:
    return open_services(Settings(home=tmp_path))
