"""Candidate actions and the choice among them: two a stage, all categories, no doubles, no
contradictions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement

from myscholar.actions.conflicts import contradict, near_duplicates
from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import Flag
from myscholar.domain.profile import InferenceId
from myscholar.text.wishes import wishes_in

PLACE_OF: Mapping[Verb, tuple[Stage, Category]] = {
    Verb.SEARCH: (Stage.SEARCH_ADD, Category.CONTENT),
    Verb.FREE: (Stage.SEARCH_ADD, Category.CONTENT),
    Verb.FOCUS: (Stage.SEARCH_REFINE, Category.SPECIFICITY),
    Verb.EXCLUDE: (Stage.SEARCH_REFINE, Category.SPECIFICITY),
    Verb.LIMIT: (Stage.SEARCH_REFINE, Category.SPECIFICITY),
    Verb.ADD_SECTION: (Stage.ORGANIZATION, Category.CONTENT),
    Verb.SKIP_SECTION: (Stage.ORGANIZATION, Category.CONTENT),
    Verb.COMPARE: (Stage.ORGANIZATION, Category.CONTENT),
    Verb.ORDER_BY_YEAR: (Stage.ORGANIZATION, Category.STYLE),
    Verb.BRIEF: (Stage.ORGANIZATION, Category.STYLE),
    Verb.NEXT_STEPS: (Stage.ORGANIZATION, Category.RESEARCH_IDEAS),
    Verb.LIST: (Stage.GENERATION, Category.STYLE),
    Verb.DEFINE: (Stage.GENERATION, Category.CONTENT),
    Verb.SKIP_DEFINITIONS: (Stage.GENERATION, Category.CONTENT),
    Verb.NUMBERS: (Stage.GENERATION, Category.STYLE),
    Verb.LIMITATIONS: (Stage.GENERATION, Category.CONTENT),
    Verb.CONNECT: (Stage.GENERATION, Category.RESEARCH_IDEAS),
}
"""Where what a verb does takes hold, and what a reader notices of it."""
SAVES_TIME = frozenset(
    {Verb.BRIEF, Verb.EXCLUDE, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS, Verb.LIMIT, Verb.LIST}
)


@dataclass(frozen=True)
class Candidate:
    """An action that could be proposed. `worth` in about [0, 1.5]; `default` > 0 where it may be
    switched on from the start."""

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
    origin: str = "extractive"
    doubts: tuple[Flag, ...] = ()

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
            wishes=wishes_in(self.tldr, self.text),
            enabled=enabled,
            saves_time=self.saves_time,
            wild_card=self.wild_card,
            origin=self.origin,
            flags=self.doubts,
        )

    def worth_more(self, extra: float) -> "Candidate":
        return replace(
            self,
            worth=self.worth + extra,
            default=self.default + extra if self.default else max(0.0, extra - 0.2),
        )


PER_STAGE = 2
"""Actions of each of the four stages that are proposed; by hand."""
CLASH = 2.0
"""What a double or a contradiction costs; more than any single action is worth. By hand."""
FIRM = 0.5
"""A `default` from which the claim to be on from the start is firm. By hand; half of it changes 20
of 24 lists of actions, twice 10."""
AT_LEAST, AT_MOST = 3, 5
"""Actions on from the start. By hand; half of the least changes 7 of 24 lists, twice 23."""
_LEAVES_OUT = frozenset(
    {Verb.LIMIT, Verb.EXCLUDE, Verb.BRIEF, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS}
)
_MAY_RECUR = frozenset({Verb.SEARCH, Verb.FOCUS})


def choose(
    candidates: Sequence[Candidate],
    *,
    beside: Sequence[Candidate] = (),
    n_ideas: int = 1,
    wild_card: bool = False,
) -> tuple[Candidate, ...]:
    """Two candidates a stage (fewer where there are fewer), the best set by `_merit`; those
    `beside` it are already chosen.

    Starts with the most worthy of each stage and exchanges pairs within a stage until nothing
    gains. At least `n_ideas` research ideas and one more at most; one wild card, if asked for.
    """
    clashes = _clashes(candidates, beside)
    by_stage = {stage: [i for i, c in enumerate(candidates) if c.stage is stage] for stage in Stage}
    chosen = {
        s: tuple(sorted(found, key=lambda i: -candidates[i].worth)[:PER_STAGE])
        for s, found in by_stage.items()
    }

    def merit(trial: Mapping[Stage, tuple[int, ...]]) -> float:
        numbers = [i for pair in trial.values() for i in pair]
        clashing = sum(clashes[i, j] for i, j in combinations_with_replacement(sorted(numbers), 2))
        return _merit([candidates[i] for i in numbers], n_ideas, wild_card) - CLASH * clashing

    for _ in range(4):
        before = dict(chosen)
        for stage, found in by_stage.items():
            pairs = combinations(found, min(PER_STAGE, len(found)))
            chosen[stage] = max(
                ((merit({**chosen, stage: pair}), pair) for pair in pairs),
                key=lambda scored: scored[0],
            )[1]
        if chosen == before:
            break
    return tuple(candidates[i] for stage in Stage for i in chosen[stage])


def _clashes(
    candidates: Sequence[Candidate], beside: Sequence[Candidate]
) -> dict[tuple[int, int], int]:
    """How often two candidates (i < j) say the same or contradict each other; (i, i) counts clashes
    with those beside."""

    def clash(a: Candidate, b: Candidate) -> int:
        return near_duplicates(a.directive, b.directive) + contradict(a.directive, b.directive)

    numbered = tuple(enumerate(candidates))
    pairs = {(i, j): clash(a, b) for (i, a), (j, b) in combinations(numbered, 2)}
    return pairs | {(i, i): sum(clash(c, other) for other in beside) for i, c in numbered}


def _merit(chosen: Sequence[Candidate], n_ideas: int, wild_card: bool) -> float:
    categories = Counter(c.category for c in chosen)
    verbs = Counter(c.directive.verb for c in chosen)
    sources = Counter(c.inference_id for c in chosen if c.inference_id)
    topics = Counter(c.directive.terms[0] for c in chosen if c.directive.terms)
    ideas = categories[Category.RESEARCH_IDEAS]
    return (
        sum(c.worth for c in chosen)
        + 0.4 * len(categories)
        - 0.15 * sum(max(0, n - 3) for n in categories.values())
        - sum((n - 1) * (0.1 if verb in _MAY_RECUR else 0.35) for verb, n in verbs.items())
        - 0.05 * sum(n - 1 for n in sources.values())
        - 0.25 * sum(n - 1 for n in topics.values())
        + (0.5 if any(c.saves_time for c in chosen) else 0.0)
        - 0.5 * max(0, n_ideas - ideas, ideas - n_ideas - 1)
        - (2.0 * abs(sum(c.wild_card for c in chosen) - 1) if wild_card else 0.0)
    )


def defaults(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those to switch on from the start: consistent with each other, at most one a verb.

    Up to AT_MOST with a firm claim come first; up to AT_LEAST the next best follow, if they leave
    nothing out.
    """
    firm = sorted((c for c in candidates if c.default >= FIRM), key=lambda c: -c.default)
    spare = [c for c in candidates if c.default < FIRM and not c.wild_card]
    spare.sort(key=lambda c: (-c.default, c.directive.verb is Verb.SEARCH, -c.worth))
    on: dict[Verb, Candidate] = {}
    for candidate in (*firm, *(c for c in spare if c.directive.verb not in _LEAVES_OUT)):
        d = candidate.directive
        enough = len(on) >= (AT_MOST if candidate.default >= FIRM else AT_LEAST)
        if (
            not enough
            and d.verb not in on
            and not any(contradict(d, other.directive) for other in on.values())
        ):
            on[d.verb] = candidate
    return tuple(on.values())
