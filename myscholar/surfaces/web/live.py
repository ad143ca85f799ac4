"""What pages draw of runs, pushed to them as it changes: no page's script runs again for it.

A document is what a part draws of something that the address names, as plain JSON. It is made once
for all tabs that follow it, when something was written into the database, and now and then, since
time passes and processes die without a word. A page says nothing, and goes when it is out of sight.
It comes by a web socket: of event streams a browser opens six to a server, for all its tabs.
"""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from myscholar.errors import MyScholarError, UnknownName
from myscholar.surfaces.web.components.part import DOCUMENTS
from myscholar.workflows.services import Services

ROUTE = "/live/{name}/{of:path}"
Document = Mapping[str, Any]
EVERY_S, AGAIN_S, SIGN_S = 0.1, 2.0, 10.0
"""A document is made no more often, and at least so often; a page hears something at least so
often."""
REST = 25
"""So many times longer than a document took of a core, nobody makes it again: all that are followed
take a twenty-fifth each at most."""
GONE: Document = {"stage": "gone"}
_log = logging.getLogger(__name__)


class _Feed:
    """One document and those who follow it."""

    def __init__(self, make: Callable[[], Document]) -> None:
        self._make = make
        self._told: Document = {}
        self._text = ""
        self.changed = asyncio.Event()
        self.followers: set[asyncio.Event] = set()
        self.task = asyncio.create_task(self._keep())

    async def send_to(self, socket: WebSocket, news: asyncio.Event) -> None:
        self._told = {}  # who comes is told all at once
        self.changed.set()
        with suppress(WebSocketDisconnect):
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), SIGN_S)
                text = self._text if news.is_set() else ""
                news.clear()
                await socket.send_text(text)

    async def _keep(self) -> None:
        while True:
            self.changed.clear()
            await asyncio.sleep(max(EVERY_S, REST * await self._look()))
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), AGAIN_S)

    async def _look(self) -> float:
        """The seconds of a core that it took. That time has passed is no news: pages count by
        themselves."""
        try:
            told, text, took = await asyncio.to_thread(self._read)
        except MyScholarError:  # it may be better the next time
            return 0.0
        except Exception:
            _log.exception("What a page follows could not be made")
            return AGAIN_S  # and so seldom again
        if told != self._told:
            self._told, self._text = told, text
            for news in self.followers:
                news.set()
        return took

    def _read(self) -> tuple[Document, str, float]:
        began = time.thread_time()
        try:
            made = self._make()
        except UnknownName:
            made = GONE
        text = json.dumps(made, separators=(",", ":"))
        return {**made, "seconds": 0}, text, time.thread_time() - began


class Live:
    """All that is followed in this process, and the one who listens to the database for it."""

    def __init__(self, services: Callable[[], Services]) -> None:
        self._services = services
        self._feeds: dict[str, _Feed] = {}
        self._is_followed = threading.Event()
        self._listener: threading.Thread | None = None

    async def follow(self, socket: WebSocket) -> None:
        """Pages of other addresses are kept out by the app's guard."""
        name, of = socket.path_params["name"], socket.path_params["of"]
        if name not in DOCUMENTS:
            await socket.close()
            return
        await socket.accept()
        feed = self._feeds.get(f"{name}/{of}") or self._begin(name, of)
        news = asyncio.Event()
        feed.followers.add(news)
        sending = asyncio.create_task(feed.send_to(socket, news))
        try:
            await socket.receive()
        finally:
            sending.cancel()
            feed.followers.discard(news)
            if not feed.followers:
                self._end(f"{name}/{of}")

    def _begin(self, name: str, of: str) -> _Feed:
        make = DOCUMENTS[name]
        feed = self._feeds[f"{name}/{of}"] = _Feed(lambda: make(self._services(), of))
        self._is_followed.set()
        if self._listener is None:
            loop = asyncio.get_running_loop()
            self._listener = threading.Thread(
                target=self._listen, args=(loop,), name="database changes", daemon=True
            )
            self._listener.start()
        return feed

    def _end(self, path: str) -> None:
        self._feeds.pop(path).task.cancel()
        if not self._feeds:
            self._is_followed.clear()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        def heard() -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self._look_all)

        while self._is_followed.wait():
            try:
                self._services().store.listen(heard, self._is_followed.is_set)
            except MyScholarError:  # of the settings, or the database; the pages say so
                time.sleep(AGAIN_S)

    def _look_all(self) -> None:
        for feed in self._feeds.values():
            feed.changed.set()
