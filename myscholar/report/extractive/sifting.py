"""What actions do to the hits and statements before anything is chosen: leave out papers, apply
filters, skip parts. Everything is counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId, Hit
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.text.terms import content_stems


@dataclass(frozen=True)
class Sifted:
    """What is left, and how many hits or statements each action removed (an action that removed
    none has 0)."""

    hits: tuple[Hit, ...]
    n_papers_removed: dict[ActionId, int] = field(default_factory=dict)


def sift_hits(hits: Sequence[Hit], aims: Sequence[ActionTarget]) -> Sifted:
    """Papers about an EXCLUDE action's terms go (term in the title, or in most of the matching
    passages); so do papers that a LIMIT action's filters refuse."""
    left = list(hits)
    removed: dict[ActionId, int] = {}
    for aim in of_verb(aims, Verb.LIMIT, Verb.EXCLUDE):
        before = len(left)
        if aim.verb is Verb.LIMIT:
            left = [h for h in left if aim.action.directive.filters.accepts(h.paper)]
        else:
            left = [h for h in left if not _is_about(h, aim)]
        removed[aim.action_id] = before - len(left)
    return Sifted(tuple(left), removed)


def sift_statements(
    statements: Sequence[CandidateSentence], aims: Sequence[ActionTarget]
) -> tuple[tuple[CandidateSentence, ...], dict[ActionId, int]]:
    """Without the statements of skipped parts: those with the named role, or with the terms of a
    SKIP_SECTION action; and how many each removed."""
    left = list(statements)
    removed: dict[ActionId, int] = {}
    for aim in of_verb(aims, Verb.SKIP_SECTION):
        before = len(left)
        left = [
            s for s in left if not (s.cues & aim.parts or (not aim.parts and aim.names(s.stems)))
        ]
        removed[aim.action_id] = before - len(left)
    return tuple(left), removed


def _is_about(hit: Hit, aim: ActionTarget) -> bool:
    if aim.names(frozenset(content_stems(hit.paper.title))):
        return True
    passages = hit.paper.readable
    naming = sum(aim.names(frozenset(content_stems(p.text))) for p in passages)
    return naming > len(passages) / 2
