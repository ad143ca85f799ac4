"""Tables of papers: ordered, watched while they are filled, looked into, changed, exported."""

import streamlit as st

from myscholar.domain.engine import Engine
from myscholar.domain.orders import TableOrder
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.domain.tables import MOST_COLUMNS, PaperTable
from myscholar.errors import InputError, UnknownName
from myscholar.surfaces.web import session
from myscholar.surfaces.web.components import frame, no_key, trouble
from myscholar.surfaces.web.components.layout import quiet_button, row
from myscholar.surfaces.web.components.part import Mail
from myscholar.surfaces.web.components.runs import following, recorded
from myscholar.surfaces.web.components.tables import table_bar, table_grid, table_order
from myscholar.surfaces.web.navigation import ASK, PROFILE, in_address, put_in_address
from myscholar.surfaces.web.plain import plain
from myscholar.views.table_view import table_view
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import start
from myscholar.workflows.library.source_names import source_choices
from myscholar.workflows.report.reports import list_reports
from myscholar.workflows.tables.price_table import SUGGESTED, USUAL, price_table
from myscholar.workflows.tables.tables import (
    change_table,
    delete_table,
    get_table,
    list_tables,
)

MOST_REPORTS = 1000
"""Whose papers can be chosen; by hand."""
ADD, COLUMNS = "Add columns or papers", "Change columns"

_WIDE = """<style>
.stApp [data-testid="stMainBlockContainer"] { max-width: none; }
@media (max-width: 40rem) { .stApp h1 { font-size: 1.35rem; padding-top: 0; } }
</style>"""


def page() -> None:
    frame.show()
    with trouble.shown_here():
        tables = list_tables(session.services())
        wanted = in_address("table")
        if wanted is None and tables and not (in_address("report") or in_address("library")):
            wanted = tables[0].table_id
        if tables or wanted:
            chosen = table_bar.choose(tables, wanted or table_bar.NEW)
            if chosen:
                open_table(chosen)
        if wanted is None or wanted == table_bar.NEW:
            make_new()
        else:
            show(RunId(wanted))


def open_table(table_id: str) -> None:
    put_in_address("table", table_id)
    put_in_address("report", None)
    put_in_address("library", None)
    st.rerun()


def make_new() -> None:
    st.title("Set papers side by side", anchor=False)
    st.markdown(
        "Choose papers, and say in your own words what you want to know of each. Every cell shows "
        "the words of the paper that it rests on."
    )
    rows = choose_rows("new", report_id=in_address("report"), library=in_address("library"))
    columns = table_order.choose_columns(SUGGESTED, USUAL, key="new")
    if rows and columns:
        offer(rows.model_copy(update={"columns": columns}), "Make")
    else:
        offer(None, "Make", "Name a column." if rows else "Write a question.")


def choose_rows(key: str, **first: str | None) -> TableOrder | None:
    services = session.services()
    reports, sources = list_reports(services, MOST_REPORTS), source_choices(services)
    if not reports and not services.store.libraries():
        say_what_else_can_be_rows()
    return table_order.choose_rows(reports, sources, key=key, **first)


def say_what_else_can_be_rows() -> None:
    with row("no-papers"):
        st.caption(
            "Papers of your own, or those of a report, can be rows once there are some.",
            width="content",
        )
        st.page_link(PROFILE, label="Add papers", icon=":material/person:", width="content")
        st.page_link(ASK, label="Ask a question", icon=":material/search:", width="content")


def offer(order: TableOrder | None, verb: str, missing: str = "") -> None:
    """The price before the click, and the click; or what is missing."""
    services = session.services()
    estimate = None
    with trouble.shown_here():
        estimate = price_table(services, order) if order else None
    why = missing_key(services)
    with row():
        wanted = st.button(
            f"{verb} the table", type="primary", disabled=estimate is None, key=f"{verb}-go"
        )
        free = bool(why) and st.button(
            f"{verb} it without a model, free", disabled=estimate is None, key=f"{verb}-free"
        )
        if estimate or missing:
            st.caption(plain(estimate.spoken if estimate else missing))
    if why and estimate:
        no_key.show(why)
    elif order and order.report:
        recorded.say_no_table(order.report)
    if order and (wanted or free):
        engine = Engine.EXTRACTIVE if free else order.engine
        with trouble.shown_here():
            open_table(start(services, order.model_copy(update={"engine": engine})))


def show(run_id: RunId) -> None:
    services = session.services()
    try:
        info = services.runs.info(run_id)
    except UnknownName:
        raise InputError(
            "There is no table at this address: it was deleted, or it was made on another computer."
        ) from None
    if info.kind is not RunKind.TABLE:
        raise InputError("This address belongs to something else than a table.")
    if info.status is not RunStatus.FINISHED:
        st.title(plain(info.title), anchor=False)
        following.follow(run_id)
        return
    show_finished(get_table(services, run_id))


def show_finished(table: PaperTable) -> None:
    view = table_view(table)
    st.html(_WIDE)
    st.title(plain(view.title), anchor=False)
    spent = table.cost.spoken
    st.caption(plain(f"{view.notice} {view.summary}.{f' {spent}.' if spent else ''}"))
    for note in view.notes:
        st.markdown(f":orange[:material/info:] {plain(note)}")
    with row():
        panel = st.segmented_control(
            "Besides the table",
            [ADD, COLUMNS],
            key=f"panel-{table.table_id}",
            label_visibility="collapsed",
        )
        st.space("stretch")
        table_bar.export(table)
        is_gone = table_bar.delete(table)
    with trouble.shown_here():
        if is_gone:
            delete_table(session.services(), table.table_id)
            open_table(table_bar.NEW)
        if panel == ADD:
            grow(table)
        elif panel == COLUMNS and (wish := table_bar.change_columns(table)):
            fulfil(table, wish)
            st.rerun()
    with trouble.shown_here():
        look_into(table, table_grid.show(view, key=f"grid-{table.table_id}"))
    if table.base and quiet_button("The table before it grew", "undo", key="to-base"):
        open_table(table.base)


def grow(table: PaperTable) -> None:
    """Columns for the papers that are there, or further papers with all columns."""
    known = {column.asks for column in table.columns}
    columns = table_order.choose_columns(
        [words for words in SUGGESTED if words not in known],
        (),
        key=f"grow-{table.table_id}",
        most=MOST_COLUMNS - len(table.columns),
    )
    rows = None
    if st.toggle("Further papers too", key=f"further-{table.table_id}"):
        rows = choose_rows(f"grow-{table.table_id}")
    if not columns and rows is None:
        offer(None, "Extend", "Name a column, or add papers.")
        return
    order = rows or TableOrder()
    offer(order.model_copy(update={"columns": columns, "base": table.table_id}), "Extend")


def look_into(table: PaperTable, said: Mail[table_grid.Wish]) -> None:
    try:
        for wish in said.messages:
            fulfil(table, wish)
    finally:
        said.take()
    if said.messages:
        st.rerun()


def fulfil(table: PaperTable, wish: table_bar.Wish | table_grid.Wish) -> None:
    """A change by hand, kept at once."""

    def change(now: PaperTable) -> PaperTable:
        match wish:
            case table_bar.NameColumn(column_id, name):
                return now.with_name(column_id, name)
            case table_bar.OrderColumns(column_ids):
                return now.with_order(column_ids)
            case table_grid.EditCell():
                return now.with_text(wish.paper_id, wish.column_id, wish.text)
            case table_grid.RemoveRow():
                return now.without_rows((wish.paper_id,))
            case _:
                return now

    change_table(session.services(), table.table_id, change)


page()
