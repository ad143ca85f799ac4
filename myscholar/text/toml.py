"""TOML that a person has written, or was given."""

import re
import tomllib
from typing import Any

MOST_CHARACTERS = 50_000
"""By hand: settings have a few thousand."""
_MOST_PARTS = 200
"""Of one key, by hand: the parser's memory grows with the square of its parts: 4 GB for 50,000
(measured), 40 MB for a text full of keys of 200."""
_LONG_KEY = re.compile(
    r"""(?<![^,={}\[\]#\n])(?:(?:"[^"\n]*+"|'[^'\n]*+'|[^.,={}\[\]#\n"'])++\.)"""
    rf"{{{_MOST_PARTS + 1}}}"
)


def read_toml(text: str) -> dict[str, Any]:
    """Raises ValueError, which says what is wrong."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it is longer than {MOST_CHARACTERS:,} characters")
    if found := _LONG_KEY.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise ValueError(f"line {line} has a key of more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError("a number is too long") from None
