"""When a failed call is tried again, and how long to wait before."""

from dataclasses import dataclass
from random import Random

from myscholar.errors import LLMError, LLMRateLimited, LLMUnavailable


@dataclass(frozen=True)
class Patience:
    """Tries of one request to one model. Waits are seconds."""

    tries: int = 4
    first_wait_s: float = 1.5
    growth: float = 2.5
    jitter: float = 0.25
    """Waits vary by this part, so that calls refused together do not come back together."""
    longest_wait_s: float = 60.0
    """A service that asks for more is not waited for: the next model of the chain is asked, or the
    run stops and can be resumed."""

    asks_again: bool = True
    """Whether an answer that is empty or cut off is asked for once more."""

    def wait_s(self, error: LLMError, n_failed: int, chance: Random) -> float | None:
        """How long to wait after the failure number `n_failed` (from 1); None to give up."""
        if not isinstance(error, LLMRateLimited | LLMUnavailable) or n_failed >= self.tries:
            return None
        asked = error.retry_after_s if isinstance(error, LLMRateLimited) else None
        if asked is not None:
            return asked if asked <= self.longest_wait_s else None
        wait = self.first_wait_s * self.growth ** (n_failed - 1)
        return min(wait, self.longest_wait_s) * (1 + chance.uniform(-self.jitter, self.jitter))
