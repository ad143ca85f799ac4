"""The web app's place on this machine."""

import errno
import json
import socket
from collections.abc import Iterable
from http.client import HTTPConnection, HTTPException

from myscholar.workflows.doctor.diagnosis import Command, Diagnosis, Machine, State

_NAME = "Web app"
_ASK_S = 2.0
_HOST = "127.0.0.1"


def check_web_app(machine: Machine) -> Iterable[Diagnosis]:
    port, address = machine.port, f"http://{_HOST}:{machine.port}"
    far = f"From another machine reach it by ssh -L {port}:{_HOST}:{port} USER@THIS-MACHINE."
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((_HOST, port))
        except OSError as error:
            reason = error
        else:
            said = f"Port {port} is free: once started, it is at {address}."
            mend = f"{far} Start it."
            return [Diagnosis(_NAME, State.OK, said, mend, Command.START_APP, str(port))]
    if reason.errno != errno.EADDRINUSE:
        said = f"Nothing can listen at {address} ({reason.strerror})."
        mend = "See that the loopback interface is up, and take a port from 1024 on."
        return [Diagnosis(_NAME, State.FAULT, said, mend)]
    if _is_ours(port):
        return [Diagnosis(_NAME, State.OK, f"It runs at {address}.", far)]
    said, mend = f"Port {port} is taken by another program.", "Take another."
    return [Diagnosis(_NAME, State.WARNING, said, mend, Command.START_APP, str(port + 1))]


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
