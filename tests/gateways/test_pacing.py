"""Requests to a service stay apart, also those of processes that know nothing of each other."""

import asyncio
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from myscholar.gateways.pacing import Limiter
from myscholar.gateways.storage.limits import FileLimits
from myscholar.gateways.storage.store import open_store
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services

TAKES_A_TURN_AND_KEEPS_THE_LOCK = """
import asyncio, sys, time
from pathlib import Path
from filelock import lock_descriptor
from myscholar.gateways.pacing import Limiter
from myscholar.gateways.storage.limits import FileLimits

folder = Path(sys.argv[1])
shared = FileLimits(folder, clock=lambda: 1000.0)
asyncio.run(Limiter(interval_s=5, shared=shared, name="service").turn())
with (folder / "service.json").open("a") as file:
    lock_descriptor(file.fileno())
    print("taken", flush=True)
    time.sleep(600)
"""


class Time:
    """Seconds that only sleeping moves on."""

    def __init__(self, seconds: float = 1000.0) -> None:
        self.seconds = seconds

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.seconds += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "limits" / "service.json"


def limiter(time: Time, file: Path | None, interval_s: float = 1.0) -> Limiter:
    clock = lambda: time.seconds  # noqa: E731
    shared = FileLimits(file.parent, clock=clock) if file else None
    return Limiter(
        interval_s=interval_s, shared=shared, name="service", clock=clock, sleep=time.sleep
    )


async def starts_of(limiters: list[Limiter], time: Time, *, each: int) -> list[float]:
    starts = []

    async def ask(one: Limiter) -> None:
        for _ in range(each):
            await one.turn()
            starts.append(time.seconds)

    await asyncio.gather(*(ask(one) for one in limiters))
    return sorted(starts)


@pytest.mark.parametrize("is_shared", [True, False])
async def test_turns_are_an_interval_apart_only_for_those_who_share_them(
    time: Time, file: Path, is_shared: bool
) -> None:
    others = [limiter(time, file if is_shared else None) for _ in range(3)]
    starts = await starts_of(others, time, each=4)
    apart = [b - a for a, b in pairwise(starts)]
    assert (min(apart) >= 1.0) is is_shared


async def test_a_request_that_leaves_late_keeps_the_next_one_waiting(
    time: Time, file: Path
) -> None:
    late = limiter(time, file)
    await late.turn()
    time.seconds += 0.5
    await late.mark_sent()
    await limiter(time, file).turn()
    assert time.seconds == 1001.5


async def test_a_pause_that_one_is_asked_for_holds_for_all(time: Time, file: Path) -> None:
    await limiter(time, file).hold(10)
    await limiter(time, file).turn()
    assert time.seconds == 1010.0


async def test_a_process_that_dies_keeps_neither_the_lock_nor_a_turn(
    time: Time, file: Path
) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", TAKES_A_TURN_AND_KEEPS_THE_LOCK, str(file.parent)],
        stdout=subprocess.PIPE,
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"taken\n"
        child.kill()
    await limiter(time, file, interval_s=5).turn()
    assert time.seconds == 1005.0  # five seconds after the turn that was taken


@pytest.mark.parametrize(
    "damage",
    [
        "",
        '{"starts": [1000.0',
        "{}",
        "[]",
        '{"starts": ["x"]}',
        "null",
        '{"starts": [90000.0]}',
        '{"starts": [NaN]}',
        '{"holders": {"x": 1}}',
        "\x00\xff",
        "[" * 99_999,
    ],
)
async def test_a_damaged_file_and_one_of_before_the_clock_was_set_back_hold_nobody_up(
    time: Time, file: Path, damage: str
) -> None:
    file.parent.mkdir()
    file.write_bytes(damage.encode("latin-1"))
    await limiter(time, file).turn()
    assert time.seconds == 1000.0
    await limiter(time, file).turn()
    assert time.seconds == 1001.0


async def test_where_the_file_cannot_be_written_a_process_keeps_to_itself(
    time: Time, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "limits").write_text("in the way")
    alone = limiter(time, tmp_path / "limits" / "service.json")
    for _ in range(9):
        await alone.turn()
    assert time.seconds == 1008.0
    assert [line.message.partition(":")[0] for line in caplog.records] == [
        "For now this process keeps to a service's limit alone"
    ]


async def test_a_file_that_is_lost_or_emptied_lets_no_process_hurry(time: Time, file: Path) -> None:
    one = limiter(time, file)
    for lose in (file.unlink, lambda: file.write_text("")):
        await one.turn()
        started = time.seconds
        lose()
        await one.turn()
        assert time.seconds == started + 1.0


async def test_a_process_that_was_forked_meanwhile_does_not_keep_the_file_locked(
    file: Path,
) -> None:
    children: list[subprocess.Popen[bytes]] = []

    def fork(told: str, now: float) -> str:
        [held] = [fd for fd in Path("/proc/self/fd").iterdir() if fd.exists() and fd.samefile(file)]
        children.append(subprocess.Popen(["sleep", "600"], pass_fds=[int(held.name)]))
        return "told by one"

    await FileLimits(file.parent).change("service", fork)

    def listen(told: str, now: float) -> str:
        return f"{told}, heard by another"

    await FileLimits(file.parent).change("service", listen)
    assert file.read_text() == "told by one, heard by another"
    assert [child.poll() for child in children] == [None]
    children[0].kill()
    children[0].wait()


async def test_whatever_asks_semantic_scholar_for_one_home_folder_takes_turns(
    tmp_path: Path,
) -> None:
    async def has_to_wait(home: Path) -> bool:
        services = open_services(Settings(home=home, scholar_rate=0.001))
        try:
            async with asyncio.timeout(0):
                await services.limiter.turn()
        except TimeoutError:
            return True
        return False

    homes = [tmp_path / "one", tmp_path / "one", tmp_path / "other"]
    assert [await has_to_wait(home) for home in homes] == [False, True, False]


@pytest.mark.postgres
async def test_machines_with_one_postgresql_take_turns_whatever_their_home_folders(
    tmp_path: Path, postgres_server: str
) -> None:
    async def has_to_wait(home: str) -> bool:
        settings = Settings(home=tmp_path / home, database_url=postgres_server, scholar_rate=0.001)
        services = open_services(settings)
        try:
            async with asyncio.timeout(1.0):
                await services.limiter.turn()
        except TimeoutError:
            return True
        finally:
            services.close()
        return False

    open_store(postgres_server).close()
    assert [await has_to_wait(home) for home in ("one", "other")] == [False, True]


async def test_who_comes_first_goes_first(time: Time, file: Path) -> None:
    one, order = limiter(time, file), []

    async def ask(name: int) -> None:
        await one.turn()
        order.append(name)

    await asyncio.gather(*(ask(name) for name in range(5)))
    assert order == [0, 1, 2, 3, 4]
