"""The web app's place on this machine."""

import errno
import json
import socket
from collections.abc import Iterable
from http.client import HTTPConnection, HTTPException

from myscholar.workflows.doctor.finding import Finding, Machine, State

_NAME = "Web app"
_ASK_S = 2.0
_HOST = "127.0.0.1"


def check_web_app(machine: Machine) -> Iterable[Finding]:
    port, address = machine.port, f"http://{_HOST}:{machine.port}"
    far = f"From another machine first: ssh -L {port}:{_HOST}:{port} USER@THIS-MACHINE"
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((_HOST, port))
        except OSError as error:
            reason = error
        else:
            said = f"Port {port} is free."
            start = "myscholar app" if port == 8501 else f"myscholar app --port {port}"
            return [Finding(_NAME, State.OK, said, f"Start it: {start}, open {address}. {far}")]
    if reason.errno != errno.EADDRINUSE:
        said = f"Nothing can listen at {address} ({reason.strerror})."
        mend = "Take a port from 1024 on: myscholar app --port 8501" if port < 1024 else ""
        return [Finding(_NAME, State.FAULT, said, mend or "See that the loopback interface is up.")]
    if _is_ours(port):
        return [Finding(_NAME, State.OK, f"It runs at {address}.", f"Open it in a browser. {far}")]
    mend = f"Take another: myscholar app --port {port + 1}"
    return [Finding(_NAME, State.WARNING, f"Port {port} is taken by another program.", mend)]


def _is_ours(port: int) -> bool:
    asked = HTTPConnection(_HOST, port, timeout=_ASK_S)
    try:
        asked.request("GET", "/health")
        told = json.loads(asked.getresponse().read(10_000))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        asked.close()
    return isinstance(told, dict) and "myscholar" in told
