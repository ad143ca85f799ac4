"""What shows whether actions were carried out, as an engine gives it; see `outcomes`."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.papers import PaperId
from myscholar.domain.report import (
    ActionOutcome,
    Findings,
    OutcomeSpan,
    OutcomeStatus,
    Reference,
    Section,
)


@dataclass(frozen=True)
class SoughtSentences:
    """What a digest looked for on behalf of one action."""

    predicate: str
    """What a sentence has to do, in the singular: "mentions “retrieval”"."""
    n_terms: int = 0
    least: int = 0
    """Sentences below which it is carried out in part only."""
    n_removed: int = 0
    """Sentences that were left out for it."""
    misplaced: str = ""
    """What it asks of their place and the report does not give, as the end of a sentence."""
    lacks_in_table: str = ""
    """What its table was to hold and does not, as the end of a sentence."""
    has_in_table: str = ""


@dataclass(frozen=True)
class ActionEvidence:
    """Of one action. `spans` are the words of the report that serve it."""

    action: Action
    spans: tuple[OutcomeSpan, ...] = ()
    n_doubted: int = 0
    """Marked spans that are not counted, as their citations don't bear out the words."""
    n_papers_removed: int = 0
    """Papers left out for its sake."""
    wants_table: bool = False
    sought: SoughtSentences | None = None
    """None where a model wrote the report."""

    @property
    def verb(self) -> Verb:
        return self.action.directive.verb


@dataclass(frozen=True)
class DigestCounts:
    """What was counted while a digest was made."""

    n_queries: int
    n_statements: int
    n_definitions_left_out: int
    has_profile: bool


@dataclass(frozen=True)
class OutcomeEvidence:
    """Of a whole report. `digest` is None where a model wrote it: what a digest knows from its
    making is then looked for in the text."""

    actions: tuple[ActionEvidence, ...]
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    findings: Findings
    sentences: tuple[str, ...] = ()
    """The report's own, where a model wrote it."""
    digest: DigestCounts | None = None

    @property
    def cited(self) -> frozenset[PaperId]:
        return frozenset(r.paper.paper_id for r in self.references)


def conclude(
    own: ActionEvidence,
    status: OutcomeStatus,
    reason: str,
    *trace: str,
    spans: tuple[OutcomeSpan, ...] = (),
) -> ActionOutcome:
    return ActionOutcome(
        action_id=own.action.action_id, status=status, spans=spans, trace=trace, reason=reason
    )


def spans_of(action_id: ActionId, sections: Sequence[Section]) -> tuple[OutcomeSpan, ...]:
    return tuple(
        OutcomeSpan(section=i, start=h.start, end=h.end)
        for i, s in enumerate(sections)
        for h in s.highlights
        if h.action_id == action_id
    )
