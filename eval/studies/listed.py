"""What a text cites: citations that it makes without listing them, and none that only its quotes
make."""

import re
from collections.abc import Iterator

from eval.domain.report import ScholarCitation, ScholarReport
from eval.judges.local.markers import find_markers
from eval.judges.local.prose import list_cited
from myscholar.domain.report import Cell, Report, Section

_NUMBERS = re.compile(r"\[(\d{1,3}(?:, ?\d{1,3})*)\]")
_AUTHOR_YEAR = re.compile(r"[^\W\d_][^;()]*?(?:,| et al\.?)\S{0,60} (?:19|20)\d{2}[a-z]?")
_KEY = re.compile(r"pqac-[\w-]+|(?<![a-z])[a-z]+\d{4}[a-z]\w{0,60} pages \d+-\d+")
"""PaperQA's, which it joins with commas."""
_MORE = re.compile(rf"\[\^\d{{1,3}}\]|\((?=[^()]*(?:{_KEY.pattern}))[^()]+\)")
"""Footnotes, and brackets with such keys."""
_BRACKETED = re.compile(r"\[(?=[,; –-]*\d)([\d,; –-]+)\]")


def list_unlisted(report: ScholarReport) -> ScholarReport:
    """Each marker that the report's citations don't explain becomes a citation of the section it
    stands in, under the name that the text gives it: a file without its list of references loses
    no paper by that. `(in 2019)` and other brackets that name no author are none."""
    known = tuple(list_cited(report).values())
    sections = []
    for section in report.sections:
        marked = find_markers(section.text, known)
        others = (m.group() for m in _MORE.finditer(marked.plain))
        found = (*marked.unlisted_in(0, len(marked.plain)), *others)
        names = dict.fromkeys(name for marker in found for name in _names(marker))
        more = tuple(ScholarCitation(id=name) for name in names)
        sections.append(section.model_copy(update={"citations": (*section.citations, *more)}))
    return report.model_copy(update={"sections": tuple(sections)})


def _names(marker: str) -> Iterator[str]:
    if numbers := _NUMBERS.fullmatch(marker):
        yield from (f"[{n.strip()}]" for n in numbers[1].split(","))
    elif marker.startswith("["):
        yield marker
    elif keys := _KEY.findall(marker):
        yield from keys
    else:
        pieces = (p.strip() for p in marker.strip("()").split(";"))
        yield from (p for p in pieces if _AUTHOR_YEAR.fullmatch(p))


def only_own_markers(report: Report) -> Report:
    """Ours, with the numbers by which quoted papers cite others in round brackets: the report
    does not cite these. Every text stays as long as it is."""
    sections = tuple(_own_of_section(section) for section in report.sections)
    return report.model_copy(update={"sections": sections})


def _own_of_section(section: Section) -> Section:
    own = {(c.start, c.end) for c in section.citations}
    text = _BRACKETED.sub(lambda m: m[0] if m.span() in own else f"({m[1]})", section.text)
    table = section.table
    if table:
        rows = tuple(tuple(_own_of_cell(cell) for cell in row) for row in table.rows)
        table = table.model_copy(update={"rows": rows})
    return section.model_copy(update={"text": text, "table": table})


def _own_of_cell(cell: Cell) -> Cell:
    own = f"[{cell.number}]"
    text = _BRACKETED.sub(lambda m: m[0] if m[0] == own else f"({m[1]})", cell.text)
    return cell.model_copy(update={"text": text})
