"""What an outline is made from, and what of a model's reply is worth asking again."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.drafts import SectionPlan
from myscholar.domain.evidence import Quote
from myscholar.domain.papers import PaperId
from myscholar.domain.text import fold
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.replies import OutlineReply, PlannedSection
from myscholar.report.llm.shown import Numbered

MOST_UNPLACED = 2 / 3
"""Share of the quotes whose papers have no section beyond which a model is asked again; by hand."""
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


@dataclass(frozen=True)
class OutlineInput:
    """What an outline of `fewest` to `most` sections is made from. `first` is a section that is
    being written already."""

    quotes: tuple[Quote, ...]
    seen: Numbered
    fewest: int
    most: int
    question: str
    language: str = "English"
    first: SectionPlan | None = None

    @property
    def by_number(self) -> dict[int, Quote]:
        return {number_of(quote): quote for quote in self.quotes}

    def first_kept(self, reply: OutlineReply) -> tuple[SectionPlan, ...]:
        """The section that is being written, where the reply keeps it."""
        return (self.first,) if self.first and reply.keep_first else ()

    def may_be_uncited(self, planned: PlannedSection) -> bool:
        """Ideas need no quote."""
        return any(is_of_ideas(a) for n, a in self.seen if n in planned.actions)


def is_of_ideas(action: Action) -> bool:
    """Whether it asks for ideas for the reader's own research, or a relation to it."""
    return action.category is Category.RESEARCH_IDEAS or action.directive.verb in (
        Verb.NEXT_STEPS,
        Verb.CONNECT,
    )


def needs_a_section(action: Action) -> bool:
    """Whether the action can only be carried out in the text of some section."""
    verb = action.directive.verb
    if verb in _NEEDS_NONE:
        return False
    return verb in _NEEDS_A_SECTION or action.stage is Stage.GENERATION


def problems(reply: OutlineReply, context: OutlineInput) -> tuple[str, ...]:
    """What a repair is worth its seconds for; smaller slips are put right by `outline_of`."""
    by_number, first = context.by_number, context.first_kept(reply)
    sections, found = reply.sections, []
    if not sections and not first:
        found.append("`sections` is empty.")
    strange = sorted({n for s in sections for n in s.quotes if n not in by_number})
    if 3 * len(strange) > sum(len(s.quotes) for s in sections):
        found.append(f"There are no quotes {_listed(strange)}; use the numbers in square brackets.")
    titles = Counter(fold(s.title) for s in sections)
    if twice := [s.title for s in sections if titles[fold(s.title)] > 1]:
        found.append(
            f"Two sections have the title “{twice[0]}”. Join them, or part what they cover."
        )
    uncited = [s for s in sections if not by_number.keys() & set(s.quotes)]
    idle = [s.title for s in uncited if not context.may_be_uncited(s)]
    if by_number and 2 * len(idle) > len(sections):
        found.append(
            f"Sections without quotes: {'; '.join(idle)}. Give each the quotes that it rests on, "
            "or leave it out."
        )
    placed_quotes = (by_number[n] for s in sections for n in s.quotes if n in by_number)
    used = papers_of((*placed_quotes, *(quote for plan in first for quote in plan.quotes)))
    left = [n for n, quote in by_number.items() if quote.evidence.paper_id not in used]
    if by_number and len(left) > MOST_UNPLACED * len(context.quotes):
        found.append(
            f"Most papers are in no section (quotes {_listed(left)}). Place all that help to "
            "answer the question."
        )
    placed = {n for s in sections for n in s.actions}
    missed = [(n, a) for n, a in context.seen if n not in placed and needs_a_section(a)]
    if missed and (any(a.emphasis for _, a in missed) or 2 * len(missed) > len(context.seen)):
        found.append(
            f"No section carries out {', '.join(f'A{n}' for n, _ in missed)}. Name them in "
            "`actions` where they are done."
        )
    return tuple(found)


def papers_of(quotes: Iterable[Quote]) -> frozenset[PaperId]:
    return frozenset(quote.evidence.paper_id for quote in quotes)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(n) for n in numbers[:12]) + (", ..." if len(numbers) > 12 else "")
