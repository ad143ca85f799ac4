"""What a model's report has to show for each action: the marked words that its citations bear out,
and what was left out for it."""

from collections.abc import Mapping, Sequence

from myscholar.domain.actions import Action
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.report import Findings, Highlight, OutcomeSpan, Section
from myscholar.report.llm.assemble import Assembled
from myscholar.report.llm.lexical import statements
from myscholar.report.llm.table import wants_table
from myscholar.report.outcome_evidence import ActionEvidence, OutcomeEvidence
from myscholar.text.lexicons import pattern

_HOLDS_NOTHING = pattern("doubts.holds_nothing")


def gather_evidence(
    actions: Sequence[Action],
    report: Assembled,
    findings: Findings,
    n_papers_removed: Mapping[ActionId, int],
) -> OutcomeEvidence:
    """Marked words that say only that there is nothing for their action are passed over."""
    own = tuple(_of_action(a, report.sections, n_papers_removed) for a in actions)
    sentences = tuple(s.text for t in report.sections for s in statements(t.text))
    return OutcomeEvidence(own, report.sections, report.references, findings, sentences)


def _of_action(
    action: Action, sections: Sequence[Section], n_papers_removed: Mapping[ActionId, int]
) -> ActionEvidence:
    spans, n_doubted = list[OutcomeSpan](), 0
    for i, section in enumerate(sections):
        for h in section.highlights:
            if h.action_id != action.action_id:
                continue
            words = section.text[h.start : h.end]
            if all(_HOLDS_NOTHING.search(s.text) for s in statements(words)):
                continue
            if _is_doubted(h, section):
                n_doubted += 1
            else:
                spans.append(OutcomeSpan(section=i, start=h.start, end=h.end))
    return ActionEvidence(
        action,
        tuple(spans),
        n_doubted,
        n_papers_removed.get(action.action_id, 0),
        wants_table(action),
    )


def _is_doubted(h: Highlight, section: Section) -> bool:
    """Whether it mostly covers words which their citations do not bear out."""
    covered = sum(
        max(0, min(h.end, d.end) - max(h.start, d.start))
        for d in section.doubts
        if d.flag.error_type is ErrorType.FACTUAL and d.flag.severity is Severity.WARNING
    )
    return 2 * covered > h.end - h.start
