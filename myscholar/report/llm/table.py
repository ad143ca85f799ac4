"""A table that sets a section's papers side by side, made in one call; every cell is checked
against the quotes that it names. Source: MySQA §2.3.

Where this differs from ScholarQA, which fills tables cell by cell with a call each: one call sees
all papers, so that a column means the same in each row.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

from myscholar.domain.actions import Action, Stage, Verb, Wish
from myscholar.domain.drafts import SectionPlan
from myscholar.domain.evidence import ActionId, Evidence, Quote
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Cell, SectionFormat, Table
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.draft_text import without_citations, words_of
from myscholar.report.llm.lexical import borne_out, find_missing_numbers
from myscholar.report.llm.section_replies import TableCell, TableReply, TableRow
from myscholar.report.llm.sections import heading
from myscholar.report.llm.shown import Numbered, number_actions, print_actions
from myscholar.text.lexicons import pattern
from myscholar.text.safeguards import addresses_in, without_addresses

NOT_STATED = "not stated"
FEWEST_ROWS, MOST_ROWS, MOST_COLUMNS = 2, 10, 5
"""Fewest and most rows of a table, and most columns; by hand."""
FEWEST_FILLED = 2
"""Cells of a row that must hold something beside the paper's own, as the prompt says; by hand."""
FEWEST_TOLD = 1 / 3
"""Share of the rows that must hold something in a column which no action asks for; by hand."""
LONGEST_CELL = 160
"""Characters of a cell; by hand."""
_TABLE = pattern("reports.table")
Rows = tuple[tuple[PaperId, tuple[Quote, ...]], ...]
"""Papers that a table can set side by side, each with its quotes."""
SHARED = 0.5
"""Share of a cell's content words that its quotes must hold; by hand."""


async def make_table(
    plan: SectionPlan,
    papers: Mapping[PaperId, Paper],
    actions: Sequence[Action],
    *,
    quotes: Sequence[Quote] = (),
    question: str,
    language: str = "English",
    llm: LLM,
    visibility: Visibility = Visibility.ALL,
    revision: str = "",
) -> Table | None:
    """The table of the section's papers, or None where fewer than two can be compared. One call.
    Raises LLMError.

    `quotes` are those of the whole report; `revision` is what is to be changed in a section that
    exists.
    """
    numbered = number_actions(actions, Stage.GENERATION, visibility)
    asking = tuple(
        a.action_id for _, a in numbered if a.action_id in plan.action_ids and wants_table(a)
    )
    rows = rows_of(plan, quotes, asking)
    if len(rows) < FEWEST_ROWS:
        return None
    prompt = table_prompt(
        plan, rows, papers, numbered, question=question, language=language, revision=revision
    )
    answer = await llm.ask(Role.REPORT, prompt, TableReply)
    asked = [a.text for _, a in numbered if a.action_id in asking]
    return table_of(
        answer.value, rows, papers, language=language, action_ids=asking, asked=" ".join(asked)
    )


def may_have_table(plan: SectionPlan, ideas: Collection[ActionId] = (), revision: str = "") -> bool:
    """Whether the section sets papers side by side. `ideas` are the actions that ask for ideas: a
    list of such has no papers as its rows.

    A section that is added or changed by an instruction (its brief, or `revision`) has one too if
    that speaks of a table.
    """
    if speaks_of_table(f"{plan.brief} {revision}"):
        return True
    of_ideas = plan.format is SectionFormat.LIST and any(a in ideas for a in plan.action_ids)
    return plan.format is not SectionFormat.SYNTHESIS and not of_ideas


def speaks_of_table(words: str) -> bool:
    return bool(_TABLE.search(words))


def wants_table(action: Action) -> bool:
    """Whether the action is about setting things side by side."""
    return action.directive.verb is Verb.COMPARE or action.has_wish(Wish.SIDE_BY_SIDE)


def table_prompt(
    plan: SectionPlan,
    rows: Rows,
    papers: Mapping[PaperId, Paper],
    numbered: Numbered,
    *,
    question: str,
    language: str = "English",
    revision: str = "",
) -> Prompt:
    """Quotes are numbered from 1 within this prompt, papers P1, P2, ..."""
    blocks, n = [], 0
    for i, (paper_id, own) in enumerate(rows, 1):
        lines = [f"[{n + j}] {words_of(q.evidence)}" for j, q in enumerate(own, 1)]
        n += len(own)
        blocks.append(
            "\n".join([f"## P{i}: {heading(papers[paper_id]).removeprefix('## ')}", *lines])
        )
    here = tuple((n, a) for n, a in numbered if a.action_id in plan.action_ids)
    return render(
        "report/table",
        question=question,
        language=language,
        title=plan.title,
        brief=plan.brief or plan.title,
        actions=print_actions(here),
        papers="\n\n".join(blocks),
        revision=revision,
    )


