"""A section's sentences as a model is shown them: each with its markers in place and the citations that they stand for."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.claims import listed
from eval.judges.local.markers import MarkedText, find_markers
from myscholar.domain.text import Span
from myscholar.text.sentences import sentence_spans

_NO_PROSE = re.compile(r"^\s*(?:#{1,6}\s|\W*TL;?DR\b)", re.IGNORECASE)
"""Headings; and summaries, which say again what the section bears out."""
_REFERENCES = re.compile(r"^\W*(?:\d+\.?\s*)?(?:references|bibliography|sources|works cited|reference list)\W*$", re.IGNORECASE)

_ADDRESS = re.compile(r"(?<=\])\((?:[^()\s]|\([^()\s]*\))*\)")


class Sentence(NamedTuple):
    text: str
    """In one line, with its markers but without the addresses of links: some hold words of the source that the report does not show."""
    plain: str
    """Without them."""
    section: int
    cited: tuple[str, ...]
    """Markers, each once, in order."""


def sentences_of(report: ScholarReport) -> tuple[tuple[Sentence, ...], ...]:
    """Of each section, in order. A list of references is none, and neither is what follows it."""
    everywhere = tuple(listed(report).values())
    return tuple(tuple(_of_section(i, section, everywhere)) for i, section in enumerate(report.sections))


def _of_section(number: int, section: ScholarSection, citations: Sequence[ScholarCitation]) -> Iterator[Sentence]:
    if section.title and _REFERENCES.match(section.title):
        return
    marked = find_markers(section.text, citations)
    for start, end in _reaches(marked):
        cited = tuple(dict.fromkeys(i for m in marked.markers if start <= m.start < end for i in m.ids))
        text, plain = (" ".join(each.split()) for each in (_ADDRESS.sub("", marked.text[start:end]), marked.plain[start:end]))
        if re.search(r"[^\W\d_]", plain):
            yield Sentence(text, re.sub(r" (?=[.,;:!?])", "", plain), number, cited)


def _reaches(marked: MarkedText) -> Iterator[Span]:
    """Each sentence with the markers behind its full stop, up to the next one or the end of its line."""
    position = 0
    for line in marked.text.split("\n"):
        start, position = position, position + len(line) + 1
        if _REFERENCES.match(line):
            return
        if _NO_PROSE.match(line):
            continue
        found = [start + span.start for span in sentence_spans(marked.plain[start : start + len(line)])]
        for i, begin in enumerate(found):
            yield Span(start if i == 0 else begin, found[i + 1] if i + 1 < len(found) else start + len(line))
