"""The error types that real users reported for actions, as far as rules can see them. Source: MySQA
Table 9."""

from collections.abc import Iterator, Sequence
from itertools import combinations, dropwhile

from myscholar.actions.conflicts import contradict, near_duplicates, say_the_same
from myscholar.actions.executable import beyond_models, beyond_rules
from myscholar.actions.habits import is_practice
from myscholar.actions.interpret import clause_of
from myscholar.actions.scope import (
    FOCUSES_ON_PART,
    FOREIGN,
    leads_away,
    left_out,
    narrows,
    says_only,
)
from myscholar.actions.wording import has_form
from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.question import QuestionAnalysis, analyse_question
from myscholar.text.question_words import is_frame
from myscholar.text.terms import content_stems, is_content, phrase_key, stem

_VAGUE = pattern("action_doubts.vague")
_BASICS = pattern("action_doubts.basics")
_TAKES_TERMS = frozenset({Verb.SEARCH, Verb.ADD_SECTION, Verb.FREE})
"""Verbs that take the report to their terms, instead of choosing among what is found."""
_LEAVES_OUT = frozenset({Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS, Verb.EXCLUDE})
_OURS = frozenset(e for e in ErrorType if e.value.startswith("action."))
NARROW_CITATIONS, NARROW_YEARS = 100, 2
"""A limit to so many citations, or to a span of fewer years, is doubted; by hand."""
_Found = tuple[Severity, str, str | None]
"""How severe, the reason, and a better wording."""


def check_actions(
    actions: Sequence[Action],
    question: QuestionAnalysis | str,
    profile: Profile | None,
    background: Background | None = None,
) -> tuple[Action, ...]:
    """The same actions with fresh flags: each with its reason and, where there is one, a better
    wording. Flags of other rooms are kept."""
    idf = background.idf if background else None
    analysis = analyse_question(question, idf=idf) if isinstance(question, str) else question
    together = list(_together(actions))
    return tuple(
        action.model_copy(
            update={
                "flags": (
                    *(f for f in action.flags if f.error_type not in _OURS),
                    *_flags(action, analysis, profile),
                    *(flag for flagged, flag in together if flagged == action.action_id),
                )
            }
        )
        for action in actions
    )


def by_model(action: Action) -> bool:
    """Whether its words are a model's: written freely, and carried out by a model that reads
    them."""
    return action.origin not in ("extractive", "user")


def _flags(action: Action, analysis: QuestionAnalysis, profile: Profile | None) -> Iterator[Flag]:
    for error_type, found in (
        (ErrorType.TRUST, _trust(action)),
        (ErrorType.VAGUE, _vague(action)),
        (ErrorType.NARROW, _narrow(action, analysis)),
        (ErrorType.OFFTOPIC, _offtopic(action, analysis, profile)),
        (ErrorType.EXPERT, _expert(action, analysis, profile)),
    ):
        if found:
            severity, reason, repair = found
            yield Flag(error_type=error_type, severity=severity, reason=reason, repair=repair)


def _trust(action: Action) -> _Found | None:
    beyond = beyond_models if by_model(action) else beyond_rules
    asked_too_much = beyond(action.tldr, action.text)
    if asked_too_much is None:
        return None
    reason = "This tool reads papers and writes a report from them; it can't "
    about = next(iter(action.directive.terms), "it")
    repair = f"Search for papers that report on {about}"
    return Severity.WARNING, f"{reason}“{asked_too_much}”.", repair


def _vague(action: Action) -> _Found | None:
    d = action.directive
    empty = not has_form(action.text) if by_model(action) else d.verb is Verb.FREE and not d.terms
    if not (empty or _VAGUE.search(action.tldr)):
        return None
    reason = (
        "It does not say what would change in the report. Name a topic, a kind of paper, a "
        "section or a form."
    )
    return Severity.HINT, reason, f"Add a section on {d.terms[0]}" if d.terms else None


