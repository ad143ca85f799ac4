"""A document as one HTML file: no script, no request, everything escaped."""

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from eval.show.charts import drawing
from eval.show.document import FOUND, Chart, Document, Plane, cell_of


def to_html(document: Document) -> str:
    return _template().render(document=document, found=FOUND, drawing=_drawing)


def _drawing(chart: Chart | Plane) -> Markup:
    """As it is: only what matplotlib wrote is in it."""
    return Markup(drawing(chart))  # noqa: S704


@lru_cache(maxsize=1)
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("eval.show", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters["cell"] = cell_of
    return environment.get_template("page.html.jinja")
