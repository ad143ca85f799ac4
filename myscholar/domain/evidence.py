"""Where a claim comes from, and what searching is."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NewType, Protocol

from pydantic import Field, model_validator

from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.errors import BadFilter, EvidenceMismatch, Remedy

ActionId = NewType("ActionId", str)
QuoteId = NewType("QuoteId", str)


class Evidence(Frozen):
    """A verbatim slice of a passage. Make it with `of_passage`; whoever holds the passages checks
    it with `verify`."""

    paper_id: PaperId
    passage_id: PassageId
    kind: PassageKind
    start: int = Field(ge=0)
    end: int
    text: str = Field(min_length=1)

    @model_validator(mode="after")
    def _length_fits(self) -> "Evidence":
        if self.end - self.start != len(self.text):
            raise ValueError("the offsets do not span the text")
        return self

    @classmethod
    def of_passage(cls, passage: Passage, start: int = 0, end: int | None = None) -> "Evidence":
        """The slice [start, end) of the passage, without surrounding white space. Raises
        EvidenceMismatch if it is empty or outside."""
        end = len(passage.text) if end is None else end
        name = passage.passage_id
        if not 0 <= start <= end <= len(passage.text):
            raise EvidenceMismatch(f"offsets {start}:{end} lie outside passage {name}")
        text = passage.text[start:end].strip()
        if not text:
            raise EvidenceMismatch(f"offsets {start}:{end} of passage {name} hold no text")
        start = passage.text.index(text, start)
        return cls(
            paper_id=passage.paper_id,
            passage_id=passage.passage_id,
            kind=passage.kind,
            start=start,
            end=start + len(text),
            text=text,
        )

    def is_of(self, passage: Passage) -> bool:
        """Whether the passage has this very text at these offsets."""
        same = (self.passage_id, self.paper_id) == (passage.passage_id, passage.paper_id)
        found = passage.text[self.start : self.end]
        return same and self.kind is passage.kind and self.text == found

    def verify(self, passage: Passage) -> None:
        """Raises EvidenceMismatch unless it is of the passage."""
        if not self.is_of(passage):
            raise EvidenceMismatch(
                f"the quote at {self.start}:{self.end} is not in passage {self.passage_id}"
            )

    def is_in(self, papers: Mapping[PaperId, Paper]) -> bool:
        """Whether its paper is among these and holds its passage word for word."""
        paper = papers.get(self.paper_id)
        return paper is not None and any(self.is_of(passage) for passage in paper.passages)


def verify_all(evidence: tuple[Evidence, ...], passages: tuple[Passage, ...]) -> None:
    """Raises EvidenceMismatch unless each piece is found verbatim in one of the passages."""
    by_id = {p.passage_id: p for p in passages}
    for piece in evidence:
        if piece.passage_id not in by_id:
            raise EvidenceMismatch(f"passage {piece.passage_id} is not part of this document")
        piece.verify(by_id[piece.passage_id])


class SearchFilters(Frozen):
    """What a hit must satisfy; empty means anything. What is unknown passes no filter."""

    year_min: int | None = None
    year_max: int | None = None
    venues: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    min_citations: int | None = None
    open_access: bool = False

    @model_validator(mode="after")
    def _makes_sense(self) -> "SearchFilters":
        for year in (self.year_min, self.year_max):
            if year is not None and not 1000 <= year <= 2999:
                raise BadFilter(
                    f"{year} is no year: a year has four digits, for example 2021.",
                    Remedy.CHANGE_YEARS,
                )
        first, last = self.year_min, self.year_max
        if first is not None and last is not None and first > last:
            raise BadFilter(
                f"The first year, {first}, is after the last, {last}.", Remedy.CHANGE_YEARS
            )
        if self.min_citations is not None and self.min_citations < 0:
            raise BadFilter("A number of citations can't be negative.", Remedy.CHANGE_CITATIONS)
        return self

    @property
    def is_empty(self) -> bool:
        return self == SearchFilters()

    def accepts(self, paper: Paper) -> bool:
        """Venues and fields match when one contains the other: "ACL" accepts "Findings of acl"."""
        at_least = ((paper.year, self.year_min), (paper.citation_count, self.min_citations))
        if any(n is not None and (value is None or value < n) for value, n in at_least):
            return False
        if self.year_max is not None and (paper.year is None or paper.year > self.year_max):
            return False
        if self.open_access and not paper.open_access:
            return False
        venue = (paper.venue or "").casefold()
        if self.venues and not any(v.casefold() in venue for v in self.venues):
            return False
        fields = [field.casefold() for field in paper.fields]
        return not self.fields or any(f.casefold() in g for f in self.fields for g in fields)

    def narrowed(self, other: "SearchFilters") -> "SearchFilters":
        """Both filters at once. Raises BadFilter if they contradict each other, or name venues or
        fields of which none is the other's."""
        firsts = [f.year_min for f in (self, other) if f.year_min is not None]
        lasts = [f.year_max for f in (self, other) if f.year_max is not None]
        citations = [f.min_citations for f in (self, other) if f.min_citations is not None]
        return SearchFilters(
            year_min=max(firsts, default=None),
            year_max=min(lasts, default=None),
            venues=_both("venue", self.venues, other.venues),
            fields=_both("field", self.fields, other.fields),
            min_citations=max(citations, default=None),
            open_access=self.open_access or other.open_access,
        )

    def __str__(self) -> str:
        parts = [
            f"from {self.year_min}" if self.year_min is not None else "",
            f"to {self.year_max}" if self.year_max is not None else "",
            f"venue {' or '.join(self.venues)}" if self.venues else "",
            f"field {' or '.join(self.fields)}" if self.fields else "",
            f"at least {self.min_citations} citations" if self.min_citations is not None else "",
            "open access" if self.open_access else "",
        ]
        return ", ".join(filter(None, parts)) or "no filter"