def table_of(
    reply: TableReply,
    listed: Rows,
    papers: Mapping[PaperId, Paper],
    *,
    language: str = "English",
    action_ids: tuple[ActionId, ...] = (),
    asked: str = "",
) -> Table | None:
    """Rows of existing papers, each once, as many cells as columns; a cell that its quotes don't
    bear out is blanked, a row or column with few others left out. None for too few rows.

    `asked` is the wording of the actions behind the table: a column that it names stays.
    """
    heads = (c for c in reply.columns if c.strip())
    columns = [shorten(without_addresses(c), 60) or "…" for c in heads][:MOST_COLUMNS]
    quotes = [q for _, own in listed for q in own]
    rows: dict[PaperId, tuple[Cell, ...]] = {}
    for row in reply.rows:
        if not 1 <= row.paper <= len(listed) or listed[row.paper - 1][0] in rows:
            continue
        paper_id = listed[row.paper - 1][0]
        cells = _cells(row, len(columns), quotes, papers[paper_id], language)
        rows[paper_id] = (Cell(text=papers[paper_id].citation_label), *cells)
    listed_rows = [row for row in rows.values() if _tells(row, range(len(columns)))]
    kept = [
        i
        for i, column in enumerate(columns)
        if (told := sum(bool(row[i + 1].evidence) for row in listed_rows))
        and (told >= FEWEST_TOLD * len(listed_rows) or borne_out(column, asked) >= SHARED)
    ]
    listed_rows = [row for row in listed_rows if _tells(row, kept)]
    if len(listed_rows) < FEWEST_ROWS or not kept:
        return None
    return Table(
        columns=("Paper", *(columns[i] for i in kept)),
        rows=tuple((row[0], *(row[i + 1] for i in kept)) for row in listed_rows[:MOST_ROWS]),
        action_ids=action_ids,
    )


def _tells(row: Sequence[Cell], columns: Collection[int]) -> bool:
    """Whether enough cells in these columns, counted after the paper's own, hold something."""
    return sum(bool(row[i + 1].evidence) for i in columns) >= min(FEWEST_FILLED, len(columns))


def quotes_behind(table: Table, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Those of the quotes that its cells rest on."""
    cited = {e for row in table.rows for cell in row for e in cell.evidence}
    return tuple(quote for quote in quotes if quote.evidence in cited)


def rows_of(
    plan: SectionPlan, quotes: Sequence[Quote] = (), asking: Collection[ActionId] = ()
) -> Rows:
    """The section's papers in the order of its quotes, each with all of its own, the section's
    first. Then those that were picked for an action `asking` for the table, wherever else they
    stand."""
    wanted = {q.evidence.paper_id for q in plan.quotes}
    found = [q for q in quotes if not set(asking).isdisjoint(q.action_ids)]
    wanted |= {q.evidence.paper_id for q in found}
    by_paper: dict[PaperId, list[Quote]] = {}
    for quote in dict.fromkeys((*plan.quotes, *found, *quotes)):
        if quote.evidence.paper_id in wanted:
            by_paper.setdefault(quote.evidence.paper_id, []).append(quote)
    return tuple((paper_id, tuple(own)) for paper_id, own in by_paper.items())


def _cells(
    row: TableRow, n: int, quotes: Sequence[Quote], paper: Paper, language: str
) -> tuple[Cell, ...]:
    filled = zip_longest(row.cells[:n], range(n))
    return tuple(_cell(cell, quotes, paper, language) for cell, _ in filled)


def _cell(cell: TableCell | None, quotes: Sequence[Quote], paper: Paper, language: str) -> Cell:
    """Blank unless it names quotes of its own paper that hold its numbers, addresses and, in the
    quotes' language, half of its words; a word of the paper's title may spell out what a quote
    abbreviates."""
    evidence = [q.evidence for q in quotes]
    return (cell and cell_of(cell, evidence, paper, language)) or Cell(text=NOT_STATED)


def cell_of(
    cell: TableCell, quotes: Sequence[Evidence], paper: Paper, language: str
) -> Cell | None:
    """The cell with those of the quotes, numbered from 1, that it names and that are its paper's;
    None where they don't bear it out, as said above."""
    text = shorten(without_citations(cell.text), LONGEST_CELL).rstrip(".")
    named = [quotes[n - 1] for n in dict.fromkeys(cell.quotes) if 1 <= n <= len(quotes)]
    own = tuple(e for e in named if e.paper_id == paper.paper_id)
    sources = " ".join(e.text for e in own)
    holds = bool(text and own) and not find_missing_numbers(text, sources)
    holds = holds and all(match[0] in sources for match in addresses_in(text))
    if not holds or (language == "English" and not _shares(text, sources, paper.title)):
        return None
    return Cell(text=text, evidence=own)


def _shares(text: str, sources: str, title: str) -> bool:
    return borne_out(text, sources) > 0 and borne_out(text, f"{sources} {title}") >= SHARED
