"""Somebody who wants to know things about wrens, for tests of training."""

from collections.abc import Sequence

from myscholar.domain.interaction import User, UserKind, UserSpec
from myscholar.interactive.users.user_of import user_of as made_of
from tests.interactive.run_in_memory import RunInMemory

WANTED = ("I want to know about their song", "I want to know about their nests")


def user_of(intents: Sequence[str]) -> User:
    return made_of(UserSpec(kind=UserKind.INTENTS, items=tuple(intents)), run=RunInMemory())
