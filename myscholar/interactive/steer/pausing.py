"""Whether asking is worth the interruption. Source: STEER §2.4, appendix D."""

from collections.abc import Collection, Sequence


def pause_cost(base: float, n_pauses: int, share: float) -> float:
    """C = C0 * (1 + pauses_j / Tol_j). `base` in [0, 1], `share` > 0. Source: STEER §2.4."""
    return base * (1 + n_pauses / share)


def tolerance_share(tolerance: int, n_active: int) -> float:
    """Tol_j: the tolerance split evenly over the active top-level directions; all of it while there
    are none. What a direction that was left had of it goes to the others. Source: STEER §2.4."""
    return tolerance / max(1, n_active)


def n_remaining(breadth: int, remaining_depth: int) -> int:
    """Nodes of a saturated subtree: (K^(d+1) - 1) / (K - 1), or d + 1 where K = 1. Source: STEER
    appendix D."""
    if breadth == 1:
        return remaining_depth + 1
    return int((breadth ** (remaining_depth + 1) - 1) // (breadth - 1))


def exec_cost(breadth: int, remaining_depth: int) -> float:
    """N / (N + 1), in [0.5, 1): the tokens of the saturated subtree, normalized. Source: STEER
    appendix D."""
    n = n_remaining(breadth, remaining_depth)
    return n / (n + 1)


def radii(utilities: Sequence[float], confidences: Sequence[float]) -> tuple[float, ...]:
    """r_k = (1 - conf_k) * (max U - min U): how far each utility may be off. Source: STEER
    appendix D."""
    spread = max(utilities, default=0.0) - min(utilities, default=0.0)
    return tuple((1 - confidence) * spread for confidence in confidences)


def could_be_best(utilities: Sequence[float], radius: Sequence[float]) -> tuple[int, ...]:
    """S: places of those whose upper bound U + r reaches the highest lower bound U - r. Source:
    STEER appendix D."""
    bound = max((u - r for u, r in zip(utilities, radius, strict=True)), default=0.0)
    pairs = enumerate(zip(utilities, radius, strict=True))
    return tuple(k for k, (u, r) in pairs if u + r >= bound)


def pause_gain(utilities: Sequence[float], costs: Sequence[float], kept: Collection[int]) -> float:
    """Delta EV = sum over those that are not kept of (-U + C_exec): cost saved less utility lost.
    Source: STEER §2.4."""
    pairs = enumerate(zip(utilities, costs, strict=True))
    return sum((cost - utility for k, (utility, cost) in pairs if k not in kept), 0.0)
