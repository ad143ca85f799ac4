"""After the preload a first order imports nothing of ours and next to nothing of others, so that it
waits for its model alone."""

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

FIRST_ORDER = """
import asyncio, sys
from pathlib import Path
from myscholar.domain.orders import ActionsOrder, ProfileOrder
from myscholar.settings import load_settings
from myscholar.workflows.preload import preload
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.jobs import open_services, start

services = open_services(load_settings({"MYSCHOLAR_HOME": sys.argv[1], "MYSCHOLAR_S2_URL": "http://127.0.0.1:9"}))
services.store
papers = sample_papers().papers
preload(services)
known = set(sys.modules)

async def ended(run_id):
    try:
        await services.runner.wait(run_id)
    except Exception as error:
        return type(error).__name__

print(asyncio.run(ended(start(services, ProfileOrder(papers=papers, name="Mira")))))
print(asyncio.run(ended(start(services, ActionsOrder(question=SAMPLE_QUESTION)))))
new = set(sys.modules) - known
print(*sorted(m for m in new if m.startswith("myscholar") or len(new) > len(known) / 50))
"""


class Refusing(BaseHTTPRequestHandler):
    """A model that is asked and does not answer."""

    def do_POST(self) -> None:
        self.send_error(400)

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


@pytest.fixture
def refusing_model() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Refusing)
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("vendor", ["anthropic", "openai", "google", "local"])
def test_a_first_order_to_a_model_imports_nothing_after_the_preload(
    vendor: str, refusing_model: str, tmp_path: Path
) -> None:
    settings = (
        f'[models]\ndefault = "{vendor}:m"\n[providers.{vendor}]\nbase_url = '
        f'"{refusing_model}"\nkey = "x"\n'
    )
    (tmp_path / "settings.toml").write_text(settings, encoding="utf-8")

    assert first_order(tmp_path) == ["LLMRequestRejected", "LLMRequestRejected", ""]


def test_a_first_order_without_a_model_imports_nothing_after_the_preload(tmp_path: Path) -> None:
    assert first_order(tmp_path) == ["None", "None", ""]


def first_order(home: Path) -> list[str]:
    """How a profile and actions ended, and the modules of ours that they imported; all of them if
    these are more than a fiftieth of what was there."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_ORDER, str(home)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:3]
