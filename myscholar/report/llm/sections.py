"""One section from its plan: the quotes that belong to it, the whole outline around it, every
action in sight. Source: MySQA §2.3, Table 6."""

from collections.abc import Callable, Collection, Mapping, Sequence

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.drafts import Draft, Outline, SectionPlan
from myscholar.domain.evidence import Quote
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile
from myscholar.domain.report import SectionFormat
from myscholar.domain.runs import ignore
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.align import n_words
from myscholar.report.llm.draft_text import marked_pieces, number_of, unmarked, words_of
from myscholar.report.llm.markup import read
from myscholar.report.llm.outline_check import is_of_ideas
from myscholar.report.llm.reader import AboutReader, about_reader
from myscholar.report.llm.shown import Numbered, number_actions, print_actions

OF_QUOTES, OF_PAPER = 0.5, 12
"""Words of a section for each word of its quotes and for each of their papers; by hand: 46 words of
a paper give it 35, as many as a paper has in 123 sections of Ai2 ScholarQA (measured)."""
LEAST, MOST, BESIDE_TABLE, BRIEF, IDEAS = 80, 450, 150, 160, 225
"""Words of a section: the fewest and the most, the most beside a table and where the reader wants
it short, the fewest where it holds ideas of the writer's own. By hand."""
MORE = 1.3
"""So much longer is a section that the reader cares most about; by hand."""
SPREAD = 0.2
"""Share by which a section may be longer or shorter; by hand."""
AS_CHANGED = (
    "as the change below asks; if it says nothing of length, about as long as the section is now"
)
LONGEST_TITLE = 160
"""Characters of a paper's title that a prompt shows; by hand."""
_MOST_LABELS = 8
"""Papers that the prompt names beside each section of the outline; by hand."""


async def write_section(
    index: int,
    outline: Outline,
    papers: Mapping[PaperId, Paper],
    actions: Sequence[Action],
    *,
    question: str,
    llm: LLM,
    visibility: Visibility = Visibility.ALL,
    profile: Profile | None = None,
    revision: str = "",
    earlier: Draft | None = None,
    on_text: Callable[[str], None] = ignore,
) -> Draft:
    """Section number `index` (from 0) of the outline. `on_text` gets all the raw text so far (see
    `markup.visible`).

    One repair where nothing was written or nothing is cited; numbers of quotes or actions that
    don't exist are dropped. `revision` says what to change about the `earlier` text. Raises
    LLMError.
    """
    plan = outline.sections[index]
    numbered = number_actions(actions, Stage.GENERATION, visibility)
    reader = about_reader(profile, numbered)
    prompt = _prompt(index, outline, papers, numbered, question, reader, revision, earlier)
    own = reader.with_earlier(earlier.plan.quotes if earlier else ())
    answer = await llm.write(
        Role.REPORT,
        prompt,
        problems=lambda text: section_problems(text, plan, own),
        on_text=on_text,
    )
    return draft_of(answer.value, plan, numbered, origin=answer.model, own=own)


def draft_of(
    raw: str, plan: SectionPlan, numbered: Numbered, origin: str, own: Sequence[Quote] = ()
) -> Draft:
    """`own` are quotes of the reader's papers: those that are cited join the plan's."""
    by_number = {n: action.action_id for n, action in numbered}
    known = [number_of(q) for q in (*plan.quotes, *own)]
    written = read(raw, title=plan.title, actions=by_number, known=known)
    cited = (q for q in own if number_of(q) in written.cited)
    return written.draft(plan.with_quotes(cited), origin)


def section_problems(raw: str, plan: SectionPlan, own: Sequence[Quote] = ()) -> tuple[str, ...]:
    """What is worth writing the whole section again for."""
    known = [number_of(q) for q in plan.quotes]
    every = [*known, *map(number_of, own)]
    written = read(raw, title=plan.title, actions={}, known=every)
    if not written.text:
        return ("The section is empty. Write it.",)
    if known and not written.cited.intersection(known):
        some = ", ".join(f"[{n}]" for n in known[:3])
        return (
            f"Nothing is cited. Put the number of the quote, as in {some}, after every sentence "
            "that rests on one.",
        )
    return ()


