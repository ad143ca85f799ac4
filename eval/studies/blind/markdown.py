"""A report in Markdown -> ScholarReport, with what its list of references names."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.lexicon import finds

_HEADING = re.compile(r"^(#{1,6})\s+(\S(?:.*?\S)??)\s*#{0,40}$")
_ENTRY = re.compile(r"^\W{0,3}(\d{1,3})[\].):]+\s+(\S.*)$")
_TAG = re.compile(r"<[^<>\n]{0,400}>")


def from_markdown(text: str, *, query_id: str, question: str, system: str) -> ScholarReport:
    """Sections are what headings of the second level part, or of whatever level is the highest
    below the title; deeper ones stay in the text. Tags go, their words stay. Text before the first
    heading is a section without a title."""
    parts = list(_parts(_TAG.sub("", text)))
    listed = {n: title for heading, body in parts if _is_list(heading) for n, title in _list(body)}
    sections = tuple(
        ScholarSection(title=heading or None, text=body, citations=_cited(body, listed))
        for heading, body in parts
        if body.strip() and not _is_list(heading)
    )
    return ScholarReport(query_id=query_id, question=question, system=system, sections=sections)


def _is_list(heading: str) -> bool:
    return bool(heading) and finds("reports.references", heading)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Heading and body."""
    lines = text.splitlines()
    levels = sorted(len(m[1]) for line in lines if (m := _HEADING.match(line)))
    is_titled = levels.count(1) == 1 and len(levels) > 1
    top = next((level for level in levels if level > 1 or not is_titled), 0)
    heading = ""
    for is_heading, group in groupby(lines, key=lambda line: _level(line) in range(1, top + 1)):
        if is_heading:
            last = list(group)[-1]
            heading = "" if is_titled and _level(last) == 1 else _HEADING.sub(r"\2", last)
        else:
            yield heading, "\n".join(group).strip()


def _level(line: str) -> int:
    match = _HEADING.match(line)
    return len(match[1]) if match else 0


def _list(body: str) -> Iterator[tuple[int, str]]:
    for line in body.splitlines():
        if entry := _ENTRY.match(line):
            yield int(entry[1]), entry[2].strip()


def _cited(body: str, listed: Mapping[int, str]) -> tuple[ScholarCitation, ...]:
    numbers = dict.fromkeys(int(n) for n in re.findall(r"(?<=[\[,\s^])(\d{1,3})(?=[\],^])", body))
    return tuple(ScholarCitation(id=f"[{n}]", title=listed[n]) for n in numbers if n in listed)
