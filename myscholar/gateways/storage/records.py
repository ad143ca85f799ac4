"""What the store tells of its contents, and what it remembers of a reader's choices."""

from enum import StrEnum

from pydantic import ConfigDict, Field

from myscholar.domain.actions import Action
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperFacts, PaperId, Relation, TextSource
from myscholar.domain.profile import ProfileId


class LibraryInfo(Frozen):
    name: str
    n_papers: int = Field(ge=0)
    n_passages: int = Field(ge=0)


class PaperHead(Frozen):
    """A stored paper without its text."""

    model_config = ConfigDict(extra="ignore")

    paper_id: PaperId
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    doi: str | None = None
    relation: Relation | None = None
    text_source: TextSource
    as_read: PaperFacts | None = None
    n_passages: int = 0


class AddResult(Frozen):
    """Ids of papers that are new, were there and changed, and were there and are gone."""

    added: tuple[PaperId, ...] = ()
    changed: tuple[PaperId, ...] = ()
    removed: tuple[PaperId, ...] = ()


class ProfileInfo(Frozen):
    """`saved_at` is an ISO 8601 time."""

    profile_id: ProfileId
    name: str
    n_papers: int = Field(ge=0)
    n_inferences: int = Field(ge=0)
    saved_at: str


class ChoiceKind(StrEnum):
    """What the reader did with a proposed action. Source: MySQA §2.2."""

    PICKED = "picked"
    EDITED = "edited"
    REJECTED = "rejected"


class Choice(Frozen):
    """One remembered decision about one action. `at` is an ISO 8601 time."""

    choice_id: int = 0
    """The store's number for it; 0 before it is stored."""
    profile_id: ProfileId | None
    question: str
    action: Action
    kind: ChoiceKind
    at: str
