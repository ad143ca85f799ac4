"""The texts of a report without its markers: sections, paragraphs, headings."""

import re
from collections.abc import Iterator

from eval.domain.report import HEADING_CHARS, ScholarReport
from eval.judges.local.markers import find_markers
from eval.judges.local.prose import list_cited

LEAST_LETTERS = 3
_HEADING = re.compile(rf"^[ \t]*#{{1,6}}[ \t]+(.{{1,{HEADING_CHARS}}})$", re.M)
_BOLD = re.compile(r"^[ \t]*(?:\d+\.[ \t]*)?\*\*([^*]{3,90})\*\*:?", re.M)


def plain_sections(report: ScholarReport) -> tuple[str, ...]:
    cited = tuple(list_cited(report).values())
    return tuple(
        re.sub(r"[ \t]{2,}", " ", find_markers(s.text, cited).plain) for s in report.sections
    )


def paragraphs_of(report: ScholarReport) -> tuple[str, ...]:
    """Paragraphs and items of lists, in order; a section's title opens its first one."""
    return tuple(_paragraphs(report))


def _paragraphs(report: ScholarReport) -> Iterator[str]:
    for section, text in zip(report.sections, plain_sections(report), strict=True):
        lead = f"{section.title}. " if section.title else ""
        for piece in re.split(r"\n\s*\n", text):
            if sum(c.isalpha() for c in piece) >= LEAST_LETTERS:
                yield f"{lead}{piece.strip()}"
                lead = ""


def headings_of(report: ScholarReport) -> tuple[str, ...]:
    inside = [m[1].strip(" *_#:") for s in report.sections for m in _HEADING.finditer(s.text)]
    bold = [m[1].strip(" :") for s in report.sections for m in _BOLD.finditer(s.text)]
    return tuple(dict.fromkeys([*(s.title for s in report.sections if s.title), *inside, *bold]))
