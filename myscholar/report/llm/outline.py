"""Quotes clustered into sections that carry out the actions. Source: MySQA §2.3; Ai2 ScholarQA
(Singh et al., 2025).

The clustering of the source reasons in words before it answers; here the order of a section's
fields does, which saves the seconds. `outline_shape` puts a reply right.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pydantic_core import from_json

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.drafts import Outline, SectionPlan
from myscholar.domain.evidence import Hit, Quote
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper, PaperId, Relation
from myscholar.domain.profile import Profile
from myscholar.domain.runs import ignore
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.draft_text import number_of, words_of
from myscholar.report.llm.outline_check import OutlineInput, problems
from myscholar.report.llm.outline_shape import first_of, outline_of
from myscholar.report.llm.reader import relates
from myscholar.report.llm.replies import OutlineReply
from myscholar.report.llm.sections import heading
from myscholar.report.llm.shown import Numbered, number_actions, print_actions

BEGUN = 3
"""Titles in an answer once its second section has begun: the report's own and two more. By hand."""
LONGEST_QUOTE, MOST_QUOTED = 700, 50_000
"""Characters that the prompt shows of a quote and of all quotes together; by hand: 250 sentences of
88 abstracts are 57,000 (measured), and the third of them that is cut loses a third of all numbers.
"""
_OPENING = re.compile(r"^[\s(\[{（［【〔]+")
"""Before a quote's own words: what `printed_quotes` tells of a quote begins so."""
LONGEST_INFERENCE = 220
"""Characters of an inference that the prompt shows; by hand."""


async def make_outline(
    question: str,
    quotes: Sequence[Quote],
    papers: Sequence[Hit],
    actions: Sequence[Action] = (),
    *,
    llm: LLM,
    language: str = "English",
    visibility: Visibility = Visibility.ALL,
    profile: Profile | None = None,
    fixed_first: SectionPlan | None = None,
    on_first: Callable[[SectionPlan], None] = ignore,
) -> Outline:
    """Sections with the quotes of `papers`; quotes of other papers are passed over. Raises
    LLMError.

    `fixed_first` is a section that is being written already: it is the outline's first section,
    unchanged, if the model keeps it and all its papers are still among `papers`. Without it
    `on_first` is told the first section once it is complete in the growing answer; unless the
    answer had to be repaired, that section is the outline's first, unchanged.
    """
    by_id = {hit.paper.paper_id: hit.paper for hit in papers}
    if fixed_first and not all(quote.evidence.is_in(by_id) for quote in fixed_first.quotes):
        fixed_first = None
    cited = tuple(quote for quote in quotes if quote.evidence.is_in(by_id))
    seen = number_actions(actions, Stage.ORGANIZATION, visibility)
    fewest, most = n_sections(len({quote.evidence.paper_id for quote in cited}), actions)
    context = OutlineInput(cited, seen, fewest, most, question, language, fixed_first)
    early = _Early(context, on_first)
    answer = await llm.ask(
        Role.REPORT,
        _prompt(context, by_id, profile),
        OutlineReply,
        problems=lambda reply: problems(reply, context),
        on_text=early.listen,
    )
    return early.outline(answer.value)


def _prompt(
    context: OutlineInput, papers: Mapping[PaperId, Paper], profile: Profile | None
) -> Prompt:
    draws_on_reader = any(a.personalized or relates(a) for _, a in context.seen)
    return render(
        "report/outline",
        question=context.question,
        actions=print_actions(context.seen),
        quotes=printed_quotes(context.quotes, papers, context.seen),
        reader=_reader(profile) if profile and draws_on_reader else "",
        language=context.language,
        fewest=context.fewest,
        most=context.most,
        first=_first(context.first) if context.first else "",
    )


class _Early:
    """Tells of the first section while the answer grows, and holds the outline to it."""

    def __init__(self, context: OutlineInput, on_first: Callable[[SectionPlan], None]) -> None:
        self._context, self._on_first = context, on_first
        self._told = self._is_unwanted = context.first is not None or on_first is ignore

    def listen(self, so_far: str) -> None:
        """The first section is complete when a second one has begun. A broken answer tells nothing;
        the whole of it is judged later."""
        if self._told or so_far.count('"title"') < BEGUN:
            return
        try:
            begun = from_json(so_far, allow_partial=True).get("sections", ())
        except (ValueError, AttributeError):
            return
        if len(begun) > 1 and (first := first_of(begun[0], self._context)):
            self._told = True
            self._on_first(first)

    def outline(self, reply: OutlineReply) -> Outline:
        several = len(reply.sections) > 1 and not self._is_unwanted
        first = first_of(reply.sections[0].model_dump(), self._context) if several else None
        if first is None:
            return outline_of(reply, self._context)
        rest = reply.model_copy(update={"sections": reply.sections[1:], "keep_first": True})
        return outline_of(rest, replace(self._context, first=first))


def n_sections(n_papers: int, actions: Sequence[Action]) -> tuple[int, int]:
    """Fewer for few papers, and where an action asks for a short report."""
    brief = any(action.directive.verb is Verb.BRIEF for action in actions)
    for least, span in ((60, (5, 9)), (20, (4, 8)), (10, (3, 6)), (5, (2, 4)), (0, (1, 2))):
        if n_papers >= least:
            return (2, 4) if brief and least >= 10 else span
    return 1, 2


def printed_quotes(
    quotes: Sequence[Quote], papers: Mapping[PaperId, Paper], seen: Numbered = ()
) -> str:
    """Under each paper's label and title its quotes, a line each: "[12] (for A2) text". Of many
    quotes the longest are cut shorter; no paper is left out."""
    limit = longest_shown([len(shown_text(quote)) for quote in quotes])
    by_paper: dict[PaperId, list[str]] = {}
    for quote in quotes:
        numbers = ", ".join(f"A{n}" for n, action in seen if action.action_id in quote.action_ids)
        about = "" if quote.evidence.kind.is_verbatim else "a summary"
        about += f"{'; ' if about else ''}for {numbers}" if numbers else ""
        line = f"[{number_of(quote)}] {f'({about}) ' if about else ''}{shown_text(quote, limit)}"
        by_paper.setdefault(quote.evidence.paper_id, []).append(line)
    return "\n".join(line for p, lines in by_paper.items() for line in (heading(papers[p]), *lines))


def longest_shown(lengths: Sequence[int], most: int = MOST_QUOTED) -> int:
    """To how many characters the longest quotes are cut so that all together are no more than
    `most`; those that are shorter stay whole."""
    left = most
    for n, length in zip(range(len(lengths), 0, -1), sorted(lengths), strict=True):
        if n * length > left:
            return left // n
        left -= length
    return LONGEST_QUOTE


def shown_text(quote: Quote, limit: int = LONGEST_QUOTE) -> str:
    """In one line of at most so many characters, which begins as no mark of ours."""
    return shorten(_OPENING.sub("", words_of(quote.evidence)), limit)


def _reader(profile: Profile) -> str:
    """The reader's own papers, and a line for each inference that is switched on."""
    mine = [p for p in profile.papers if p.relation is Relation.MINE]
    own = "; ".join(f"{shorten(p.title, 100)} ({p.year or 'n.d.'})" for p in mine)
    lines = [f"Their papers: {own}"] if own else []
    lines += [f"- {shorten(i.text, LONGEST_INFERENCE)}" for i in profile.enabled]
    return "\n".join(lines)


def _first(plan: SectionPlan) -> str:
    numbers = ", ".join(str(number_of(quote)) for quote in plan.quotes)
    return f"{plan.title} ({plan.format.value}): {plan.brief} Quotes: {numbers or 'none'}."
