"""The reports written so far: one JSON file each in the home folder."""

import re
from pathlib import Path

from pydantic import BaseModel, ValidationError

from myscholar.domain.report import Report, ReportId
from myscholar.errors import InputError, StorageError, UnknownName
from myscholar.workflows.files import load_report
from myscholar.workflows.services import Services

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class SavedReport(BaseModel):
    """What a list of reports shows. `created_at` is an ISO 8601 time."""

    report_id: ReportId
    title: str
    created_at: str


def list_reports(services: Services) -> tuple[SavedReport, ...]:
    """The newest first; a damaged file is left out."""
    folder = _folder(services)
    found = [head for path in folder.glob("*.json") if (head := _head(path))] if folder.is_dir() else []
    return tuple(sorted(found, key=lambda head: (head.created_at, head.report_id), reverse=True))


def save_report(services: Services, report: Report) -> None:
    """Keeps the report, whole or not at all. Raises StorageError."""
    path = _path(services, report.report_id)
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(report.model_dump_json(), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise StorageError(f"The report can't be saved in {path.parent}: {error.strerror}.") from error


def get_report(services: Services, report_id: str) -> Report:
    """Raises UnknownName; UnreadableFile if the file is damaged or holds a quote that is not in its paper."""
    path = _path(services, report_id)
    if not path.is_file():
        raise UnknownName("report", report_id)
    return load_report(path)


def delete_report(services: Services, report_id: str) -> None:
    """Nothing happens if it is not there."""
    _path(services, report_id).unlink(missing_ok=True)


def _head(path: Path) -> SavedReport | None:
    try:
        return SavedReport.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def _folder(services: Services) -> Path:
    return services.settings.home / "reports"


def _path(services: Services, report_id: str) -> Path:
    if not _ID.fullmatch(report_id):
        raise InputError(f"{report_id!r} can't name a report: letters, digits, '-' and '_', at most 64.")
    return _folder(services) / f"{report_id}.json"
