"""Undo and redo over values."""

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

T = TypeVar("T")
LIMIT = 100
"""Steps that can be undone."""


@dataclass(frozen=True)
class History(Generic[T]):
    """The value now, what it was before (oldest first) and what was undone (next first)."""

    now: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def changed(self, value: T) -> "History[T]":
        """A step forward; what was undone is gone. Nothing happens if the value is the same."""
        return self if value == self.now else History(value, (*self.past, self.now)[-LIMIT:])

    def undone(self) -> "History[T]":
        return History(self.past[-1], self.past[:-1], (self.now, *self.future)) if self.past else self

    def redone(self) -> "History[T]":
        return History(self.future[0], (*self.past, self.now), self.future[1:]) if self.future else self

    def throughout(self, value: T) -> "History[T]":
        """The value now is replaced without a step that could be undone."""
        return replace(self, now=value)
