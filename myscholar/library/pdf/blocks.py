"""Running text -> paragraphs under section names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from myscholar.library.paragraphs import split_long
from myscholar.library.pdf.joining import SeenWords, join_lines
from myscholar.library.pdf.layout import Type
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.roles import BlockRole, Segment
from myscholar.library.pdf.running import NUMBERED, stop_share

_BULLET = re.compile(
    r"^(?:[•●▪■◦‣∙·○]|[–—*-](?=\s)|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)](?=\s))\s*(?=\S)"
)
_COUNTS = re.compile(r"(?:\d{1,2}|[IVX]{1,5})(?:\.\d{1,2})*[.)]?\s+\S{2}")
_LONE_LETTER = re.compile(r"[A-Z]\s")
_LONGEST_WORDS = 500
"""A longer paragraph is one whose ends were not seen; it is cut at sentences."""
_ENDS = re.compile(r"[.!?:][\"'”’)\]]*$")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`section` is the nearest heading above, without its number; `page` is where it begins."""

    section: str | None
    text: str
    page: int


class Body(NamedTuple):
    paragraphs: tuple[Paragraph, ...]
    headings: tuple[str, ...]
    """All section names in order, also of sections without text of their own."""


class _Writer:
    """Collects lines into paragraphs."""

    def __init__(self, text: Type, vocabulary: SeenWords, *, numbered: bool) -> None:
        self._type, self._vocabulary, self._numbered = text, vocabulary, numbered
        self._open: list[Line] = []
        self._torn = False
        self.section: str | None = None
        self.done: list[Paragraph] = []
        self.headings: list[str] = []

    def heading(self, lines: Sequence[Line]) -> None:
        self.close()
        self._enter(join_lines(lines, self._vocabulary))

    def _enter(self, heading: str) -> None:
        self.section = section_name(heading, numbered=self._numbered)
        self.headings.append(self.section)

    def interrupt(self) -> None:
        """A float, formula or footnote stands in between: the paragraph may go on behind it."""
        self._torn = True

    def line(self, spot: Line) -> None:
        if self._open and self._begins(spot):
            self.close()
        if not self._open and (name := run_in_heading(spot)):
            self._enter(name)
            spot = _without_lead(spot)
        self._open.append(spot)
        self._torn = False

    def close(self) -> None:
        if self._open:
            text = _BULLET.sub("", join_lines(self._open, self._vocabulary), count=1)
            if reads_as_prose(text):
                parts = split_long(text) if len(text.split()) > _LONGEST_WORDS else [text]
                self.done += [Paragraph(self.section, part, self._open[0].page) for part in parts]
        self._open, self._torn = [], False

    def _begins(self, spot: Line) -> bool:
        """Whether the line begins a new paragraph."""
        last = self._open[-1]
        ended = bool(_ENDS.search(last.text)) and not last.hyphen
        lower = spot.text[0].islower() or spot.text[0] in ",.;:)]–—"
        if last.hyphen:
            return False
        if _BULLET.match(spot.text) and (ended or last.slack > 0.05) and not lower:
            return True
        if run_in_heading(spot) and ended:
            return True
        gap = spot.below(last)
        if gap is None or self._torn:
            indented = 0.7 < spot.indent < 4 and not _BULLET.match(self._open[0].text)
            short = last.slack > 0.08
            return not lower and (
                (ended and (indented or short or spot.size != last.size)) or (self._torn and short)
            )
        if gap > 1.35 * self._type.leading and gap > 1.5 * spot.size:
            return ended or not lower
        steps_in = (spot.x0 - last.x0) / spot.size
        in_list = len(self._open) == 1 and bool(_BULLET.match(last.text))
        if 0.7 < steps_in < 4 and not in_list:
            return ended or last.slack > 0.1
        return ended and last.slack > 0.12 and not lower


def paragraphs(segments: Sequence[Segment], text: Type, vocabulary: SeenWords) -> Body:
    """Paragraphs in reading order; those that a float, a column or a page breaks are whole."""
    headings = [spots[0].text for role, spots in segments if role is BlockRole.HEADING]
    writer = _Writer(text, vocabulary, numbered=any(_COUNTS.match(heading) for heading in headings))
    for role, spots in segments:
        if role is BlockRole.HEADING:
            writer.heading(spots)
        elif role is BlockRole.BODY:
            writer.line(spots[0])
        else:
            writer.interrupt()
    writer.close()
    return Body(tuple(writer.done), tuple(writer.headings))


def section_name(heading: str, *, numbered: bool = True) -> str:
    """ "3.1 Data" and "3.1. Data:" are "Data"; "A Model" is only where headings are `numbered`."""
    bare = (
        NUMBERED.sub("", heading, count=1)
        if numbered or not _LONE_LETTER.match(heading)
        else heading
    )
    return bare.strip(" .:—–-") or heading


def run_in_heading(line: Line) -> str | None:
    """The beginning of a paragraph that is set apart as its heading: numbered, or bold without a
    colon."""
    if not line.lead or line.lead >= len(line.text):
        return None
    head = line.text[: line.lead].strip()
    words = NUMBERED.sub("", head).split()
    if (
        not 1 <= len(words) <= 10
        or not words[0][0].isupper()
        or (_BULLET.match(head) and not NUMBERED.match(head))
    ):
        return None
    numbered = re.match(r"(?:\d+\.)+\d+\.?\s|\d+\)\s|[a-z]\)\s", head)
    titled = (
        len(words) <= 8
        and head[-1] not in ".:,;—"
        and sum(w[0].isupper() for w in words) * 2 > len(words)
    )
    return head if numbered or (titled and len(line.text) - line.lead > 12) else None


def _without_lead(spot: Line) -> Line:
    rest = spot.text[spot.lead :].lstrip(" :.—–-")
    return replace(spot, text=rest, lead=0)


def reads_as_prose(text: str) -> bool:
    """Whether the text has the words of a sentence; tables, formulas and labels have not."""
    words = text.split()
    letters = sum(map(str.isalpha, text)) / max(1, len(text.replace(" ", "")))
    if len(words) < 4 or letters < 0.6:
        return False
    return stop_share(text) >= (0.15 if len(words) >= 12 else 0.1) or (
        len(words) >= 6 and text.endswith(".")
    )
