"""Undo and redo over values."""

from dataclasses import dataclass, field, replace
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
    n_steps: int = field(default=0, compare=False)
    """Steps in any direction so far: widgets named after it never meet what a browser still holds
    of an earlier step."""

    def changed(self, value: T) -> "History[T]":
        """A step forward; what was undone is gone. Nothing happens if the value is the same."""
        return self if value == self.now else self._step(value, (*self.past, self.now)[-LIMIT:], ())

    def undone(self) -> "History[T]":
        return (
            self._step(self.past[-1], self.past[:-1], (self.now, *self.future))
            if self.past
            else self
        )

    def redone(self) -> "History[T]":
        return (
            self._step(self.future[0], (*self.past, self.now), self.future[1:])
            if self.future
            else self
        )

    def throughout(self, value: T) -> "History[T]":
        """The value now is replaced without a step that could be undone."""
        return replace(self, now=value)

    def _step(self, now: T, past: tuple[T, ...], future: tuple[T, ...]) -> "History[T]":
        return History(now, past, future, self.n_steps + 1)
