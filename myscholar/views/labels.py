"""Short names that all formats share: A1, A2 ... for actions, authors and venue of a reference."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.papers import Paper, PassageKind
from myscholar.domain.report import OutcomeStatus, Report

STATUS_WORDS = {
    OutcomeStatus.DONE: "done",
    OutcomeStatus.PARTLY: "partly done",
    OutcomeStatus.NOT_DONE: "not done",
}
SUMMARY_LABEL = "myscholar's summary, not the paper's words"


def action_labels(report: Report) -> Mapping[ActionId, str]:
    """`A1`, `A2` ... in the order of the report's actions."""
    return {action.action_id: f"A{i}" for i, action in enumerate(report.actions, start=1)}


def safe_url(url: str | None) -> str | None:
    """The address if it is plain http or https with a host; None for anything else (`javascript:`,
    `data:`, broken)."""
    if not url or any(c.isspace() or c in '<>"`\\' for c in url):
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return url if parts.scheme in ("http", "https") and parts.netloc else None


def paper_url(paper: Paper) -> str | None:
    doi = f"https://doi.org/{paper.doi}" if paper.doi else None
    arxiv = f"https://arxiv.org/abs/{paper.arxiv_id}" if paper.arxiv_id else None
    return safe_url(doi) or safe_url(paper.url) or safe_url(arxiv)


def author_list(paper: Paper, longest: int = 6) -> str:
    """All authors up to `longest`, otherwise the first ones and "et al."."""
    if not paper.authors:
        return "Unknown authors"
    return (
        ", ".join(paper.authors)
        if len(paper.authors) <= longest
        else f"{', '.join(paper.authors[:longest])} et al."
    )


def published_in(paper: Paper) -> str:
    """Venue and year, as far as known."""
    return ", ".join(part for part in (paper.venue or "", str(paper.year or "")) if part)


def quotes_by_reference(report: Report) -> Mapping[int, tuple[Evidence, ...]]:
    """Reference number -> its distinct quotes in order of use."""
    found: dict[int, dict[tuple[str, int, int], Evidence]] = {}
    for section in report.sections:
        cells = [
            c
            for row in (section.table.rows if section.table else ())
            for c in row
            if c.number is not None
        ]
        for number, pieces in [
            *((c.number, c.evidence) for c in section.citations),
            *((c.number or 0, c.evidence) for c in cells),
        ]:
            for piece in pieces:
                found.setdefault(number, {})[(piece.passage_id, piece.start, piece.end)] = piece
    return {number: tuple(pieces.values()) for number, pieces in found.items()}


def is_summary(evidence: Evidence) -> bool:
    return evidence.kind is PassageKind.SUMMARY
