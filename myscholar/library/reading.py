"""What reading one file may cost, and what it gives."""

from typing import NamedTuple

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper


class ReadLimits(NamedTuple):
    """Of one file, whatever its format; by hand.

    Pages over `max_pages` and problems over `max_problems` are noted and left out. Over the others
    OversizedFile is raised; of a list, what was read before stays. `told_bytes` are of what is
    handed on: the process that takes it holds it in several times so much memory.
    """

    max_bytes: int = 200_000_000
    max_pages: int = 400
    max_papers: int = 50_000
    max_problems: int = 100
    told_bytes: int = 100_000_000
    memory_bytes: int = 1_500_000_000
    seconds: float = 60.0


class PdfReading(Frozen):
    """`notes` say what was left unread; `headings` are all section headings in order, also those
    without text of their own."""

    paper: Paper
    notes: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
