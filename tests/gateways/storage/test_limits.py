"""All processes together keep to the limits of a service: those of one machine by files, those of
several by PostgreSQL."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from myscholar.gateways.llm.config import Provider, Wire
from myscholar.gateways.llm.limits import Limits, ModelLimiter
from myscholar.gateways.pacing import Limiter, SharedLimits
from myscholar.gateways.storage.limits import DatabaseLimits, FileLimits
from myscholar.gateways.storage.store import open_store

_BEGINS = """
import asyncio, sys, time
from pathlib import Path
from myscholar.gateways.llm.limits import ModelLimiter
from myscholar.gateways.pacing import Limiter
from myscholar.gateways.storage.limits import DatabaseLimits, FileLimits

where = sys.argv[1]
shared = DatabaseLimits(where) if where.startswith("postgres") else FileLimits(Path(where))

def say(what):
    print(what, time.monotonic(), flush=True)
"""
_SENDS_TWELVE = """
async def send(limiter):
    async with limiter.place():
        say("start")
        await asyncio.sleep(0.05)
        say("end")

async def main():
    limiter = ModelLimiter(4, shared=shared, name="vendor")
    await asyncio.gather(*(send(limiter) for _ in range(12)))
"""
_STARTS_FIVE = """
async def main():
    limiter = Limiter(interval_s=0.5, n_starts=5, shared=shared, name="service")
    say("ask")
    for _ in range(5):
        await limiter.turn()
        say("start")
"""
_KEEPS_TWO_PLACES = """
async def main():
    limiter = ModelLimiter(2, shared=shared, name="vendor")
    async with limiter.place(), limiter.place():
        say("held")
        await asyncio.sleep(600)
"""
_ALWAYS_WANTS_A_PLACE = """
async def send(limiter):
    while True:
        async with limiter.place():
            say("start")
            await asyncio.sleep(0.01)

async def main():
    limiter = ModelLimiter(1, shared=shared, name="vendor")
    await asyncio.gather(*(send(limiter) for _ in range(5)))
