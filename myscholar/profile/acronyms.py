"""Short forms and what they stand for, as papers define them: "class activation map (CAM)"."""

import re

_DEFINITION = re.compile(
    r"(?<![\w/’'-])((?:[\w/’'-]++ ){1,9})\(\s?([A-Z][A-Za-z0-9/-]{1,9})\s?(?:\)|[,;])"
)


def definitions(text: str) -> dict[str, str]:
    """Short form -> long form, each as first written. Source: Schwartz and Hearst (2003), by
    initials of words."""
    found: dict[str, str] = {}
    for match in _DEFINITION.finditer(text):
        short = match.group(2).rstrip("s") if match.group(2)[:-1].isupper() else match.group(2)
        long = _long_form(short, match.group(1).split())
        if long and short not in found:
            found[short] = long
    return found


def _long_form(short: str, words: list[str]) -> str | None:
    """The shortest run of words before the bracket whose letters spell the short form, beginning
    with its first letter."""
    letters = [c.lower() for c in short if c.isalnum()]
    if sum(c.isupper() for c in short) < 2:
        return None
    for n in range(1, min(len(words), len(letters) + 3) + 1):
        tail = " ".join(words[-n:])
        begins = tail[0].lower() == letters[0]
        if begins and len(tail) > 2 * len(letters) and _spells(letters, tail.lower()):
            return tail
    return None


def _spells(letters: list[str], long: str) -> bool:
    """Each letter begins a word or part of a word, in order; up to a third may stand inside
    words."""
    starts = [m.start() for m in re.finditer(r"(?<![^\s\-/])\w", long)]
    position, inside = -1, 0
    for letter in letters:
        at_start = next((s for s in starts if s > position and long[s] == letter), None)
        anywhere = long.find(letter, position + 1)
        if at_start is None and anywhere < 0:
            return False
        if at_start is None:
            inside += 1
        position = anywhere if at_start is None else at_start
    return inside <= len(letters) // 3
