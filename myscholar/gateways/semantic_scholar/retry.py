"""When a failed request is tried again, and after how long."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

from myscholar.errors import ScholarError


class FailedAttempt(Exception):
    """One try that failed, as the named error the user would see, with the pause that the service
    asks for."""

    def __init__(self, error: ScholarError, retry_after_s: float | None = None) -> None:
        self.error, self.retry_after_s = error, retry_after_s
        super().__init__(str(error))


@dataclass(frozen=True)
class RetryPolicy:
    """At most `attempts` tries of one request within `patience_s` seconds in all, waits included.

    The n-th wait is base_s * 2^(n-1), at most longest_s, times a random factor in [0.5, 1]; never
    less than the service asks for.
    """

    attempts: int = 4
    patience_s: float = 30.0
    base_s: float = 1.0
    longest_s: float = 8.0

    def wait_s(
        self, failed: FailedAttempt, n_failed: int, passed_s: float, chance: Random
    ) -> float | None:
        """How long to wait after failure number `n_failed` (from 1); None to give up."""
        if not failed.error.retryable or n_failed >= self.attempts:
            return None
        backoff = min(self.longest_s, self.base_s * 2.0 ** (n_failed - 1))
        wait_s = max(backoff * chance.uniform(0.5, 1.0), failed.retry_after_s or 0.0)
        return wait_s if passed_s + wait_s <= self.patience_s else None


def parse_retry_after(header: str | None, now: datetime) -> float | None:
    """Seconds >= 0 of a Retry-After header, which holds seconds or an HTTP date; None where it says
    nothing that can be read."""
    try:
        seconds = float(header or "")
    except ValueError:
        return _seconds_until(header or "", now)
    return seconds if 0 <= seconds < float("inf") else None


def _seconds_until(http_date: str, now: datetime) -> float | None:
    try:
        date = parsedate_to_datetime(http_date)
    except ValueError:
        return None
    return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())
