"""What whoever watches over the app is told at `/health`."""

import json
import urllib.error
import urllib.request
from typing import Any

import myscholar

from .conftest import Server, until


def asked(server: Server) -> tuple[int, dict[str, Any]]:
    try:
        with urllib.request.urlopen(f"{server.address}/health") as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def test_the_app_is_well_once_its_worker_lives(server: Server) -> None:
    until(lambda: asked(server)[0] == 200)
    told = {"myscholar": myscholar.__version__, "is_well": True, "database": True}
    assert asked(server) == (200, {**told, "workers": 1, "waiting": 0})
