"""Which line is heading, running text, caption or something that is left out.

A heading stands alone (a gap, a column's top or another heading before it), looks unlike the running text, and running text or a
further heading follows. Captions begin with a label ("Figure 2:"); what belongs to a table, a figure or a formula is told by size,
place and the lack of ordinary words.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from myscholar.domain.text import fold
from myscholar.library.pdf.layout import Placed, Type
from myscholar.library.pdf.lines import Line
from myscholar.text.terms import STOP_WORDS

_CAPTION = re.compile(
    r"(?:fig(?:ure|s?\.|\b)|table|tab\.|algorithm|scheme|listing|box|chart|plate|supplementary (?:fig\w*|table))"
    r"\.?\s*(?:[SA-Z]?\.?\d+[a-z]?(?:\.\d+)?|[IVX]+)(?P<mark>\s*[.:|–—-]|\s*$)?",
    re.IGNORECASE,
)
NUMBERED = re.compile(
    r"^(?:(?:(?i:appendix)\s+)?(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}|[A-Z](?:\.\d{1,2}){0,3})[.):]?|[a-z]\))\s+(?=[^\W\d_])"
)
_BULLET = re.compile(r"(?:[•●▪■◦‣∙·○–—*-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")
_MATH_FONT = re.compile(
    r"cmmi|cmsy|cmex|msbm|msam|math|symbol|mtmi|mtsy|rsfs|eufm|stix.*(?:ital|math)|esint|txsy|pxsy", re.IGNORECASE
)
_EQUATION_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}[a-z]?\s*\)$")
_RELATION = re.compile(r"[=¼≈≤≥∈∝→]")
_TABLE_SPREAD = 0.74
_KNOWN = frozenset(
    fold(name)
    for name in [
        "Abstract",
        "Introduction",
        "Background",
        "Related Work",
        "Related Works",
        "Literature Review",
        "Method",
        "Methods",
        "Methodology",
        "Materials and Methods",
        "Results",
        "Results and Discussion",
        "Discussion",
        "Conclusion",
        "Conclusions",
        "Limitations",
        "Theory",
        "Acknowledgements",
        "Acknowledgments",
        "Acknowledgement",
        "Acknowledgment",
        "References",
        "Bibliography",
        "Literature Cited",
        "Works Cited",
        "Appendix",
        "Appendices",
        "Supplementary Material",
        "Ethics Statement",
        "Ethical Considerations",
        "Future Work",
        "Data Availability",
        "Funding",
        "Competing Interests",
        "Author Contributions",
        "Experiments",
        "Evaluation",
        "Summary",
    ]
)


class Role(StrEnum):
    HEADING = "heading"
    BODY = "body"
    LEFT_OUT = "left_out"


class Segment(NamedTuple):
    """Consecutive lines of one role."""

    role: Role
    spots: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """What headings are measured against."""

    text: Type
    font_share: dict[str, float]
    outline: frozenset[str]
    """Folded titles of the file's own outline."""
    small_pages: frozenset[int]
    """Pages whose running text is smaller than the document's."""


def looks(spots: Sequence[Placed], text: Type, outline: Sequence[str]) -> Looks:
    letters: Counter[str] = Counter()
    sizes: Counter[tuple[int, bool]] = Counter()
    for spot in spots:
        letters[spot.line.style.font] += len(spot.line.text)
        if text.is_size_of(spot.line) or _is_small_prose(spot, text):
            sizes[spot.line.page, not text.is_size_of(spot.line)] += 1
    total = max(1, sum(letters.values()))
    small = {page for page, is_small in sizes if is_small and sizes[page, True] > 1.5 * sizes[page, False]}
    titles = frozenset(title for raw in outline if (title := fold(NUMBERED.sub("", raw))))
    return Looks(text, {font: n / total for font, n in letters.items()}, titles, frozenset(small))


def _is_small(spot: Placed, text: Type) -> bool:
    return 0.75 * text.size < spot.line.size < 0.94 * text.size


def _is_small_prose(spot: Placed, text: Type) -> bool:
    return _is_small(spot, text) and spot.slack < 0.15 and stop_share(spot.line.text) > 0.2


def _is_small_print(spot: Placed, text: Type) -> bool:
    return _is_small(spot, text) and stop_share(spot.line.text) > 0.2


def segments(spots: Sequence[Placed], look: Looks) -> list[Segment]:
    """Headings (whole), captions with their tables, and single lines, in the order of `spots`."""
    found: list[Segment] = []
    i = 0
    small_print = False
    while i < len(spots):
        if n := _caption_length(spots, i, look):
            if spots[i].line.text[:3].casefold() == "tab":
                below = _table_length(spots, i + n, look)
                if not below:
                    _leave_out_table_above(found, spots[i], look)
                n += below
            role = Role.LEFT_OUT
        elif n := heading_length(spots, i, look, after_heading=bool(found) and found[-1].role is Role.HEADING):
            role = Role.HEADING
            small_print = _is_named(spots[i].line, look) and i + n < len(spots) and _is_small_print(spots[i + n], look.text)
        elif small_print and _is_small(spots[i], look.text):
            n, role = 1, Role.BODY
        else:
            n, role = 1, Role.BODY if is_body(spots[i], look) else Role.LEFT_OUT
        found.append(Segment(role, tuple(spots[i : i + n])))
        i += n
    return found


