"""A model's outline put right, without a model: numbers that exist, sections with a purpose, quotes
and actions that have a place."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from myscholar.domain.actions import Category, Verb
from myscholar.domain.drafts import Outline, SectionPlan
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.report import SectionFormat
from myscholar.domain.text import fold, shorten
from myscholar.report.llm.outline_check import OutlineInput, needs_a_section
from myscholar.report.llm.replies import OutlineReply, PlannedSection
from myscholar.report.llm.shown import ids_of
from myscholar.text.terms import content_stems

LONGEST_TITLE = 160
"""Characters of a title, the report's or a section's; by hand."""
FEW_LEFT = 0.25
"""Share of the quotes up to which those without a section count as left out on purpose; by hand."""
NEAR = 2
"""Distinct words that a quote or an action shares with its section at least; by hand."""


class _Section:
    """`named` are the stems of its title and brief, `stems` those of its quotes too."""

    def __init__(self, plan: SectionPlan) -> None:
        self.plan = plan
        self.named = frozenset(content_stems(f"{plan.title} {plan.brief}"))
        self.stems = self.named.union(*(content_stems(q.evidence.text) for q in plan.quotes))

    def take(self, quotes: Iterable[Quote] = (), actions: Iterable[ActionId] = ()) -> None:
        update = {
            "quotes": tuple(dict.fromkeys((*self.plan.quotes, *quotes))),
            "action_ids": tuple(dict.fromkeys((*self.plan.action_ids, *actions))),
        }
        self.plan = self.plan.model_copy(update=update)

    def serving(self, action_id: ActionId) -> int:
        """How many of its quotes serve the action."""
        return sum(action_id in q.action_ids for q in self.plan.quotes)


def outline_of(reply: OutlineReply, context: OutlineInput) -> Outline:
    """The reply with numbers that don't exist dropped, sections without a purpose left out, what
    was forgotten dealt to where it fits best.

    Never empty: where nothing usable was planned, there is one section with all quotes.
    """
    first = context.first_kept(reply)
    planned = (_read(section, context) for section in reply.sections)
    sections = _joined([s for s in planned if s], {fold(plan.title) for plan in first}, context)
    title = shorten(context.question, LONGEST_TITLE)
    if not sections and not first:
        sections = [_Section(SectionPlan(title=title, quotes=context.quotes))]
    used = {q.quote_id for plan in (*first, *(s.plan for s in sections)) for q in plan.quotes}
    _deal_quotes([q for q in context.quotes if q.quote_id not in used], sections, context)
    _deal_actions(context, sections)
    return Outline(
        title=shorten(reply.title, LONGEST_TITLE) or title,
        language=context.language,
        sections=(*first, *(_formed(section.plan) for section in sections)),
    )


def first_of(planned: object, context: OutlineInput) -> SectionPlan | None:
    """The first section as it will be written, from a reply that may not be whole; None where it
    can't begin a report by itself."""
    try:
        section = _read(PlannedSection.model_validate(planned), context)
    except ValidationError:
        return None
    return _formed(section.plan) if section and section.plan.quotes else None


def _read(planned: PlannedSection, context: OutlineInput) -> _Section | None:
    """What its numbers stand for; None where nothing could be written from it."""
    by_number = context.by_number
    title = shorten(planned.title.strip(" #*"), LONGEST_TITLE)
    quotes = tuple(by_number[n] for n in dict.fromkeys(planned.quotes) if n in by_number)
    if not title or not (quotes or context.may_be_uncited(planned)):
        return None
    plan = SectionPlan(
        title=title,
        format=planned.format,
        brief=" ".join(planned.brief.split()),
        quotes=quotes,
        action_ids=ids_of(planned.actions, context.seen),
    )
    return _Section(plan)


def _joined(sections: Sequence[_Section], taken: set[str], context: OutlineInput) -> list[_Section]:
    """Sections in their order, of equal titles joined, at most as many as asked for: the thinnest
    go into their neighbour. Those whose titles are `taken` go."""
    by_title: dict[str, _Section] = {}
    for section in sections:
        title = fold(section.plan.title)
        if title in by_title:
            by_title[title].take(section.plan.quotes, section.plan.action_ids)
        elif title not in taken:
            by_title[title] = section
    kept = list(by_title.values())
    while len(kept) > max(1, context.most - len(taken)):
        thinnest = min(kept, key=lambda s: (bool(s.plan.action_ids), len(s.plan.quotes)))
        place = kept.index(thinnest)
        del kept[place]
        kept[max(0, place - 1)].take(thinnest.plan.quotes, thinnest.plan.action_ids)
    return kept


def _deal_quotes(
    left: Sequence[Quote], sections: Sequence[_Section], context: OutlineInput
) -> None:
    """Quotes that stand nowhere go where their paper is. Papers that stand nowhere were left out on
    purpose if they are few, as the model was told to; if many, they were forgotten and go where
    their words are. One that shares hardly a word with any section stays out, and so do ideas'
    sections.
    """
    ideas = {a.action_id for _, a in context.seen if a.directive.verb is Verb.NEXT_STEPS}
    open_ones = [s for s in sections if s.plan.quotes and not ideas & set(s.plan.action_ids)]
    were_forgotten = len(left) > FEW_LEFT * len(context.quotes)
    for quote in left:
        paper = quote.evidence.paper_id
        own = [s for s in open_ones if any(q.evidence.paper_id == paper for q in s.plan.quotes)]
        if nearest := _nearest(quote.evidence.text, own or (open_ones if were_forgotten else ())):
            nearest.take(quotes=(quote,))


def _deal_actions(context: OutlineInput, sections: Sequence[_Section]) -> None:
    """Forgotten actions: those on the way of writing go to every section, those on content where
    their words or their quotes are."""
    placed = {action_id for section in sections for action_id in section.plan.action_ids}
    for _, action in context.seen if sections else ():
        own = action.action_id
        if own in placed or not needs_a_section(action):
            continue
        best = max(sections, key=lambda s: s.serving(own))
        if action.category is Category.STYLE:
            chosen = list(sections)
        elif best.serving(own):
            chosen = [best]
        else:
            chosen = [_nearest(f"{action.tldr} {action.text}", sections) or sections[-1]]
        for section in chosen:
            section.take(actions=(own,))


def _nearest(text: str, sections: Sequence[_Section]) -> _Section | None:
    """The section with most of the text's words, rare ones and those of its title counting more;
    None where no section has two of them."""
    stems = set(content_stems(text))
    spread = Counter(stem for section in sections for stem in section.stems & stems)

    def shared(section: _Section) -> float:
        return sum((1 + (stem in section.named)) / spread[stem] for stem in section.stems & stems)

    best = max(sections, key=shared, default=None)
    return best if best and len(best.stems & stems) >= NEAR else None


def _formed(plan: SectionPlan) -> SectionPlan:
    """A table needs three papers; with fewer it becomes prose."""
    if plan.format is SectionFormat.TABLE and len({q.evidence.paper_id for q in plan.quotes}) < 3:
        return plan.model_copy(update={"format": SectionFormat.SYNTHESIS})
    return plan
