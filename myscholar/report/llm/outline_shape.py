"""A model's outline put right, without a model: numbers that exist, sections with a purpose, quotes
and actions that have a place."""

from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from myscholar.domain.actions import Category, Verb
from myscholar.domain.drafts import Outline, SectionPlan
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.papers import PaperId
from myscholar.domain.report import SectionFormat
from myscholar.domain.text import fold, shorten
from myscholar.report.llm.draft_text import unmarked
from myscholar.report.llm.outline_check import OutlineInput, needs_a_section, papers_of
from myscholar.report.llm.replies import OutlineReply, PlannedSection
from myscholar.report.llm.search_plan import clean_query
from myscholar.report.llm.shown import ids_of
from myscholar.text.safeguards import without_addresses
from myscholar.text.terms import content_stems

LONGEST_TITLE = 160
"""Characters of a title, the report's or a section's; by hand."""
FEW_LEFT = 0.25
"""Share of the quotes up to which those without a section count as left out on purpose; by hand."""
SAME_QUOTES, SAME_WORDS = 0.75, 0.5
"""Share of a section's quotes that another has, and of the words of both's titles and briefs that
they share (the question's left out), from which the two would say the same. By hand; of 10,844
pairs of sections in reports of four systems five share so many words (measured)."""
FEWEST_SHARED = 2
"""Quotes that two such sections share at least; by hand."""
FEWEST_OWN = 3
"""Words of a title and brief beyond the question's, from which they can be compared; by hand."""
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

    def absorb(self, other: "_Section") -> None:
        """What it rests on, what it was to say and what it lacks."""
        self.take(other.plan.quotes, other.plan.action_ids)
        briefs = dict.fromkeys(filter(None, (self.plan.brief, other.plan.brief)))
        words = dict[str, str]()
        for word in f"{self.plan.missing} {other.plan.missing}".split():
            words.setdefault(word.casefold(), word)
        update = {"brief": " ".join(briefs), "missing": clean_query(" ".join(words.values()))}
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
    sections = _joined([s for s in planned if s], first, context)
    title = shorten(context.question, LONGEST_TITLE)
    if not sections and not first:
        sections = [_Section(SectionPlan(title=title, quotes=context.quotes))]
    used = {q.quote_id for plan in (*first, *(s.plan for s in sections)) for q in plan.quotes}
    left = [q for q in context.quotes if q.quote_id not in used]
    _deal_quotes(left, sections, context, papers_of(q for plan in first for q in plan.quotes))
    _deal_actions(context, sections)
    return Outline(
        title=_titled(reply.title) or title,
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
    title = _titled(planned.title)
    quotes = tuple(by_number[n] for n in dict.fromkeys(planned.quotes) if n in by_number)
    if not title or not (quotes or context.may_be_uncited(planned)):
        return None
    plan = SectionPlan(
        title=title,
        format=planned.format,
        brief=unmarked(planned.brief),
        quotes=quotes,
        action_ids=ids_of(planned.actions, context.seen),
        missing=clean_query(planned.missing),
    )
    return _Section(plan)


def _titled(title: str) -> str:
    """In one line, without what would read as a citation, a link or a heading."""
    return shorten(unmarked(without_addresses(title)).strip(" #*"), LONGEST_TITLE)


def _joined(
    sections: Sequence[_Section], first: Sequence[SectionPlan], context: OutlineInput
) -> list[_Section]:
    """Sections in their order, those that would say the same joined, at most as many as asked for:
    the thinnest go into their neighbour. What the `first` section says already goes."""
    begun, kept = [_Section(plan) for plan in first], list(sections)
    while found := _repetition(begun, kept, context):
        stays, goes = found
        if stays in kept:
            stays.absorb(goes)
            place = min(kept.index(stays), kept.index(goes))
            kept.remove(stays)
            kept.insert(place, stays)
        kept.remove(goes)
    while len(kept) > max(1, context.most - len(begun)):
        thinnest = min(kept, key=lambda s: (bool(s.plan.action_ids), len(s.plan.quotes)))
        place = kept.index(thinnest)
        del kept[place]
        kept[max(0, place - 1)].absorb(thinnest)
    return kept


def _repetition(
    begun: Sequence[_Section], kept: Sequence[_Section], context: OutlineInput
) -> tuple[_Section, _Section] | None:
    """Two of equal titles, or of which one says what the other says if there are more sections than
    the fewest: which of them stays, and which goes."""
    is_spare = len(begun) + len(kept) > context.fewest
    for place, later in enumerate(kept):
        for earlier in (*begun, *kept[:place]):
            if fold(earlier.plan.title) == fold(later.plan.title):
                return earlier, later
            if is_spare and _is_said_by(earlier, later, context):
                return earlier, later
            if is_spare and earlier in kept and _is_said_by(later, earlier, context):
                return later, earlier
    return None


def _is_said_by(other: _Section, section: _Section, context: OutlineInput) -> bool:
    """Whether the other has nearly all its quotes or the same words in its title and brief, and
    carries out all its actions on content. Words and a table don't say the same."""
    content = {
        action.action_id
        for _, action in context.seen
        if needs_a_section(action) and action.category is not Category.STYLE
    }
    plans = (section.plan, other.plan)
    is_table = [plan.format is SectionFormat.TABLE for plan in plans]
    quotes, theirs = (set(plan.quotes) for plan in plans)
    actions, carried_out = (set(plan.action_ids) for plan in plans)
    if is_table[0] != is_table[1] or (content & actions) - carried_out:
        return False
    if len(quotes & theirs) >= max(FEWEST_SHARED, SAME_QUOTES * len(quotes)):
        return True
    asked = set(content_stems(context.question))
    own, named = section.named - asked, other.named - asked
    is_named = min(len(own), len(named)) >= FEWEST_OWN
    return is_named and len(own & named) >= SAME_WORDS * len(own | named)


def _deal_quotes(
    left: Sequence[Quote],
    sections: Sequence[_Section],
    context: OutlineInput,
    begun: frozenset[PaperId],
) -> None:
    """Quotes that stand nowhere go where their paper is; where that is several sections, or one
    that is `begun`, to that of their words. Papers that stand nowhere were left out on purpose if
    they are few, as the model was told to; if many, they were forgotten and go where the title and
    the brief speak of what they do. What fits nowhere stays out; ideas' sections get none.
    """
    ideas = {a.action_id for _, a in context.seen if a.directive.verb is Verb.NEXT_STEPS}
    open_ones = [s for s in sections if s.plan.quotes and not ideas & set(s.plan.action_ids)]
    placed = begun.union(*(papers_of(s.plan.quotes) for s in open_ones))
    unplaced = [quote for quote in left if quote.evidence.paper_id not in placed]
    were_forgotten = len(unplaced) > FEW_LEFT * len(context.quotes)
    for quote in left:
        # one by one, so that a paper that was forgotten stays together
        own = [s for s in open_ones if quote.evidence.paper_id in papers_of(s.plan.quotes)]
        if not own and quote in unplaced:
            own = _on(quote, open_ones, context) if were_forgotten else []
        elif not own:
            own = open_ones
        if found := own[0] if len(own) == 1 else _nearest(quote.evidence.text, own):
            found.take(quotes=(quote,))


def _on(quote: Quote, sections: Sequence[_Section], context: OutlineInput) -> list[_Section]:
    """Those that name what the quote speaks of beyond the question."""
    stems = set(content_stems(quote.evidence.text)).difference(content_stems(context.question))
    return [section for section in sections if len(section.named & stems) >= NEAR]


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
