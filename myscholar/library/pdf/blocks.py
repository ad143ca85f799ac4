"""Running text -> paragraphs under section names."""

import re
from collections.abc import Sequence
from math import inf

from myscholar.domain.papers import PassageKind
from myscholar.library.paragraphs import TextPiece, split_long
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
"""A longer paragraph is one whose ends were not seen; it is cut at sentences. By hand."""
_ENDS = re.compile(r"[.!?:][\"'”’)\]]*$")


class _Writer:
    """Collects lines into paragraphs; `numbered` says that headings count."""

    def __init__(self, text: Type, vocabulary: SeenWords, *, numbered: bool) -> None:
        self._type, self._vocabulary, self._numbered = text, vocabulary, numbered
        self._open: list[Line] = []
        self._torn = False
        self.done: list[TextPiece] = []
        self.headings: list[str] = []

    def heading(self, lines: Sequence[Line]) -> None:
        self.close()
        self._enter(join_lines(lines, self._vocabulary))

    def _enter(self, heading: str) -> None:
        """ "3.1 Data" and "3.1. Data:" are "Data"; "A Model" is only where headings count."""
        lettered = _LONE_LETTER.match(heading) and not self._numbered
        bare = heading if lettered else NUMBERED.sub("", heading, count=1)
        self.headings.append(bare.strip(" .:—–-") or heading)

    def interrupt(self) -> None:
        """A float, formula or footnote stands in between: the paragraph may go on behind it."""
        self._torn = True

    def line(self, line: Line) -> None:
        if self._open and self._begins(line):
            self.close()
        if not self._open and (name := _run_in_heading(line)):
            self._enter(name)
            line = line._replace(text=line.text[line.lead :].lstrip(" :.—–-"), lead=0)
        self._open.append(line)
        self._torn = False

    def close(self) -> None:
        if self._open:
            text = _BULLET.sub("", join_lines(self._open, self._vocabulary), count=1)
            if _reads_as_prose(text):
                section = self.headings[-1] if self.headings else None
                parts = split_long(text) if len(text.split()) > _LONGEST_WORDS else [text]
                page = self._open[0].page
                self.done += [TextPiece(PassageKind.BODY, section, part, page) for part in parts]
        self._open, self._torn = [], False

    def _begins(self, line: Line) -> bool:
        last = self._open[-1]
        if last.hyphen:
            return False
        ended = bool(_ENDS.search(last.text))
        lower = line.text[0].islower() or line.text[0] in ",.;:)]–—"
        if _BULLET.match(line.text) and (ended or last.slack > 0.05) and not lower:
            return True
        if _run_in_heading(line) and ended:
            return True
        gap = line.below(last)
        if gap == inf or self._torn:
            indented = 0.7 < line.indent < 4 and not _BULLET.match(self._open[0].text)
            short = last.slack > 0.08
            set_apart = ended and (indented or short or line.size != last.size)
            return not lower and (set_apart or (self._torn and short))
        if gap > 1.35 * self._type.leading and gap > 1.5 * line.size:
            return ended or not lower
        in_list = len(self._open) == 1 and bool(_BULLET.match(last.text))
        if 0.7 < (line.x0 - last.x0) / line.size < 4 and not in_list:
            return ended or last.slack > 0.1
        return ended and last.slack > 0.12 and not lower


def write_paragraphs(
    segments: Sequence[Segment], text: Type, vocabulary: SeenWords
) -> tuple[list[TextPiece], tuple[str, ...]]:
    """(paragraphs in reading order, names of all sections, also of those without text). Paragraphs
    that a float, a column or a page breaks are whole."""
    headings = [lines[0].text for role, lines in segments if role is BlockRole.HEADING]
    writer = _Writer(text, vocabulary, numbered=any(map(_COUNTS.match, headings)))
    for role, lines in segments:
        if role is BlockRole.HEADING:
            writer.heading(lines)
        elif role is BlockRole.BODY:
            writer.line(lines[0])
        else:
            writer.interrupt()
    writer.close()
    return writer.done, tuple(writer.headings)


def _run_in_heading(line: Line) -> str | None:
    """A beginning set apart as the paragraph's heading: numbered, or bold without a colon."""
    head = line.text[: line.lead].strip()
    words = NUMBERED.sub("", head).split()
    if not 1 <= len(words) <= 10 or line.lead >= len(line.text) or not words[0][0].isupper():
        return None
    if _BULLET.match(head) and not NUMBERED.match(head):
        return None
    if re.match(r"(?:\d+\.)+\d+\.?\s|\d+\)\s|[a-z]\)\s", head):
        return head
    titled = len(words) <= 8 and sum(w[0].isupper() for w in words) * 2 > len(words)
    followed = head[-1] not in ".:,;—" and len(line.text) - line.lead > 12
    return head if titled and followed else None


def _reads_as_prose(text: str) -> bool:
    """Whether the text has the words of a sentence; tables, formulas and labels have not."""
    n_words = len(text.split())
    if n_words < 4 or sum(map(str.isalpha, text)) < 0.6 * len(text.replace(" ", "")):
        return False
    wordy = stop_share(text) >= (0.15 if n_words >= 12 else 0.1)
    return wordy or (n_words >= 6 and text.endswith("."))
