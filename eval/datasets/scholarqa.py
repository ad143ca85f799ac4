"""Reports in ScholarQA's form: sections with citations and snippets. Source: ScholarQA-CS2 (Bragg
et al. 2026); MySQA A.3.

A row is {query_id, question, system, split?, sections: [{title, text, citations: [{id, title,
snippets, corpus_id, url}]}]}; of a section only `text`, of a citation only `id` must be there.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field, Strict

from eval.datasets.rows import FileRow, Items, read_rows
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper
from myscholar.domain.report import Cell, Report, Section, Table
from myscholar.errors import UnwritableFile


class _CitationRow(FileRow):
    id: str
    title: str | None = None
    snippets: Annotated[tuple[str, ...], Items] = ()
    corpus_id: str | None = None
    url: str | None = None


class _SectionRow(FileRow):
    title: str | None = None
    text: Annotated[str, Strict()]
    """A number is none: it would be taken for a report that is read well and answers badly."""
    citations: Annotated[tuple[_CitationRow, ...], Items] = ()


class _ReportRow(FileRow):
    query_id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    system: str = Field(min_length=1)
    split: str | None = None
    sections: Annotated[tuple[_SectionRow, ...], Items] = ()


def read_reports(path: Path) -> tuple[ScholarReport, ...]:
    """In the file's order; a report without sections is kept (an answer that failed). Raises
    UnreadableFile for a bad row.

    Left out: snippets of nothing but white space, which show nothing, and citations with an empty
    id, which no text can refer to.
    """
    return tuple(_report(row) for row in read_rows(path, _ReportRow))


def _report(row: _ReportRow) -> ScholarReport:
    sections = []
    for s in row.sections:
        citations = tuple(_citation(c) for c in s.citations if c.id)
        sections.append(ScholarSection(title=s.title or None, text=s.text, citations=citations))
    own = row.model_dump() | {"split": row.split or "dev", "sections": tuple(sections)}
    return ScholarReport(**own)


def _citation(row: _CitationRow) -> ScholarCitation:
    own = {name: value or None for name, value in row}
    return ScholarCitation(**own | {"snippets": tuple(s for s in row.snippets if s.strip())})


def write_reports(path: Path, reports: Iterable[ScholarReport]) -> None:
    """As JSONL, which `read_reports` gives back equal. Raises UnwritableFile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(report.model_dump_json() + "\n" for report in reports)
    except OSError as error:
        raise UnwritableFile(path, f"it can't be written ({error.strerror}).") from error


def from_report(report: Report, *, query_id: str, system: str, split: str = "dev") -> ScholarReport:
    """A report of this product in ScholarQA's form.

    Markers stay as `[n]`. A section cites each of its references once; the snippets are the
    verbatim words that its text and table quote from it, in order of first use. The TL;DR and the
    table come as text, since a reader gets them too: rows as lines of cells parted by ` | `.
    Highlights and doubts have no place in the form and are left out.
    """
    papers = {r.number: r.paper for r in report.references}
    return ScholarReport(
        query_id=query_id,
        question=report.question,
        system=system,
        split=split,
        sections=tuple(_section(section, papers) for section in report.sections),
    )


def _section(section: Section, papers: dict[int, Paper]) -> ScholarSection:
    parts = [f"TL;DR: {section.tldr.strip()}" if section.tldr.strip() else "", section.text.strip()]
    parts += [_lines_of(section.table)] if section.table else []
    citations = tuple(
        ScholarCitation(
            id=f"[{number}]",
            title=papers[number].title,
            snippets=tuple(dict.fromkeys(e.text for e in evidence)),
            corpus_id=papers[number].paper_id,
            url=papers[number].url,
        )
        for number, evidence in _evidence(section).items()
    )
    text = "\n\n".join(part for part in parts if part)
    return ScholarSection(title=section.title, text=text, citations=citations)


def _evidence(section: Section) -> dict[int, tuple[Evidence, ...]]:
    """What the section's text and table quote, by number of the reference."""
    found: dict[int, tuple[Evidence, ...]] = {}
    for citation in section.citations:
        found[citation.number] = (*found.get(citation.number, ()), *citation.evidence)
    for cell in (c for row in section.table.rows for c in row) if section.table else ():
        if cell.number is not None:
            found[cell.number] = (*found.get(cell.number, ()), *cell.evidence)
    return found


def _lines_of(table: Table) -> str:
    rows = [table.columns, *(map(_cell, row) for row in table.rows)]
    return "\n".join(" | ".join(row) for row in rows)


def _cell(cell: Cell) -> str:
    marker = "" if cell.number is None else f"[{cell.number}]"
    return cell.text if not marker or marker in cell.text else f"{cell.text} {marker}".strip()
