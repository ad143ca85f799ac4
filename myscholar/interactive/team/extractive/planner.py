"""From the question and what a first look found to a brief. Source: IDRBench §3.1.1, Planner."""

from collections.abc import Iterator

from myscholar.domain.text import counted, listed
from myscholar.interactive.team.extractive.facets import (
    Facets,
    dimension_of,
    known_of_asker,
    read_facets,
    spoken_of,
    spread,
)
from myscholar.interactive.team.state import (
    Brief,
    Dimension,
    TeamState,
    is_same_direction,
    share_held,
)
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis

MOST_DIMENSIONS = 6
"""Of a brief: two rounds of the supervisor; by hand."""
LONGEST_ASPECT = 8
"""Words of an aspect of the persona that is searched for itself; by hand."""


def write_brief(state: TeamState, background: Background) -> Brief:
    """What is compared, what the persona cares about, and the facets that most papers of the first
    look speak of; where there is none of these, the phrases of the question one by one."""
    facets = read_facets(state, background)
    analysis = facets.analysis
    assert analysis is not None
    dimensions: list[Dimension] = []
    for dimension in _candidates(state, analysis, facets):
        if not any(is_same_direction(dimension.name, other.name) for other in dimensions):
            dimensions.append(dimension)
    if not dimensions:
        dimensions = [dimension_of(phrase, analysis) for phrase in analysis.core_phrases]
    return Brief(
        scope=_scope(analysis, facets),
        objectives=_objectives(analysis),
        dimensions=tuple(dimensions[:MOST_DIMENSIONS]),
    )


def _candidates(
    state: TeamState, analysis: QuestionAnalysis, facets: Facets
) -> Iterator[Dimension]:
    for thing in analysis.compares:
        yield dimension_of(thing, analysis, "The question compares it.")
    for aspect in state.persona.wanted:
        if len(aspect.text.split()) <= LONGEST_ASPECT:
            yield dimension_of(aspect.text, analysis, "Who asks cares about it.")
    known = known_of_asker(state)
    for facet in facets.every:
        if any(share_held(facet.name, said) == 1 for said in known):
            yield dimension_of(facet.name, analysis, "Who asks cares about it.")
    for facet in spread(facets.every):
        yield dimension_of(facet.name, analysis, spoken_of(facet, facets))


def _scope(analysis: QuestionAnalysis, facets: Facets) -> str:
    about = listed([f"“{phrase}”" for phrase in analysis.core_phrases[:3]]) or "the question"
    years = analysis.years
    when = "" if years.is_empty else f", {years}"
    return f"Papers on {about}{when}; {counted(facets.n_papers, 'paper')} at a first look."


def _objectives(analysis: QuestionAnalysis) -> tuple[str, ...]:
    compared = [f"Set {listed(analysis.compares)} against each other."] if analysis.compares else []
    asked = [f"Find {listed(analysis.asks_for)}."] if analysis.asks_for else []
    return (f"Answer: {analysis.text}", *compared, *asked)
