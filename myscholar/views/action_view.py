"""Proposed actions cut up for a screen: plain strings, with what is behind each and what it
does."""

from collections.abc import Collection, Mapping

from myscholar.domain.actions import (
    Action,
    ActionList,
    Category,
    Directive,
    Stage,
    Verb,
)
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.model import Frozen
from myscholar.domain.profile import PaperSupport, Profile
from myscholar.views.doubt_view import DoubtView, doubt_views
from myscholar.views.left_out_view import LeftOutView, left_out_views
from myscholar.views.section_text import Shown
from myscholar.workflows.actions.complaints import Complaint, complaints_about

MEANINGS = {
    Category.CONTENT: "What the report covers",
    Category.STYLE: "How the report is written",
    Category.SPECIFICITY: "How the question is understood",
    Category.RESEARCH_IDEAS: "What you could do with it",
}
STAGES = {
    Stage.SEARCH_ADD: "Adds to the search",
    Stage.SEARCH_REFINE: "Narrows or reorders what was found",
    Stage.ORGANIZATION: "Changes the sections",
    Stage.GENERATION: "Changes how it is written",
}
_RULES = {
    Verb.SEARCH: "It also searches for {}.",
    Verb.FOCUS: "Passages on {} rank first; nothing is shut out.",
    Verb.EXCLUDE: "Papers on {} are left out.",
    Verb.LIMIT: "Only papers that fit are used: {}.",
    Verb.ADD_SECTION: "There is a section on {}.",
    Verb.SKIP_SECTION: "There is no section on {}.",
    Verb.COMPARE: "A table sets papers or methods side by side.",
    Verb.LIST: "Bullet points take the place of prose.",
    Verb.ORDER_BY_YEAR: "Older work comes first within each section.",
    Verb.BRIEF: "There are fewer and shorter sections.",
    Verb.DEFINE: "Terms are explained by quoted definitions: {}.",
    Verb.SKIP_DEFINITIONS: "Sentences that only define {} are left out.",
    Verb.NUMBERS: "Sentences with measured results come first.",
    Verb.LIMITATIONS: "Sentences that state limits and failures come first.",
    Verb.CONNECT: "Findings are related to your own papers by name.",
    Verb.NEXT_STEPS: "A section lists open questions from the cited papers.",
    Verb.FREE: "No rule fits these words: they are searched for, and passages on {} rank first.",
}


def facts_of(action: Action) -> tuple[str, ...]:
    """In a few words each: whom it is for, what it changes, and what is special about it."""
    special = {
        "saves time": action.saves_time,
        "wild card": action.wild_card,
        "emphasized": action.emphasis,
    }
    return (
        "for you" if action.personalized else "for anyone",
        action.category.label.lower(),
        *(words for words, holds in special.items() if holds),
    )


class SourceQuote(Frozen):
    """`verbatim`: the paper's own words; else this project's summary of it."""

    text: Shown
    verbatim: bool


class BehindPaper(Frozen):
    """One paper's part in the inference behind an action."""

    number: int
    title: str
    explanation: Shown
    quotes: tuple[SourceQuote, ...]


class Behind(Frozen):
    """The inference that an action came from."""

    aspect: str
    text: Shown
    papers: tuple[BehindPaper, ...]


class Judged(Frozen):
    """What the person said of it."""

    liked: bool
    errors: tuple[str, ...]
    comment: str


class ActionCard(Frozen):
    """`does` says where it takes hold, `by_rules` how, where rules read it."""

    action_id: str
    tldr: Shown
    text: Shown
    personalized: bool
    own: bool
    edited: bool
    enabled: bool
    emphasis: bool
    saves_time: bool
    wild_card: bool
    new: bool = False
    does: str
    by_rules: str | None
    behind: Behind | None
    because_gone: bool
    """The inference behind it is no longer in the profile."""
    doubts: tuple[DoubtView, ...]
    judged: Judged | None


class ActionGroup(Frozen):
    """A category, or `own`: what the researcher added."""

    kind: str
    label: str
    meaning: str
    cards: tuple[ActionCard, ...]


