"""What is to be researched."""

from pathlib import Path

from eval.judges.names import LOCAL
from eval.studies.steering.systems import SystemName, TreeSpec
from myscholar.domain.interaction import TreeLimits
from myscholar.domain.model import Frozen
from myscholar.interactive.steer.extractive.propose import HALFWAY

COSTS = tuple(n / 10 for n in range(11))
"""C0 as in the paper's figure 6."""
USUAL = TreeLimits().base_cost
"""C0 at which systems are compared."""
TRIED = (0.0, 0.1, 0.2, 0.4)
"""With another confidence than the product's: to its own C0."""


class SteeringOrder(Frozen):
    questions: Path
    rubrics: Path
    source: str
    """That is searched, as `corpus:NAME`."""
    limit: int
    """Pairs at most."""
    costs: tuple[float, ...] = COSTS
    halfways: tuple[int, ...] = (HALFWAY,)
    judge: str = LOCAL
    """`local`, or a model as `provider:name`."""
    personas: str = LOCAL
    """Likewise who writes them."""
    agent: str = ""
    """A model, as `provider:name`, that decides in the rule's place; empty: none does."""
    n_agents: int = 0
    """Pairs that it decides for, the first ones."""
    seed: int = 0
    processes: int = 1

    @property
    def compares_confidences(self) -> bool:
        """Whether what that needs is grown: where several are named, or all the costs are."""
        return len(set(self.halfways)) > 1 or set(TRIED) <= set(self.costs)

    @property
    def specs(self) -> tuple[TreeSpec, ...]:
        """Of every pair."""
        own = (*self.costs, *(TRIED if self.compares_confidences else ()))
        ours = (
            TreeSpec(system=SystemName.OURS, base_cost=cost, halfway=halfway)
            for halfway in dict.fromkeys((HALFWAY, *self.halfways))
            for cost in (own if halfway == HALFWAY else TRIED)
        )
        each = (
            TreeSpec(system=system, base_cost=USUAL if system.asks else None)
            for system in SystemName
        )
        return tuple(dict.fromkeys((*each, *ours)))
