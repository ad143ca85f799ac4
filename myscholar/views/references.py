"""A reference as every reader sees it: authors, where it was published, an address that is safe."""

from urllib.parse import urlsplit

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper
from myscholar.domain.report import Reference
from myscholar.domain.text import counted

_MOST_AUTHORS = 6


class ReferenceView(Frozen):
    """`url` is a plain web address or None. `quotes` are places in the report's list of quotes, in
    order of use."""

    number: int
    title: str
    authors: str
    published: str
    cited: str
    url: str | None
    quotes: tuple[int, ...]


def reference_view(reference: Reference, quotes: tuple[int, ...]) -> ReferenceView:
    paper = reference.paper
    return ReferenceView(
        number=reference.number,
        title=paper.title,
        authors=_listed(paper.authors),
        published=", ".join(part for part in (paper.venue or "", str(paper.year or "")) if part),
        cited=counted(paper.citation_count, "citation") if paper.citation_count is not None else "",
        url=paper_url(paper),
        quotes=quotes,
    )


def paper_url(paper: Paper) -> str | None:
    doi = f"https://doi.org/{paper.doi}" if paper.doi else None
    arxiv = f"https://arxiv.org/abs/{paper.arxiv_id}" if paper.arxiv_id else None
    return safe_url(doi) or safe_url(paper.url) or safe_url(arxiv)


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


def _listed(authors: tuple[str, ...]) -> str:
    if not authors:
        return "Unknown authors"
    named = ", ".join(authors[:_MOST_AUTHORS])
    return named if len(authors) <= _MOST_AUTHORS else f"{named} et al."
