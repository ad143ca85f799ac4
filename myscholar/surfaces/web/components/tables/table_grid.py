"""The table as a grid: sorted, filtered, and looked into cell by cell."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from myscholar.domain.text import counted, fold
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.plain import JOINER, plain
from myscholar.views.table_file import is_formula
from myscholar.views.table_view import PaperTableView, TableCellView, TableQuote, TableRowView

PAPER = "Paper"
_EMPTY = {"light": "color: #5b636d", "dark": "color: #9aa4af"}
"""The grid is drawn on a canvas, which knows no colours that follow the theme."""
_ROW_HEIGHT, _MOST_HEIGHT = 100, 640
"""Pixels; a row shows four lines: from 64 on Streamlit wraps them."""
_SHEET = """<style>
@media (max-width: 640px) { [class*="st-key-cell-"] { position: fixed; z-index: 1000; left: 0;
  right: 0; bottom: 0; max-height: 46vh; overflow-y: auto; padding: .6rem 1rem; border-radius: 0;
  background: light-dark(#fdfcfa, #15181c); box-shadow: 0 -6px 20px rgb(0 0 0 / .25); } }
</style>"""
"""On a phone a cell's quotes come up from below: the grid above fills the screen."""


@dataclass(frozen=True)
class EditCell:
    """The reader's own words for a cell."""

    paper_id: str
    column_id: str
    text: str


@dataclass(frozen=True)
class RemoveRow:
    paper_id: str


Wish = EditCell | RemoveRow


def show(view: PaperTableView, *, key: str) -> Wish | None:
    with row(vertical_alignment="bottom"):
        wanted = st.text_input(
            "Filter",
            key=f"filter-{key}",
            placeholder="Words that a row must hold",
            icon=":material/filter_list:",
            width=320,
        )
        st.caption("Click a heading to sort.")
    rows = [r for r in view.rows if _holds(r, wanted)]
    if not rows:
        st.markdown("No row holds these words.")
        return None
    if len(rows) < len(view.rows):
        st.caption(f"{len(rows)} of {counted(len(view.rows), 'paper')}")
    names = _names(view)
    n_closed = st.session_state.setdefault(f"closed-{key}", 0)
    grid, beside = st.columns([5, 2])
    state = grid.dataframe(
        _styled(rows, names, view),
        key=f"grid-{key}-{n_closed}-{fold(wanted)}",
        hide_index=True,
        row_height=_ROW_HEIGHT,
        height=min(_MOST_HEIGHT, 40 + _ROW_HEIGHT * len(rows)),
        selection_mode="single-cell",
        on_select="rerun",
        column_config=_config(view, names),
        placeholder="",
        alt=f"{view.title}: {view.summary}",
    )
    place, name = next(iter(state["selection"]["cells"]), (-1, ""))
    if not 0 <= place < len(rows):
        beside.caption("Click a cell: here stand the words of the paper that it rests on.")
        return None
    with beside:
        return _look(rows[place], names.get(name), view, key=key)


def _names(view: PaperTableView) -> dict[str, int]:
    """Headings of the grid, each once, with the place of their column."""
    taken = {PAPER}
    names = dict[str, int]()
    for place, column in enumerate(view.columns):
        name = column.name if column.name not in taken else f"{column.name} ·"
        taken.add(name)
        names[name] = place
    return names


def _holds(row: TableRowView, wanted: str) -> bool:
    text = fold(" ".join((row.title, row.cited_as, *(cell.text for cell in row.cells))))
    return all(word in text for word in fold(wanted).split())


def _styled(rows: list[TableRowView], names: dict[str, int], view: PaperTableView) -> Any:
    """Empty cells say why, in another tone."""
    import pandas as pd

    tone = _EMPTY["dark" if st.context.theme.type == "dark" else "light"]
    data = {PAPER: [_inert(f"{r.title} ({r.cited_as})") for r in rows]}
    tones = {PAPER: [""] * len(rows)}
    for name, place in names.items():
        own = [r.cells[place] for r in rows]
        if view.columns[place].is_fact and all(c.is_number for c in own if c.text):
            data[name] = [int(c.text) if c.text else None for c in own]  # type: ignore[misc]
            tones[name] = [""] * len(rows)
        else:
            data[name] = [_shown(c) for c in own]
            tones[name] = ["" if c.text else tone for c in own]
    style = pd.DataFrame(tones)
    styled = pd.DataFrame(data).style.apply(lambda _: style, axis=None)
    return styled.format(precision=0, na_rep="")  # beside a missing number pandas has no whole ones


def _shown(cell: TableCellView) -> str:
    said = f"{cell.text}{' ✎' if cell.by_reader else ''}" if cell.text else f"({cell.why})"
    return _inert(said)


def _inert(text: str) -> str:
    """The grid has a button of its own that saves CSV: what would be a formula there begins with a
    sign that takes no room."""
    return f"{JOINER}{text}" if is_formula(text) else text


def _config(view: PaperTableView, names: dict[str, int]) -> dict[str, Any]:
    config: dict[str, Any] = {PAPER: st.column_config.TextColumn(width=240, pinned=True)}
    for name, place in names.items():
        column = view.columns[place]
        said = f"{column.asks} · {column.n_filled} of {len(view.rows)} filled"
        if column.is_fact:
            config[name] = st.column_config.Column(help=said, width="small")
        else:
            config[name] = st.column_config.TextColumn(help=said, width=270)
    return config


def _look(row: TableRowView, place: int | None, view: PaperTableView, *, key: str) -> Wish | None:
    """The cell, its quotes in their place, and what can be done with it."""
    st.html(_SHEET)
    with st.container(border=True, key=f"cell-{key}", gap="xsmall"):
        name = f"[{plain(row.title)}](<{row.url}>)" if row.url else plain(row.title)
        st.markdown(f"**{name}**  \n{plain(row.cited_as)} · read in: {plain(row.read_in)}")
        if st.button("Close", icon=":material/close:", type="tertiary", key=f"close-{key}"):
            st.session_state[f"closed-{key}"] += 1
            st.rerun()
        if place is None:
            if st.button("Remove this paper", icon=":material/delete:", key=f"remove-{key}"):
                return RemoveRow(row.paper_id)
            return None
        column, cell = view.columns[place], row.cells[place]
        said = f"**{plain(cell.text)}**" if cell.text else f"*{plain(cell.why)}*"
        edited = " (edited by you)" if cell.by_reader and cell.text else ""
        st.markdown(f"{plain(column.name)}: {said}{edited}")
        for quote in cell.quotes:
            st.markdown(f"> {_marked(quote, cell.text)}")
            if quote.label or quote.place:
                st.caption(plain(" · ".join(p for p in (quote.label, quote.place) if p)))
        if cell.text and not cell.quotes and not cell.by_reader:
            st.caption("From the paper's record.")
        with (
            st.form(f"edit-{key}-{row.paper_id}-{column.column_id}", border=False),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            text = st.text_input("In your words", value=cell.text, width=230)
            if st.form_submit_button("Keep"):
                return EditCell(row.paper_id, column.column_id, text)
    return None


def _marked(quote: TableQuote, value: str) -> str:
    """The quote with the value in bold where it stands in it."""
    before, found, after = quote.text.partition(value) if value else (quote.text, "", "")
    if (not before.strip() and not after.strip(" .")) or not found:
        said = plain(quote.text)
    else:
        inside = found.strip()
        said = f"{_kept(before)}**{plain(inside)}**{_kept(after)}"
    return said if quote.label else f"“{said}”"


def _kept(text: str) -> str:
    """With the space at its ends that `plain` takes away."""
    lead, tail = text[:1].isspace(), text[-1:].isspace()
    return f"{' ' * lead}{plain(text)}{' ' * (tail and bool(text.strip()))}"
