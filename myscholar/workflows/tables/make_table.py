"""Papers set side by side by either engine; a table that grows."""

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.orders import TableOrder
from myscholar.domain.papers import Paper, PaperFacts, PassageId
from myscholar.domain.runs import Event, RunId
from myscholar.domain.tables import (
    PaperRow,
    PaperTable,
    TableColumn,
    WhyEmpty,
    new_columns,
    paper_ids,
    row_of,
)
from myscholar.domain.text import counted, one_line, shorten
from myscholar.errors import InputError, NotRecorded, UnknownName
from myscholar.gateways.llm.llm import LLM
from myscholar.report.columns import USUAL, facts_of
from myscholar.report.extractive.cells import fill_rows
from myscholar.report.llm.cells import PAPERS_A_CALL, CellsRead, CellsReader
from myscholar.runs.run import Run, StepWork
from myscholar.text.question import check_question
from myscholar.text.same_paper import is_cited
from myscholar.workflows.engines import check_model, decide_engine, gateway_of
from myscholar.workflows.job import Job
from myscholar.workflows.report.reports import get_report
from myscholar.workflows.runs.budgets import calls_of, cost_of, spent_so_far
from myscholar.workflows.services import Services
from myscholar.workflows.tables.table_papers import (
    FINDING,
    NO_PAPERS,
    TablePapers,
    count_papers,
    find_papers,
    is_of_papers,
    papers_beside,
    with_texts,
)
from myscholar.workflows.tables.tables import get_table

READING = "Reading papers"


class _Asked(NamedTuple):
    """Papers, and the columns that are asked of them."""

    papers: tuple[Paper, ...]
    columns: tuple[TableColumn, ...]


def check_order(services: Services, order: TableOrder) -> TableOrder:
    """Raises InputError for columns that can't be, and where nothing is to be done; UnknownName,
    EngineUnavailable."""
    base = get_table(services, order.base) if order.base else None
    if base is None and not is_of_papers(order):
        raise InputError("A table needs papers: a report's, a library's, or those of a question.")
    if order.report and (order.question or order.sources):
        raise InputError("The rows are a report's papers or those of sources. Name one of the two.")
    if order.question:
        order = order.model_copy(update={"question": check_question(order.question)})
    columns = columns_of(order, base)
    if is_of_papers(order) and not count_papers(services, order):
        raise InputError(NO_PAPERS)
    if base and not columns[len(base.columns) :] and not is_of_papers(order):
        raise InputError("Name a column or papers to add to the table.")
    if order.engine is Engine.RECORDED:
        raise NotRecorded(
            "the model",
            "table",
            "The recording holds no table. The extractive engine makes one, without a model.",
        )
    engine = decide_engine(services, order.engine)
    if any(column.fact is None for column in columns):
        check_model(services, engine)
    title = shorten(one_line(order.title), 200) or (base.title if base else _title(services, order))
    return order.model_copy(update={"engine": engine, "title": title})


def _title(services: Services, order: TableOrder) -> str:
    if order.report:
        return get_report(services, order.report).title
    return order.question or f"Papers of {', '.join(s.partition(':')[2] for s in order.sources)}"


def columns_of(order: TableOrder, base: PaperTable | None) -> tuple[TableColumn, ...]:
    """Those of the table before, then the new ones. Raises InputError."""
    before = base.columns if base else ()
    asked = order.columns or (() if base else USUAL)
    return (*before, *new_columns(asked, facts_of(asked), before))


async def make_table(services: Services, run: Run, order: TableOrder) -> PaperTable:
    """The run's id is the table's. Raises UnknownName, InputError, NoEvidenceFound, LLMError."""
    base = await _base_of(services, run, order)
    columns = columns_of(order, base)
    found = TablePapers()
    if is_of_papers(order):
        found = await run.step(FINDING, TablePapers, lambda: find_papers(services, order, run.tell))
        found = papers_beside(paper_ids(base) if base else (), found)
    run.tell(Event(step=FINDING, message=counted(len(found.papers), "paper"), done=1, total=1))
    asked = await _asked(services, base, columns, found)
    notes: tuple[str, ...] = ()
    if order.engine is Engine.EXTRACTIVE:
        made = await asyncio.to_thread(_by_rules, services, run, asked)
    else:
        budget = await spent_so_far(services, run)
        async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
            steps = await asyncio.to_thread(services.runs.step_names, run.run_id)
            made, notes = await _by_model(run, asked, llm, steps)
    return PaperTable(
        table_id=run.run_id,
        title=order.title,
        engine=order.engine,
        created_at=services.now(),
        columns=columns,
        rows=_joined(base, made),
        notes=tuple(dict.fromkeys((*(base.notes if base else ()), *found.notes, *notes))),
        cost=cost_of(await calls_of(services, run), found.n_requests, await run.stop_clock()),
        base=order.base,
    )


async def _base_of(services: Services, run: Run, order: TableOrder) -> PaperTable | None:
    """As it stood when the run began, whatever its reader does to it meanwhile."""
    if not order.base:
        return None
    read = partial(asyncio.to_thread, get_table, services, order.base)
    base: PaperTable = await run.step("Taking the table", PaperTable, read)
    return base


