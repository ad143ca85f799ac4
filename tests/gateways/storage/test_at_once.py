"""Two browser tabs or processes that write the same thing at the same moment."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

import pytest

from myscholar.domain.profile import Profile, ProfileId
from myscholar.gateways.storage.store import Store, open_store

AT = "2026-01-01T00:00:00Z"
N = 4
T = TypeVar("T")


@pytest.fixture
def stores(url: str) -> Iterator[tuple[Store, ...]]:
    """Of one database, as in as many processes."""
    opened = tuple(open_store(url) for _ in range(N))
    yield opened
    for store in opened:
        store.close()


def at_once(stores: tuple[Store, ...], work: Callable[[Store, int], T]) -> list[T]:
    together = Barrier(N)

    def begin(n: int) -> T:
        together.wait()
        return work(stores[n], n)

    with ThreadPoolExecutor(N) as threads:
        return list(threads.map(begin, range(N)))


def profile(name: str, profile_id: str) -> Profile:
    return Profile(
        profile_id=ProfileId(profile_id),
        name=name,
        created_at=AT,
        papers=(),
        inferences=(),
        passages=(),
    )


def test_a_profile_that_is_saved_at_once_is_there_once(stores: tuple[Store, ...]) -> None:
    for round_ in range(5):
        at_once(
            stores, lambda store, n, i=f"p{round_}": store.save_profile(profile(f"of tab {n}", i))
        )  # type: ignore[misc]
    assert len(stores[0].profiles()) == 5


def test_of_profiles_that_are_added_at_once_all_get_the_first(stores: tuple[Store, ...]) -> None:
    for round_ in range(5):
        given = at_once(
            stores, lambda store, n, i=f"p{round_}": store.add_profile(profile(f"of tab {n}", i))
        )  # type: ignore[misc]
        assert len({p.name for p in given}) == 1
        assert given[0] == stores[0].load_profile(ProfileId(f"p{round_}"))


def test_a_report_that_is_shared_at_once_has_one_key(stores: tuple[Store, ...]) -> None:
    for round_ in range(5):
        keys = at_once(
            stores, lambda store, n, i=f"r{round_}": store.shares.share(i, f"key-{i}-{n}", at=AT)
        )  # type: ignore[misc]
        assert len(set(keys)) == 1
