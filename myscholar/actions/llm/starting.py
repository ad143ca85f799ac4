"""Two lists made one, and what is switched on from the start."""

from collections.abc import Sequence
from dataclasses import replace

from myscholar.actions.candidates import Candidate, defaults
from myscholar.actions.conflicts import gist, say_the_same
from myscholar.actions.llm.reading import LEAVES_OUT
from myscholar.actions.past import PastChoice, reranked
from myscholar.domain.actions import Stage, Verb

_CLAIM = {Stage.SEARCH_ADD: 0.6, Stage.SEARCH_REFINE: 0.3, Stage.ORGANIZATION: 0.75, Stage.GENERATION: 0.7}
"""How firmly the first of a stage is on from the start (0.5 and more: firmly). Readings of the question are seldom: what readers complain
of most is an answer that leaves out what they wanted. Source: MySQA Table 9, NARROW."""
_NEVER = frozenset({Verb.EXCLUDE, Verb.LIMIT, Verb.BRIEF})
GENERIC_LESS = 0.15


def without_doubles(
    generic: Sequence[Candidate], personal: Sequence[Candidate]
) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """Both lists without what the other says too: the personalized one stays if it says more than the generic one and why."""
    kept_generic, kept_personal = list(generic), []
    for candidate in personal:
        twin = next((g for g in kept_generic if say_the_same(g, candidate)), None)
        if twin is None:
            kept_personal.append(candidate)
        elif candidate.inference_id is not None and gist(candidate) - gist(twin):
            kept_generic.remove(twin)
            kept_personal.append(candidate)
    return tuple(kept_generic), tuple(kept_personal)


def with_claims(candidates: Sequence[Candidate], *, alone: bool, past: Sequence[PastChoice]) -> tuple[Candidate, ...]:
    """Worth by place within the stage, and a claim to be on for the first of each stage. Generic candidates claim less unless they are `alone`."""
    ranked = []
    for i, candidate in enumerate(candidates):
        place = sum(c.stage is candidate.stage for c in candidates[:i])
        worth = 1.0 - 0.1 * place - (0.0 if alone else GENERIC_LESS)
        ranked.append(replace(candidate, worth=worth, default=_claim(candidate, place, alone=alone)))
    return reranked(ranked, past)


def _claim(candidate: Candidate, place: int, *, alone: bool) -> float:
    unasked = candidate.directive.verb in LEAVES_OUT and not candidate.inference_id
    if place > 0 or candidate.wild_card or candidate.directive.verb in _NEVER or unasked:
        return 0.0
    return _CLAIM[candidate.stage] - (0.0 if alone else GENERIC_LESS)


def on_from_the_start(candidates: Sequence[Candidate], doubtful: Sequence[bool]) -> tuple[Candidate, ...]:
    """Three to five, as for the extractive engine; neither the doubtful ones nor wild cards."""
    fit = [c for c, doubt in zip(candidates, doubtful, strict=True) if not doubt and not c.wild_card]
    return defaults(fit)
