"""Candidate actions and the choice among them: two a stage, all categories, no doubles, no contradictions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from zlib import crc32

from myscholar.actions.conflicts import contradict, near_duplicates
from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.profile import InferenceId


@dataclass(frozen=True)
class Candidate:
    """An action that could be proposed. `worth` in about [0, 1.5]; `default` > 0 where it may be switched on from the start."""

    stage: Stage
    category: Category
    directive: Directive
    tldr: str
    text: str
    worth: float
    default: float = 0.0
    inference_id: InferenceId | None = None
    saves_time: bool = False
    wild_card: bool = False

    def action(self, action_id: str, *, personalized: bool, enabled: bool) -> Action:
        return Action(
            action_id=ActionId(action_id),
            tldr=self.tldr,
            text=self.text,
            stage=self.stage,
            category=self.category,
            personalized=personalized,
            inference_id=self.inference_id,
            directive=self.directive,
            enabled=enabled,
            saves_time=self.saves_time,
            wild_card=self.wild_card,
        )

    def worth_more(self, extra: float) -> "Candidate":
        return replace(self, worth=self.worth + extra, default=self.default + extra if self.default else max(0.0, extra - 0.2))


PER_STAGE = 2
_MAY_RECUR = frozenset({Verb.SEARCH, Verb.FOCUS})


def choose(
    candidates: Sequence[Candidate], *, beside: Sequence[Candidate] = (), n_ideas: int = 1, wild_card: bool = False
) -> tuple[Candidate, ...]:
    """Two candidates a stage (fewer where there are fewer), the best set by `_merit`; those `beside` it are already chosen.

    Starts with the most worthy of each stage and exchanges pairs within a stage until nothing gains.
    """
    by_stage = {stage: [c for c in candidates if c.stage is stage] for stage in Stage}
    chosen = {stage: tuple(sorted(found, key=lambda c: -c.worth)[:PER_STAGE]) for stage, found in by_stage.items()}

    def merit(trial: dict[Stage, tuple[Candidate, ...]]) -> float:
        return _merit([c for pair in trial.values() for c in pair], beside, n_ideas, wild_card)

    for _ in range(4):
        before = dict(chosen)
        for stage, found in by_stage.items():
            pairs = list(combinations(found, min(PER_STAGE, len(found))))
            chosen[stage] = max(pairs, key=lambda pair, stage=stage: merit({**chosen, stage: pair}))  # type: ignore[misc]
        if chosen == before:
            break
    return tuple(c for stage in Stage for c in chosen[stage])


def _merit(chosen: Sequence[Candidate], beside: Sequence[Candidate], n_ideas: int, wild_card: bool) -> float:
    categories = Counter(c.category for c in chosen)
    verbs = Counter(c.directive.verb for c in chosen)
    sources = Counter(c.inference_id for c in chosen if c.inference_id)
    doubles = sum(near_duplicates(a.directive, b.directive) for a, b in combinations(chosen, 2))
    doubles += sum(near_duplicates(a.directive, b.directive) for a in chosen for b in beside)
    clashes = sum(contradict(a.directive, b.directive) for a, b in combinations(chosen, 2))
    clashes += sum(contradict(a.directive, b.directive) for a in chosen for b in beside)
    return (
        sum(c.worth + _taste(c) for c in chosen)
        + 0.4 * len(categories)
        - 0.15 * sum(max(0, n - 3) for n in categories.values())
        - sum((n - 1) * (0.1 if verb in _MAY_RECUR else 0.35) for verb, n in verbs.items())
        - 0.2 * sum(n - 1 for n in sources.values())
        + (0.5 if any(c.saves_time for c in chosen) else 0.0)
        - 0.5 * max(0, n_ideas - categories[Category.RESEARCH_IDEAS], categories[Category.RESEARCH_IDEAS] - n_ideas - 1)
        - (1.0 * abs(sum(c.wild_card for c in chosen) - 1) if wild_card else 0.0)
        - 2.0 * (doubles + clashes)
    )


def _taste(candidate: Candidate) -> float:
    """In [0, 0.08), from the wording: among near-equals, other questions meet other actions."""
    return crc32(candidate.text.encode()) % 1000 / 12_500


def defaults(candidates: Sequence[Candidate], *, at_most: int = 5, at_least: int = 3) -> tuple[Candidate, ...]:
    """Those to switch on from the start: consistent with each other, at most one a verb."""
    ranked = sorted((c for c in candidates if c.default > 0), key=lambda c: -c.default)
    on: list[Candidate] = []
    for candidate in ranked:
        apart = all(
            not contradict(candidate.directive, o.directive) and candidate.directive.verb is not o.directive.verb for o in on
        )
        if apart and (candidate.default >= 0.5 or len(on) < at_least) and len(on) < at_most:
            on.append(candidate)
    return tuple(on)
