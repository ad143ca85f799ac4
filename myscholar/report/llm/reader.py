"""What a prompt says of the reader, for actions that relate the report to their own papers. Source: MySQA §2.2, D.5."""

import re
from collections.abc import Iterator, Sequence

from myscholar.domain.actions import Action, Verb
from myscholar.domain.papers import PaperId, Relation
from myscholar.domain.profile import InferenceId, Profile, ProfileAspect
from myscholar.domain.text import shorten
from myscholar.report.llm.shown import Numbered

A_PAPER = 4
"""Sentences shown of each of the reader's papers."""
LONGEST = 260
_TELLING = (ProfileAspect.POSITIONS, ProfileAspect.KNOWLEDGE, ProfileAspect.RESEARCH_STYLE, ProfileAspect.WRITING_STYLE)
"""Aspects whose evidence says most of what a paper is about, first first."""
_OWN_WORK = re.compile(
    r"\byour (?:own )?(?:\w+ )?(?:papers?|work|research|stud(?:y|ies)|framework|method|results?|findings)\b", re.IGNORECASE
)


def relates(action: Action) -> bool:
    """Whether the action sets the report beside the reader's own work."""
    return action.directive.verb is Verb.CONNECT or (
        action.personalized and bool(_OWN_WORK.search(action.text.partition(", which might")[0]))
    )


def about_reader(profile: Profile | None, numbered: Numbered) -> str:
    """What the profile says where a chosen action rests on it, and, where one relates to the reader's papers, their titles with sentences from
    them. Empty where no action needs it."""
    if profile is None:
        return ""
    lines = [
        f"{i.text} ({_resting_on(i.inference_id, numbered)})"
        for i in profile.inferences
        if i.enabled and _resting_on(i.inference_id, numbered)
    ]
    if any(relates(action) for _, action in numbered):
        relating = [a for _, a in numbered if relates(a)]
        behind = [a.inference_id for a in (*relating, *(a for _, a in numbered)) if a.inference_id]
        lines += _own_papers(profile, list(dict.fromkeys(behind)))
    return "\n".join(lines)


def _resting_on(inference_id: InferenceId, numbered: Numbered) -> str:
    return ", ".join(f"A{n}" for n, action in numbered if action.inference_id == inference_id)


def _own_papers(profile: Profile, behind: Sequence[InferenceId]) -> Iterator[str]:
    for paper in profile.papers:
        if paper.relation is Relation.MINE:
            said = list(_sentences(profile, paper.paper_id, behind))
            words = f" says: {' / '.join(said)}" if said else ""
            yield f"Their paper “{paper.title}” ({paper.year or 'n.d.'}){words}"


def _sentences(profile: Profile, paper_id: PaperId, behind: Sequence[InferenceId]) -> tuple[str, ...]:
    """`behind`: what the chosen actions rest on, in the order in which it is shown; without it a writer would have to guess which paper does what."""
    enabled = [i for i in profile.enabled if i.aspect in _TELLING]
    ranked = sorted(enabled, key=lambda i: (_place(i.inference_id, behind), _TELLING.index(i.aspect)))
    found = [
        shorten(evidence.text, LONGEST)
        for inference in ranked
        for support in inference.supports
        if support.paper_id == paper_id
        for evidence in support.evidence[:1]
    ]
    return tuple(dict.fromkeys(found))[:A_PAPER]


def _place(inference_id: InferenceId, behind: Sequence[InferenceId]) -> int:
    return behind.index(inference_id) if inference_id in behind else len(behind)
