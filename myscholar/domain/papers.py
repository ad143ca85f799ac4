"""What was written: papers and their passages."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, NewType

from pydantic import BeforeValidator, Field, model_validator

from myscholar.domain.model import Frozen
from myscholar.domain.text import without_turns

PaperId = NewType("PaperId", str)
PassageId = NewType("PassageId", str)
PARTICLES = frozenset("van von de der den da di la le dos del al bin ibn ten ter".split())
"""Small words before a family name that belong to it."""
_ET_AL = re.compile(r"\bet al\.?\s*$", re.I)
_PREPRINTS = re.compile(r"rxiv\b|\bcorr\b|\bpreprints?\b|\bssrn\b|\bresearch square\b", re.I)
"""Of names of servers."""


def _in_one_line(text: object) -> object:
    if not isinstance(text, str):
        return text
    line = " ".join(text.split())
    return " ".join(without_turns(line).split()) or line


OneLine = Annotated[str, BeforeValidator(_in_one_line)]
"""Stands in one line wherever it is shown, so that none of its words can pass for a line of ours:
a heading, a numbered quote. It turns nothing behind it."""


class PassageKind(StrEnum):
    TITLE = "title"
    ABSTRACT = "abstract"
    BODY = "body"
    SUMMARY = "summary"
    """This project's own words about a paper: labelled so, never shown as the paper's."""

    @property
    def is_verbatim(self) -> bool:
        """Whether the text is the paper's own."""
        return self is not PassageKind.SUMMARY


class TextSource(StrEnum):
    """Where a paper's passages come from, best first."""

    FULL_TEXT = "full_text"
    SNIPPETS = "snippets"
    ABSTRACT = "abstract"
    SUMMARY = "summary"
    TITLE_ONLY = "title_only"


class Relation(StrEnum):
    """What a paper is to the researcher. No inference says that the user did what a followed paper
    did."""

    MINE = "mine"
    FOLLOWED = "followed"


class Publication(StrEnum):
    """What a paper was published as. A preprint is none of these."""

    JOURNAL = "journal"
    CONFERENCE = "conference"
    BOOK = "book"
    CHAPTER = "chapter"
    REPORT = "report"
    PHD_THESIS = "phd_thesis"
    MASTERS_THESIS = "masters_thesis"


class Passage(Frozen):
    """A paragraph of a paper. `paragraph` counts from 1 through the paper; `page` from 1."""

    passage_id: PassageId
    paper_id: PaperId
    kind: PassageKind
    text: str = Field(min_length=1)
    section: OneLine | None = None
    paragraph: int | None = Field(default=None, ge=1)
    page: int | None = Field(default=None, ge=1)


class PaperFacts(Frozen):
    """What a person can put right of a paper."""

    title: OneLine = Field(min_length=1)
    authors: tuple[OneLine, ...] = ()
    year: int | None = Field(default=None, ge=1000, le=2999)
    venue: OneLine | None = None
    doi: str | None = None


class Paper(Frozen):
    """A paper with what is known of it. `passages` are in reading order, the abstract first;
    `references` are raw entries."""

    paper_id: PaperId
    title: OneLine = Field(min_length=1)
    authors: tuple[OneLine, ...] = ()
    year: int | None = Field(default=None, ge=1000, le=2999)
    venue: OneLine | None = None
    publication: Publication | None = None
    """None where nobody says, and for a preprint."""
    url: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    s2_id: str | None = None
    """Semantic Scholar's 40-digit hash or `CorpusId:...`."""
    citation_count: int | None = Field(default=None, ge=0)
    fields: tuple[str, ...] = ()
    """Fields of study."""
    open_access: bool | None = None
    pdf_url: str | None = None
    passages: tuple[Passage, ...] = ()
    references: tuple[str, ...] = ()
    text_source: TextSource = TextSource.TITLE_ONLY
    relation: Relation | None = None
    """None for a paper that is only found, not the researcher's."""
    as_read: PaperFacts | None = None
    """The facts as its source gives them, where the researcher put some of them right."""

    @model_validator(mode="after")
    def _passages_are_its_own(self) -> "Paper":
        if any(p.paper_id != self.paper_id for p in self.passages):
            raise ValueError("a passage names another paper")
        return self

    @property
    def abstract(self) -> str | None:
        return next((p.text for p in self.passages if p.kind is PassageKind.ABSTRACT), None)

    @property
    def readable(self) -> tuple[Passage, ...]:
        """Passages that can be evidence about the author: all but titles."""
        return tuple(p for p in self.passages if p.kind is not PassageKind.TITLE)

    @property
    def citation_label(self) -> str:
        """For example "Singh et al., 2025"."""
        return f"{short_authors(self.authors)}, {self.year or 'n.d.'}"

    @property
    def put_right(self) -> Mapping[str, object]:
        """The facts that the researcher gave, by their names in `PaperFacts`."""
        read = dict(self.as_read) if self.as_read else {}
        return {name: now for name in read if (now := getattr(self, name)) != read[name]}

    @property
    def as_its_source_says(self) -> "Paper":
        return self.model_copy(update=dict(self.as_read or {}) | {"as_read": None})

    def with_facts(self, facts: Mapping[str, object]) -> "Paper":
        """Some of them put right, by their names in `PaperFacts`."""
        source = self.as_its_source_says
        read = PaperFacts(**{name: getattr(source, name) for name in PaperFacts.model_fields})
        changed = self.model_copy(update={**facts, "as_read": read})
        return changed if changed.put_right else source

    def without_text(self) -> "Paper":
        """The same paper without passages and references: what a hit or a reference carries."""
        return self.model_copy(update={"passages": (), "references": ()})


def is_of_preprints(venue: str) -> bool:
    return bool(_PREPRINTS.search(venue))


def publication_in(venue: str | None, versions: Iterable[Paper]) -> Publication | None:
    """As a version of the paper knows it that appeared in this venue: a preprint and what became of
    it differ."""
    return next((v.publication for v in versions if v.publication and v.venue == venue), None)


def short_authors(authors: tuple[str, ...]) -> str:
    """ "Singh", "Singh and Chang" or "Singh et al."; "Unknown authors" when none is known.

    Some sources give one entry that already reads "Rego et al."; it stays so.
    """
    if not authors:
        return "Unknown authors"
    first, *others = [family_name(a) for a in authors]
    if len(others) > 1 or any(_ET_AL.search(a) for a in authors):
        return f"{first} et al."
    return f"{first} and {others[0]}" if others else first


def family_name(author: str) -> str:
    """ "Singh" of "Amanpreet Singh" and of "Singh, Amanpreet"; "Rego et al." becomes "Rego"."""
    name = _ET_AL.sub("", author).strip(" ,")
    if "," in name:
        return name.split(",", 1)[0].strip()
    words = name.replace("(fictional)", "").split()
    for i, word in enumerate(words[1:], start=1):
        if word.lower() in PARTICLES:
            return " ".join(words[i:])
    return words[-1] if words else author
