"""A question and a synthetic user. Source: MySQA §3.1, A.1."""

from enum import StrEnum

from pydantic import Field

from myscholar.domain.model import Frozen


class Expertise(StrEnum):
    """How close a user's papers are to the question. Source: MySQA §3.1, footnote 6."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class UserPaper(Frozen):
    """A paper that stands for a user, or that an inference cites."""

    paper_id: str
    title: str
    text: str = ""
    """Abstract or full text; empty where only the title is known."""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None

    @property
    def whole(self) -> str:
        return f"{self.title}\n\n{self.text}".strip()


class Instance(Frozen):
    instance_id: str
    query_id: str
    query: str = Field(min_length=1)
    split: str = "dev"
    user_id: str = ""
    expertise: Expertise | None = None
    """None where no edges of similarity were recorded."""
    similarity: float | None = None
    """Cosine of question and papers, in [-1, 1], by the dataset's embedder."""
    papers: tuple[UserPaper, ...] = ()
    """In the order in which inferences number them."""
