"""What a model's report has to show for each action: the marked words that its citations bear out,
what its judges say, and what was left out for it."""

from collections.abc import Iterable, Mapping, Sequence

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.drafts import SectionPlan
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.report import Findings, Highlight, OutcomeSpan, OutcomeStatus, Section
from myscholar.report.llm.assemble import Assembled
from myscholar.report.llm.lexical import CitedSentence, statements, stems
from myscholar.report.llm.verify import Checked, asking_for_ideas
from myscholar.report.outcome_evidence import ActionEvidence, OutcomeEvidence
from myscholar.text.lexicons import pattern

OF_ACTION = 0.5
"""Share of an action's content words from which an unmarked sentence of its section speaks of it;
by hand."""
_HOLDS_NOTHING = pattern("doubts.holds_nothing")
_WITH_SECTION = (Verb.ADD_SECTION, Verb.NEXT_STEPS, Verb.CONNECT)
_ON_GAPS = (Verb.LIMITATIONS, Verb.NEXT_STEPS, Verb.CONNECT)
"""Verbs of which a sentence that something is not there may be the very answer."""


def gather_evidence(
    actions: Sequence[Action],
    report: Assembled,
    checked: Sequence[Checked],
    findings: Findings,
    n_papers_removed: Mapping[ActionId, int],
) -> OutcomeEvidence:
    """`checked` are the drafts that the report was assembled from."""
    written = [c for c in checked if c.draft.text.strip()]
    admissions = _admissions(actions, report.sections)
    own = tuple(
        _of_action(a, report.sections, written, n_papers_removed, admissions.get(a.action_id, ()))
        for a in actions
    )
    sentences = tuple(s.text for t in report.sections for s in statements(t.text))
    return OutcomeEvidence(own, report.sections, report.references, findings, sentences)


def _of_action(
    action: Action,
    sections: Sequence[Section],
    written: Sequence[Checked],
    n_papers_removed: Mapping[ActionId, int],
    admissions: Sequence[OutcomeSpan],
) -> ActionEvidence:
    spans, n_doubted, n_denied = list[OutcomeSpan](), 0, 0
    is_idea = bool(asking_for_ideas([action]))
    verdicts = [[v for v in c.on_actions if v.action_id == action.action_id] for c in written]
    for i, section in enumerate(sections):
        is_denied = any(v.status is OutcomeStatus.NOT_DONE for v in verdicts[i])
        for h in section.highlights:
            if h.action_id != action.action_id:
                continue
            if _says_nothing(section.text[h.start : h.end]):
                continue
            if is_denied:
                n_denied += 1
            elif not is_idea and _is_doubted(h, section):
                n_doubted += 1
            else:
                spans.append(OutcomeSpan(section=i, start=h.start, end=h.end))
    return ActionEvidence(
        action,
        tuple(spans),
        n_doubted,
        n_denied,
        n_papers_removed.get(action.action_id, 0),
        own_section=_own_section(action, [c.draft.plan for c in written]),
        admissions=tuple(admissions),
        verdicts=tuple(v for of_section in verdicts for v in of_section),
    )


def _says_nothing(words: str) -> bool:
    """Whether all of it says only that the sources hold nothing."""
    return all(_HOLDS_NOTHING.search(s.text) for s in statements(words))


def _admissions(
    actions: Sequence[Action], sections: Sequence[Section]
) -> Mapping[ActionId, list[OutcomeSpan]]:
    """For each action the sentences which say that the sources hold nothing for it."""
    found = dict[ActionId, list[OutcomeSpan]]()
    told = [a for a in actions if a.directive.verb not in _ON_GAPS]
    for i, section in enumerate(sections):
        for s in statements(section.text):
            said = _HOLDS_NOTHING.search(section.text, *s.span)
            for action_id in _admitted_for(told, section, s, said.span()) if said else ():
                place = OutcomeSpan(section=i, start=s.span.start, end=s.span.end)
                found.setdefault(action_id, []).append(place)
    return found


def _admitted_for(
    actions: Sequence[Action], section: Section, sentence: CitedSentence, said: tuple[int, int]
) -> Iterable[ActionId]:
    """The actions that the words are marked for; if none, those that the section was to carry out
    and with which the sentence shares most words."""
    marked = {h.action_id for h in section.highlights if h.start < said[1] and said[0] < h.end}
    if marked:
        return [a.action_id for a in actions if a.action_id in marked]
    asked = {
        a.action_id: stems(f"{a.tldr} {' '.join(a.directive.terms)}")
        for a in actions
        if a.action_id in section.action_ids
    }
    shared = {a: len(words & stems(sentence.text)) for a, words in asked.items()}
    most = max(shared.values(), default=0)
    return [a for a, n in shared.items() if n == most and n >= OF_ACTION * len(asked[a]) > 0]


def _own_section(action: Action, plans: Sequence[SectionPlan]) -> int | None:
    """The section that exists for the action: of those that list it the one whose title and brief
    have most of its words, or the only one."""
    with_section = action.directive.verb in _WITH_SECTION
    if not (with_section or action.stage is Stage.ORGANIZATION):
        return None
    listing = [i for i, plan in enumerate(plans) if action.action_id in plan.action_ids]
    if len(listing) == 1:
        return listing[0]
    asked = stems(" ".join(action.directive.terms) or action.tldr)
    shared = {i: len(asked & stems(f"{plans[i].title} {plans[i].brief}")) for i in listing}
    best = max(listing, key=lambda i: shared[i], default=None)
    is_about = best is not None and with_section and 2 * shared[best] >= len(asked) > 0
    return best if is_about else None


def _is_doubted(h: Highlight, section: Section) -> bool:
    """Whether it mostly covers words which their citations do not bear out."""
    covered = sum(
        max(0, min(h.end, d.end) - max(h.start, d.start))
        for d in section.doubts
        if d.flag.error_type is ErrorType.FACTUAL and d.flag.severity is Severity.WARNING
    )
    return 2 * covered > h.end - h.start
