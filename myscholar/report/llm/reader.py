"""What a prompt says of the reader, for actions that relate the report to their own papers. Source:
MySQA §2.2, D.5."""

import re
from collections.abc import Iterator, Sequence

from myscholar.domain.actions import Action, Verb, Wish
from myscholar.domain.papers import PaperId, PassageKind, Relation
from myscholar.domain.profile import InferenceId, Profile, ProfileAspect
from myscholar.domain.text import shorten
from myscholar.report.llm.shown import Numbered
from myscholar.text.sentences import sentences

A_PAPER = 6
"""Sentences shown of each of the reader's papers, at most."""
OF_ABSTRACT = 4
"""Those of them that come from its abstract, where the profile holds it."""
LONGEST = 260
_TELLING = (
    ProfileAspect.POSITIONS,
    ProfileAspect.KNOWLEDGE,
    ProfileAspect.RESEARCH_STYLE,
    ProfileAspect.WRITING_STYLE,
)
"""Aspects whose evidence says most of what a paper is about, first first."""
_NO_RESULT = re.compile(r"\?$|\b(?:released?|available|github)\b", re.IGNORECASE)
"""A question, or where the data lie: says nothing that a finding could support or contest."""


def relates(action: Action) -> bool:
    """Whether the action sets the report beside the reader's own work."""
    return action.directive.verb is Verb.CONNECT or (
        action.personalized and action.has_wish(Wish.OWN_WORK)
    )


def about_reader(profile: Profile | None, numbered: Numbered) -> str:
    """What the profile says where a chosen action rests on it, and, where one relates to the
    reader's papers, their titles with sentences from them. Empty where no action needs it."""
    if profile is None:
        return ""
    lines = [
        f"{i.text} ({_resting_on(i.inference_id, numbered)})"
        for i in profile.inferences
        if i.enabled and _resting_on(i.inference_id, numbered)
    ]
    if any(relates(action) for _, action in numbered):
        relating = [a.inference_id for _, a in numbered if relates(a) and a.inference_id]
        lines += _own_papers(
            profile, relating, [*relating, *(a.inference_id for _, a in numbered if a.inference_id)]
        )
    return "\n".join(lines)


def _resting_on(inference_id: InferenceId, numbered: Numbered) -> str:
    return ", ".join(f"A{n}" for n, action in numbered if action.inference_id == inference_id)


def _own_papers(
    profile: Profile, relating: Sequence[InferenceId], behind: Sequence[InferenceId]
) -> Iterator[str]:
    for paper in profile.papers:
        if paper.relation is Relation.MINE:
            said = _sentences(profile, paper.paper_id, relating, behind)
            words = f" says: {' / '.join(said)}" if said else ""
            yield f"Their paper “{paper.title}” ({paper.year or 'n.d.'}){words}"


def _sentences(
    profile: Profile,
    paper_id: PaperId,
    relating: Sequence[InferenceId],
    behind: Sequence[InferenceId],
) -> tuple[str, ...]:
    """What the actions on the reader's papers rest on (`relating`), then what the paper found and
    argues, then other evidence, first for what any chosen action rests on (`behind`): without all
    three a writer would have to guess which paper does what."""
    evidence = list(_evidence(profile, paper_id, behind))
    told = [
        *(text for inference, text in evidence if inference in relating),
        *_results(profile, paper_id),
        *(text for _, text in evidence),
    ]
    return tuple(
        dict.fromkeys(shorten(line, LONGEST) for line in told if not _NO_RESULT.search(line))
    )[:A_PAPER]


def _results(profile: Profile, paper_id: PaperId) -> tuple[str, ...]:
    """Sentences of the closing half of the abstract, where results and claims stand: those with
    numbers before others, later before earlier."""
    abstract = next(
        (
            p.text
            for p in profile.passages
            if p.paper_id == paper_id and p.kind is PassageKind.ABSTRACT
        ),
        "",
    )
    lines = sentences(abstract)
    closing = [n for n in range(len(lines) // 2, len(lines)) if not _NO_RESULT.search(lines[n])]
    best = sorted(closing, key=lambda n: (not any(c.isdigit() for c in lines[n]), -n))[:OF_ABSTRACT]
    return tuple(lines[n] for n in sorted(best))


def _evidence(
    profile: Profile, paper_id: PaperId, behind: Sequence[InferenceId]
) -> Iterator[tuple[InferenceId, str]]:
    enabled = [i for i in profile.enabled if i.aspect in _TELLING]
    for inference in sorted(
        enabled, key=lambda i: (_place(i.inference_id, behind), _TELLING.index(i.aspect))
    ):
        for support in inference.supports:
            if support.paper_id == paper_id:
                yield inference.inference_id, support.evidence[0].text


def _place(inference_id: InferenceId, behind: Sequence[InferenceId]) -> int:
    return behind.index(inference_id) if inference_id in behind else len(behind)
