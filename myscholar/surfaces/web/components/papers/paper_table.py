"""The papers of a library, drawn in the browser: which to use, whether they are the researcher's
own, and off with those that are not wanted."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Relation
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.workflows.library.libraries import LibraryPaper


class Tick(Frozen):
    kind: Literal["tick"]
    paper_ids: tuple[str, ...]
    on: bool


class Relate(Frozen):
    kind: Literal["relate"]
    paper_id: str
    relation: Relation


class EditFacts(Frozen):
    """Facts put right; those left out stay as they are."""

    kind: Literal["edit"]
    paper_id: str
    title: str | None = None
    authors: tuple[str, ...] | None = None
    year: int | None = None
    venue: str | None = None
    doi: str | None = None


class RemovePaper(Frozen):
    kind: Literal["remove"]
    paper_id: str


Message = Tick | Relate | EditFacts | RemovePaper
PART: Part[Message] = Part("paper_table", Message)


def show(
    papers: Sequence[LibraryPaper],
    *,
    unticked: Collection[str],
    elsewhere: Collection[str] = (),
    refused: Mapping[str, str] = MappingProxyType({}),
    key: str,
) -> Mail[Message]:
    """Papers from `elsewhere` are in no library here: they can only be ticked. `refused`: by paper,
    why its facts could not be kept."""
    rows = [_row(paper, unticked, elsewhere) for paper in papers]
    return PART.show({"papers": rows, "refused": dict(refused)}, key=key)


def _row(
    paper: LibraryPaper, unticked: Collection[str], elsewhere: Collection[str]
) -> dict[str, object]:
    return {
        "id": paper.paper_id,
        "title": paper.title,
        "authors_short": paper.authors_short,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue or "",
        "doi": paper.doi or "",
        "as_read": paper.as_read.model_dump(mode="json") if paper.as_read else None,
        "read_from": paper.read_from,
        "followed": paper.relation is Relation.FOLLOWED,
        "ticked": paper.paper_id not in unticked,
        "elsewhere": paper.paper_id in elsewhere,
    }