async def _asked(
    services: Services,
    base: PaperTable | None,
    columns: tuple[TableColumn, ...],
    found: TablePapers,
) -> tuple[_Asked, _Asked]:
    """Of the papers that are there already the new columns, of those `found` beside all."""
    before = columns[len(base.columns) :] if base else ()
    old: tuple[Paper, ...] = ()
    if base and before:
        earlier = await asyncio.to_thread(_found_before, services, base)
        texts = {paper.paper_id: paper for paper in await with_texts(services, earlier)}
        old = tuple(_beside(row, texts.get(row.paper.paper_id)) for row in base.rows)
        old = await asyncio.to_thread(_with_facts, services, old, earlier)
    return _Asked(old, before), _Asked(await with_texts(services, found), columns)


def _found_before(services: Services, table: PaperTable) -> TablePapers:
    """What the runs that made the table found; where one is deleted, what the table itself
    holds."""
    papers = [row.paper for row in table.rows]
    sources = dict[str, None]()
    run_id: RunId | None = table.table_id
    while run_id:
        try:
            order = services.runs.order(run_id).inputs
            if FINDING in services.runs.step_names(run_id):
                step = TablePapers.model_validate(services.runs.step_result(run_id, FINDING))
                papers = [*step.papers, *papers]
                sources |= dict.fromkeys(step.sources)
        except UnknownName:
            break
        run_id = order.get("base")
    first = {paper.paper_id: paper for paper in reversed(papers)}
    return TablePapers(papers=tuple(first.values()), sources=tuple(sources))


def _beside(row: PaperRow, text: Paper | None) -> Paper:
    """The row's paper with its quoted passages as they are, and all others; one whose text has
    changed since has another id."""
    if text is None:
        return row.paper
    held = {passage.passage_id: passage for passage in row.paper.passages}
    for passage in text.passages:
        name = passage.passage_id
        while name in held and held[name].text != passage.text:
            name = PassageId(f"{name}/now")
        held.setdefault(name, passage.model_copy(update={"passage_id": name}))
    update = {"passages": tuple(held.values()), "text_source": text.text_source}
    return row.paper.model_copy(update=update)


def _with_facts(
    services: Services, papers: Sequence[Paper], found: TablePapers
) -> tuple[Paper, ...]:
    """With what was put right since in the libraries that they were found in."""
    read = {paper.paper_id: paper for paper in found.papers}
    right = {
        paper.paper_id: {name: getattr(paper, name) for name in PaperFacts.model_fields}
        for kind, _, name in (source.partition(":") for source in found.sources)
        if kind == "library"
        for paper in services.store.papers(name, only=list(read))
        if paper.as_read and is_cited(paper, read[paper.paper_id])
    }
    return tuple(p.model_copy(update=right.get(p.paper_id, {})) for p in papers)


def _by_rules(
    services: Services, run: Run, asked: Sequence[_Asked]
) -> tuple[tuple[PaperRow, ...], ...]:
    total, before = sum(len(each.papers) for each in asked), 0
    made = []
    for each in asked:
        at = before

        def done(n: int, at: int = at) -> None:
            run.tell(Event(step=READING, done=at + n, total=total))

        made.append(
            fill_rows(each.papers, each.columns, background=services.background, on_done=done)
        )
        before += len(each.papers)
    return tuple(made)


async def _by_model(
    run: Run, asked: Sequence[_Asked], llm: LLM, steps: Collection[str]
) -> tuple[tuple[tuple[PaperRow, ...], ...], tuple[str, ...]]:
    """The rows, and what the reader should know. Each call is a step of its own; `steps` are those
    done before."""
    total, done = sum(len(each.papers) for each in asked), 0
    reader = CellsReader(llm, can_read=any(name.startswith(READING) for name in steps))
    works: list[tuple[str, StepWork[CellsRead]]] = []

    def reads(papers: tuple[Paper, ...], columns: tuple[TableColumn, ...]) -> StepWork[CellsRead]:
        async def read() -> CellsRead:
            nonlocal done
            made = await reader.read(papers, columns)
            done += len(papers)
            run.tell(Event(step=READING, done=done, total=total))
            return made

        return read

    run.tell(Event(step=READING, done=0, total=total))
    for each in asked:
        for n in range(0, len(each.papers), PAPERS_A_CALL):
            batch = each.papers[n : n + PAPERS_A_CALL]
            works.append((f"{READING} {len(works) + 1}", reads(batch, each.columns)))
    read = await run.together(CellsRead, works)
    rows = tuple(row for each in read for row in each.rows)
    failed = [each.failed for each in read if each.failed]
    unread = sum(any(c.why is WhyEmpty.NOT_READ for c in row.cells) for row in rows)
    why = failed[0] if failed else "its answers say nothing of them."
    notes = (f"{counted(unread, 'paper')} could not be read by the model: {why}",) if unread else ()
    n_before = len(asked[0].papers)
    return (rows[:n_before], rows[n_before:]), notes


def _joined(base: PaperTable | None, made: Sequence[tuple[PaperRow, ...]]) -> tuple[PaperRow, ...]:
    """The rows before with their new cells, then the new rows."""
    old, new = made
    if base is None:
        return new
    if not old:
        return (*base.rows, *new)
    grown = []
    for row, more in zip(base.rows, old, strict=True):
        held = {p.passage_id: p for p in (*row.paper.passages, *more.paper.passages)}
        paper = more.paper.model_copy(update={"passages": tuple(held.values())})
        grown.append(row_of(paper, (*row.cells, *more.cells)))
    return (*grown, *new)


JOB = Job(check_order, lambda _, order: order.title, make_table, PaperTable.model_validate)
