"""Who may open the app, and what its pages may load."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from myscholar.settings import load_settings
from myscholar.surfaces.web.guard import Guard

OWN = "127.0.0.1:8501"


async def page(_: Request) -> PlainTextResponse:
    return PlainTextResponse("what only its user may read")


async def stream(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("what only its user may read")


@pytest.fixture
def client() -> Iterator[TestClient]:
    routes = [Route("/", page), WebSocketRoute("/live", stream)]
    guard = Middleware(Guard, hosts=("scholar.example.org",))
    with TestClient(Starlette(routes=routes, middleware=[guard])) as client:
        yield client


@pytest.mark.parametrize(
    "host", [OWN, "localhost:8501", "[::1]:8501", "LOCALHOST", "Scholar.Example.org"]
)
def test_the_app_is_opened_at_this_machine_or_at_the_names_of_its_proxy(
    client: TestClient, host: str
) -> None:
    assert client.get("/", headers={"host": host}).text == "what only its user may read"
    headers = {"host": host, "origin": f"https://{host}"}
    with client.websocket_connect("/live", headers=headers) as socket:
        assert socket.receive_text() == "what only its user may read"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8501", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "",
     "[::1", "scholar.example.org.evil.example"],
)  # fmt: skip
def test_an_address_of_others_that_was_led_to_this_machine_is_refused(
    client: TestClient, host: str
) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "MYSCHOLAR_HOSTS" in answer.text
    headers = {"host": host, "origin": f"http://{host}"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/live", headers=headers) as socket,
    ):
        socket.receive_text()


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:81", "http://localhost:8501", "null", ""]
)
def test_a_page_of_another_address_can_not_read_along(client: TestClient, origin: str) -> None:
    headers = {"host": OWN, "origin": origin}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/live", headers=headers) as socket,
    ):
        socket.receive_text()


def test_every_answer_says_that_nothing_of_others_is_loaded_and_nobody_frames_it(
    client: TestClient,
) -> None:
    for path, host in (("/", OWN), ("/nothing", OWN), ("/", "evil.example")):
        headers = client.get(path, headers={"host": host}).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_names_of_a_proxy_are_written_in_a_row() -> None:
    environ = {"MYSCHOLAR_HOSTS": "Scholar.example.org, lab.example.org"}
    assert load_settings(environ).hosts == ("scholar.example.org", "lab.example.org")
