"""Whether asking is worth the interruption, by how much hangs on what is undecided. Source:
IDRBench §3.1.2, figure 4."""

from collections.abc import Sequence

from myscholar.domain.text import counted
from myscholar.interactive.team.budget import MOST_TURNS, TeamStage, TurnBudget
from myscholar.interactive.team.extractive.facets import (
    Side,
    papers_of,
    read_facets,
    undecided,
)
from myscholar.interactive.team.state import Evaluation, TeamState
from myscholar.text.background import Background

BURDEN = 0.25
"""What a first interruption costs, in [0, 1]; by hand."""
FEWEST_TO_CHOOSE = 2
"""Facets without which there is no choice."""
FORM_AND_EMPHASIS = 2
"""What a report's reader can say before it is written."""


def evaluate(
    state: TeamState, stage: TeamStage, budget: TurnBudget, background: Background
) -> Evaluation:
    """Asks where benefit = ambiguity * (1 - completeness) is greater than burden(turns so far).

    Completeness before the report is the share of facets that were researched; then, of form and
    emphasis, what was said already. During research ambiguity counts of the papers that speak of
    any facet: the others, which at planning say that the facets are few, get no work any more. The
    paper's evaluator weighs the same three in words.
    """
    facets = read_facets(state, background)
    researched = facets.of_names(r.task.name for r in state.done if not r.is_empty)
    n_papers = facets.n_papers
    if stage is TeamStage.GENERATION:
        open_facets = researched
        complete = min(len(state.wishes), FORM_AND_EMPHASIS) / FORM_AND_EMPHASIS
        done = f"{len(state.wishes)} wishes for the report are known"
    else:
        open_facets = undecided(state, facets)
        n_all = len(state.done) + len(open_facets)
        complete = len(state.done) / n_all if n_all else 1.0
        done = f"{len(state.done)} of {n_all} are researched"
    if len(open_facets) < FEWEST_TO_CHOOSE:
        return Evaluation(should_ask=False, reason="There are no two sides to choose between.")
    if stage is TeamStage.RESEARCH:
        n_papers = len(papers_of((*researched, *open_facets)))
    split = ambiguity(open_facets, n_papers)
    benefit, cost = split * (1 - complete), burden(budget.spent)
    return Evaluation(
        should_ask=benefit > cost,
        reason=(
            f"{round(100 * split)} % of {counted(n_papers, 'paper')} speak of some of "
            f"{counted(len(open_facets), 'open side')} and not of others; {done}. A reply is worth "
            f"{benefit:.2f}, an interruption costs {cost:.2f}; turns left at this stage: "
            f"{budget.left(stage)}."
        ),
    )


def ambiguity(facets: Sequence[Side], n_papers: int) -> float:
    """|{p : 0 < |F(p)| < |F|}| / n, in [0, 1]: the share of papers that the open facets F split,
    where F(p) are those of which paper p speaks. A paper that speaks of all or none of them counts
    the same whatever is chosen. 0 with fewer than two facets.

    Example: of 10 papers, A in {1, 2, 3}, B in {3, 4}: papers 1, 2 and 4 are split, 3 is not: 0.3.
    """
    if len(facets) < FEWEST_TO_CHOOSE:
        return 0.0
    n_of = {p: sum(p in facet.papers for facet in facets) for p in papers_of(facets)}
    return sum(n < len(facets) for n in n_of.values()) / n_papers if n_papers else 0.0


def burden(n_turns: int) -> float:
    """BURDEN * (1 + turns so far / all turns): each further interruption costs more. In [BURDEN,
    2 * BURDEN]."""
    return BURDEN * (1 + n_turns / MOST_TURNS)
