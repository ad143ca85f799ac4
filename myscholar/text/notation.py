r"""Formulas and code in a section's text: where they stand, and what they say without their signs.

Read are `code`, fenced blocks, $...$, $$...$$, \(...\) and \[...\]. What only looks like one
(amounts of money, a sign without its partner) is text.
"""

import re
from enum import StrEnum
from typing import NamedTuple

_SAME_PARAGRAPH = r"(?:(?!\n[ \t]*\n).)"
RAW = re.compile(
    r"```[\w+#.-]{0,20}[ \t]*(?:\n.*?(?:```|\Z)|\Z)"
    rf"|```{_SAME_PARAGRAPH}{{1,600}}?```|`[^`\n]+`"
    rf"|\$\${_SAME_PARAGRAPH}{{1,600}}?\$\$"
    r"|(?<![\w$\\])\$(?=[^\s$])[^$\n]{0,300}?(?<=[^\s\\$])\$(?![\d$])"
    rf"|\\\({_SAME_PARAGRAPH}{{1,300}}?\\\)|\\\[{_SAME_PARAGRAPH}{{1,600}}?\\\]",
    re.DOTALL,
)
"""What a reader of a model's text leaves as it stands."""
_FENCE = re.compile(r"```[ \t]*([\w+#.-]{0,20})[^\n]*\n(.*?)(?:\n?[ \t]*```|\Z)", re.DOTALL)
_OPENED = re.compile(
    r"(?:```(?!.*```).*|`[^`\n]*|\$\$(?!.*\$\$).*|(?<![\w$\\])\$(?=[^\s$\d])[^$\n]{0,300}"
    r"|\\[(\[](?!.*\\[)\]]).*|\\|\$|`{1,2})\Z",
    re.DOTALL,
)
_COMMAND = re.compile(
    r"\\(?:text|mathrm|operatorname|mathit|textit|textbf)\*?\s*\{[^{}]*\}|\\[A-Za-z]+"
)
_PROSE = re.compile(
    r"(?<![A-Za-z])[A-Za-z]{3,}+[,;:]?\s++[A-Za-z]{3}|^\d[\d.,]*+\s*+(?:[kKmMbB]\b|[A-Za-z]{2})"
)


class NotationKind(StrEnum):
    CODE = "code"
    """Words of code within a line."""
    CODE_BLOCK = "code_block"
    FORMULA = "formula"
    FORMULA_BLOCK = "formula_block"
    """A formula on a line of its own."""


class Notation(NamedTuple):
    """[start, end) of the text; `body` is without signs, `language` what a fence names."""

    kind: NotationKind
    start: int
    end: int
    body: str
    language: str = ""


def notations(text: str) -> tuple[Notation, ...]:
    """Those of the text, in order, none inside another."""
    return tuple(found for match in RAW.finditer(text) if (found := _read(match)))


def settled(text: str) -> str:
    """A text that is still being written, up to a formula or code within a line whose end is not
    written yet. A code block shows as it grows."""
    position = max((match.end() for match in RAW.finditer(text)), default=0)
    opened = _OPENED.search(text, position)
    if opened and opened[0].startswith("```") and "\n" in opened[0]:
        return text
    return text[: opened.start()] if opened else text


def _read(match: re.Match[str]) -> Notation | None:
    raw, span = match[0], match.span()
    if raw.startswith("```"):
        return _fenced(match)
    if raw.startswith("`"):
        return Notation(NotationKind.CODE, *span, raw[1:-1].strip() or raw)
    is_block = raw.startswith(("$$", "\\["))
    body = (raw[2:-2] if is_block or raw.startswith("\\(") else raw[1:-1]).strip()
    if not body or (raw.startswith("$") and _PROSE.search(_COMMAND.sub("", body))):
        return None
    return Notation(NotationKind.FORMULA_BLOCK if is_block else NotationKind.FORMULA, *span, body)


def _fenced(match: re.Match[str]) -> Notation | None:
    """A block stands on lines of its own; three strokes within a line are code within it."""
    start, end = match.span()
    fence = _FENCE.fullmatch(match[0])
    if fence and not match.string[match.string.rfind("\n", 0, start) + 1 : start].strip(" \t-•*"):
        return Notation(NotationKind.CODE_BLOCK, start, end, fence[2].strip("\n"), fence[1])
    body = match[0].strip("`").strip()
    return Notation(NotationKind.CODE, start, end, body) if body and "\n" not in body else None
