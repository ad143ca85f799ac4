"""What a library or a corpus may be called."""

import re

from myscholar.domain.text import shorten
from myscholar.errors import InputError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def check_name(kind: str, name: str) -> str:
    """The name. Raises InputError for one that could not stand in a path or after `library:`."""
    if not NAME.fullmatch(name):
        raise InputError(
            f"{shorten(name, 100)!r} can't name a {kind}. Use letters, digits, '.', '_' and '-', "
            "at most 64."
        )
    return name
