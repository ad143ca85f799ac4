"""A follow-up: an instruction changes a report. One call plans what is done to which section; only
those sections are written; all of it can be undone."""

from collections.abc import Iterator, Mapping, Sequence

from myscholar.domain.drafts import Draft, Outline, SectionPlan
from myscholar.domain.evidence import Quote
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.repair import sections_with_paragraphs
from myscholar.report.llm.section_replies import EditReply, Operation, PlannedOperation
from myscholar.report.llm.sections import quotes_by_paper

LONGEST_TITLE = 120
"""Characters of a title that an edit gives; by hand."""


class Step(Frozen):
    """What becomes of one section. `operation` None: it is kept. `before` is its place among the
    old drafts, `after` among the new sections."""

    operation: Operation | None = None
    instruction: str = ""
    before: int | None = None
    after: int | None = None


class EditPlan(Frozen):
    """`outline` is that of the report as it will be; `steps` are in its order."""

    instruction: str
    outline: Outline
    steps: tuple[Step, ...]
    impossible: str = ""
    """What can't be done from the quotes, in the model's words; empty when nothing."""

    @property
    def to_write(self) -> tuple[Step, ...]:
        return tuple(
            s
            for s in self.steps
            if s.operation in (Operation.EXPAND, Operation.REPLACE, Operation.ADD)
        )


class SectionChange(Frozen):
    """None where there was or is none. `operation` None: kept word for word."""

    operation: Operation | None
    title: str
    before: str | None
    after: str | None


class Edited(Frozen):
    """The new drafts, what changed, and the old drafts to go back to."""

    instruction: str
    drafts: tuple[Draft, ...]
    changes: tuple[SectionChange, ...]
    before: tuple[Draft, ...]
    impossible: str = ""


async def plan_edit(
    instruction: str,
    outline: Outline,
    drafts: Sequence[Draft],
    quotes: Sequence[Quote],
    papers: Mapping[PaperId, Paper],
    *,
    question: str,
    llm: LLM,
) -> EditPlan:
    """One call. `quotes` are all that the report may rest on. Raises LLMError."""
    prompt = render(
        "report/edit",
        question=question,
        language=outline.language,
        instruction=instruction,
        sections=sections_with_paragraphs(drafts),
        quotes=quotes_by_paper(quotes, papers),
    )
    known = {number_of(q): q for q in quotes}
    answer = await llm.ask(
        Role.REPORT,
        prompt,
        EditReply,
        problems=lambda reply: edit_problems(reply, len(drafts), known),
    )
    return plan_of(answer.value, instruction, outline, drafts, known)


def edit_problems(reply: EditReply, n: int, known: Mapping[int, Quote]) -> tuple[str, ...]:
    """What a model can put right in one repair."""
    said = []
    if not reply.operations and not reply.impossible.strip():
        said.append(
            "Nothing is planned. Name an operation, or say under impossible what can't be done."
        )
    deleted = {o.section for o in reply.operations if o.operation is Operation.DELETE}
    if n and deleted >= set(range(1, n + 1)):
        said.append("Every section is deleted. At least one stays.")
    for o in reply.operations:
        least = 0 if o.operation is Operation.ADD else 1
        if not least <= o.section <= n:
            said.append(f"There is no section {o.section}; the sections are numbered 1 to {n}.")
        if o.operation is Operation.ADD and not (o.title.strip() and known.keys() & set(o.quotes)):
            said.append("A new section needs a title and numbers of quotes that exist.")
    return tuple(dict.fromkeys(said))


def plan_of(
    reply: EditReply,
    instruction: str,
    outline: Outline,
    drafts: Sequence[Draft],
    known: Mapping[int, Quote],
) -> EditPlan:
    """The reply's operations as far as they can be carried out: the first for each section,
    additions with a title and quotes."""
    steps, plans = list[Step](), list[SectionPlan]()
    for before, o, plan in _planned_sections(reply, instruction, drafts, known):
        step = Step(
            operation=o.operation if o else None,
            instruction=_told(o, instruction) if o else "",
            before=before,
            after=len(plans) if plan else None,
        )
        steps.append(step)
        plans += [plan] if plan else []
    return EditPlan(
        instruction=instruction,
        outline=outline.model_copy(update={"sections": tuple(plans)}),
        steps=tuple(steps),
        impossible=reply.impossible.strip(),
    )


def _planned_sections(
    reply: EditReply, instruction: str, drafts: Sequence[Draft], known: Mapping[int, Quote]
) -> Iterator[tuple[int | None, PlannedOperation | None, SectionPlan | None]]:
    """Each section, old and new, in order: its place among the drafts, what is done to it, and its
    plan if it stays."""
    told: dict[int, PlannedOperation] = {}
    for o in reversed(reply.operations):
        if o.operation is not Operation.ADD and 1 <= o.section <= len(drafts):
            told[o.section] = o
    if len(told) == len(drafts) and all(o.operation is Operation.DELETE for o in told.values()):
        told = {}
    for place in range(len(drafts) + 1):
        if place:
            own = told.get(place)
            yield place - 1, own, _changed(drafts[place - 1].plan, own, known)
        for o in reply.operations:
            quotes = _quotes(o, known)
            if o.operation is Operation.ADD and o.section == place and o.title.strip() and quotes:
                title, brief = shorten(o.title, LONGEST_TITLE), _told(o, instruction)
                yield None, o, SectionPlan(title=title, brief=brief, quotes=quotes)


def _changed(
    plan: SectionPlan, operation: PlannedOperation | None, known: Mapping[int, Quote]
) -> SectionPlan | None:
    """None for a section that is deleted."""
    if operation is None or operation.operation is Operation.DELETE:
        return None if operation else plan
    title = shorten(operation.title, LONGEST_TITLE) or plan.title
    return plan.with_quotes(_quotes(operation, known)).model_copy(update={"title": title})


def _told(operation: PlannedOperation, instruction: str) -> str:
    """What the writer is told: the plan's words, else the reader's own."""
    return " ".join(operation.instruction.split()) or instruction


def finish(plan: EditPlan, drafts: Sequence[Draft], written: Mapping[int, Draft]) -> Edited:
    """The edited report. `written` holds the new drafts by their place in the plan's outline."""
    made, changes = [], []
    for step in plan.steps:
        old = None if step.before is None else drafts[step.before]
        new = None if step.after is None else written.get(step.after, old)
        made += [new] if new else []
        shown = new or old
        change = SectionChange(
            operation=step.operation,
            title=shown.plan.title if shown else "",
            before=old.text if old else None,
            after=new.text if new else None,
        )
        changes.append(change)
    return Edited(
        instruction=plan.instruction,
        drafts=tuple(made),
        changes=tuple(changes),
        before=tuple(drafts),
        impossible=plan.impossible,
    )


def _quotes(operation: PlannedOperation, known: Mapping[int, Quote]) -> tuple[Quote, ...]:
    return tuple(known[n] for n in dict.fromkeys(operation.quotes) if n in known)
