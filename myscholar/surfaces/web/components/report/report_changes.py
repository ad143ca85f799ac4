"""What became of each section since the version before."""

from myscholar.domain.text import counted
from myscholar.surfaces.web.components.part import Part
from myscholar.workflows.report.diff import ReportDiff, SectionDiff

PART: Part[None] = Part("report_changes", None)


def show(diff: ReportDiff, *, key: str) -> None:
    summary = (
        f"{counted(diff.n_changed, 'section')} of {len(diff.sections)} changed. Added words are "
        "underlined, removed ones struck through."
        if diff.n_changed
        else "Every section stayed as it was."
    )
    PART.show({"summary": summary, "sections": [_section(s) for s in diff.sections]}, key=key)


def _section(section: SectionDiff) -> dict[str, object]:
    pieces = [{"kind": piece.kind, "text": piece.text} for piece in section.pieces]
    return {"title": section.title, "became": section.became, "pieces": pieces}
