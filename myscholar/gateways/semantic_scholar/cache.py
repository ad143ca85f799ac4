"""Answers on disk, so that the same request is not sent twice. One JSON file an answer."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from myscholar.gateways.pacing import AnswerFiles


class ScholarCache:
    """Answers younger than `max_age`. The key of a file is the hash of what identifies the request;
    headers, and with them the API key, are no part of it."""

    def __init__(self, folder: Path, max_age: timedelta, now: Callable[[], datetime]) -> None:
        self._files = AnswerFiles(folder, "Semantic Scholar")
        self._max_age, self._now = max_age, now

    def read(self, key: str) -> object | None:
        stored = self._files.read(f"{key}.json")
        try:
            age = self._now() - datetime.fromisoformat(stored["stored_at"])
            answer: object = stored["answer"]
        except (ValueError, TypeError, KeyError):
            return None
        # of a clock that was set back since, it would be young for as long
        return answer if abs(age) <= self._max_age else None

    def write(self, key: str, answer: object) -> None:
        self._files.write(f"{key}.json", {"stored_at": self._now().isoformat(), "answer": answer})


def request_key(method: str, address: str, params: Mapping[str, str], body: object) -> str:
    identity = json.dumps(
        [method, address, sorted(params.items()), body], ensure_ascii=True, sort_keys=True
    )
    return hashlib.sha256(identity.encode()).hexdigest()
