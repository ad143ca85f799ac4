"""`make audit`, with a stand-in on this machine for the service that knows vulnerabilities."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

AUDIT = Path(__file__).resolve().parents[1] / ".ci" / "audit.py"
PINNED = "".join(f"{name} --hash=sha256:{'0' * 64}\n" for name in ("bees==1.0", "birds==2.0"))
KNOWN = {
    "id": "PYSEC-2026-1",
    "aliases": ["CVE-2026-1"],
    "summary": "Birds let anything in.",
    "published": "2026-01-02T00:00:00Z",
    "affected": [
        {
            "package": {"name": "birds", "ecosystem": "PyPI"},
            "ranges": [
                {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.1"}]},
            ],
        }
    ],
}
SKIPPED = {
    "dependencies": [
        {"name": "bees", "skip_reason": "Dependency not found on PyPI: bees (1.0)"},
        {"name": "birds", "version": "2.0", "vulns": []},
    ],
    "fixes": [],
}
"""As the tool writes it where PyPI tells nothing of a package; it ends with 0."""


class Ran(NamedTuple):
    status: int
    said: str


class Service(BaseHTTPRequestHandler):
    """As osv.dev: it knows one vulnerability."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        known = [KNOWN] * (asked["package"]["name"] == "birds")
        body = json.dumps({"vulns": known} if known else {}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1/query"
    server.shutdown()
    server.server_close()
    thread.join()


def audit(
    folder: Path, address: str, *, pinned: str = PINNED, accepted: str = "", path: str = ""
) -> Ran:
    for name, text in {"pinned.txt": pinned, "accepted_advisories.toml": accepted}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "audit.py").write_text(AUDIT.read_text(encoding="utf-8"), encoding="utf-8")
    own = {"AUDIT_SERVICES": "osv", "PIP_AUDIT_OSV_URL": address, "HOME": str(folder)}
    path = os.pathsep.join(filter(None, (path, os.environ.get("PYTHONPATH"))))
    ran = subprocess.run(
        [sys.executable, folder / "audit.py", folder / "pinned.txt"],
        capture_output=True, text=True, check=False, env=os.environ | own | {"PYTHONPATH": path},
    )  # fmt: skip
    return Ran(ran.returncode, ran.stdout + ran.stderr)


def test_a_known_vulnerability_fails_with_its_package_and_the_release_that_mends_it(
    tmp_path: Path, service: str
) -> None:
    ran = audit(tmp_path, service)
    assert ran == Ran(1, "birds 2.0: PYSEC-2026-1, mended in 2.1\n")


def test_packages_without_one_pass(tmp_path: Path, service: str) -> None:
    ran = audit(tmp_path, service, pinned=PINNED.splitlines()[0])
    assert ran == Ran(0, "Audited 1 package: no known vulnerability.\n")


def test_a_service_that_cannot_be_reached_tells_nothing_good_or_bad(tmp_path: Path) -> None:
    ran = audit(tmp_path, "http://127.0.0.1:9/v1/query")
    assert ran.status == 0
    assert "osv can't be asked: " in ran.said
    assert "NOT AUDITED: the packages." in ran.said
    assert "no known vulnerability" not in ran.said


def test_what_the_tool_skipped_is_not_audited(tmp_path: Path) -> None:
    tool = f"print({json.dumps(SKIPPED)!r})"
    (tmp_path / "pip_audit.py").write_text(tool, encoding="utf-8")
    ran = audit(tmp_path, "", path=str(tmp_path))
    assert ran.status == 0
    assert "NOT AUDITED: 1 of 2 packages." in ran.said
    assert "Audited 1 package: no known vulnerability" in ran.said


@pytest.mark.parametrize(("until", "status"), [("2999-01-01", 0), ("2026-01-01", 1)])
def test_an_advisory_is_accepted_for_a_reason_and_until_a_day(
    tmp_path: Path, service: str, until: str, status: int
) -> None:
    accepted = f'[CVE-2026-1]\nreason = "No bird is let in."\nuntil = {until}\n'
    assert audit(tmp_path, service, accepted=accepted).status == status


@pytest.mark.parametrize(
    "said", ['reason = "So."', "until = 2999-01-01", "reason = ' '\nuntil = 1"]
)
def test_an_advisory_is_not_accepted_without_both(tmp_path: Path, service: str, said: str) -> None:
    ran = audit(tmp_path, service, accepted=f"[CVE-2026-1]\n{said}\n")
    assert ran.status == 1
    assert "CVE-2026-1 needs a `reason`, and a date `until`." in ran.said
