"""The judge's words: what `words.toml` says, and nothing that the product chooses by.

Each table is an entry, named "group.entry". It says what it `means`, its `source`, how many of the
visible verdicts change without it (`lost`), and gives sentences that it `matches` and `rejects`; a
test runs them all. It holds `any`, the alternatives of a regular expression (whole words unless its
`shape` says where "{any}" stands), or `words`.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("words.toml")
_WHOLE_WORDS = r"\b(?:{any})(?!\w)"


@cache
def read_entries() -> dict[str, dict[str, Any]]:
    """By "group.entry", in order."""
    groups = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {f"{group}.{name}": e for group, of in groups.items() for name, e in of.items()}


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Letters match in either case; from the beginning to the end of a line with ^ and $."""
    entry = read_entries()[name]
    shape = entry.get("shape", _WHOLE_WORDS)
    return re.compile(shape.replace("{any}", "|".join(entry["any"])), re.IGNORECASE)


@cache
def word_set(name: str) -> frozenset[str]:
    return frozenset(read_entries()[name]["words"].split())


def finds(name: str, text: str) -> bool:
    return bool(pattern(name).search(text))