def _narrow(action: Action, analysis: QuestionAnalysis) -> _Found | None:
    d, filters = action.directive, action.directive.filters
    first, last, cited = filters.year_min, filters.year_max, filters.min_citations
    if d.verb is Verb.EXCLUDE and _rules_out_topic(d.terms, analysis):
        reason = f"Leaving out “{d.terms[0]}” would shut out what the question is about."
        return Severity.WARNING, reason, None
    if cited is not None and cited >= NARROW_CITATIONS:
        reason = f"Few papers have {cited} citations, and no new ones."
        return Severity.HINT, reason, "Keep to papers cited at least 10 times"
    if first is not None and last is not None and last - first < NARROW_YEARS:
        reason = "So few years hold few papers on one question."
        return Severity.HINT, reason, f"Keep to papers from {first - 3} on"
    if not d.terms:
        return None
    instead = f"Put papers on {d.terms[0]} first"
    if d.verb is Verb.FOCUS and says_only(action):
        reason = "“Only” would leave out papers that answer the question in other settings."
        return Severity.HINT, reason, instead
    if not by_model(action) or narrows(action, analysis.text) < FOCUSES_ON_PART:
        return None
    if d.verb is Verb.EXCLUDE:
        reason = f"Leaving out “{left_out(d)}” may cost a part of the answer."
        return Severity.HINT, reason, None
    return Severity.HINT, f"“{d.terms[0]}” is only a part of what is asked.", instead


def _rules_out_topic(terms: tuple[str, ...], analysis: QuestionAnalysis) -> bool:
    core = [set(content_stems(p)) for p in analysis.core_phrases[:3]]
    left = [stems for term in terms if (stems := set(content_stems(term)))]
    return any(stems <= phrase for stems in left for phrase in core)


def _offtopic(action: Action, analysis: QuestionAnalysis, profile: Profile | None) -> _Found | None:
    """Brings in another field, or the profile's own topics without a word of the question. A wild
    card may; so may what the look-up results named."""
    d = action.directive
    if action.wild_card:
        return None
    if by_model(action) and leads_away(action, analysis.text) >= FOREIGN:
        reason = "It carries the report into a field that the question does not name."
        return Severity.HINT, reason, None
    if (
        d.verb not in _TAKES_TERMS
        or action.origin == "user"
        or profile is None
        or not action.personalized
    ):
        return None
    words = (w for t in d.terms for w in t.split() if is_content(w))
    said = {stem(w) for w in words if not is_frame(w.casefold())}
    asked = set(content_stems(analysis.text))
    own = {s for i in profile.inferences for t in i.terms for s in content_stems(t)}
    if not said or said & asked or not said <= own or _rests_on_a_habit(action, profile):
        return None
    if by_model(action) and asked & set(content_stems(clause_of(action.text))):
        return None
    reason = f"“{d.terms[0]}” comes from your papers, not from the question, and may lead away "
    repair = f"Connect the findings to your own papers where they touch {d.terms[0]}"
    return Severity.HINT, f"{reason}from it.", repair


def _rests_on_a_habit(action: Action, profile: Profile) -> bool:
    source = next((i for i in profile.inferences if i.inference_id == action.inference_id), None)
    return source is not None and (
        source.aspect is ProfileAspect.AUDIENCE
        or any(is_practice(source, term) for term in action.directive.terms)
    )


def _expert(action: Action, analysis: QuestionAnalysis, profile: Profile | None) -> _Found | None:
    d = action.directive
    basic = d.verb is Verb.DEFINE or (d.verb not in _LEAVES_OUT and _BASICS.search(action.tldr))
    if profile is None or not basic:
        return None
    titles = (p.title for p in profile.papers)
    treated = (*titles, *(t for i in profile.enabled for t in i.terms))
    known_text = f" {' '.join(map(phrase_key, treated))} "
    terms = [_without_basics(t) for t in d.terms] or list(analysis.core_phrases[:1])
    known = next((t for t in terms if t and f" {phrase_key(t)} " in known_text), None)
    if known is None:
        return None
    return Severity.HINT, f"Your papers already treat {known}.", f"Skip definitions of {known}"


def _without_basics(term: str) -> str:
    """ "ward scheduling" of "fundamentals of ward scheduling"."""
    words = _BASICS.sub(" ", term).split()
    return " ".join(dropwhile(lambda word: not is_content(word), words))


def _together(actions: Sequence[Action]) -> Iterator[tuple[ActionId, Flag]]:
    """Repetitions and contradictions; the later action of a pair is flagged, and the disabled one
    if only one is switched on."""
    for a, b in combinations(actions, 2):
        flagged, other = (a, b) if b.enabled and not a.enabled else (b, a)
        severity = Severity.HINT
        if contradict(a.directive, b.directive):
            severity = Severity.WARNING if a.enabled and b.enabled else severity
            reason = f"It contradicts “{other.tldr}”: choose one of the two."
        elif (
            say_the_same(a, b)
            if by_model(a) or by_model(b)
            else near_duplicates(a.directive, b.directive)
        ):
            reason = f"It repeats “{other.tldr}”."
        else:
            continue
        kind = ErrorType.ACTION_GLOBAL
        yield flagged.action_id, Flag(error_type=kind, severity=severity, reason=reason)