"""


@pytest.fixture
def where(url: str, tmp_path: Path) -> str:
    """Where limits are shared: a folder, or a database that is ready."""
    if not url.startswith("postgres"):
        return str(tmp_path / "limits")
    open_store(url).close()
    return url


@pytest.fixture
def database(postgres_server: str) -> Iterator[str]:
    """A database that is ready, and its server that does not know it any more afterwards."""
    yield make_database(postgres_server)
    drop_database(postgres_server)


def make_database(server: str) -> str:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE limits")
    url = server.replace("/postgres?", "/limits?")
    open_store(url).close()
    return url


def drop_database(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS limits WITH (FORCE)")


@contextmanager
def sharing(where: str) -> Iterator[SharedLimits]:
    limits = DatabaseLimits(where) if where.startswith("postgres") else FileLimits(Path(where))
    yield limits
    limits.close()


@contextmanager
def process(where: str, program: str) -> "Iterator[subprocess.Popen[str]]":
    command = [sys.executable, "-c", f"{_BEGINS}{program}\nasyncio.run(main())", where]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as begun:
        yield begun
        begun.kill()


def said_by_three(where: str, program: str) -> list[tuple[float, str]]:
    with process(where, program) as a, process(where, program) as b, process(where, program) as c:
        said = "".join(each.communicate()[0] for each in (a, b, c))
        assert [each.returncode for each in (a, b, c)] == [0, 0, 0]
    lines = (line.split() for line in said.splitlines())
    return sorted((float(at), what) for what, at in lines)


async def gets_a_place(limiter: ModelLimiter, within_s: float) -> bool:
    try:
        async with asyncio.timeout(within_s), limiter.place():
            return True
    except TimeoutError:
        return False


def test_three_processes_with_four_places_never_have_more_than_four_requests_at_once(
    where: str,
) -> None:
    at_once = [0]
    for _, what in said_by_three(where, _SENDS_TWELVE):
        at_once.append(at_once[-1] + (1 if what == "start" else -1))
    assert (max(at_once), at_once[-1], len(at_once)) == (4, 0, 1 + 2 * 36)


def test_three_processes_start_no_more_requests_in_an_interval_than_one_may(where: str) -> None:
    said = said_by_three(where, _STARTS_FIVE)
    starts = [at for at, what in said if what == "start"]
    assert len(starts) == 15
    # the last five have waited for two intervals of five before them
    assert starts[-1] - said[0][0] >= 1.0


async def test_the_places_of_a_process_that_was_killed_are_free_again(where: str) -> None:
    with sharing(where) as limits, process(where, _KEEPS_TWO_PLACES) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().startswith("held")
        limiter = ModelLimiter(2, shared=limits, name="vendor")
        assert not await gets_a_place(limiter, within_s=0.5)
        holder.kill()
        holder.wait()
        assert await gets_a_place(limiter, within_s=60.0)


async def test_a_process_with_much_to_do_lets_others_have_a_place_soon(where: str) -> None:
    waits = []
    with sharing(where) as limits, process(where, _ALWAYS_WANTS_A_PLACE) as greedy:
        assert greedy.stdout is not None
        assert greedy.stdout.readline().startswith("start")
        limiter = ModelLimiter(1, shared=limits, name="vendor")
        for _ in range(3):
            asked = time.monotonic()
            assert await gets_a_place(limiter, within_s=60.0)
            waits.append((asked, time.monotonic()))
        assert greedy.poll() is None
        greedy.kill()
        said = greedy.communicate()[0].rpartition("\n")[0].splitlines()
    starts = [float(line.split()[1]) for line in said]
    # by chance it would be about one in a hundred
    assert all(sum(asked < at < got for at in starts) < 25 for asked, got in waits)


async def test_a_pause_that_one_is_asked_for_holds_for_all(where: str) -> None:
    with sharing(where) as limits, sharing(where) as others:
        one, other = (Limiter(interval_s=0, shared=s, name="service") for s in (limits, others))
        asked = time.monotonic()
        await one.hold(0.5)
        await other.turn()
        assert time.monotonic() - asked >= 0.5


async def test_who_gives_up_waiting_keeps_nobody_from_a_place(where: str) -> None:
    with sharing(where) as limits, sharing(where) as others:
        one, other = (ModelLimiter(1, shared=s, name="vendor") for s in (limits, others))
        async with one.place():
            assert not await gets_a_place(other, within_s=0.5)
        for _ in range(3):
            assert await gets_a_place(one, within_s=60.0)


async def test_nothing_is_left_of_those_who_have_ended_but_when_requests_began(
    tmp_path: Path,
) -> None:
    with process(str(tmp_path), _KEEPS_TWO_PLACES) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().startswith("held")
    assert len(list((tmp_path / "holders").iterdir())) == 1
    limiter = ModelLimiter(9, shared=FileLimits(tmp_path), name="vendor")
    assert await gets_a_place(limiter, within_s=60.0)
    assert list((tmp_path / "holders").iterdir()) == []
    assert '"holders":{}' in (tmp_path / "vendor.json").read_text()


async def test_providers_are_told_apart_by_name_address_and_key_and_no_key_is_told(
    tmp_path: Path,
) -> None:
    provider = Provider(
        name="openai", wire=Wire.OPENAI, base_url="https://a", key=SecretStr("sk-1")
    )
    changes = {"name": "lab"}, {"base_url": "https://b"}, {"key": SecretStr("sk-2")}, {}
    for change in changes:
        limiter = Limits(FileLimits(tmp_path)).of(provider.model_copy(update=change))
        async with limiter.place():
            pass
    told = [path for path in tmp_path.iterdir() if path.is_file()]
    assert len(told) == 4
    assert not any("sk-" in path.name + path.read_text() for path in told)


@pytest.mark.postgres
async def test_a_database_that_breaks_the_connection_off_costs_no_request(
    database: str, postgres_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    with sharing(database) as limits:
        limiter = ModelLimiter(2, shared=limits, name="vendor")
        async with limiter.place():
            with psycopg.connect(postgres_server, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = 'limits'"
                )
            assert await gets_a_place(limiter, within_s=60.0)
    assert caplog.messages == []


@pytest.mark.postgres
async def test_while_the_database_is_gone_a_process_keeps_to_itself_and_then_shares_again(
    database: str, postgres_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    passed_s = 0.0
    with sharing(database) as limits, sharing(database) as others:
        limiter = ModelLimiter(2, shared=limits, name="vendor", clock=lambda: passed_s)
        async with limiter.place():
            drop_database(postgres_server)
            for _ in range(9):
                passed_s += 1.0
                assert await gets_a_place(limiter, within_s=60.0)
            async with limiter.place():
                assert not await gets_a_place(limiter, within_s=0.5)
            assert [line.partition(":")[0] for line in caplog.messages] == [
                "For now this process keeps to a service's limit alone"
            ]
            make_database(postgres_server)
            passed_s += 9.0
            assert await gets_a_place(limiter, within_s=60.0)
            other = ModelLimiter(1, shared=others, name="vendor")
            assert not await gets_a_place(other, within_s=0.5)
