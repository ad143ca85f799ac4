"""An opened corpus: lexical search, relevance feedback and vectors behind one `search`."""

import asyncio
import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from myscholar.domain.evidence import Hit, SearchFilters, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.errors import CorpusCorrupt, UnknownName
from myscholar.gateways.embedding.embedder import Embedder, Matrix
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.search.corpus.columns import PaperColumns
from myscholar.search.corpus.generations import corpus_names, current
from myscholar.search.corpus.info import CorpusState, read_state
from myscholar.search.corpus.lexical import LexicalIndex, LexicalMatches
from myscholar.search.corpus.store import CorpusStore
from myscholar.search.corpus.titles import indexed_text
from myscholar.search.corpus.vectors import VectorFile, one_thread
from myscholar.search.ranking import (
    DEFAULT_RANKING,
    PASSAGES_A_PAPER,
    Ranking,
    WeightedQuery,
    blended,
    expanded,
    smoothed,
    weighted_query,
)

_UNREADABLE = (OSError, EOFError, sqlite3.DatabaseError, zipfile.BadZipFile)
_DAMAGE = (*_UNREADABLE, ValueError, KeyError, TypeError, ValidationError)
_ROWS_A_PAPER = 4
"""Passages looked at for each paper wanted: several of them may belong to one paper. By hand."""
_SUPPORTED = 400
"""Passages whose neighbours count; the work grows with the square. By hand."""


