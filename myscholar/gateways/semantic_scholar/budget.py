"""How many requests a run may make."""

from myscholar.errors import ScholarBudgetSpent, ScholarError


class RequestBudget:
    """Counts every attempt that leaves, retries too; answers from the cache are free. A part of a
    budget also counts in the whole."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0
        self._named_limit = limit
        self._whole: RequestBudget | None = None
        self._stopped: ScholarError | None = None

    @property
    def left(self) -> int:
        here = max(0, self.limit - self.spent)
        return min(here, self._whole.left) if self._whole else here

    def part(self, limit: int) -> "RequestBudget":
        part = RequestBudget(limit)
        part._whole, part._named_limit = self, min(limit, self._named_limit)
        return part

    def all_but(self, n: int) -> "RequestBudget":
        """A part that leaves `n` of the requests that are left to others; its errors name this
        budget's limit."""
        part = self.part(max(0, self.left - n))
        part._named_limit = self._named_limit
        return part

    def check(self) -> None:
        """Raises what `take` would raise, and counts nothing."""
        if self._stopped:
            raise self._stopped
        if self._whole:
            self._whole.check()
        if self.left == 0:
            raise ScholarBudgetSpent(self._named_limit)

    def take(self) -> None:
        """Counts one attempt. Raises ScholarBudgetSpent when none is left, or the error that
        stopped the run."""
        self.check()
        self.spent += 1
        if self._whole:
            self._whole.take()

    def stop(self, reason: ScholarError) -> None:
        """No further request of this run leaves: each would fail for the same reason."""
        self._stopped = reason
        if self._whole:
            self._whole.stop(reason)
