"""The table as a grid, drawn in the browser: sorted, filtered, and looked into cell by cell."""

from typing import Any, Literal

from myscholar.domain.model import Frozen
from myscholar.surfaces.web.components.part import Mail, Part
from myscholar.views.table_view import PaperTableView


class EditCell(Frozen):
    """The reader's own words for a cell."""

    kind: Literal["edit"]
    paper_id: str
    column_id: str
    text: str


class RemoveRow(Frozen):
    kind: Literal["remove"]
    paper_id: str


Wish = EditCell | RemoveRow
PART: Part[Wish] = Part(
    "table_grid",
    Wish,
    scripts=("report_card", "report_table"),
    styles=("report_reading", "report_view"),
)


def show(view: PaperTableView, *, key: str) -> Mail[Wish]:
    return PART.show(as_data(view), key=key)


def as_data(view: PaperTableView) -> dict[str, Any]:
    """As the browser takes it: what is empty is left out."""
    shown = {"title", "columns", "rows"}
    return {"table": view.model_dump(mode="json", include=shown, exclude_defaults=True)}