def _both(what: str, one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """What both lists let pass: of "ACL" and "Findings of ACL" the narrower one."""
    if not one or not other:
        return one or other
    pairs = [(a, b) if len(a) >= len(b) else (b, a) for a in one for b in other]
    held = dict.fromkeys(narrow for narrow, wide in pairs if wide.casefold() in narrow.casefold())
    if not held:
        raise BadFilter(
            f"The filters {what} {' or '.join(one)} and {what} {' or '.join(other)} can't both "
            "hold. Leave one of them out."
        )
    return tuple(held)


class QueryKind(StrEnum):
    QUESTION = "question"
    FACET = "facet"
    """One side of the question, or one of its wordings."""
    ACTION = "action"
    """Searched because an action asks for it."""


class SearchQuery(Frozen):
    """What is sent to a source. `action_ids` are the actions it serves."""

    text: str = Field(min_length=1)
    kind: QueryKind = QueryKind.QUESTION
    filters: SearchFilters = SearchFilters()
    action_ids: tuple[ActionId, ...] = ()


class Hit(Frozen):
    """A paper that a search found. `score`, higher is better, compares within one result only."""

    paper: Paper
    """Bibliographic facts; its `passages` are those that matched, best first."""
    score: float
    sources: tuple[str, ...] = ()


class Source(Protocol):
    """Anything that answers a query: a corpus index, the user's library, Semantic Scholar."""

    @property
    def name(self) -> str:
        """As the user writes it: `corpus:NAME`, `library:NAME`, `semantic-scholar`."""

    async def search(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        """At most `limit` papers, best first, each once, each satisfying the filters. Raises a
        named error, never returns half."""


def source_in_words(name: str) -> str:
    """A source's name in a sentence: "your library" (the default one), "the corpus acl"."""
    kind, _, rest = name.partition(":")
    if name in ("sample", "corpus:sample"):
        return "the bundled sample"
    if kind == "library":
        return "your library" if rest == "default" else f"your library {rest}"
    names = {"corpus": f"the corpus {rest}", "semantic-scholar": "Semantic Scholar"}
    return names.get(kind, name)


class Quote(Frozen):
    """Evidence a section may cite. `relevance` to the question and the actions is in [0, 1]."""

    quote_id: QuoteId
    evidence: Evidence
    relevance: float = Field(ge=0, le=1)
    action_ids: tuple[ActionId, ...] = ()
