"""Names of authors, from the lines under the title or from the metadata."""

import re
from collections.abc import Sequence
from itertools import takewhile

from myscholar.domain.papers import PARTICLES
from myscholar.library.pdf.lines import Line
from myscholar.text.lexicons import pattern

KEYWORDS = pattern("paper_parts.keywords")
AFFILIATION = pattern("paper_parts.no_author")
_NAME = re.compile(r"(?:[^\W\d_]\.?[-‐]?|[^\W\d_]++(?:[’'‐-][^\W\d_]*)?)(?:[-‐’'][^\W\d_]++)*\.?")


def authors_in(lines: Sequence[Line]) -> tuple[str, ...]:
    """Names set apart by commas, "and", raised marks or gaps, in lines of the first author's style.
    Before an affiliation in the same line, only names in capitals are told from it."""
    found: list[str] = []
    style = None
    carried = ""
    for line in lines:
        if KEYWORDS.search(line.text):
            break
        pieces = re.split(r",|;|&|•|·|\b(?i:and)\b", ",".join(line.parts or (line.text,)))
        parts = [part for piece in pieces if (part := _bare_name(piece))]
        if carried and parts:
            parts[0] = f"{carried} {parts[0]}"
            carried = ""
        if AFFILIATION.search(line.text):
            parts = [] if line.text.isupper() else list(takewhile(str.isupper, parts))
        if not parts or (style and (line.style.font, round(line.size)) != style):
            continue
        if parts[-1].endswith(".") or (len(parts[-1].split()) == 1 and len(parts) > 1):
            carried = parts.pop()
        names = [part for part in parts if _is_name(part)]
        if len(names) * 2 < len(parts):
            carried = ""
        elif names:
            style = style or (line.style.font, round(line.size))
            found += names
    return tuple(dict.fromkeys(found))


def _bare_name(text: str) -> str:
    unmarked = re.sub(r"[∗*†‡§¶#\d]+|\(.{0,199}?\)", " ", text)
    return re.sub(r"^[\W\d_]+|(?:[^\w.]|\d|_)+$", "", unmarked).strip()


def _is_name(text: str) -> bool:
    words = text.split()
    if not 2 <= len(words) <= 5 or len(text) > 45 or AFFILIATION.search(text):
        return False
    good = all(_NAME.fullmatch(w) and (w[0].isupper() or w.casefold() in PARTICLES) for w in words)
    return good and max(len(w.strip(".")) for w in words) > 1


def authors_of_metadata(raw: str) -> tuple[str, ...]:
    names = [_bare_name(part) for part in re.split(r";|,|\band\b|&", raw)]
    return tuple(name for name in names if _is_name(name))
