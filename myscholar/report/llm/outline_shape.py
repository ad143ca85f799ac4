"""A model's outline checked and put right, without a model: numbers that exist, sections with a
purpose, quotes and actions that have a place."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.report import Outline, SectionFormat, SectionPlan
from myscholar.domain.text import fold, shorten
from myscholar.report.llm.markup import number_of
from myscholar.report.llm.replies import OutlineReply, PlannedSection
from myscholar.report.llm.shown import Numbered, ids_of
from myscholar.text.terms import content_stems

LONGEST_TITLE = 160
MOST_UNPLACED = 2 / 3
"""Share of the quotes without a section beyond which the model is asked again."""
FEW_LEFT = 0.25
"""Share of the quotes up to which those without a section count as left out on purpose."""
NEAR = 2
"""Distinct words that a quote or an action shares with a section before it is put there."""

_NEEDS_A_SECTION = frozenset(
    {
        Verb.ADD_SECTION,
        Verb.COMPARE,
        Verb.NEXT_STEPS,
        Verb.CONNECT,
        Verb.NUMBERS,
        Verb.LIMITATIONS,
        Verb.DEFINE,
    }
)
_NEEDS_NONE = frozenset(
    {Verb.SKIP_SECTION, Verb.EXCLUDE, Verb.LIMIT, Verb.FOCUS, Verb.BRIEF, Verb.SKIP_DEFINITIONS}
)
_OWN_IDEAS = frozenset({Verb.NEXT_STEPS, Verb.CONNECT})


@dataclass(frozen=True)
class OutlineInput:
    """What an outline is made from. `first` is a section that is being written already."""

    quotes: tuple[Quote, ...]
    seen: Numbered
    most: int
    question: str
    language: str = "English"
    first: SectionPlan | None = None

    @property
    def by_number(self) -> dict[int, Quote]:
        return {number_of(quote): quote for quote in self.quotes}

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(action for _, action in self.seen)


@dataclass
class _Section:
    """A section while it is put right."""

    plan: SectionPlan
    named: frozenset[str]
    """Stems of its title and brief."""
    stems: frozenset[str]
    """Those and the stems of its quotes."""

    def take(self, quotes: Iterable[Quote] = (), actions: Iterable[ActionId] = ()) -> None:
        plan = self.plan
        self.plan = plan.model_copy(
            update={
                "quotes": tuple(dict.fromkeys((*plan.quotes, *quotes))),
                "action_ids": tuple(dict.fromkeys((*plan.action_ids, *actions))),
            }
        )


def problems(reply: OutlineReply, desk: OutlineInput) -> tuple[str, ...]:
    """What a repair is worth its seconds for, in sentences to the model; smaller slips are put
    right by `outline_of`."""
    by_number, keeps = desk.by_number, desk.first is not None and reply.keep_first
    sections = reply.sections
    found = []
    if not sections and not keeps:
        found.append("`sections` is empty.")
    strange = sorted({n for s in sections for n in s.quotes if n not in by_number})
    if 3 * len(strange) > sum(len(s.quotes) for s in sections):
        found.append(f"There are no quotes {_listed(strange)}; use the numbers in square brackets.")
    titles = Counter(fold(s.title) for s in sections)
    if twice := [s.title for s in sections if titles[fold(s.title)] > 1]:
        found.append(
            f"Two sections have the title “{twice[0]}”. Join them, or part what they cover."
        )
    idle = [
        s.title
        for s in sections
        if not set(s.quotes) & set(by_number) and not _may_be_uncited(s, desk)
    ]
    if by_number and 2 * len(idle) > len(sections):
        found.append(
            f"Sections without quotes: {'; '.join(idle)}. Give each the quotes that it rests on, "
            "or leave it out."
        )
    found += _unplaced(reply, desk, keeps=keeps)
    return tuple(found)


def outline_of(reply: OutlineReply, desk: OutlineInput) -> Outline:
    """The reply with numbers that don't exist dropped, sections without a purpose left out, what
    was forgotten dealt to where it fits best.

    Never empty: where nothing usable was planned, there is one section with all quotes.
    """
    keeps = desk.first is not None and reply.keep_first
    taken = {fold(desk.first.title)} if desk.first and keeps else set()
    sections = _kept([_read(planned, desk) for planned in reply.sections], desk, taken)
    if not sections and not keeps:
        sections = [
            _section(SectionPlan(title=shorten(desk.question, LONGEST_TITLE), quotes=desk.quotes))
        ]
    used = {q.quote_id for s in sections for q in s.plan.quotes} | {
        q.quote_id for q in (desk.first.quotes if desk.first and keeps else ())
    }
    _deal_quotes([q for q in desk.quotes if q.quote_id not in used], sections, desk)
    _deal_actions(desk, sections)
    plans = tuple(_formed(section.plan) for section in sections)
    first = (desk.first,) if desk.first and keeps else ()
    title = shorten(reply.title, LONGEST_TITLE) or shorten(desk.question, LONGEST_TITLE)
    return Outline(title=title, language=desk.language, sections=(*first, *plans))


def first_of(planned: object, desk: OutlineInput) -> SectionPlan | None:
    """The first section as it will be written, from a reply that may not be whole; None where it
    can't begin a report by itself."""
    try:
        read = _read(PlannedSection.model_validate(planned), desk)
    except ValidationError:
        return None
    return _formed(read.plan) if read and read.plan.quotes else None


