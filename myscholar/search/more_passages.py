"""More of a paper than what a search found of it."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.search.fusion import SAME_TEXT
from myscholar.search.semantic_scholar import telling_words
from myscholar.text.terms import content_stems

_PASSAGES_A_PAPER = 8
"""That are asked for, on average; by hand."""
_OWN_ID = "CorpusId:"


@runtime_checkable
class HoldsText(Protocol):
    """A source that can show more of its papers."""

    async def passages_of(self, papers: Sequence[Paper]) -> Mapping[PaperId, tuple[Passage, ...]]:
        """Of those that are its own. Raises a named error."""


@dataclass(frozen=True)
class ScholarText:
    """What Semantic Scholar may show of its papers beyond what a search found, by the question."""

    client: SemanticScholar
    question: str

    async def passages_of(self, papers: Sequence[Paper]) -> Mapping[PaperId, tuple[Passage, ...]]:
        """In one request. Raises ScholarError."""
        own = [p.paper_id for p in papers if p.paper_id.startswith(_OWN_ID)]
        if not own:
            return {}
        text, n = telling_words(self.question), _PASSAGES_A_PAPER * len(own)
        found = await self.client.snippets(text, limit=n, papers=own)
        return {hit.paper.paper_id: hit.paper.passages for hit in found}


def with_more(paper: Paper, passages: Iterable[Passage], source: str) -> Paper:
    """The paper with these passages after its own; of two that are nearly the same the longer one
    stays. A passage whose id means another text already gets `SOURCE/` put in front of it."""
    texts = {p.passage_id: p.text for p in paper.passages}
    own, stems = list(paper.passages), [set(content_stems(p.text)) for p in paper.passages]
    more = list[Passage]()
    for given in passages:
        name = given.passage_id
        if texts.setdefault(name, given.text) != given.text:
            name = PassageId(f"{source}/{name}")
        passage = given.model_copy(update={"paper_id": paper.paper_id, "passage_id": name})
        place = _twin(set(content_stems(given.text)), stems)
        if place is None:
            more.append(passage)
        elif len(given.text) > len(own[place].text):
            own[place] = passage
    return paper.model_copy(update={"passages": (*own, *more)})


def _twin(stems: Set[str], others: Sequence[Set[str]]) -> int | None:
    for place, other in enumerate(others):
        shorter = min(len(stems), len(other))
        if shorter and len(stems & other) >= SAME_TEXT * shorter:
            return place
    return None


def with_passages(hits: Sequence[Hit], passages: Sequence[Passage]) -> tuple[Hit, ...]:
    """The hits, each with those of the passages that are its paper's and that it has not."""
    own: dict[PaperId, list[Passage]] = {}
    for passage in passages:
        own.setdefault(passage.paper_id, []).append(passage)
    return tuple(_with(hit, own.get(hit.paper.paper_id, ())) for hit in hits)


def _with(hit: Hit, passages: Sequence[Passage]) -> Hit:
    held = {p.passage_id for p in hit.paper.passages}
    new = tuple(p for p in passages if p.passage_id not in held)
    if not new:
        return hit
    paper = hit.paper.model_copy(update={"passages": (*hit.paper.passages, *new)})
    return hit.model_copy(update={"paper": paper})
