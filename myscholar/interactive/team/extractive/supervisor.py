"""What is researched next, and when it suffices. Source: IDRBench §3.1.1, Supervisor."""

from collections.abc import Sequence
from dataclasses import replace

from myscholar.domain.text import counted
from myscholar.interactive.team.extractive.facets import (
    Side,
    dimension_of,
    papers_of,
    read_facets,
    spread,
    unresearched,
)
from myscholar.interactive.team.state import Dimension, TeamState
from myscholar.text.background import Background

ENOUGH = 0.8
"""Coverage that suffices; by hand."""


def assign(state: TeamState, background: Background) -> tuple[Dimension, ...]:
    """What is left of the brief; then facets that papers found meanwhile speak of, those first
    that add most papers, until coverage suffices."""
    left = tuple(d for d in state.dimensions if state.is_open(d.name))
    if left:
        return left
    facets = read_facets(state, background)
    open_facets = unresearched(state, facets)
    researched = facets.of_names(report.task.name for report in state.done)
    if facets.analysis is None or coverage(researched, open_facets) >= ENOUGH:
        return ()
    seen = papers_of(researched)
    return tuple(
        dimension_of(facet.name, facets.analysis, _reason(facet, seen, facets.n_papers))
        for facet in spread([replace(f, papers=f.papers - seen) for f in open_facets])
        if len(facet.papers) >= facets.fewest
    )


def coverage(researched: Sequence[Side], open_facets: Sequence[Side]) -> float:
    """Of the papers that speak of a facet which is researched or open, the share that speaks of a
    researched one, in [0, 1]; 1 where no facet is open.

    Example: papers {1, 2, 3} researched and {3, 4} open give 3 of 4. IDRBench §3.1.1 says only
    that the supervisor ends "once sufficient coverage is reached"; the measure is ours.
    """
    seen, every = papers_of(researched), papers_of((*researched, *open_facets))
    return len(seen) / len(every) if every else 1.0


def _reason(facet: Side, seen: frozenset[int], n_papers: int) -> str:
    new = len(facet.papers - seen)
    return f"{new} of {counted(n_papers, 'paper')} speak of it and of nothing researched so far."
