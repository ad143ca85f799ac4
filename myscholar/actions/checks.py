"""The error types that real users reported for actions, as far as rules can see them. Source: MySQA
Table 9."""

import re
from collections.abc import Sequence
from itertools import combinations

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
from myscholar.domain.actions import Action, Directive, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question
from myscholar.text.question_words import is_frame
from myscholar.text.terms import content_stems, is_content, phrase_key, stem

_VAGUE = re.compile(
    r"\b(?:(?:improve|make) (?:it|this|everything|the (?:report|answer|text))\b|be (?:more |very "
    r")?(?:helpful|useful|good|better|insightful)|more "
    r"(?:insight\w*|depth|detail\w*|interesting|helpful)"
    r"|(?:better|useful|relevant|richer) (?:and \w+ "
    r")?(?:insights?|information|content|coverage|papers)|as appropriate|if possible|various "
    r"aspects|high quality)\b"
    r"|^(?:improve|enhance|increase|raise) (?:the )?(?:overall "
    r")?(?:quality|depth|value|usefulness)(?: (?:of the report|where possible|further))?[.!]?$",
    re.IGNORECASE,
)  # fmt: skip
"""The last only as the whole action: "improve answer accuracy" names something."""
_BASICS = re.compile(
    r"\b(?:basics?|fundamentals?|introductory|introductions? "
    r"to|textbook|beginner\w*)\b|^(?:briefly )?introduce\b",
    re.IGNORECASE,
)
_FORM = re.compile(r"^I can .+\bwhich might help you .+", re.DOTALL)
_TAKES_TERMS = frozenset({Verb.SEARCH, Verb.FOCUS, Verb.ADD_SECTION, Verb.FREE, Verb.EXCLUDE})
_LEAVES_OUT = frozenset({Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS, Verb.EXCLUDE})
NARROW_CITATIONS, NARROW_YEARS = 100, 2


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
    alone = {a.action_id: _flags(a, analysis, profile) for a in actions}
    for flagged, flag in _together(actions):
        alone[flagged] = (*alone[flagged], flag)
    return tuple(
        a.model_copy(
            update={
                "flags": (*(f for f in a.flags if f.error_type not in _OURS), *alone[a.action_id])
            }
        )
        for a in actions
    )


def by_model(action: Action) -> bool:
    """Whether its words are a model's: written freely, and carried out by a model that reads
    them."""
    return action.origin not in ("extractive", "user")


_OURS = frozenset(e for e in ErrorType if e.value.startswith("action."))


def _flags(action: Action, analysis: QuestionAnalysis, profile: Profile | None) -> tuple[Flag, ...]:
    found = (
        _trust(action),
        _vague(action),
        _narrow(action, analysis),
        _offtopic(action, analysis, profile),
        _expert(action, analysis, profile),
    )
    return tuple(flag for flag in found if flag)


def _trust(action: Action) -> Flag | None:
    asked_too_much = (
        beyond_models(action.tldr, action.text)
        if by_model(action)
        else beyond_rules(action.tldr, action.text)
    )
    if asked_too_much is None:
        return None
    about = action.directive.terms[0] if action.directive.terms else "it"
    return Flag(
        error_type=ErrorType.TRUST,
        severity=Severity.WARNING,
        reason="This tool reads papers and writes a report from them; it can't "
        f"“{asked_too_much}”.",
        repair=f"Search for papers that report on {about}",
    )


def _vague(action: Action) -> Flag | None:
    d = action.directive
    empty = (
        not _FORM.match(action.text) if by_model(action) else d.verb is Verb.FREE and not d.terms
    )
    if not (empty or _VAGUE.search(action.tldr)):
        return None
    return Flag(
        error_type=ErrorType.VAGUE,
        severity=Severity.HINT,
        reason="It does not say what would change in the report. Name a topic, a kind of paper, a "
        "section or a form.",
        repair=f"Add a section on {d.terms[0]}" if d.terms else None,
    )


def _narrow(action: Action, analysis: QuestionAnalysis) -> Flag | None:
    d = action.directive
    severity, reason, repair = Severity.HINT, None, None
    if d.verb is Verb.EXCLUDE and _rules_out_topic(d.terms, analysis):
        severity, reason = (
            Severity.WARNING,
            f"Leaving out “{d.terms[0]}” would shut out what the question is about.",
        )
    elif d.filters.min_citations is not None and d.filters.min_citations >= NARROW_CITATIONS:
        reason, repair = (
            f"Few papers have {d.filters.min_citations} citations, and no new ones.",
            "Keep to papers cited at least 10 times",
        )
    elif (
        d.filters.year_min is not None
        and d.filters.year_max is not None
        and d.filters.year_max - d.filters.year_min < NARROW_YEARS
    ):
        reason, repair = (
            "So few years hold few papers on one question.",
            f"Keep to papers from {d.filters.year_min - 3} on",
        )
    elif d.verb is Verb.FOCUS and d.terms and says_only(action):
        reason, repair = (
            "“Only” would leave out papers that answer the question in other settings.",
            f"Put papers on {d.terms[0]} first",
        )
    elif by_model(action) and d.terms and narrows(action, analysis.text) >= FOCUSES_ON_PART:
        reason, repair = _of_a_part(d)
    if reason is None:
        return None
    return Flag(
        error_type=ErrorType.NARROW,
        severity=severity,
        reason=reason,
        repair=repair,
    )


