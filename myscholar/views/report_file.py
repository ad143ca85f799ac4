"""What was made, as a file: a report in the format that the name asks for."""

from collections.abc import Callable, Mapping
from pathlib import Path

from myscholar.domain.actions import ActionList
from myscholar.domain.answers import ReportAnswer
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.tables import PaperTable
from myscholar.errors import UnreadableFile
from myscholar.views.answer_view import answer_as_report
from myscholar.views.bibtex import to_bibtex
from myscholar.views.html import to_html
from myscholar.views.markdown import to_markdown
from myscholar.views.notes import to_page
from myscholar.views.table_file import export_table
from myscholar.workflows.demo import Way
from myscholar.workflows.files import save, write_text

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


def save_made(made: Frozen, path: Path) -> Path:
    """What a run made: a report as `export_report` does, also an answer but for .json; a table as
    `export_table`; a profile or actions as .html where the path ends so, anything else as .json.
    Raises UnreadableFile, UnwritableFile."""
    suffix = path.suffix.lower()
    match made:
        case PaperTable():
            return export_table(made, path)
        case Report():
            return export_report(made, path)
        case ReportAnswer() if suffix != ".json":
            return export_report(answer_as_report(made), path)
        case Profile() | ActionList() if suffix == ".html":
            return write_text(to_page(made), path)
    if suffix != ".json":
        known = ".json or .html" if isinstance(made, Profile | ActionList) else ".json"
        ending = suffix or "a file without ending"
        raise UnreadableFile(path, f"this can be written as {known}, not as {ending}.")
    return save(made, path)


def save_way(way: Way, folder: Path) -> None:
    """Profile, actions, and the report in every format. Raises UnwritableFile."""
    save(way.profile, folder / "profile.json")
    save(way.actions, folder / "actions.json")
    for suffix in FORMATS:
        export_report(way.report, folder / f"report{suffix}")
