"""Answers of models on disk, so that no finished answer is paid for twice. One JSON file an
answer."""

import json
import logging
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from myscholar.domain.runs import Exchange
from myscholar.gateways.llm.request import Reply, Request

_log = logging.getLogger(__name__)
_DAMAGED = (OSError, ValueError, TypeError, KeyError, RecursionError)


@dataclass(frozen=True)
class AnswerCache:
    """Answers under `folder`, each named by the hash of what was asked. Several processes may share
    it.

    A damaged file counts as absent and is written anew. A folder that can't be written is no error:
    the log says so once, and answers are then not kept.
    """

    folder: Path
    _unwritable: set[str] = field(default_factory=set, compare=False, repr=False)

    def read(self, key: str) -> Reply | None:
        try:
            stored = json.loads(self._path(key).read_bytes())
            return Reply(_text(stored["text"]))
        except _DAMAGED:
            return None

    def exchange(self, key: str) -> Exchange | None:
        """What was asked and answered, for whoever looks for a fault; None where it is not kept."""
        try:
            stored = json.loads(self._path(key).read_bytes())
            return Exchange(
                call_id=key,
                **{name: stored[name] for name in ("model", "prompt", "system", "user", "text")},
            )
        except _DAMAGED:
            return None

    def write(self, key: str, reply: Reply, *, request: Request) -> None:
        """The file appears whole or not at all. All but the text is there for people who look."""
        asked = {
            "model": request.model,
            "prompt": request.prompt.label,
            "system": request.prompt.system,
            "user": request.asked,
        }
        stored = asked | {"text": reply.text}
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".part")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    # in ASCII: an answer may hold half characters, which UTF-8 can't
                    json.dump(stored, file)
                Path(temporary).replace(path)
            except OSError:
                Path(temporary).unlink()
                raise
        except OSError as error:
            reason = error.strerror or type(error).__name__
            if reason not in self._unwritable:
                self._unwritable.add(reason)
                _log.warning("Answers of models can't be kept in %s: %s", self.folder, reason)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError("an answer is a text")
    return value
