"""A follow-up: an instruction changes a report. One call plans what is done to which section; only
those sections are written; all of it can be undone."""

from collections.abc import Mapping, Sequence

from myscholar.domain.evidence import Quote
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Draft, Outline, SectionPlan
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.markup import number_of
from myscholar.report.llm.repair import sections_with_paragraphs
from myscholar.report.llm.section_replies import EditReply, Operation, PlannedOperation
from myscholar.report.llm.sections import quotes_by_paper

LONGEST_TITLE = 120


class Step(Frozen):
    """What becomes of one section. `operation` None: it is kept. `before` is its place among the
    old drafts, `after` among the new sections."""

    operation: Operation | None = None
    instruction: str = ""
    before: int | None = None
    after: int | None = None


class EditPlan(Frozen):
    """`outline` is that of the report as it will be; `steps` are in its order, deleted sections
    where they stood."""

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
    """One section before and after; None where there was or is none. `operation` None: kept word
    for word."""

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
    """What to do to which section, in one call. `quotes` are all that the report may rest on.
    Raises LLMError."""
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
    if n and {o.section for o in reply.operations if o.operation is Operation.DELETE} >= set(
        range(1, n + 1)
    ):
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
    n = len(drafts)
    told: dict[int, PlannedOperation] = {}
    for o in reply.operations:
        if o.operation is not Operation.ADD and 1 <= o.section <= n:
            told.setdefault(o.section, o)
    if n and len(told) == n and all(o.operation is Operation.DELETE for o in told.values()):
        told = {}
    steps: list[Step] = []
    plans: list[SectionPlan] = []
    for place in range(n + 1):
        if place:
            _existing(
                place - 1, drafts[place - 1], told.get(place), instruction, known, steps, plans
            )
        for o in reply.operations:
            if (
                o.operation is Operation.ADD
                and o.section == place
                and o.title.strip()
                and (own := _quotes(o, known))
            ):
                steps.append(
                    Step(operation=o.operation, instruction=_told(o, instruction), after=len(plans))
                )
                plans.append(
                    SectionPlan(
                        title=shorten(o.title, LONGEST_TITLE),
                        brief=_told(o, instruction),
                        quotes=own,
                    )
                )
    planned = outline.model_copy(update={"sections": tuple(plans)})
    return EditPlan(
        instruction=instruction,
        outline=planned,
        steps=tuple(steps),
        impossible=reply.impossible.strip(),
    )


def finish(plan: EditPlan, drafts: Sequence[Draft], written: Mapping[int, Draft]) -> Edited:
    """The edited report. `written` holds the new drafts by their place in the plan's outline."""
    made, changes = [], []
    for step in plan.steps:
        old = drafts[step.before] if step.before is not None else None
        new = None if step.after is None else written.get(step.after, old)
        if new is not None:
            made.append(new)
        title = new.plan.title if new else old.plan.title if old else ""
        texts = {"before": old.text if old else None, "after": new.text if new else None}
        changes.append(SectionChange(operation=step.operation, title=title, **texts))
    return Edited(
        instruction=plan.instruction,
        drafts=tuple(made),
        changes=tuple(changes),
        before=tuple(drafts),
        impossible=plan.impossible,
    )


def _existing(
    index: int,
    draft: Draft,
    told: PlannedOperation | None,
    instruction: str,
    known: Mapping[int, Quote],
    steps: list[Step],
    plans: list[SectionPlan],
) -> None:
    if told is not None and told.operation is Operation.DELETE:
        steps.append(
            Step(operation=told.operation, instruction=_told(told, instruction), before=index)
        )
        return
    plan = draft.plan
    if told is not None:
        held = {q.quote_id for q in plan.quotes}
        further = tuple(q for q in _quotes(told, known) if q.quote_id not in held)
        title = shorten(told.title, LONGEST_TITLE) or plan.title
        plan = plan.model_copy(update={"title": title, "quotes": (*plan.quotes, *further)})
    operation = told.operation if told else None
    steps.append(
        Step(
            operation=operation,
            instruction=_told(told, instruction),
            before=index,
            after=len(plans),
        )
    )
    plans.append(plan)


def _told(operation: PlannedOperation | None, instruction: str) -> str:
    """What the writer is told: the plan's words, else the reader's own."""
    return " ".join(operation.instruction.split()) or instruction if operation else ""


def _quotes(operation: PlannedOperation, known: Mapping[int, Quote]) -> tuple[Quote, ...]:
    return tuple(known[n] for n in dict.fromkeys(operation.quotes) if n in known)
