"""Who listens to the database hears of what any process writes, on SQLite and on PostgreSQL."""

import queue
import threading
from collections.abc import Iterator

import psycopg
import pytest

from myscholar.gateways.storage.store import open_store

AT = "2026-01-01T00:00:00Z"
PATIENCE_S = 120.0
Heard = queue.Queue[bool]


@pytest.fixture
def heard(url: str) -> Iterator[Heard]:
    """A sign for each change that somebody hears of, and one at the beginning."""
    store, heard, over = open_store(url), Heard(), threading.Event()
    listener = threading.Thread(
        target=store.listen, args=(lambda: heard.put(True), lambda: not over.is_set())
    )
    listener.start()
    yield heard
    over.set()
    listener.join()
    store.close()


def test_what_another_process_writes_is_heard(url: str, heard: Heard) -> None:
    heard.get(timeout=PATIENCE_S)
    other = open_store(url)
    for library in ("one", "two"):
        other.add(library, [], at=AT)
        heard.get(timeout=PATIENCE_S)
    other.close()


@pytest.mark.postgres
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_connection_that_was_cut_is_opened_again(url: str, heard: Heard) -> None:
    heard.get(timeout=PATIENCE_S)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
    with psycopg.connect(url, autocommit=True) as connection:
        assert connection.execute(cut).fetchall() == [(True,)]
    heard.get(timeout=PATIENCE_S)  # nobody knows what was missed
    other = open_store(url)
    other.add("one", [], at=AT)
    heard.get(timeout=PATIENCE_S)
    other.close()
