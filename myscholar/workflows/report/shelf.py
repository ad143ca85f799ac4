"""Reports as a reader looks for them: by question, each with its versions."""

from collections.abc import Sequence

from myscholar.domain.model import Frozen
from myscholar.domain.report import ReportId
from myscholar.domain.runs import RunKind
from myscholar.workflows.report.reports import SavedReport


class Version(Frozen):
    """`number` counts from 1, the oldest; `base` is the number of the version that this one
    changes."""

    report_id: ReportId
    number: int
    title: str
    created_at: str
    kind: RunKind
    base: int | None = None


class ReportShelf(Frozen):
    """A report and what was made from it. The newest version first."""

    question: str
    versions: tuple[Version, ...]

    def version(self, report_id: str) -> Version | None:
        return next((v for v in self.versions if v.report_id == report_id), None)

    def numbered(self, number: int | None) -> Version | None:
        return next((v for v in self.versions if v.number == number), None)

    def n_after(self, report_id: str) -> int:
        """How many versions were made from this one."""
        version = self.version(report_id)
        return sum(v.base == version.number for v in self.versions) if version else 0


def shelves(saved: Sequence[SavedReport]) -> tuple[ReportShelf, ...]:
    """The one with the newest version first. A version whose report before was deleted begins a
    shelf of its own."""
    known = {str(r.report_id): r for r in saved}
    groups: dict[str, list[SavedReport]] = {}
    for report in saved:
        groups.setdefault(_first(report, known), []).append(report)
    return tuple(_shelf(group[::-1]) for group in groups.values())


def _first(report: SavedReport, known: dict[str, SavedReport]) -> str:
    """The report that it goes back to."""
    met = {str(report.report_id)}
    while report.base and report.base in known and report.base not in met:
        met.add(report.base)
        report = known[report.base]
    return report.report_id


def _shelf(oldest_first: Sequence[SavedReport]) -> ReportShelf:
    numbers = {str(r.report_id): n for n, r in enumerate(oldest_first, start=1)}
    versions = tuple(
        Version(
            report_id=r.report_id,
            number=numbers[r.report_id],
            title=r.title,
            created_at=r.created_at,
            kind=r.kind,
            base=numbers.get(r.base or ""),
        )
        for r in oldest_first
    )
    return ReportShelf(question=oldest_first[0].question, versions=versions[::-1])
