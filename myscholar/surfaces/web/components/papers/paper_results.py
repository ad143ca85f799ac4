"""What Semantic Scholar found, drawn in the browser: papers to add, authors to open."""

from collections.abc import Collection
from typing import Literal

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Relation
from myscholar.domain.text import counted, fold, shorten
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.workflows.library.find_papers import FoundAuthor, FoundPaper, FoundPapers

KEY = "paper-results"
_TITLE, _FACTS = 300, 200


class AddFound(Frozen):
    """`paper_ids` are lines for a reading."""

    kind: Literal["add"]
    paper_ids: tuple[str, ...]
    relation: Relation


class OpenAuthor(Frozen):
    kind: Literal["author"]
    author_id: str
    name: str


class Close(Frozen):
    kind: Literal["close"]


Message = AddFound | OpenAuthor | Close
PART: Part[Message] = Part("paper_results", Message)


def show(found: FoundPapers, *, search: int, sought: str, titles: Collection[str]) -> Mail[Message]:
    """`search` numbers searches, `sought` says what was searched; `titles` are in the library."""
    known = {fold(title) for title in titles}
    data = {
        "search": search,
        "heading": _heading(found, shorten(sought, _TITLE)),
        "problems": list(found.problems),
        "papers": [_paper(paper, known) for paper in found.papers],
        "authors": [_author(author) for author in found.authors],
    }
    return PART.show(data, key=KEY)


def _heading(found: FoundPapers, sought: str) -> str:
    if found.papers:
        return f"{counted(len(found.papers), 'paper')} {sought}"
    if found.authors:
        return f"{counted(len(found.authors), 'author')} {sought}"
    return f"Nothing {sought}. Try other words of the title, or the author's full name."


def _paper(paper: FoundPaper, known: Collection[str]) -> dict[str, object]:
    cited = f"cited {counted(paper.n_citations, 'time')}" if paper.n_citations is not None else ""
    is_open = "open PDF" if paper.has_open_pdf else ""
    facts = (paper.authors_short, paper.year, paper.venue, cited, is_open)
    return {
        "id": paper.identifier,
        "title": shorten(paper.title, _TITLE),
        "facts": shorten(" · ".join(str(fact) for fact in facts if fact), _FACTS),
        "known": fold(paper.title) in known,
    }


def _author(author: FoundAuthor) -> dict[str, str]:
    facts = f"{counted(author.n_papers, 'paper')}, cited {counted(author.n_citations, 'time')}"
    return {"id": author.author_id, "name": shorten(author.name, _FACTS), "facts": facts}