class ActionsView(Frozen):
    """`order` holds the ids of all actions: in this order the report takes up those that are
    chosen."""

    groups: tuple[ActionGroup, ...]
    order: tuple[str, ...]
    defaults: tuple[str, ...]
    has_profile: bool
    left_out: tuple[LeftOutView, ...] = ()
    complaints: tuple[Complaint, ...] = complaints_about(Subject.ACTION)


def actions_view(
    actions: ActionList,
    profile: Profile | None,
    *,
    defaults: Collection[str] = (),
    newest: Collection[str] = (),
    feedback: Mapping[str, Feedback] = {},
    by_rules: bool = True,
) -> ActionsView:
    """`by_rules`: the extractive engine writes the report, so what its rules make of each action is
    said."""
    cards: dict[str, ActionCard] = {
        a.action_id: _card(a, profile, feedback, by_rules) for a in actions.actions
    }
    cards |= {n: cards[n].model_copy(update={"new": True}) for n in newest if n in cards}
    shown = [a for a in actions.actions if not a.is_own]
    own = tuple(card for card in cards.values() if card.own)
    return ActionsView(
        groups=(
            *(_group(c, [cards[a.action_id] for a in shown if a.category is c]) for c in Category),
            ActionGroup(kind="own", label="Your own", meaning="In your words", cards=own),
        ),
        order=tuple(cards),
        defaults=tuple(defaults),
        has_profile=actions.profile_id is not None,
        left_out=left_out_views(actions),
    )


def _group(category: Category, cards: list[ActionCard]) -> ActionGroup:
    """What comes from the profile first, then what anyone may want."""
    return ActionGroup(
        kind=category.value,
        label=category.label,
        meaning=MEANINGS[category],
        cards=tuple(sorted(cards, key=lambda card: not card.personalized)),
    )


def rule_in_words(directive: Directive) -> str:
    """What the report writer without a language model does."""
    if directive.verb is Verb.LIMIT:
        return _RULES[Verb.LIMIT].format(directive.filters)
    listed = ", ".join(f"“{term}”" for term in directive.terms) or "the question's topics"
    said = _RULES[directive.verb].format(listed)
    filters = directive.filters
    return said if filters.is_empty else f"{said} Only papers that fit: {filters}."


def _card(
    action: Action, profile: Profile | None, feedback: Mapping[str, Feedback], by_rules: bool
) -> ActionCard:
    judged = feedback.get(f"{Subject.ACTION}:{action.action_id}")
    if judged and judged.words not in ("", action.tldr):
        # it was said of an action that had the number in an earlier proposal, or of other words
        judged = None
    behind = _behind(action, profile)
    return ActionCard(
        action_id=action.action_id,
        tldr=action.tldr,
        text=action.text,
        personalized=action.personalized,
        own=action.is_own,
        edited=action.origin == "user" and not action.is_own,
        enabled=action.enabled,
        emphasis=action.emphasis,
        saves_time=action.saves_time,
        wild_card=action.wild_card,
        does=STAGES[action.stage],
        by_rules=rule_in_words(action.directive) if by_rules else None,
        behind=behind,
        because_gone=action.inference_id is not None and behind is None,
        doubts=doubt_views(action.flags, other="Doubtful"),
        judged=judged and Judged(liked=judged.liked, errors=judged.errors, comment=judged.comment),
    )


def _behind(action: Action, profile: Profile | None) -> Behind | None:
    known = profile.inferences if profile else ()
    inference = next((i for i in known if i.inference_id == action.inference_id), None)
    if profile is None or inference is None:
        return None
    # they were found for the earlier wording
    supports = () if inference.origin == "user" else inference.supports
    papers = sorted((_paper(profile, support) for support in supports), key=lambda p: p.number)
    return Behind(aspect=inference.aspect.label, text=inference.text, papers=tuple(papers))


def _paper(profile: Profile, support: PaperSupport) -> BehindPaper:
    paper = profile.paper(support.paper_id)
    return BehindPaper(
        number=paper.number,
        title=paper.title,
        explanation=support.explanation,
        quotes=tuple(
            SourceQuote(text=e.text, verbatim=e.kind.is_verbatim) for e in support.evidence
        ),
    )
