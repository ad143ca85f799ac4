"""The user's own papers as a source: BM25 over their passages, held in memory."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cached_property

from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageKind
from myscholar.search.corpus.lexical import FilterValues, LexicalIndex, LexicalRow
from myscholar.search.corpus.titles import indexed_text
from myscholar.search.ranking import LEXICAL_ONLY, PASSAGES_A_PAPER, weighted_query

_ROWS_A_PAPER = 20
"""Passages looked at for each paper wanted: a full text has many. By hand."""


class LibrarySource:
    """Indexed with the first search. A library is too small for relevance feedback to help, so the
    query stays as it is."""

    def __init__(self, papers: Sequence[Paper], *, name: str = "library:default") -> None:
        """`name` as the user writes it, `library:NAME`."""
        self.name = name
        self._papers = tuple(papers)
        self._rows = tuple((p, passage) for p in self._papers for passage in _searched(p))

    async def search(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        """As `search_now`, beside the event loop."""
        return await asyncio.to_thread(self.search_now, query, limit)

    def search_now(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        """At most `limit` papers, best first, scores in (0, 1]; each with the passages that
        matched."""
        index = self._index
        wanted = weighted_query(query.text, index.statistics, LEXICAL_ONLY)
        n_rows = _ROWS_A_PAPER * limit
        found = index.search(wanted, n_rows, filters=query.filters, values=self._values)
        passages_of: dict[str, list[Passage]] = {}
        best: dict[str, tuple[Paper, float]] = {}
        for row, score in zip(found.rows.tolist(), found.scores.tolist(), strict=True):
            paper, passage = self._rows[row]
            if paper.paper_id not in best and len(best) == limit:
                continue
            best.setdefault(paper.paper_id, (paper, score / float(found.scores[0])))
            kept = passages_of.setdefault(paper.paper_id, [])
            if passage is not None and len(kept) < PASSAGES_A_PAPER:
                kept.append(passage)
        hits = []
        for paper_id, (paper, score) in best.items():
            passages = {"passages": tuple(passages_of[paper_id])}
            shown = paper.without_text().model_copy(update=passages)
            hits.append(Hit(paper=shown, score=score, sources=(self.name,)))
        return tuple(hits)

    async def passages_of(self, papers: Sequence[Paper]) -> Mapping[PaperId, tuple[Passage, ...]]:
        """All that it holds of those that are its own."""
        own = {paper.paper_id: paper.passages for paper in self._papers}
        return {p.paper_id: own[p.paper_id] for p in papers if p.paper_id in own}

    @cached_property
    def _index(self) -> LexicalIndex:
        texts = [(indexed_text(paper, passage), paper) for paper, passage in self._rows]
        return LexicalIndex.in_memory([LexicalRow(i, *row) for i, row in enumerate(texts)])

    @cached_property
    def _values(self) -> FilterValues:
        values = FilterValues()
        for paper in self._papers:
            values.add(paper)
        return values


def _searched(paper: Paper) -> tuple[Passage | None, ...]:
    """Passages but the title, which is searched with each of them; a paper without text is found by
    its title."""
    return tuple(p for p in paper.passages if p.kind is not PassageKind.TITLE) or (None,)
