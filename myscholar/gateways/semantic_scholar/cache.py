"""Answers on disk, so that the same request is not sent twice. One JSON file an answer."""

import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

_log = logging.getLogger(__name__)


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class ScholarCache:
    """Answers younger than `max_age` under `folder`. A damaged or stale file is deleted and the
    request is made anew.

    The key of a file is the hash of what identifies the request. Headers, and with them the API
    key, are no part of it. A folder that can't be written is no error: the requests are then made
    each time, and the log says so.
    """

    folder: Path
    max_age: timedelta = timedelta(days=7)
    now: Callable[[], datetime] = utc_now

    def read(self, key: str) -> object | None:
        path = self._path(key)
        try:
            stored = json.loads(path.read_bytes())
            age = self.now() - datetime.fromisoformat(stored["stored_at"])
            answer: object = stored["answer"]
        except OSError:
            return None
        except (ValueError, TypeError, KeyError):
            _drop(path)
            return None
        if age > self.max_age:
            _drop(path)
            return None
        return answer

    def write(self, key: str, answer: object) -> None:
        stored = {"stored_at": self.now().isoformat(), "answer": answer}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                # in ASCII: an answer may hold half characters, which UTF-8 can't
                json.dump(stored, file)
            Path(temporary).replace(self._path(key))
        except OSError as error:
            _log.warning(
                "Answers of Semantic Scholar can't be kept in %s: %s", self.folder, error.strerror
            )

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.json"


def _drop(path: Path) -> None:
    with suppress(OSError):  # another process may have been faster
        path.unlink()


def request_key(method: str, address: str, params: Mapping[str, str], body: object) -> str:
    identity = json.dumps(
        [method, address, sorted(params.items()), body], ensure_ascii=True, sort_keys=True
    )
    return hashlib.sha256(identity.encode()).hexdigest()