def _prompt(
    index: int,
    outline: Outline,
    papers: Mapping[PaperId, Paper],
    numbered: Numbered,
    question: str,
    reader: AboutReader,
    revision: str,
    earlier: Draft | None,
) -> Prompt:
    plan = outline.sections[index]
    return render(
        "report/section",
        question=question,
        language=outline.language,
        title=outline.title,
        sections=[_in_outline(i, p, papers, numbered) for i, p in enumerate(outline.sections, 1)],
        actions=print_actions(numbered),
        reader=reader.text,
        cites_reader=bool(reader.quotes),
        number=f"{index + 1}" if outline.more_follow else f"{index + 1} of {len(outline.sections)}",
        more_follow=outline.more_follow,
        section_title=plan.title,
        brief=plan.brief or plan.title,
        format=_FORMATS[plan.format],
        own_actions=_assigned(plan, numbered),
        words=AS_CHANGED if revision else length(plan, [action for _, action in numbered]),
        papers=quotes_by_paper(plan.quotes, papers, {q.evidence.paper_id for q in reader.quotes})
        or "none: what stands here is the writer's own and says so",
        revision=revision,
        earlier=marked_pieces(earlier, numbered) if earlier else (),
    )


_FORMATS = {
    SectionFormat.SYNTHESIS: "synthesis (paragraphs that draw papers together)",
    SectionFormat.LIST: 'list (an opening sentence, then lines that begin with "- ", one or two '
    "sentences each)",
    SectionFormat.TABLE: "words beside a table (the table of these papers is made apart: say what "
    "the comparison shows, don't repeat its cells)",
}


def length(plan: SectionPlan, actions: Sequence[Action]) -> str:
    """How long the section should be, in words for the model: as long as its quotes bear."""
    own = [action for action in actions if action.action_id in plan.action_ids]
    words = min(float(MOST), max(float(LEAST), _borne_by(plan.quotes)))
    why = ""
    if any(map(is_of_ideas, own)) or not plan.quotes:
        words = max(words, IDEAS)
    if plan.format is SectionFormat.TABLE:
        words = min(words, BESIDE_TABLE)
    elif any(action.emphasis for action in own):
        words, why = MORE * words, ": the reader cares most about this"
    if any(action.directive.verb is Verb.BRIEF for action in actions):
        words, why = min(words, BRIEF), ": the reader wants it short"
    least, most = (round(words * share, -1) for share in (1 - SPREAD, 1 + SPREAD))
    return f"{least:.0f} to {most:.0f} words{why}"


def _borne_by(quotes: Sequence[Quote]) -> float:
    """So many words that what the quotes say of the question fits in, and nothing is stretched."""
    n_papers = len({quote.evidence.paper_id for quote in quotes})
    n_quoted = sum(n_words(words_of(quote.evidence)) for quote in quotes)
    return OF_QUOTES * n_quoted + OF_PAPER * n_papers


def quotes_by_paper(
    quotes: Sequence[Quote], papers: Mapping[PaperId, Paper], own: Collection[PaperId] = ()
) -> str:
    """Quotes under the paper that they come from, which says if it is the reader's `own`; numbers
    stand at the beginning of lines."""
    by_paper: dict[PaperId, list[str]] = {}
    for quote in quotes:
        by_paper.setdefault(quote.evidence.paper_id, []).append(_line(quote))
    return "\n\n".join(
        "\n".join([heading(papers[p]) + (" (the reader's own)" if p in own else ""), *lines])
        for p, lines in by_paper.items()
    )


def heading(paper: Paper) -> str:
    """ "## Lewis et al., 2020, NeurIPS: Retrieval-Augmented Generation"."""
    venue = f", {paper.venue}" if paper.venue else ""
    facts = f"{paper.citation_label}{venue}: {shorten(paper.title, LONGEST_TITLE)}"
    return f"## {unmarked(facts)}"


def _line(quote: Quote) -> str:
    kind = "" if quote.evidence.kind.is_verbatim else " (summary)"
    return f"[{number_of(quote)}] {words_of(quote.evidence)}{kind}"


def _in_outline(
    number: int, plan: SectionPlan, papers: Mapping[PaperId, Paper], numbered: Numbered
) -> str:
    cited = (papers[q.evidence.paper_id] for q in plan.quotes)
    labels = list(dict.fromkeys(unmarked(paper.citation_label) for paper in cited))
    more = f" and {len(labels) - _MOST_LABELS} more" if len(labels) > _MOST_LABELS else ""
    on = f" Rests on {'; '.join(labels[:_MOST_LABELS])}{more}." if labels else ""
    brief = f": {plan.brief.rstrip('.')}." if plan.brief else "."
    return f"{number}. {plan.title}{brief}{on} Actions: {_assigned(plan, numbered)}."


def _assigned(plan: SectionPlan, numbered: Numbered) -> str:
    return ", ".join(f"A{n}" for n, a in numbered if a.action_id in plan.action_ids) or "none"
