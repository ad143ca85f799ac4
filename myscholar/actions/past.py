"""What a reader picked and rejected before, and what that says about new proposals.

Past selections are the best known predictor of what a user will pick. Source: MySQA §5 Lesson 1
(U15), §4.3.
"""

from collections.abc import Sequence

from myscholar.actions.candidates import Candidate
from myscholar.domain.actions import Action, Category, Verb
from myscholar.domain.model import Frozen

WEIGHT = 0.8
"""How much a firm preference is worth beside a proposal's own worth of about 1; by hand."""


class PastChoice(Frozen):
    """One action that the reader did something with: picked it, kept it in other words (`edited`),
    or switched it off (not `chosen`)."""

    verb: Verb
    category: Category
    personalized: bool
    chosen: bool
    edited: bool = False
    tldr: str = ""
    """Its words, the user's own if edited; empty where they were not kept."""

    @classmethod
    def of(cls, action: Action, *, edited: bool = False) -> "PastChoice":
        """What is remembered of an action when its report is started."""
        return cls(
            verb=action.directive.verb,
            category=action.category,
            personalized=action.personalized,
            chosen=action.enabled,
            edited=edited,
            tldr=action.tldr,
        )


def preference(verb: Verb, category: Category, past: Sequence[PastChoice]) -> float:
    """In (-1, 1); 0 without experience. Twice the smoothed share chosen less one: three parts verb,
    one part category.

    The share is (chosen + 1) / (shown + 2), so that one choice moves it by a third only.
    """
    of_verb = [p for p in past if p.verb is verb]
    of_category = [p for p in past if p.category is category]
    return 0.75 * _leaning(of_verb) + 0.25 * _leaning(of_category)


def rerank(candidates: Sequence[Candidate], past: Sequence[PastChoice]) -> tuple[Candidate, ...]:
    """The candidates with their worth, and their claim to be a default, raised or lowered by what
    was chosen before."""
    if not past:
        return tuple(candidates)
    return tuple(
        c.worth_more(WEIGHT * preference(c.directive.verb, c.category, past)) for c in candidates
    )


def _leaning(seen: Sequence[PastChoice]) -> float:
    chosen = sum(p.chosen for p in seen)
    return 2 * (chosen + 1) / (len(seen) + 2) - 1
