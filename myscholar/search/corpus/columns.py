"""What filters look at, as one small array a fact: for the vector side, which has no query
language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.papers import Paper
from myscholar.search.corpus.lexical import FilterValues

Numbers = NDArray[np.int64]
_UNKNOWN = -1
"""Stands for a number that a paper does not give; by hand, below any that one can."""
_NUMBERS = ("paper_of_row", "year", "citations", "open_access", "venue", "field_paper", "field")


@dataclass(frozen=True)
class PaperColumns:
    """`paper_of_row`: the paper's position for each passage. All others: one value a paper, or
    pairs (`field_paper`, `field`)."""

    paper_of_row: Numbers
    year: Numbers
    citations: Numbers
    open_access: Numbers
    venue: Numbers
    field_paper: Numbers
    field: Numbers
    venues: tuple[str, ...]
    fields: tuple[str, ...]

    @classmethod
    def of(cls, papers: Iterable[Paper], paper_of_row: Sequence[int]) -> Self:
        venues: dict[str, int] = {}
        fields: dict[str, int] = {}
        rows: list[tuple[int, int, int, int]] = []
        pairs: list[tuple[int, int]] = []
        for number, paper in enumerate(papers):
            venue = venues.setdefault(paper.venue, len(venues)) if paper.venue else _UNKNOWN
            year = _UNKNOWN if paper.year is None else paper.year
            citations = _UNKNOWN if paper.citation_count is None else paper.citation_count
            rows.append((year, citations, int(bool(paper.open_access)), venue))
            pairs.extend((number, fields.setdefault(f, len(fields))) for f in paper.fields)
        facts = np.array(rows, dtype=np.int64).reshape(-1, 4)
        of_field = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return cls(
            paper_of_row=np.asarray(paper_of_row, dtype=np.int64),
            year=facts[:, 0],
            citations=facts[:, 1],
            open_access=facts[:, 2],
            venue=facts[:, 3],
            field_paper=of_field[:, 0],
            field=of_field[:, 1],
            venues=tuple(venues),
            fields=tuple(fields),
        )

    @property
    def values(self) -> FilterValues:
        return FilterValues(set(self.venues), set(self.fields))

    @property
    def n_undated(self) -> int:
        return int((self.year == _UNKNOWN).sum())

    def allowed_rows(self, filters: SearchFilters) -> NDArray[np.bool_] | None:
        """Which passages belong to a paper that passes; None if all do. Agrees with
        `SearchFilters.accepts`."""
        if filters.is_empty:
            return None
        passes = np.ones(len(self.year), dtype=bool)
        if filters.year_min is not None:
            passes &= self.year >= filters.year_min
        if filters.year_max is not None:
            passes &= (self.year != _UNKNOWN) & (self.year <= filters.year_max)
        if filters.min_citations is not None:
            passes &= self.citations >= filters.min_citations
        if filters.open_access:
            passes &= self.open_access == 1
        if filters.venues:
            passes &= np.isin(self.venue, _codes(filters.venues, self.venues))
        if filters.fields:
            with_field = self.field_paper[np.isin(self.field, _codes(filters.fields, self.fields))]
            passes &= np.bincount(with_field, minlength=len(passes)) > 0
        return np.asarray(passes[self.paper_of_row])

    def save(self, path: Path) -> None:
        arrays = {name: getattr(self, name) for name in _NUMBERS}
        arrays |= {"venues": _pack(self.venues), "fields": _pack(self.fields)}
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Raises ValueError, KeyError, OSError or zipfile.BadZipFile where the file is damaged."""
        with np.load(path, allow_pickle=False) as kept:
            numbers = {name: kept[name] for name in _NUMBERS}
            return cls(**numbers, venues=_unpack(kept["venues"]), fields=_unpack(kept["fields"]))


def _codes(wanted: Sequence[str], known: Sequence[str]) -> list[int]:
    return [
        i for i, value in enumerate(known) if any(w.casefold() in value.casefold() for w in wanted)
    ]


def _pack(words: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("".join(f"{w}\0" for w in words).encode(), dtype=np.uint8)


def _unpack(packed: NDArray[np.uint8]) -> tuple[str, ...]:
    return tuple(packed.tobytes().decode().split("\0"))[:-1]
