"""Figures as one HTML file to read: no request leaves it, and everything in it is escaped.

Results -> Page (parts of text, tables, charts) -> HTML. `page_of` says which parts a benchmark's
results become; `Page`, `Part`, `Table`, `Chart` and `interval_chart` serve whoever shows other
figures. Results may be anybody's: names are shown as text, numbers that can't be drawn are said in
words.
"""

from eval.show.charts import Axis, Line, Mark, interval_chart
from eval.show.document import Cell, Chart, Page, Part, Table, table_of
from eval.show.html import to_html
from eval.show.results import page_of

__all__ = [
    "Axis",
    "Cell",
    "Chart",
    "Line",
    "Mark",
    "Page",
    "Part",
    "Table",
    "interval_chart",
    "page_of",
    "table_of",
    "to_html",
]
