"""TOML that a person has written, or was given."""

import re
import tomllib
from typing import Any

MOST_CHARACTERS = 50_000
"""By hand: settings have a few thousand."""
_MOST_DOTS = 200
"""By hand. A key can't be longer than its line, and the parser's memory grows with the square of
its parts: 4 GB for 50,000 (measured), 40 MB for a text full of lines of 200."""
_MANY_DOTS = re.compile(rf"^(?:[^.\n]*+\.){{{_MOST_DOTS + 1}}}", re.MULTILINE)


def read_toml(text: str) -> dict[str, Any]:
    """Raises ValueError, which says what is wrong."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it is longer than {MOST_CHARACTERS:,} characters")
    if found := _MANY_DOTS.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"line {line} has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError("a number is too long") from None