def _unplaced(reply: OutlineReply, desk: OutlineInput, *, keeps: bool) -> list[str]:
    """Quotes and actions that most readers would miss."""
    used = {n for s in reply.sections for n in s.quotes} | {
        number_of(q) for q in (desk.first.quotes if desk.first and keeps else ())
    }
    left = [n for n in desk.by_number if n not in used]
    found = []
    if desk.quotes and len(left) > MOST_UNPLACED * len(desk.quotes):
        found.append(
            f"Most quotes are in no section ({_listed(left)}). Place all that help to answer the "
            "question."
        )
    placed = {n for s in reply.sections for n in s.actions}
    missed = [(n, a) for n, a in desk.seen if n not in placed and _needs_a_section(a)]
    if missed and (any(a.emphasis for _, a in missed) or 2 * len(missed) > len(desk.seen)):
        found.append(
            f"No section carries out {', '.join(f'A{n}' for n, _ in missed)}. Name them in "
            "`actions` where they are done."
        )
    return found


def _read(planned: PlannedSection, desk: OutlineInput) -> _Section | None:
    """The planned section with what its numbers stand for; None where nothing could be written from
    it."""
    by_number = desk.by_number
    title = shorten(planned.title.strip(" #*"), LONGEST_TITLE)
    quotes = tuple(by_number[n] for n in dict.fromkeys(planned.quotes) if n in by_number)
    if not title or not (quotes or _may_be_uncited(planned, desk)):
        return None
    plan = SectionPlan(
        title=title,
        format=planned.format,
        brief=" ".join(planned.brief.split()),
        quotes=quotes,
        action_ids=ids_of(planned.actions, desk.seen),
    )
    return _section(plan)


def _section(plan: SectionPlan) -> _Section:
    named = frozenset(content_stems(f"{plan.title} {plan.brief}"))
    return _Section(
        plan, named, named.union(*(content_stems(quote.evidence.text) for quote in plan.quotes))
    )


def _may_be_uncited(planned: PlannedSection, desk: OutlineInput) -> bool:
    """Ideas for the reader's own research need no quote."""
    chosen = [action for n, action in desk.seen if n in planned.actions]
    return any(
        a.category is Category.RESEARCH_IDEAS or a.directive.verb in _OWN_IDEAS for a in chosen
    )


def _kept(
    sections: Sequence[_Section | None], desk: OutlineInput, taken: set[str]
) -> list[_Section]:
    """Sections in their order, of equal titles joined, at most as many as asked for: the thinnest
    go into their neighbour."""
    kept: list[_Section] = []
    by_title: dict[str, _Section] = {}
    for section in sections:
        if section is None or fold(section.plan.title) in taken:
            continue
        twin = by_title.setdefault(fold(section.plan.title), section)
        if twin is section:
            kept.append(section)
        else:
            twin.take(section.plan.quotes, section.plan.action_ids)
    while len(kept) > max(1, desk.most - len(taken)):
        thinnest = min(
            range(len(kept)),
            key=lambda i: (bool(kept[i].plan.action_ids), len(kept[i].plan.quotes)),
        )
        gone = kept.pop(thinnest)
        kept[max(0, thinnest - 1)].take(gone.plan.quotes, gone.plan.action_ids)
    return kept


def _deal_quotes(left: Sequence[Quote], sections: Sequence[_Section], desk: OutlineInput) -> None:
    """Quotes that stand nowhere go where their paper is. Papers that stand nowhere were left out on
    purpose if they are few, as the model was told to; if many, they were forgotten and go where
    their words are. One that shares hardly a word with any section stays out, and so do ideas'
    sections.
    """
    ideas = {a.action_id for _, a in desk.seen if a.directive.verb is Verb.NEXT_STEPS}
    open_ones = [s for s in sections if s.plan.quotes and not ideas & set(s.plan.action_ids)]
    were_forgotten = len(left) > FEW_LEFT * len(desk.quotes)
    for quote in left:
        own = [
            s
            for s in open_ones
            if any(q.evidence.paper_id == quote.evidence.paper_id for q in s.plan.quotes)
        ]
        if nearest := _nearest(quote.evidence.text, own or (open_ones if were_forgotten else ())):
            nearest.take(quotes=(quote,))


def _deal_actions(desk: OutlineInput, sections: Sequence[_Section]) -> None:
    """Forgotten actions: those on the way of writing go to every section, those on content where
    their words or their quotes are."""
    placed = {action_id for section in sections for action_id in section.plan.action_ids}
    for action in desk.actions:
        if action.action_id in placed or not sections or not _needs_a_section(action):
            continue
        serving = [
            s for s in sections if any(action.action_id in q.action_ids for q in s.plan.quotes)
        ]
        if action.category is Category.STYLE:
            chosen = list(sections)
        elif serving:
            chosen = [
                max(
                    serving,
                    key=lambda s: sum(action.action_id in q.action_ids for q in s.plan.quotes),
                )
            ]
        else:
            chosen = [_nearest(f"{action.tldr} {action.text}", sections) or sections[-1]]
        for section in chosen:
            section.take(actions=(action.action_id,))


def _needs_a_section(action: Action) -> bool:
    """Whether the action can only be carried out in the text of some section."""
    verb = action.directive.verb
    if verb in _NEEDS_NONE:
        return False
    return verb in _NEEDS_A_SECTION or action.stage is Stage.GENERATION


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
    few = len({quote.evidence.paper_id for quote in plan.quotes}) < 3
    return (
        plan.model_copy(update={"format": SectionFormat.SYNTHESIS})
        if few and plan.format is SectionFormat.TABLE
        else plan
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(n) for n in numbers[:12]) + (", ..." if len(numbers) > 12 else "")
