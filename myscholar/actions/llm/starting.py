"""What is switched on from the start."""

from collections.abc import Sequence
from dataclasses import replace

from myscholar.actions.candidates import AT_LEAST, AT_MOST, FIRM, Candidate
from myscholar.actions.conflicts import contradict, say_the_same
from myscholar.actions.llm.reading import LEAVES_OUT
from myscholar.actions.past import PastChoice, rerank
from myscholar.domain.actions import Category, Stage, Verb

_CLAIM = {
    Stage.SEARCH_ADD: 0.6,
    Stage.SEARCH_REFINE: 0.3,
    Stage.ORGANIZATION: 0.75,
    Stage.GENERATION: 0.7,
}
"""How firmly the first of a stage is on from the start (0.5 and more: firmly). Readings of the
question are seldom: what readers complain of most is an answer that leaves out what they wanted.
Source: MySQA Table 9, NARROW."""
_NEVER = frozenset({Verb.EXCLUDE, Verb.LIMIT, Verb.BRIEF})


def with_claims(
    candidates: Sequence[Candidate], past: Sequence[PastChoice]
) -> tuple[Candidate, ...]:
    """Worth by place within the stage, and a claim to be on for the first of each stage and the
    first research idea."""
    ranked = []
    for i, candidate in enumerate(candidates):
        before = candidates[:i]
        place = sum(c.stage is candidate.stage for c in before)
        leads = place == 0 or (_is_idea(candidate) and not any(_is_idea(c) for c in before))
        default = _claim(candidate) if leads else 0.0
        ranked.append(replace(candidate, worth=1.0 - 0.1 * place, default=default))
    return rerank(ranked, past)


def _is_idea(candidate: Candidate) -> bool:
    """A use for the reader's own research that the report itself shows, not only its search."""
    of_report = candidate.stage in (Stage.ORGANIZATION, Stage.GENERATION)
    return of_report and candidate.category is Category.RESEARCH_IDEAS


def _claim(candidate: Candidate) -> float:
    leaves_out_for_anyone = candidate.directive.verb in LEAVES_OUT and not candidate.inference_id
    never = candidate.wild_card or candidate.directive.verb in _NEVER or leaves_out_for_anyone
    return 0.0 if never else _CLAIM[candidate.stage]


def on_from_the_start(
    candidates: Sequence[Candidate], doubtful: Sequence[bool]
) -> tuple[Candidate, ...]:
    """Up to five with a firm claim, as for the extractive engine, and the next best up to three;
    consistent, at most two a stage.

    Of one verb only one is on; of FREE one a stage, since two ways to lay out one report undo each
    other. Neither what is doubtful nor a wild card is ever on.
    """
    sure = (c for c, doubt in zip(candidates, doubtful, strict=True) if not doubt and c.default > 0)
    on: list[Candidate] = []
    for candidate in sorted(sure, key=lambda c: (-c.default, -c.worth)):
        enough = len(on) >= (AT_MOST if candidate.default >= FIRM else AT_LEAST)
        full = sum(other.stage is candidate.stage for other in on) == 2
        if not enough and not full and all(_go_together(candidate, other) for other in on):
            on.append(candidate)
    return tuple(on)


def _go_together(a: Candidate, b: Candidate) -> bool:
    same_verb = a.directive.verb is b.directive.verb and (
        a.directive.verb is not Verb.FREE or a.stage is b.stage
    )
    return not same_verb and not contradict(a.directive, b.directive) and not say_the_same(a, b)
