"""What actions do to the hits and statements before anything is chosen: leave out papers, apply
filters, skip parts. Each also says how many each action took out (0 for one that took none)."""

from collections.abc import Sequence

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId, Hit
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.text.terms import content_stems


def exclude_hits(
    hits: Sequence[Hit], aims: Sequence[ActionTarget]
) -> tuple[tuple[Hit, ...], dict[ActionId, int]]:
    """Papers about an EXCLUDE action's terms go (term in the title, or in most of the matching
    passages); so do papers that a LIMIT action's filters refuse."""
    left = tuple(hits)
    n_removed: dict[ActionId, int] = {}
    for aim in of_verb(aims, Verb.LIMIT, Verb.EXCLUDE):
        before = len(left)
        if aim.verb is Verb.LIMIT:
            left = tuple(h for h in left if aim.action.directive.filters.accepts(h.paper))
        else:
            left = tuple(h for h in left if not _is_about(h, aim))
        n_removed[aim.action_id] = before - len(left)
    return left, n_removed


def exclude_statements(
    statements: Sequence[CandidateSentence], aims: Sequence[ActionTarget]
) -> tuple[tuple[CandidateSentence, ...], dict[ActionId, int]]:
    """Those with a role that a SKIP_SECTION action names go, or with its terms."""
    left = tuple(statements)
    n_removed: dict[ActionId, int] = {}
    for aim in of_verb(aims, Verb.SKIP_SECTION):
        before, parts = len(left), aim.parts
        left = tuple(s for s in left if not (s.cues & parts or (not parts and aim.names(s.stems))))
        n_removed[aim.action_id] = before - len(left)
    return left, n_removed


def _is_about(hit: Hit, aim: ActionTarget) -> bool:
    if aim.names(frozenset(content_stems(hit.paper.title))):
        return True
    passages = hit.paper.readable
    naming = sum(aim.names(frozenset(content_stems(p.text))) for p in passages)
    return naming > len(passages) / 2