def _of_a_part(d: Directive) -> tuple[str, str | None]:
    if d.verb is Verb.EXCLUDE:
        return f"Leaving out “{left_out(d)}” may cost a part of the answer.", None
    return f"“{d.terms[0]}” is only a part of what is asked.", f"Put papers on {d.terms[0]} first"


def _rules_out_topic(terms: tuple[str, ...], analysis: QuestionAnalysis) -> bool:
    core = [set(content_stems(p)) for p in analysis.core_phrases[:3]]
    return any(
        set(content_stems(term)) and set(content_stems(term)) <= phrase
        for term in terms
        for phrase in core
    )


def _offtopic(action: Action, analysis: QuestionAnalysis, profile: Profile | None) -> Flag | None:
    """Brings in another field, or the profile's own topics without a word of the question. A wild
    card may; so may what the look-up results named."""
    d = action.directive
    if by_model(action) and not action.wild_card and leads_away(action, analysis.text) >= FOREIGN:
        reason = "It carries the report into a field that the question does not name."
        return Flag(error_type=ErrorType.OFFTOPIC, severity=Severity.HINT, reason=reason)
    if (
        d.verb not in _TAKES_TERMS
        or not d.terms
        or action.wild_card
        or action.origin == "user"
        or profile is None
        or not action.personalized
    ):
        return None
    said = {
        stem(w) for t in d.terms for w in t.split() if is_content(w) and not is_frame(w.casefold())
    }
    asked = set(content_stems(analysis.text))
    own = {s for i in profile.inferences for t in i.terms for s in content_stems(t)}
    if not said or said & asked or not said <= own or d.verb in (Verb.FOCUS, Verb.EXCLUDE):
        return None
    if _rests_on_a_habit(action, profile) or (
        by_model(action) and asked & set(content_stems(clause_of(action.text)))
    ):
        return None
    return Flag(
        error_type=ErrorType.OFFTOPIC,
        severity=Severity.HINT,
        reason=f"“{d.terms[0]}” comes from your papers, not from the question, and may lead away "
        "from it.",
        repair=f"Connect the findings to your own papers where they touch {d.terms[0]}",
    )


def _rests_on_a_habit(action: Action, profile: Profile) -> bool:
    source = next((i for i in profile.inferences if i.inference_id == action.inference_id), None)
    return source is not None and (
        source.aspect is ProfileAspect.AUDIENCE
        or any(is_practice(source, term) for term in action.directive.terms)
    )


def _expert(action: Action, analysis: QuestionAnalysis, profile: Profile | None) -> Flag | None:
    if profile is None:
        return None
    d = action.directive
    basic = d.verb is Verb.DEFINE or (d.verb not in _LEAVES_OUT and _BASICS.search(action.tldr))
    if not basic:
        return None
    known_text = " ".join(
        phrase_key(t)
        for t in (
            *(p.title for p in profile.papers),
            *(t for i in profile.enabled for t in i.terms),
        )
    )
    terms = [_without_basics(t) for t in d.terms] or list(analysis.core_phrases[:1])
    known = [t for t in terms if t and f" {phrase_key(t)} " in f" {known_text} "]
    if not known:
        return None
    return Flag(
        error_type=ErrorType.EXPERT,
        severity=Severity.HINT,
        reason=f"Your papers already treat {known[0]}.",
        repair=f"Skip definitions of {known[0]}",
    )


def _without_basics(term: str) -> str:
    """ "ward scheduling" of "fundamentals of ward scheduling"."""
    return re.sub(r"^(?:of|to|in|on|for)\b", "", " ".join(_BASICS.sub(" ", term).split())).strip()


def _together(actions: Sequence[Action]) -> list[tuple[ActionId, Flag]]:
    """Repetitions and contradictions; the later action of a pair is flagged, and the disabled one
    if only one is switched on."""
    found: list[tuple[ActionId, Flag]] = []
    for a, b in combinations(actions, 2):
        flagged, other = (a, b) if b.enabled and not a.enabled else (b, a)
        if contradict(a.directive, b.directive):
            severity = Severity.WARNING if a.enabled and b.enabled else Severity.HINT
            reason = f"It contradicts “{other.tldr}”: choose one of the two."
        elif (
            say_the_same(a, b)
            if by_model(a) or by_model(b)
            else near_duplicates(a.directive, b.directive)
        ):
            severity, reason = Severity.HINT, f"It repeats “{other.tldr}”."
        else:
            continue
        found.append(
            (
                flagged.action_id,
                Flag(error_type=ErrorType.ACTION_GLOBAL, severity=severity, reason=reason),
            )
        )
    return found
