"""The health of a worker, over HTTP on this machine."""

import json
from contextlib import AbstractContextManager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from myscholar.errors import InputError
from myscholar.workflows.health import look
from myscholar.workflows.services import Services


def serve_health(services: Services, port: int | None) -> AbstractContextManager[object]:
    """At `/health` what the web app says there, while the context lasts; nothing without a port.
    Raises InputError where the port is taken."""
    if port is None:
        return nullcontext()

    class HealthHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = look(services) if self.path == "/health" else None
            body = json.dumps(found._asdict() if found else {}).encode()
            self.send_response(404 if found is None else 200 if found.is_well else 503)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Whoever watches looks often."""

    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), HealthHandler)
    except OSError as error:
        raise InputError(f"Port {port} can't be used ({error.strerror}). Give another.") from error
    Thread(target=server.serve_forever, name="health", daemon=True).start()
    return server
