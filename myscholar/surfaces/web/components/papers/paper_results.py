"""What Semantic Scholar found, drawn in the browser: papers to tick, a basket of the ticked ones,
authors to open."""

from collections.abc import Collection
from typing import Literal

from pydantic import Field

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Relation
from myscholar.domain.text import counted, fold, shorten
from myscholar.surfaces.web.components.papers.paper_desk import Found, PaperSelection
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.workflows.library.find_papers import FoundAuthor, FoundPaper, FoundPapers
from myscholar.workflows.library.libraries import FIRST_YEAR, LAST_YEAR

KEY = "paper-results"
_TITLE, _FACTS = 300, 200


class AddFound(Frozen):
    """What the basket holds."""

    kind: Literal["add"]
    relation: Relation


class PickFound(Frozen):
    """Into the basket, or out of it."""

    kind: Literal["pick"]
    paper_ids: tuple[str, ...]
    on: bool


class DateFound(Frozen):
    """The year of a paper in the basket that came without one."""

    kind: Literal["date"]
    paper_id: str
    year: int = Field(ge=FIRST_YEAR, le=LAST_YEAR)


class OpenAuthor(Frozen):
    kind: Literal["author"]
    author_id: str


class Leave(Frozen):
    """An author, for what they were opened from; or all that was found."""

    kind: Literal["back", "close"]


Message = AddFound | PickFound | DateFound | OpenAuthor | Leave
PART: Part[Message] = Part("paper_results", Message)


def show(desk: PaperSelection, titles: Collection[str]) -> Mail[Message]:
    """`titles` are in the library."""
    known = {fold(title) for title in titles}
    found = desk.found.papers if desk.found else FoundPapers()
    data = {
        "search": desk.n_searches,
        "heading": _heading(desk.found) if desk.found else "",
        "back": "Other results" if desk.opened_from else "",
        "problems": list(found.problems),
        "papers": [_paper(paper, known) for paper in found.papers],
        "authors": [_author(author) for author in found.authors],
        "basket": [_paper(paper, known) for paper in desk.basket],
    }
    return PART.show(data, key=KEY)


def _heading(found: Found) -> str:
    papers, authors, _ = found.papers
    sought = shorten(found.sought, _TITLE)
    if papers:
        who = f" · {_facts_of(found.author)}" if found.author else ""
        return f"{counted(len(papers), 'paper')} {sought}{who}"
    if authors:
        return f"{counted(len(authors), 'author')} {sought}"
    return f"Nothing {sought}. Try other words of the title, or the author's full name."


def _paper(paper: FoundPaper, known: Collection[str]) -> dict[str, object]:
    cited = f"cited {counted(paper.n_citations, 'time')}" if paper.n_citations is not None else ""
    is_open = "open PDF" if paper.has_open_pdf else ""
    facts = (paper.authors_short, paper.year or "no year", paper.venue, cited, is_open)
    return {
        "id": paper.identifier,
        "title": shorten(paper.title, _TITLE),
        "facts": shorten(" · ".join(str(fact) for fact in facts if fact), _FACTS),
        "year": paper.year,
        "known": fold(paper.title) in known,
    }


def _author(author: FoundAuthor) -> dict[str, str]:
    facts = f"{counted(author.n_papers, 'paper')} · {_facts_of(author)}"
    return {"id": author.author_id, "name": shorten(author.name, _FACTS), "facts": facts}


def _facts_of(author: FoundAuthor) -> str:
    """What tells namesakes apart."""
    cited = f"cited {counted(author.n_citations, 'time')}"
    h_index = f"h-index {author.h_index}" if author.h_index is not None else ""
    facts = [*author.affiliations[:2], cited, h_index]
    return shorten(" · ".join(fact for fact in facts if fact), _FACTS)
