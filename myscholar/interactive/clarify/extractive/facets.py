"""What the papers of a first look differ in, and how much an answer would narrow them."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import combinations
from statistics import median_low

from myscholar.actions.literature import Literature
from myscholar.domain.evidence import Hit
from myscholar.interactive.clarify.replies import work_of

MOST_SIDES = 24
"""Sides that choices are put together of. By hand."""
HALF_AS_LIKELY = 10
"""The place in the search's order at which a paper is half as likely the one wanted as the first.
By hand; 20 finds as much. Where all are as likely, random questions find as much or more:
docs/evaluation-results.md."""
MOST_CHOICES = 3
"""Source: IntentRL E.3: two or three options."""
LEAST_PAPERS, LEAST_SHARE = 3, 1 / 20
"""Of a choice, that no other choice has, and of all papers: what fewer treat is no side of a
literature. By hand: with 1 / 30, questions on 100 real ones go on to what is only often said
("few-shot learners", "entire models")."""
SAME_LETTERS = 0.85
"""Ratio from which two labels are spellings of one ("dialog systems"); by hand."""


class FacetKind(StrEnum):
    CONTRAST = "contrast"
    """Two kinds of one thing."""
    SIDE = "side"
    DATA = "data"
    YEARS = "years"


@dataclass(frozen=True)
class FacetChoice:
    """`papers` are places among the candidates."""

    label: str
    papers: frozenset[int]


@dataclass(frozen=True)
class Facet:
    kind: FacetKind
    choices: tuple[FacetChoice, ...]
    gain: float
    """Bits, as of `expected_bits`."""


def expected_bits(choices: Sequence[frozenset[int]], weights: Sequence[float]) -> float:
    """Expected reduction of the candidate set, in bits: sum over choices of p_i * log2(W / w_i).

    W is the weight of all papers, w_i of those behind choice i: how likely the paper that is wanted
    is among them. p_i is the share of weight that choice i answers for; a paper behind k choices
    counts 1 / k for each. Who picks none, with the share of papers behind no choice, leaves all.
    Where choices part the papers, it is the entropy of the parts. In [0, log2(n)] for n choices.
    """
    whole = math.fsum(weights)
    behind = [sum(paper in papers for papers in choices) for paper in range(len(weights))]
    found = 0.0
    for papers in filter(None, choices):
        share = math.fsum(weights[paper] / behind[paper] for paper in papers) / whole
        found += share * math.log2(whole / math.fsum(weights[paper] for paper in papers))
    return found


def facets_of(literature: Literature, is_open: Callable[[str], bool]) -> tuple[Facet, ...]:
    """What narrows most first, years after all that is of the subject. `is_open` says whether a
    choice of this name may be offered."""
    sides, data_sets = (
        [name for name in names if is_open(name)][:MOST_SIDES]
        for names in (literature.sides, literature.data_sets)
    )
    contrasts = [pair for pair in literature.contrasts if {*pair} <= {*literature.sides}]
    found = (
        *_facets(FacetKind.CONTRAST, literature, (p for p in contrasts if all(map(is_open, p)))),
        *_facets(FacetKind.SIDE, literature, _groups(sides)),
        *_facets(FacetKind.DATA, literature, _groups(data_sets)),
        *_years(literature.hits),
    )
    return tuple(sorted(found, key=lambda f: (f.kind is FacetKind.YEARS, -f.gain)))


def _groups(labels: Sequence[str]) -> Iterator[Sequence[str]]:
    """Two or three of them, none another one's spelling."""
    alike = {
        pair
        for pair in combinations(labels, 2)
        if SequenceMatcher(None, *pair).ratio() >= SAME_LETTERS
    }
    for n in range(2, MOST_CHOICES + 1):
        for group in combinations(labels, n):
            if alike.isdisjoint(combinations(group, 2)):
                yield group


def _facets(
    kind: FacetKind, literature: Literature, groups: Iterable[Sequence[str]]
) -> Iterator[Facet]:
    papers: dict[str, frozenset[int]] = {}
    for labels in groups:
        for label in labels:
            if label not in papers:
                papers[label] = literature.papers_with(label)
        choices = sorted((FacetChoice(x, papers[x]) for x in labels), key=lambda c: -len(c.papers))
        if facet := _facet(kind, choices, literature.hits):
            yield facet


def _facet(kind: FacetKind, choices: Sequence[FacetChoice], hits: Sequence[Hit]) -> Facet | None:
    """None where a choice has too few papers, or hardly any that another one lacks."""
    for choice in choices:
        others = frozenset[int]().union(*(c.papers for c in choices if c is not choice))
        if len(choice.papers - others) < max(LEAST_PAPERS, LEAST_SHARE * len(hits)):
            return None
    weights = [HALF_AS_LIKELY / (HALF_AS_LIKELY + place) for place in range(len(hits))]
    gain = expected_bits([c.papers for c in choices], weights)
    return Facet(kind, tuple(choices), gain)


def _years(hits: Sequence[Hit]) -> Iterator[Facet]:
    """The newer half and the older half of the papers."""
    dated = {n: hit.paper.year for n, hit in enumerate(hits) if hit.paper.year is not None}
    if len(dated) < 2 * LEAST_PAPERS:
        return
    middle = median_low(dated.values())
    newer = frozenset(n for n, year in dated.items() if year > middle)
    choices = [
        FacetChoice(work_of(middle + 1, None)[0], newer),
        FacetChoice(work_of(None, middle)[0], frozenset(dated) - newer),
    ]
    if facet := _facet(FacetKind.YEARS, choices, hits):
        yield facet
