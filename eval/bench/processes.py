"""Processes that benchmarks start and end: servers on loopback ports, and what is asked of them."""

import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from eval.bench.command import ROOT
from myscholar.errors import InputError

Json = dict[str, Any]
APP = ("myscholar.surfaces.cli", "app", "--no-browser", "--port")


@contextmanager
def printing_server(
    command: Sequence[object], environ: Mapping[str, str], folder: Path
) -> Iterator[str]:
    """A server that prints `... at http://...` on its first line; what it prints later is dropped.
    Raises InputError when it does not start."""
    pipe = subprocess.PIPE
    with _process(command, env=environ, cwd=folder, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next((w.strip(",") for w in line.split() if w.startswith("http://")), None)
        if address is None:
            raise InputError(f"{command[2]} did not start; see above (is --server-python right?)")
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield address


@contextmanager
def app_server(
    start: Sequence[str], environ: Mapping[str, str], log: IO[str] | int, patience_s: float
) -> Iterator[str]:
    """The app's address once it answers; `start` ends before the port. Raises TimeoutError."""
    port = free_port()
    address, give_up = f"http://127.0.0.1:{port}", time.monotonic() + patience_s
    command = [sys.executable, "-m", *start, port]
    with _process(command, cwd=ROOT, env=environ, stdout=log, stderr=log):
        while time.monotonic() < give_up:
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=60).close()
                break
            except OSError:
                time.sleep(0.02)
        else:
            raise TimeoutError("the app did not start")
        yield address


def free_port() -> int:
    """Of this machine, a moment ago."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def _process(command: Sequence[object], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Ended by its id, at once if need be. Raises InputError where it is no program."""
    try:
        process = subprocess.Popen(list(map(str, command)), **options)
    except OSError as error:
        raise InputError(f"{command[0]} can't be started ({error.strerror}).") from error
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return json.load(answer)


def post(url: str, body: Json) -> Any:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)
