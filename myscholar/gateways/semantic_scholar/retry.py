"""When a failed request is tried again, and after how long."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tenacity import RetryCallState

from myscholar.errors import ScholarError
from myscholar.gateways.semantic_scholar.limiter import Clock


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
    seed: int = 0


class FailedAttempt(Exception):
    """One try that failed, as the named error the user would see, with the pause that the service
    asks for."""

    def __init__(self, error: ScholarError, retry_after_s: float | None = None) -> None:
        self.error, self.retry_after_s = error, retry_after_s
        super().__init__(str(error))


class ScholarPatience:
    """The waits and the end of one request's retries, in tenacity's terms."""

    def __init__(self, policy: RetryPolicy, clock: Clock, chance: random.Random) -> None:
        self._policy, self._clock, self._chance = policy, clock, chance
        self._started = clock()

    def wait_s(self, state: RetryCallState) -> float:
        policy = self._policy
        backoff = min(
            policy.longest_s, policy.base_s * 2.0 ** (state.attempt_number - 1)
        ) * self._chance.uniform(0.5, 1.0)
        return max(backoff, asked_wait_s(state))

    def is_over(self, state: RetryCallState) -> bool:
        passed = self._clock() - self._started
        return (
            state.attempt_number >= self._policy.attempts
            or passed + state.upcoming_sleep > self._policy.patience_s
        )


def is_retryable(failure: BaseException) -> bool:
    return isinstance(failure, FailedAttempt) and failure.error.retryable


def asked_wait_s(state: RetryCallState) -> float:
    failure = state.outcome.exception() if state.outcome else None
    return (failure.retry_after_s or 0.0) if isinstance(failure, FailedAttempt) else 0.0


def parse_retry_after(header: str | None, now: datetime) -> float | None:
    """Seconds >= 0 of a Retry-After header, which holds seconds or an HTTP date; None where it says
    nothing that can be read."""
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        return _seconds_until(header, now)
    return seconds if 0 <= seconds < float("inf") else None


def _seconds_until(http_date: str, now: datetime) -> float | None:
    try:
        date = parsedate_to_datetime(http_date)
    except ValueError:
        return None
    return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())
