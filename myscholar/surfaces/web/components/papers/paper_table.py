"""The papers of a library, drawn in the browser: which to use, whether they are the researcher's
own, and off with those that are not wanted."""

from collections.abc import Collection, Sequence
from typing import Literal

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Relation
from myscholar.domain.text import shorten
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.workflows.library.libraries import LibraryPaper

_TITLE, _FACTS = 300, 160
"""Characters shown: a title is whatever its file says."""


class Tick(Frozen):
    kind: Literal["tick"]
    paper_ids: tuple[str, ...]
    on: bool


class Relate(Frozen):
    kind: Literal["relate"]
    paper_id: str
    relation: Relation


class Date(Frozen):
    """The year of a paper whose file does not tell."""

    kind: Literal["date"]
    paper_id: str
    year: int


class RemovePaper(Frozen):
    kind: Literal["remove"]
    paper_id: str


Message = Tick | Relate | Date | RemovePaper
PART: Part[Message] = Part("paper_table", Message)


def show(
    papers: Sequence[LibraryPaper],
    *,
    unticked: Collection[str],
    elsewhere: Collection[str] = (),
    key: str,
) -> Mail[Message]:
    """Papers from `elsewhere` are in no library here: they can only be ticked."""
    rows = [_row(paper, unticked, elsewhere) for paper in papers]
    return PART.show({"papers": rows}, key=key)


def _row(
    paper: LibraryPaper, unticked: Collection[str], elsewhere: Collection[str]
) -> dict[str, object]:
    facts = (paper.authors_short, paper.year or "no year", paper.venue)
    return {
        "id": paper.paper_id,
        "title": shorten(paper.title, _TITLE),
        "facts": [shorten(str(fact), _FACTS) for fact in facts if fact],
        "year": paper.year,
        "read_from": paper.read_from,
        "followed": paper.relation is Relation.FOLLOWED,
        "ticked": paper.paper_id not in unticked,
        "elsewhere": paper.paper_id in elsewhere,
    }