class CorpusIndex:
    """One state of a corpus, read-only; it stays usable while another process builds the next. Safe
    to use from several threads."""

    def __init__(
        self,
        state: Path,
        account: CorpusState,
        embedder: Embedder | None,
        ranking: Ranking,
    ) -> None:
        self.info = account.info
        self._ranking, self._embedder = ranking, embedder
        self._lexical = LexicalIndex(state / "lexical", mean_length=account.mean_length)
        self._store = CorpusStore.open(state / "papers.sqlite")
        self._columns = PaperColumns.load(state / "columns.npz")
        self._values = self._columns.values
        wanted = ranking.vector_weight > 0 or ranking.neighbour_weight > 0
        has_vectors = wanted and embedder is not None and account.info.dimension > 0
        self._vectors = (
            VectorFile(state / "vectors.f32", account.info.dimension) if has_vectors else None
        )

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        embedder: Embedder | None = None,
        key: str | None = None,
        ranking: Ranking = DEFAULT_RANKING,
    ) -> Self:
        """`key` for a provider's embedder; `embedder` instead of the one that the corpus names.
        Raises UnknownName, CorpusCorrupt."""
        # a writer may switch to its new state between our reading of the name and of the files
        for _ in range(3):
            state = current(folder)
            if state is None:
                raise UnknownName("corpus", folder.name, corpus_names(folder.parent))
            try:
                account = read_state(state, folder.name)
                used = embedder
                if used is None and (named := account.info.embedder):
                    learned = (state / "embedder.bin").read_bytes()
                    used = embedder_by_name(named, key=key, state=learned)
                return cls(state, account, used, ranking)
            except CorpusCorrupt:
                if current(folder) == state:
                    raise
            except _DAMAGE as bad:
                if current(folder) == state:
                    raise CorpusCorrupt(folder.name, _reason(bad)) from bad
        raise CorpusCorrupt(folder.name, "its state changes all the time")

    @property
    def name(self) -> str:
        return f"corpus:{self.info.name}"

    @property
    def n_undated(self) -> int:
        """Papers of which no year is known."""
        return self._columns.n_undated

    async def search(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        """As `search_now`, beside the event loop."""
        return await asyncio.to_thread(self.search_now, query, limit)

    def search_now(self, query: SearchQuery, limit: int) -> tuple[Hit, ...]:
        """At most `limit` papers, best first, scores in (0, 1]; each with the passages that
        matched. Raises CorpusCorrupt."""
        try:
            with one_thread():
                rows, scores = self._rank(query, max(limit, 1))
            return self._hits(rows, scores, limit)
        except _DAMAGE as bad:
            raise CorpusCorrupt(self.info.name, _reason(bad)) from bad

    async def passages_of(self, papers: Sequence[Paper]) -> Mapping[PaperId, tuple[Passage, ...]]:
        """All that it holds of those that are here. Raises CorpusCorrupt."""
        return await asyncio.to_thread(self._passages_of, [p.paper_id for p in papers])

    def _passages_of(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, tuple[Passage, ...]]:
        try:
            return {
                paper_id: tuple(
                    stored.passage
                    for stored in self._store.passages(
                        np.flatnonzero(self._columns.paper_of_row == number).tolist()
                    )
                    if stored.passage
                )
                for paper_id, number in self._store.numbers(paper_ids).items()
            }
        except _DAMAGE as bad:
            raise CorpusCorrupt(self.info.name, _reason(bad)) from bad

    def _rank(
        self, query: SearchQuery, limit: int
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Passages and their scores, best first."""
        depth = max(self._ranking.depth, _ROWS_A_PAPER * limit)
        wanted = weighted_query(query.text, self._lexical.statistics, self._ranking)
        n_first = 4 * self._ranking.feedback_papers or depth
        first = self._feedback(self._find(wanted, n_first, query.filters))
        found = self._find(self._expand(wanted, first), depth, query.filters)
        if self._vectors is None or self._embedder is None:
            return found.rows, blended(found.scores, np.zeros_like(found.scores), 0.0)
        aim = self._aim(query.text, first, self._embedder, self._vectors)
        near = self._vectors.nearest(aim, depth, self._columns.allowed_rows(query.filters))
        rows = np.union1d(found.rows, near)
        lexical = np.zeros(len(rows), np.float32)
        lexical[np.searchsorted(rows, found.rows)] = found.scores
        scores = blended(lexical, self._vectors.of(rows) @ aim, self._ranking.vector_weight)
        order = np.lexsort((rows, -scores))
        return self._lift(rows[order], scores[order], self._vectors)

    def _lift(
        self, rows: NDArray[np.int64], scores: NDArray[np.float32], vectors: VectorFile
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The first passages ordered anew by what lies near them; those beyond follow as they
        were."""
        head = rows[:_SUPPORTED]
        lifted = smoothed(
            scores[:_SUPPORTED],
            vectors.of(head),
            self._columns.paper_of_row[head],
            weight=self._ranking.neighbour_weight,
            neighbours=self._ranking.neighbours,
        )
        order = np.lexsort((head, -lifted))
        tail = np.minimum(scores[_SUPPORTED:], lifted.min(initial=1.0))
        return np.concatenate([head[order], rows[_SUPPORTED:]]), np.concatenate(
            [lifted[order], tail]
        )

    def _find(self, wanted: WeightedQuery, limit: int, filters: SearchFilters) -> LexicalMatches:
        return self._lexical.search(wanted, limit, filters=filters, values=self._values)

    def _feedback(self, found: LexicalMatches) -> LexicalMatches:
        """The best passage of each of the first papers. None in a collection so small that they
        would not be the best tenth."""
        wanted = min(self._ranking.feedback_papers, self.info.n_papers // 10)
        _, firsts = np.unique(self._columns.paper_of_row[found.rows], return_index=True)
        kept = np.sort(firsts)[:wanted]
        return LexicalMatches(found.rows[kept], found.scores[kept])

    def _expand(self, wanted: WeightedQuery, first: LexicalMatches) -> WeightedQuery:
        stored = self._store.passages([int(r) for r in first.rows])
        papers = self._store.papers([s.paper_number for s in stored])
        texts = [indexed_text(papers[s.paper_number], s.passage) for s in stored]
        return expanded(
            wanted, texts, first.scores.tolist(), self._lexical.statistics, self._ranking
        )

    def _aim(
        self, text: str, first: LexicalMatches, embedder: Embedder, vectors: VectorFile
    ) -> Matrix:
        """The query's vector, moved towards the mean of its first results (Rocchio); unit length,
        or zero."""
        own = embedder.embed_query(text)
        share = self._ranking.vector_feedback_weight if len(first.rows) else 0.0
        mean = first.scores @ vectors.of(first.rows) if len(first.rows) else own
        mixed = (1 - share) * own + share * mean / (np.linalg.norm(mean) or 1.0)
        return np.asarray(mixed / (np.linalg.norm(mixed) or 1.0), dtype=np.float32)

    def _hits(
        self, rows: NDArray[np.int64], scores: NDArray[np.float32], limit: int
    ) -> tuple[Hit, ...]:
        """One hit a paper, with the score of its best passage."""
        rows_of: dict[int, list[int]] = {}
        score_of: dict[int, float] = {}
        numbers = self._columns.paper_of_row[rows]
        for row, number, score in zip(
            rows.tolist(), numbers.tolist(), scores.tolist(), strict=True
        ):
            if number in rows_of:
                if len(rows_of[number]) < PASSAGES_A_PAPER:
                    rows_of[number].append(row)
            elif len(rows_of) < limit and score > 0:
                rows_of[number], score_of[number] = [row], score
        wanted = [row for of_paper in rows_of.values() for row in of_paper]
        stored = dict(zip(wanted, self._store.passages(wanted), strict=True))
        papers = self._store.papers(list(rows_of))
        return tuple(
            Hit(
                paper=papers[number].model_copy(
                    update={"passages": tuple(p for r in of_paper if (p := stored[r].passage))}
                ),
                score=min(1.0, score_of[number]),
                sources=(self.name,),
            )
            for number, of_paper in rows_of.items()
        )


def _reason(bad: BaseException) -> str:
    return " ".join(str(bad).split())[:200] or type(bad).__name__
