"""Which lines are a heading.

A heading stands alone (a gap, a column's top or another heading before it), looks unlike the
running text, and running text or a further heading follows.
"""

import re
from collections.abc import Sequence

from myscholar.domain.text import fold
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.marks import marked_length
from myscholar.library.pdf.running import (
    NUMBERED,
    STEP,
    TABLE_SPREAD,
    Looks,
    is_body,
    is_small_print,
)

_BULLET = re.compile(r"(?:[•●▪■◦‣∙·○–—*-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")

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

CAPTION = re.compile(
    r"(?:fig(?:ure|s?\.|\b)|table|tab\.|algorithm|scheme|listing|box|chart|plate|supplementary "
    r"(?:fig\w*|table))"
    r"\.?\s*(?:[SA-Z]?\.?\d+[a-z]?(?:\.\d+)?|[IVX]+)(?P<mark>\s*[.:|–—-]|\s*$)?",
    re.IGNORECASE,
)


def heading_length(spots: Sequence[Line], i: int, look: Looks, *, after_heading: bool) -> int:
    """Lines of the heading that begins at `i`; 0 if none does. What the file itself marks comes
    first."""
    if n := marked_length(spots, i):
        return n
    if not _is_candidate(spots[i], look):
        return 0
    n = 1
    while n < 4 and i + n < len(spots) and _same_heading(spots[i + n - 1], spots[i + n]):
        n += 1
    for length in range(n, 0, -1):
        if _is_heading(spots, i, length, look, after_heading=after_heading):
            return length
    return 0


def _is_candidate(line: Line, look: Looks) -> bool:
    """Whether anything sets the line apart from the running text; most lines end here."""
    plain = (
        line.style.font == look.text.font
        and look.text.is_size_of(line)
        and not line.style.bold
        and not line.style.italic
    )
    return (
        not plain
        or line.text.isupper()
        or bool(NUMBERED.match(line.text))
        or (len(line.text) < 80 and is_named(line, look))
    )


def _same_heading(a: Line, b: Line) -> bool:
    gap = b.below(a)
    same = a.style.font == b.style.font and abs(a.size - b.size) < 0.4
    starts_anew = NUMBERED.match(b.text) and NUMBERED.match(a.text)
    return gap is not None and gap < 1.5 * a.size and same and not starts_anew


def _is_heading(spots: Sequence[Line], i: int, n: int, look: Looks, *, after_heading: bool) -> bool:
    group = spots[i : i + n]
    text = " ".join(s.text for s in group)
    if group[0].lead or (group[0].spread > TABLE_SPREAD and not text.isupper()):
        return False
    if not _reads_as_heading(text) or not _stands_like_heading(group[0]):
        return False
    if not all(_stands_like_heading(s) or _hangs(s, group[0]) for s in group[1:]):
        return False
    centred_capitals = (
        text.isupper() and len(text) > 8 and group[0].indent > 2.5 and group[0].slack > 0.1
    )
    weight = _weight(group[0], text, look) + centred_capitals
    gap = group[0].below(spots[i - 1]) if i else None
    ended = bool(i) and (
        spots[i - 1].text.endswith((".", ":", "?", ")", "]")) or spots[i - 1].slack > 0.1
    )
    alone = after_heading or gap is None or gap > 1.12 * look.text.leading
    if not alone and not (ended and NUMBERED.match(text) and weight >= 2):
        return False
    return weight >= 2 and _is_followed(spots, i + n, look, spots[i + n - 1])


def _reads_as_heading(text: str) -> bool:
    bare = NUMBERED.sub("", text)
    if re.search(r"[=¼∑∏∫√≤≥∈∀∂∇]|ffiffi", bare) or not re.search(r"[^\W\d_]{3}", bare):
        return False
    letters = sum(map(str.isalpha, bare))
    words = bare.split()
    ending = bare.rstrip(":").endswith((".", ",", ";", "=", "-")) and not re.search(
        r"\b(?:etc|al|vs)\.$", bare
    )
    plain = letters >= 3 and letters / max(1, len(bare.replace(" ", ""))) > 0.65
    return (
        plain
        and 1 <= len(words) <= 18
        and not ending
        and (bare[0].isupper() or bare != text)
        and "@" not in text
    )


def _stands_like_heading(spot: Line) -> bool:
    margin_left, margin_right = spot.x0 - spot.left, spot.right - spot.x1
    centred = abs(margin_left - margin_right) < 2.5 * spot.size
    return centred or -1.5 < spot.indent < 2.5


def _hangs(spot: Line, first: Line) -> bool:
    """Whether a heading's further line stands under its first words, behind the number."""
    return bool(NUMBERED.match(first.text)) and -0.5 < spot.indent < 6


def _weight(line: Line, text: str, look: Looks) -> int:
    """How much the line looks like a heading: 2 is enough. A number of two parts ("3.1") counts as
    much: no list or step has it."""
    bare = fold(NUMBERED.sub("", text))
    named = bare in look.outline or fold(text) in look.outline
    rare = look.font_share.get(line.style.font, 0.0) < 0.12 and line.style.font != look.text.font
    capitals = text.upper() == text and sum(map(str.isalpha, text)) >= 4
    larger = line.size > 1.07 * look.text.size
    number = NUMBERED.match(text)
    numbered = (2 if "." in number.group().rstrip(". ") else 1) if number else 0
    weight = 2 * named + 2 * (bare in _KNOWN) + (2 if larger and line.size > 0 else 0)
    weight += (
        2 * (line.style.bold and rare)
        + (line.style.bold and not rare)
        + numbered
        + rare
        + line.style.italic
        + capitals
    )
    return weight if line.size > 0.72 * look.text.size else 0


def is_named(line: Line, look: Looks) -> bool:
    bare, text = fold(NUMBERED.sub("", line.text)), fold(line.text)
    return bare in look.outline or text in look.outline or bare in _KNOWN


def is_named_lead(line: Line) -> bool:
    """Whether the line begins with a known section name that is set apart, as acknowledgements in
    small print do."""
    return bool(line.lead) and fold(line.text[: line.lead]) in _KNOWN


def is_sure(line: Line, look: Looks) -> bool:
    """Whether the line is a heading by its number, name or size, not by its font alone."""
    return (
        is_named(line, look) or bool(NUMBERED.match(line.text)) or line.size > 1.07 * look.text.size
    )


def _is_followed(spots: Sequence[Line], i: int, look: Looks, last: Line) -> bool:
    """Whether running text, a list or a further heading comes next."""
    if i >= len(spots):
        return False
    after = spots[i]
    gap = after.below(last)
    if after.page != last.page or STEP.match(after.text):
        return False
    if gap is not None and gap > 3.5 * look.text.leading:
        return False
    text = after.text
    near_heading = _reads_as_heading(text) and _weight(after, text, look) >= 2
    small_print = is_small_print(after, look.text) and is_named(last, look)
    return (
        (is_body(after, look) and after.indent < 4)
        or small_print
        or near_heading
        or bool(CAPTION.match(text))
        or bool(_BULLET.match(text))
    )


def caption_length(spots: Sequence[Line], i: int, look: Looks) -> int:
    """Lines of the caption that begins at `i`; 0 if none does."""
    line, match = spots[i], CAPTION.match(spots[i].text)
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
        same = abs(spots[i + n].size - line.size) < 0.4 or not look.text.is_size_of(spots[i + n])
        if (
            gap is None
            or not same
            or gap > 1.25 * (pace or max(1.25 * line.size, min(look.text.leading, 1.6 * line.size)))
        ):
            break
        pace = pace or gap
        n += 1
    return n
