"""How common a phrase or a style is among many papers of the field.

The table is made by `eval/build_background.py` from the titles and abstracts of about 87,000
conference papers and holds numbers only.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from myscholar.text.terms import phrase_key


@dataclass(frozen=True)
class Background:
    """Document frequencies of stems and of stemmed phrases (2 or 3 words), and quantiles of style
    measures, by kind of text.

    A phrase that is not in the table occurs in fewer than `floor` documents.
    """

    n_documents: int
    frequencies: Mapping[str, int]
    """Phrase key (stems joined by spaces) -> number of documents that hold it."""
    quantiles: Mapping[tuple[str, str], Sequence[float]] = field(default_factory=dict)
    """(measure, kind of text, e.g. "abstract") -> values at the 0th, 1st, ..., 100th percentile."""
    floor: int = 5

    def frequency(self, phrase: str) -> int | None:
        """Number of background documents with the phrase; None if fewer than `floor`."""
        return self.frequencies.get(phrase_key(phrase))

    def share(self, key: str) -> float:
        """Share of background documents with the phrase of this key, in (0, 1]; half of `floor`
        stands for what is not in the table."""
        return self.frequencies.get(key, self.floor / 2) / self.n_documents

    def idf(self, key: str) -> float:
        """ln(1 / share), >= 0."""
        return -math.log(self.share(key))

    def percentile(self, measure: str, kind: str, value: float) -> float | None:
        """Share of background texts below the value, ties half, in [0, 100]; None without any."""
        values = self.quantiles.get((measure, kind))
        if not values:
            return None
        return 100 * (bisect_left(values, value) + bisect_right(values, value)) / 2 / len(values)