def stop_share(text: str) -> float:
    """Share of function words among the words, in [0, 1]: about 0.4 in prose, near 0 in tables and formulas."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return sum(1 for w in words if w in STOP_WORDS and len(w) > 1) / len(words) if words else 0.0


def is_body(spot: Placed, look: Looks) -> bool:
    line = spot.line
    right_size = look.text.is_size_of(line) or (
        line.page in look.small_pages and 0.75 * look.text.size < line.size < look.text.size
    )
    cells = line.spread > _TABLE_SPREAD and len(line.text) > 8
    return right_size and not cells and not _is_formula(spot)


def _is_formula(spot: Placed) -> bool:
    text = spot.line.text
    stop = stop_share(text)
    words = [w for w in re.findall(r"[^\W\d_]{3,}", text) if not w.isupper()]
    share = sum(map(len, words)) / max(1, len(text.replace(" ", "")))
    if spot.indent > 0.8 and stop < 0.2 and _EQUATION_NUMBER.search(text):
        return True
    if (
        _RELATION.search(text)
        and stop < 0.12
        and (spot.indent > 1.8 or not (any(len(w) > 4 for w in words) or text.endswith((".", ","))))
    ):
        return spot.slack > 0.05
    if share >= 0.6 or stop >= 0.3:
        return False
    symbols = bool(_MATH_FONT.search(spot.line.style.font)) or len(re.findall(r"[=¼∑∏∫√≤≥∈∀∂∇×·+−|{}^<>]", text)) >= 2
    return (spot.indent > 2.2 and share < 0.45) or (symbols and share < 0.3) or not re.search(r"[^\W\d_]{2}", text)


def _caption_length(spots: Sequence[Placed], i: int, look: Looks) -> int:
    """Lines of the caption that begins at `i`; 0 if none does."""
    line, match = spots[i].line, _CAPTION.match(spots[i].line.text)
    if not match or not line.text[0].isupper():
        return 0
    plain = look.text.is_size_of(line) and line.style.font == look.text.font and line.lead == 0
    above = spots[i].below(spots[i - 1]) if i else None
    if plain and (not match["mark"] or (above is not None and above < 1.15 * look.text.leading)):
        return 0
    n = 1
    pace = None
    while i + n < len(spots):
        gap = spots[i + n].below(spots[i + n - 1])
        same = abs(spots[i + n].line.size - line.size) < 0.4 or not look.text.is_size_of(spots[i + n].line)
        if gap is None or not same or gap > 1.25 * (pace or max(1.25 * line.size, min(look.text.leading, 1.6 * line.size))):
            break
        pace = pace or gap
        n += 1
    return n


def _table_length(spots: Sequence[Placed], i: int, look: Looks) -> int:
    """Lines of the table under a caption: all before the next heading, caption or prose of the same page."""
    n = 0
    while i + n < len(spots) and spots[i + n].line.page == spots[max(0, i - 1)].line.page:
        spot = spots[i + n]
        if _is_prose(spots, i + n, look) or _caption_length(spots, i + n, look):
            break
        if heading_length(spots, i + n, look, after_heading=False) and _is_sure(spot.line, look):
            break
        n += 1
    return n


def _leave_out_table_above(found: list[Segment], caption: Placed, look: Looks) -> None:
    """Takes the lines over a caption that nothing follows for its table, back to the prose before them."""
    k = len(found)
    while k and found[k - 1].role is not Role.HEADING and _is_over(found[k - 1].spots[-1], caption):
        if found[k - 1].role is Role.BODY and _is_prose(found[k - 1].spots, 0, look):
            break
        k -= 1
    if k and k < len(found) and found[k - 1].role is Role.BODY and found[k].role is Role.BODY:
        gap = found[k].spots[0].below(found[k - 1].spots[-1])
        ends_paragraph = gap is not None and gap < 1.2 * look.text.leading and found[k].spots[0].indent < 0.5
        k += ends_paragraph and not found[k - 1].spots[-1].line.text.endswith(".")
    found[k:] = [segment._replace(role=Role.LEFT_OUT) for segment in found[k:]]


def _is_over(spot: Placed, caption: Placed) -> bool:
    beside = spot.column != caption.column and caption.column != 2
    return spot.line.page == caption.line.page and spot.line.y > caption.line.y and not beside


def _is_prose(spots: Sequence[Placed], i: int, look: Looks) -> bool:
    """Whether a paragraph goes on or begins here: full lines of the running text with function words, this one or the next."""
    spot = spots[i]
    if not is_body(spot, look) or spot.slack > 0.12 or spot.indent > 2.5:
        return False
    if stop_share(spot.line.text) > 0.2:
        return True
    after = spots[i + 1] if i + 1 < len(spots) else None
    gap = after.below(spot) if after else None
    if after is None or gap is None or gap > 1.1 * look.text.leading or spot.line.spread > 0.6:
        return False
    return is_body(after, look) and stop_share(after.line.text) > 0.2 and after.indent < 0.5


def heading_length(spots: Sequence[Placed], i: int, look: Looks, *, after_heading: bool) -> int:
    """Lines of the heading that begins at `i`; 0 if none does."""
    n = 1
    while n < 4 and i + n < len(spots) and _same_heading(spots[i + n - 1], spots[i + n]):
        n += 1
    for length in range(n, 0, -1):
        if _is_heading(spots, i, length, look, after_heading=after_heading):
            return length
    return 0


def _same_heading(a: Placed, b: Placed) -> bool:
    gap = b.below(a)
    same = a.line.style.font == b.line.style.font and abs(a.line.size - b.line.size) < 0.4
    starts_anew = NUMBERED.match(b.line.text) and NUMBERED.match(a.line.text)
    return gap is not None and gap < 1.5 * a.line.size and same and not starts_anew


def _is_heading(spots: Sequence[Placed], i: int, n: int, look: Looks, *, after_heading: bool) -> bool:
    group = spots[i : i + n]
    text = " ".join(s.line.text for s in group)
    if group[0].line.lead or (group[0].line.spread > _TABLE_SPREAD and not text.isupper()):
        return False
    if not _reads_as_heading(text) or not all(_stands_like_heading(s) for s in group):
        return False
    centred_capitals = text.isupper() and len(text) > 8 and group[0].indent > 2.5 and group[0].slack > 0.1
    weight = _weight(group[0].line, text, look) + centred_capitals
    gap = group[0].below(spots[i - 1]) if i else None
    ended = bool(i) and (spots[i - 1].line.text.endswith((".", ":", "?", ")", "]")) or spots[i - 1].slack > 0.1)
    alone = after_heading or gap is None or gap > 1.12 * look.text.leading
    if not alone and not (ended and NUMBERED.match(text) and weight >= 2):
        return False
    return weight >= 2 and _is_followed(spots, i + n, look, spots[i + n - 1])


def _reads_as_heading(text: str) -> bool:
    bare = NUMBERED.sub("", text)
    if re.search(r"[=¼∑∏∫√≤≥∈∀∂∇]|ffiffi", bare) or not re.search(r"[^\W\d_]{3}", bare):
        return False
    letters = sum(c.isalpha() for c in bare)
    words = bare.split()
    ending = bare.rstrip(":").endswith((".", ",", ";", "=", "-")) and not re.search(r"\b(?:etc|al|vs)\.$", bare)
    plain = letters >= 3 and letters / max(1, len(bare.replace(" ", ""))) > 0.65
    return plain and 1 <= len(words) <= 18 and not ending and (bare[0].isupper() or bare != text) and "@" not in text


def _stands_like_heading(spot: Placed) -> bool:
    margin_left, margin_right = spot.line.x0 - spot.left, spot.right - spot.line.x1
    centred = abs(margin_left - margin_right) < 2.5 * spot.line.size
    return centred or -1.5 < spot.indent < 2.5


def _weight(line: Line, text: str, look: Looks) -> int:
    """How much the line looks like a heading: 2 is enough."""
    bare = fold(NUMBERED.sub("", text))
    rare = look.font_share.get(line.style.font, 0.0) < 0.12 and line.style.font != look.text.font
    capitals = text.upper() == text and sum(c.isalpha() for c in text) >= 4
    larger = line.size > 1.07 * look.text.size
    numbered = bool(NUMBERED.match(text))
    weight = 2 * (bare in look.outline) + 2 * (bare in _KNOWN) + (2 if larger and line.size > 0 else 0)
    weight += 2 * (line.style.bold and rare) + (line.style.bold and not rare) + numbered + rare + line.style.italic + capitals
    return weight if line.size > 0.72 * look.text.size else 0


def _is_named(line: Line, look: Looks) -> bool:
    bare = fold(NUMBERED.sub("", line.text))
    return bare in look.outline or bare in _KNOWN


def _is_sure(line: Line, look: Looks) -> bool:
    """Whether the line is a heading by its number, name or size, not by its font alone."""
    return _is_named(line, look) or bool(NUMBERED.match(line.text)) or line.size > 1.07 * look.text.size


def _is_followed(spots: Sequence[Placed], i: int, look: Looks, last: Placed) -> bool:
    """Whether running text, a list or a further heading comes next."""
    if i >= len(spots):
        return False
    after = spots[i]
    gap = after.below(last)
    if gap is not None and gap > 3.5 * look.text.leading:
        return False
    text = after.line.text
    near_heading = _reads_as_heading(text) and _weight(after.line, text, look) >= 2
    small_print = _is_small_print(after, look.text) and _is_named(last.line, look)
    return (
        (is_body(after, look) and after.indent < 4)
        or small_print
        or near_heading
        or bool(_CAPTION.match(text))
        or bool(_BULLET.match(text))
    )
