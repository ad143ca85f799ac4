"""How many requests a run may make."""

from myscholar.errors import ScholarBudgetSpent, ScholarError


class RequestBudget:
    """Counts every attempt that leaves, retries too; answers from the cache are free. A part of a budget also counts in the whole."""

    def __init__(self, limit: int, whole: "RequestBudget | None" = None) -> None:
        self.limit = limit
        self.spent = 0
        self._whole = whole
        self._stopped: ScholarError | None = None

    @property
    def left(self) -> int:
        here = max(0, self.limit - self.spent)
        return min(here, self._whole.left) if self._whole else here

    def part(self, limit: int) -> "RequestBudget":
        return RequestBudget(limit, self)

    def check(self) -> None:
        """Raises what `take` would raise, and counts nothing."""
        if reason := self._reason_to_stop():
            raise reason
        if self.left == 0:
            raise ScholarBudgetSpent(self._smallest_limit())

    def take(self) -> None:
        """Counts one attempt. Raises ScholarBudgetSpent when none is left, or the error that stopped the run."""
        self.check()
        self._count()

    def stop(self, reason: ScholarError) -> None:
        """No further request of this run leaves: each would fail for the same reason."""
        self._stopped = reason
        if self._whole:
            self._whole.stop(reason)

    def _reason_to_stop(self) -> ScholarError | None:
        return self._stopped or (self._whole._reason_to_stop() if self._whole else None)

    def _smallest_limit(self) -> int:
        whole = self._whole
        return whole._smallest_limit() if whole and whole.left == 0 else self.limit

    def _count(self) -> None:
        self.spent += 1
        if self._whole:
            self._whole._count()
