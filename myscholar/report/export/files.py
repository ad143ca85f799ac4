"""A report written to the file that its name asks for."""

from collections.abc import Callable, Mapping
from pathlib import Path

from myscholar.domain.report import Report
from myscholar.errors import UnreadableFile, UnwritableFile
from myscholar.report.export.bibtex import to_bibtex
from myscholar.report.export.html import to_html
from myscholar.report.export.markdown import to_markdown

FORMATS: Mapping[str, Callable[[Report], str]] = {
    ".md": to_markdown,
    ".html": to_html,
    ".json": lambda report: report.model_dump_json(indent=1) + "\n",
    ".bib": lambda report: to_bibtex(tuple(r.paper for r in report.references)),
}


def export_format(path: Path) -> Callable[[Report], str]:
    """The writer for the file's ending. Raises UnreadableFile for an ending that no writer knows,
    before any work is done."""
    if path.suffix.lower() not in FORMATS:
        raise UnreadableFile(
            path,
            f"a report can be written as {', '.join(FORMATS)}, not as "
            f"{path.suffix or 'a file without ending'}.",
        )
    return FORMATS[path.suffix.lower()]


def export_report(report: Report, path: Path) -> Path:
    """Writes the report and returns the path; folders on the way are made. Raises UnreadableFile as
    above, UnwritableFile."""
    return write_text(export_format(path)(report), path)


def write_text(text: str, path: Path) -> Path:
    """The file's path; folders on the way are made. Raises UnwritableFile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableFile(path, error.strerror or type(error).__name__) from error
    return path
