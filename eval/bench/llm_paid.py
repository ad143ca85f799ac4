"""Which answers of the model server were whole and paid for, and which our store holds."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]
SPOILED = {"429", "500", "529", "reset", "truncated", "malformed", "invalid", "refusal", "empty"}
"""Faults that leave no valid answer. A slow answer is a whole one."""


@dataclass(frozen=True)
class Paid:
    """A whole, valid answer as it was sent. Times are seconds since 1970."""

    number: int
    prompt_hash: str
    content: str
    """The text, or its JSON in one form; comparable with what is stored."""
    arrived: float
    finished: float


def paid(log: Iterable[Json], said: Mapping[str, str]) -> list[Paid]:
    """The server's entries that were sent to the end and are no fault's."""
    return [
        Paid(
            entry["number"],
            entry["prompt_hash"],
            content(said[entry["prompt_hash"]]),
            entry["arrived"],
            entry["finished"],
        )
        for entry in log
        if entry["outcome"] == "ok" and entry["stop"] in ("end", "tool") and not is_spoiled(entry)
    ]


def is_spoiled(entry: Json) -> bool:
    """Faults of JSON pass plain text by, whatever the log says."""
    return entry["fault"] in SPOILED and (
        entry["fault"] not in ("malformed", "invalid") or bool(entry["schema"])
    )


def read_stored(home: Path) -> set[str]:
    files = (home / "cache" / "answers").rglob("*.json")
    return {content(json.loads(path.read_text(encoding="utf-8"))["text"]) for path in files}


def content(text: str) -> str:
    try:
        return json.dumps(json.loads(text), sort_keys=True)
    except ValueError:
        return text.strip()
