"""BM25 over passages, by tantivy. Filters are part of the query, so that a narrow filter still
fills the list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import numpy as np
import tantivy
from numpy.typing import NDArray
from tantivy import FieldType, Occur, Query

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.papers import Paper
from myscholar.search.ranking import TermStatistics, Vocabulary, WeightedQuery, content_pairs

_ANALYZER, _PAIRS = "scholarly", "pairs"
_LONGEST_WORD = 60
"""Bytes from which a word is left out of the index; by hand."""
_WRITER_BYTES = 128_000_000
"""Memory in which an index is written; by hand."""
_MOST = 2**40
"""Above any citation count; by hand."""
_LONGEST_TEXT = 100_000
"""Characters that are indexed of one passage; by hand."""


@dataclass(frozen=True)
class LexicalRow:
    """One passage as it is indexed. `row` is its number in the corpus."""

    row: int
    text: str
    paper: Paper


@dataclass(frozen=True)
class LexicalMatches:
    """Passage numbers and their scores, best first."""

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]


@dataclass
class FilterValues:
    """The venues and fields that occur: what a filter's words are matched against."""

    venues: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)

    def add(self, paper: Paper) -> None:
        if paper.venue:
            self.venues.add(paper.venue)
        self.fields.update(paper.fields)


class LexicalIndex:
    """Opened from a folder, or in memory."""

    def __init__(self, folder: Path | None, *, mean_length: float = 0.0) -> None:
        """`mean_length`: words a passage; measured when it is 0. Raises ValueError where the
        folder's files can't be read."""
        self.analyzer = _analyzer()
        self.vocabulary = Vocabulary(self.analyze)
        self._schema = _schema()
        self._index = tantivy.Index(self._schema, path=None if folder is None else str(folder))
        self._index.register_tokenizer(_ANALYZER, self.analyzer)
        self._index.register_tokenizer(
            _PAIRS, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
        )
        self._searcher = self._index.searcher()
        self.mean_length = mean_length

    @classmethod
    def in_memory(cls, rows: Sequence[LexicalRow]) -> Self:
        index = cls(None)
        index.add(rows)
        lengths = [len(index.analyze(row.text)) for row in rows]
        index.mean_length = sum(lengths) / max(1, len(lengths))
        return index

    def add(self, rows: Iterable[LexicalRow]) -> None:
        """Adds passages and makes them searchable. One thread, so that equal scores keep their
        order from build to build."""
        writer = self._index.writer(_WRITER_BYTES, 1)
        for row in rows:
            writer.add_document(self._document(row))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def analyze(self, text: str) -> list[str]:
        """The stems of the text as they are indexed."""
        return list(self.analyzer.analyze(text[:_LONGEST_TEXT]))

    @property
    def statistics(self) -> TermStatistics:
        searcher = self._searcher
        return TermStatistics(
            self.vocabulary,
            searcher.num_docs,
            self.mean_length,
            lambda term: int(searcher.doc_freq("text", term)),
        )

    def search(
        self, wanted: WeightedQuery, limit: int, *, filters: SearchFilters, values: FilterValues
    ) -> LexicalMatches:
        """At most `limit` passages with a score > 0."""
        if not wanted.words or self._searcher.num_docs == 0:
            return LexicalMatches(np.zeros(0, np.int64), np.zeros(0, np.float32))
        terms = [self._term("text", t, w) for t, w in wanted.words.items()]
        terms += [self._term("pairs", t, w) for t, w in wanted.pairs.items()]
        query = Query.boolean_query([(Occur.Should, term) for term in terms])
        if clauses := _filter_clauses(self._schema, filters, values):
            query = Query.boolean_query([(Occur.Must, clause) for clause in (query, *clauses)])
        hits = self._searcher.search(query, limit, count=False).hits
        found = self._searcher.fast_field_values("row", [address for _, address in hits])
        rows = np.array(found, dtype=np.int64)
        scores = np.array([score for score, _ in hits], dtype=np.float32)
        order = np.lexsort((rows, -scores))
        return LexicalMatches(rows[order], scores[order])

    def _term(self, field: str, term: str, weight: float) -> Query:
        return Query.boost_query(Query.term_query(self._schema, field, term, "freq"), weight)

    def _document(self, row: LexicalRow) -> tantivy.Document:
        paper = row.paper
        values = {
            "text": row.text[:_LONGEST_TEXT],
            "pairs": " ".join(content_pairs(self.analyze(row.text), self.vocabulary)),
            "row": row.row,
            "year": paper.year,
            "citations": paper.citation_count,
            "venue": paper.venue,
            "field": list(paper.fields) or None,
            "open_access": paper.open_access,
        }
        known = {name: value for name, value in values.items() if value is not None}
        return tantivy.Document.from_dict(known, self._schema)


def _analyzer() -> tantivy.TextAnalyzer:
    """Runs of letters and digits, lower case, no accents, Porter2 stems."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(
        tantivy.Filter.remove_long(_LONGEST_WORD)
    )
    folded = builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())
    return folded.filter(tantivy.Filter.stemmer("english")).build()


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_text_field("pairs", tokenizer_name=_PAIRS, index_option="freq")
    builder.add_unsigned_field("row", fast=True)
    builder.add_integer_field("year", indexed=True, fast=True)
    builder.add_integer_field("citations", indexed=True, fast=True)
    builder.add_text_field("venue", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("field", tokenizer_name="raw", index_option="basic")
    builder.add_boolean_field("open_access", indexed=True)
    return builder.build()


def _filter_clauses(
    schema: tantivy.Schema, filters: SearchFilters, values: FilterValues
) -> list[Query]:
    """Clauses that all must hold; they add nothing to the score. They agree with
    `SearchFilters.accepts`."""
    clauses = []
    if filters.year_min is not None or filters.year_max is not None:
        years = filters.year_min or 0, filters.year_max or 9999
        clauses.append(Query.range_query(schema, "year", FieldType.Integer, *years))
    if filters.min_citations is not None:
        counts = min(filters.min_citations, _MOST), _MOST
        clauses.append(Query.range_query(schema, "citations", FieldType.Integer, *counts))
    if filters.open_access:
        clauses.append(Query.term_query(schema, "open_access", True, "basic"))
    if filters.venues:
        venues = _matching(filters.venues, values.venues)
        clauses.append(Query.term_set_query(schema, "venue", venues))
    if filters.fields:
        fields = _matching(filters.fields, values.fields)
        clauses.append(Query.term_set_query(schema, "field", fields))
    return [Query.const_score_query(clause, 0.0) for clause in clauses]


def _matching(wanted: Sequence[str], known: Iterable[str]) -> list[str]:
    return [
        value for value in sorted(known) if any(w.casefold() in value.casefold() for w in wanted)
    ]
