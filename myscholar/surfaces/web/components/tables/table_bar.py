"""Which table is open; its columns, its files, and its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from myscholar.domain.tables import LONGEST_NAME, PaperTable
from myscholar.surfaces.web.components.layout import numbered, row
from myscholar.surfaces.web.components.report.report_bar import short_name
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import day
from myscholar.views.table_file import table_format
from myscholar.workflows.tables.tables import SavedTable

NEW = "new"
FORMATS = {
    ".xlsx": "Excel, with a sheet of quotes",
    ".csv": "CSV, with the quotes",
    ".html": "HTML, with the quotes",
    ".md": "Markdown",
    ".json": "JSON",
}


@dataclass(frozen=True)
class NameColumn:
    column_id: str
    name: str


@dataclass(frozen=True)
class OrderColumns:
    """The columns that stay, in their order."""

    column_ids: tuple[str, ...]


Wish = NameColumn | OrderColumns


def choose(tables: Sequence[SavedTable], open_id: str | None) -> str | None:
    """The id of the table to open, or NEW; None where that one is open."""
    labels = numbered(f"{day(table.created_at)} · {table.title}" for table in tables)
    ids = [*(table.table_id for table in tables), NEW]
    shown = [*labels, "A new table"]
    now = ids.index(open_id) if open_id in ids else None
    with row(wrap=False):
        chosen = st.selectbox(
            "Table",
            range(len(ids)),
            index=now,
            format_func=shown.__getitem__,
            key=f"table-{open_id}-{len(ids)}",
            label_visibility="collapsed",
            placeholder="Open a table",
        )
        if open_id != NEW and st.button("New table", icon=":material/add:", key="new-table"):
            return NEW
    return ids[chosen] if chosen is not None and chosen != now else None


def export(table: PaperTable) -> None:
    with st.popover("Export", icon=":material/download:"), st.container(gap="xxsmall"):
        for suffix, label in FORMATS.items():
            st.download_button(
                label,
                _writer(table, suffix),
                file_name=f"{short_name(table.title)}{suffix}",
                on_click="ignore",
                type="tertiary",
                key=f"download{suffix}",
            )


def _writer(table: PaperTable, suffix: str) -> Callable[[], bytes]:
    return lambda: table_format(Path(f"table{suffix}"))(table)


def change_columns(table: PaperTable) -> NameColumn | OrderColumns | None:
    """Other headings, another order, or fewer of them: nothing is asked again."""
    ids = [column.column_id for column in table.columns]
    for place, column in enumerate(table.columns):
        with row(gap="xsmall"):
            name = st.text_input(
                f"Name of column {place + 1}",
                column.name,
                max_chars=LONGEST_NAME,
                key=f"name-{table.table_id}-{column.column_id}-{column.name}",
                label_visibility="collapsed",
                width=260,
            )
            if name != column.name:
                return NameColumn(column.column_id, name)
            for sign, words, to in (
                ("arrow_back", "left", place - 1),
                ("arrow_forward", "right", place + 1),
            ):
                moved = st.button(
                    words.capitalize(),
                    help=f"Move “{plain(column.name)}” to the {words}",
                    icon=f":material/{sign}:",
                    key=f"{words}-{column.column_id}",
                    disabled=not 0 <= to < len(ids),
                    type="tertiary",
                )
                if moved:
                    ids[place], ids[to] = ids[to], ids[place]
                    return OrderColumns(tuple(ids))
            gone = st.button(
                "Remove",
                help=f"Remove “{plain(column.name)}”",
                icon=":material/delete:",
                key=f"gone-{column.column_id}",
                disabled=len(ids) == 1,
                type="tertiary",
            )
            if gone:
                return OrderColumns(tuple(i for i in ids if i != column.column_id))
    return None


def delete(table: PaperTable) -> bool:
    with st.popover("More", icon=":material/more_horiz:"):
        grown = ", with the tables that it grew from" if table.base else ""
        st.text(f"The table goes{grown} and your edits. It can't be undone.")
        return st.button("Delete this table", key=f"delete-{table.table_id}")
