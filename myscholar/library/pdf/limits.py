"""What one PDF may cost, and what reading it gives."""

from typing import NamedTuple

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper


class PdfLimits(NamedTuple):
    """Pages over `max_pages` are noted and left unread; over the others OversizedFile is raised."""

    max_bytes: int = 200_000_000
    max_pages: int = 400
    memory_bytes: int = 1_500_000_000
    seconds: float = 60.0


class PdfReading(Frozen):
    """`notes` say what was left unread; `headings` are all section headings in order, also those
    without text of their own."""

    paper: Paper
    notes: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
