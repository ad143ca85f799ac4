"""What a process that lives long sends to those who run it: spans, to a collector of this
machine."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

OBSERVED = """
import sys
from myscholar.surfaces.cli.main import main
from myscholar.workflows.observe import observe
observe("json")
sys.argv = ["myscholar", "actions", "How do wrens sing?"]
try:
    main()
finally:
    loaded = any(name.startswith("opentelemetry.sdk") for name in sys.modules)
    print("SDK loaded" if loaded else "SDK not loaded")
"""


class Collector:
    """Hears spans as OTLP's protobuf over HTTP."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    def spans(self) -> list[dict[str, Any]]:
        from google.protobuf.json_format import MessageToDict
        from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

        found: list[dict[str, Any]] = []
        for body in self.bodies:
            request = trace_service_pb2.ExportTraceServiceRequest.FromString(body)
            for resource in MessageToDict(request)["resourceSpans"]:
                found += [s for scope in resource["scopeSpans"] for s in scope["spans"]]
        return found


@pytest.fixture
def collector() -> Iterator[tuple[Collector, str]]:
    heard = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            is_packed = self.headers["Content-Encoding"] == "gzip"
            heard.bodies.append(gzip.decompress(body) if is_packed else body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield heard, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def observed(tmp_path, model_host, **variables: str) -> "subprocess.CompletedProcess[str]":
    env = os.environ | {
        "MYSCHOLAR_HOME": str(tmp_path / "home"),
        "MYSCHOLAR_MODEL": "compatible:small",
        "MYSCHOLAR_MODEL_URL": model_host.url,
        "MYSCHOLAR_MODEL_KEY": "very-secret",
    }
    command = [sys.executable, "-c", OBSERVED]
    return subprocess.run(command, env=env | variables, capture_output=True, text=True)


def test_a_runs_spans_hold_its_steps_and_requests_and_nothing_that_was_asked_or_answered(
    tmp_path, model_host, collector
) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    heard, address = collector
    # a vendor's error may repeat what it was asked
    model_host.fault = (400, {"error": {"message": "I can't read: How do wrens sing?"}})
    done = observed(tmp_path, model_host, OTEL_EXPORTER_OTLP_ENDPOINT=address)
    assert (done.returncode, done.stdout.strip()) == (1, "SDK loaded")
    spans = {span["spanId"]: span for span in heard.spans()}
    (run,) = [span for span in spans.values() if "parentSpanId" not in span]
    assert run["name"] == "run"
    assert run["status"]["code"] == "STATUS_CODE_ERROR"
    begun = json.loads(done.stderr.splitlines()[0])
    assert {a["key"]: a["value"]["stringValue"] for a in run["attributes"]} == {
        "myscholar.run": begun["run"],
        "myscholar.attempt": begun["attempt"],
    }
    below = {s["name"].partition(" ")[0] for s in spans.values() if s is not run}
    assert below == {"step", "chat"}
    assert {s["traceId"] for s in spans.values()} == {run["traceId"]}
    whole = json.dumps([*spans.values()])
    assert "wrens" in json.dumps(model_host.asked)
    assert "wrens" not in whole
    assert "very-secret" not in whole
    assert "wrens" not in done.stderr


def test_without_the_variables_nothing_of_open_telemetrys_is_loaded(tmp_path, model_host) -> None:
    assert observed(tmp_path, model_host).stdout.strip() == "SDK not loaded"
    off = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}
    assert observed(tmp_path, model_host, **off).stdout.strip() == "SDK not loaded"


def test_spans_that_are_wanted_without_the_extra_are_missed_in_the_log(
    tmp_path, model_host
) -> None:
    path = tmp_path / "path" / "opentelemetry" / "sdk"
    path.mkdir(parents=True)
    (path / "__init__.py").write_text("raise ImportError('not here')")
    done = observed(
        tmp_path,
        model_host,
        OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:9",
        PYTHONPATH=f"{tmp_path / 'path'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    )
    assert "myscholar with its extra otel" in json.loads(done.stderr.splitlines()[0])["message"]
