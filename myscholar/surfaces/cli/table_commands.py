"""`myscholar table`: papers side by side in columns of the reader's own words."""

from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.engine import Engine
from myscholar.domain.orders import TableOrder
from myscholar.domain.runs import RunId, RunKind
from myscholar.domain.tables import MOST_ROWS, PaperTable
from myscholar.errors import InputError
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.carrying_out import carry_out
from myscholar.surfaces.cli.completion import corpus_names, library_names, run_ids
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import ByWorker, EngineOption, JsonOut, SourceNames
from myscholar.views.table_file import export_table, table_format, to_markdown
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services
from myscholar.workflows.tables.price_table import price_table
from myscholar.workflows.tables.tables import change_table, get_table

Words = list[str] | None
tables = typer.Typer(**PLAIN)


@tables.command(
    epilog=examples(
        'table RUN --column "sample size" --column "limitations" --out table.xlsx',
        'table --corpus acl --question "How is ...?" --column "data set" --out table.csv',
        'table TABLE --add-column "how it is evaluated"',
    )
)
def table(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="[RUN]",
            help="A report whose papers are the rows, or a table.",
            autocompletion=run_ids,
        ),
    ] = None,
    column: Annotated[
        Words, typer.Option("--column", help="What a column asks, in your words; repeatable.")
    ] = None,
    add_column: Annotated[
        Words, typer.Option("--add-column", help="A further column of a table; repeatable.")
    ] = None,
    remove_column: Annotated[
        Words, typer.Option("--remove-column", help="A table's column that goes; repeatable.")
    ] = None,
    rename_column: Annotated[
        Words, typer.Option("--rename-column", help='"OLD=NEW": another heading; repeatable.')
    ] = None,
    library: Annotated[
        Words,
        typer.Option(
            "--library",
            help="All papers of this library; repeatable.",
            autocompletion=library_names,
        ),
    ] = None,
    corpus: Annotated[
        Words,
        typer.Option(
            "--corpus",
            help="The best papers of this corpus for --question.",
            autocompletion=corpus_names,
        ),
    ] = None,
    source: SourceNames = None,
    question: Annotated[
        str, typer.Option("--question", help="The best papers of the sources for this question.")
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=MOST_ROWS, help="At most so many of them.")
    ] = 40,
    found: Annotated[
        bool, typer.Option("--found", help="Of a report also papers that it does not cite.")
    ] = False,
    title: Annotated[str, typer.Option(help="What the table is called.")] = "",
    engine: EngineOption = Engine.AUTO,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write it to this .csv, .xlsx, .md, .html or .json file."),
    ] = None,
    by_worker: ByWorker = False,
    as_json: JsonOut = False,
) -> None:
    """Set papers side by side in columns of your own words; every cell with its quotes."""
    if out:
        table_format(out)
    services = open_services(by_worker=by_worker)
    is_table = run is not None and services.runs.info(RunId(run)).kind is RunKind.TABLE
    if column and is_table:
        raise InputError("This is a table already. Add columns with --add-column.")
    if not is_table and (add_column or remove_column or rename_column):
        raise InputError("Columns are added to a table: give the run that made it.")
    order = TableOrder(
        columns=tuple(add_column or column or ()),
        base=RunId(run) if run and is_table else None,
        report=RunId(run) if run and not is_table else None,
        with_found=found,
        question=question,
        sources=(
            *(f"library:{name}" for name in library or ()),
            *(f"corpus:{name}" for name in corpus or ()),
            *(source or ()),
        ),
        limit=limit,
        title=title,
        engine=engine,
    )
    asks = bool(order.columns or order.sources or order.question or order.report)
    made = _carry_out(services, order) if asks or not run else get_table(services, run)
    if remove_column or rename_column:
        made = _changed(services, made, remove_column or (), rename_column or ())
    if out:
        screen.say(f"Written to {export_table(made, out)}")
    if as_json:
        screen.print_json(made.model_dump_json(indent=1))
    elif not out:
        screen.print_json(to_markdown(made))
    screen.say(
        f'Table {made.table_id}. Add to it: myscholar table {made.table_id} --add-column "…"'
    )


def _carry_out(services: Services, order: TableOrder) -> PaperTable:
    screen.say(f"{price_table(services, order).spoken}.")
    with screen.steps() as progress:
        return carry_out(services, order, progress=progress)


def _changed(
    services: Services,
    made: PaperTable,
    removed: list[str] | tuple[()],
    renamed: list[str] | tuple[()],
) -> PaperTable:
    """Columns that go or get another heading: nothing is asked."""

    def change(table: PaperTable) -> PaperTable:
        for name in renamed:
            old, equals, new = name.partition("=")
            if not equals:
                raise InputError('Give --rename-column as "OLD=NEW".')
            table = table.with_name(table.column(old).column_id, new)
        gone = {table.column(name).column_id for name in removed}
        return table.with_order([c.column_id for c in table.columns if c.column_id not in gone])

    return change_table(services, made.table_id, change)
