"""What shows whether actions were carried out, as an engine gives it; see `outcomes`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperId
from myscholar.domain.report import (
    ActionOutcome,
    Findings,
    OutcomeSpan,
    OutcomeStatus,
    Reference,
    Section,
)


class ActionVerdict(Frozen):
    """How far the judge of a section finds an action carried out there; `model` is the judge."""

    action_id: ActionId
    status: OutcomeStatus
    why: str = ""
    model: str = ""


@dataclass(frozen=True)
class SoughtSentences:
    """What a digest looked for on behalf of one action."""

    predicate: str
    """What a sentence has to do, in the singular: "mentions “retrieval”"."""
    n_plain: int = 0
    """Sentences that do it by the words that are quoted of them, not only by words near it."""
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
    n_denied: int = 0
    """Marked spans that are not counted, as the section's judge finds nothing of it there."""
    n_papers_removed: int = 0
    """Papers left out for its sake."""
    own_section: int | None = None
    """The section (from 0) that was written for it."""
    admissions: tuple[OutcomeSpan, ...] = ()
    """Sentences which say that the sources hold nothing for it."""
    verdicts: tuple[ActionVerdict, ...] = ()
    """Those of each section's judge; none without a judge."""
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

    def name_of(self, section: int) -> str:
        """ "Section 3, “Frost”", of the third section."""
        return f"Section {section + 1}, “{self.sections[section].title}”"


KINDNESS = (OutcomeStatus.NOT_DONE, OutcomeStatus.PARTLY, OutcomeStatus.DONE)


class Finding(NamedTuple):
    """How far something shows an action carried out, in a sentence, which may be empty."""

    status: OutcomeStatus
    said: str

    def at_most(self, other: "Finding") -> "Finding":
        """As unkind as the unkinder of both, and what both say."""
        status = min(self.status, other.status, key=KINDNESS.index)
        return Finding(status, f"{self.said} {other.said}".strip())


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
