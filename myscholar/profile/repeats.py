"""Whether an inference says what another one says, or denies. Source: MySQA Table 9
(PROFILE_GLOBAL)."""

import re
from collections.abc import Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Inference
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems

SAME = 0.75
"""Two inferences of one aspect with a larger share of common stems say the same; by hand."""
SAME_ACROSS = 0.85
"""The same for inferences of different aspects, by hand: one topic may well be known, argued about
and written for."""
SAME_BESIDE, SAME_TERMS = 0.25, 0.8
"""The same for inferences on the same papers, at least two, with so large a share of common key
terms; by hand."""


def repeat_flags(inference: Inference, others: Sequence[Inference]) -> tuple[Flag, ...]:
    """At most one, for the first of the `others` that is switched on and says much the same."""
    kind = ErrorType.PROFILE_GLOBAL
    for other in others:
        is_another = other.enabled and other.inference_id != inference.inference_id
        if is_another and says_the_same(inference, other):
            reason = f"It says much the same as “{other.text[:80]}”, or its opposite."
            return (Flag(error_type=kind, severity=Severity.HINT, reason=reason),)
    return ()


def says_the_same(one: Inference, other: Inference) -> bool:
    """Whether their words, or their papers and key terms, are much the same."""
    same = overlap(_untitled(one.text), _untitled(other.text))
    least = SAME if one.aspect is other.aspect else SAME_ACROSS
    return same >= least or (same >= SAME_BESIDE and _stands_on_the_same(one, other))


def _stands_on_the_same(one: Inference, other: Inference) -> bool:
    """Whether both are about the same phrases of the same papers, as two aspects can be that were
    written apart from each other."""
    here, there = ({s for term in i.terms for s in content_stems(term)} for i in (one, other))
    papers, others = ({s.paper_id for s in i.supports} for i in (one, other))
    same_terms = len(here) > 1 and len(here & there) >= SAME_TERMS * len(here | there)
    return papers == others and len(papers) > 1 and same_terms


def _untitled(text: str) -> str:
    """Without the title it opens with: two inferences about one paper are not the same for that."""
    return re.sub(r"^“[^”]*”", "", text)
