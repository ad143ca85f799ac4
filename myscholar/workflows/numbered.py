"""Things of a numbered list, as a person names them."""

import re

from myscholar.domain.text import shorten
from myscholar.errors import InputError

_PART = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")


def numbers_in(said: str, n: int) -> tuple[int, ...]:
    """Which of the numbers 1 to `n` are meant by "1,4,7", "2-5", "all" or "none", in their order.
    Raises InputError for anything else."""
    if said.strip().casefold() in ("all", "none"):
        return tuple(range(1, n + 1)) if "all" in said.casefold() else ()
    wanted: set[int] = set()
    for part in said.split(","):
        if (found := _PART.fullmatch(part.strip())) is None:
            raise InputError(
                f"{shorten(said, 60)!r} can't be read as numbers. Give some such as 1,4 or 2-5, "
                "or all, or none."
            )
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= n:
            raise InputError(f"{part.strip()!r} is not on the list: its numbers are 1 to {n}.")
        wanted |= set(range(first, last + 1))
    return tuple(sorted(wanted))
