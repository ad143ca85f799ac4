"""A report as one self-contained HTML file: no request leaves it, and all text in it is escaped
(Jinja's autoescape). It is read with the same script and looks as in the app."""

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from markupsafe import Markup

from myscholar.domain.report import Report
from myscholar.views import SHARED
from myscholar.views.formulas import MathNode, as_markup
from myscholar.views.report_view import report_view

if TYPE_CHECKING:
    from jinja2 import Template

N_COLOURS = 8
"""Tints and edges, told apart by colour-blind readers too (after Okabe and Ito, 2008)."""


def to_html(report: Report) -> str:
    view = report_view(report)
    references = {reference.number: reference for reference in view.references}
    return _template().render(
        view=view,
        references=references,
        math=_math,
        tint=_tint,
        shared=_shared,
        digest=_digest,
    )


def _math(node: MathNode) -> Markup:
    """MathML, escaped by its own writer."""
    return Markup(as_markup(node))  # noqa: S704  escaped there


def _digest(script: str) -> str:
    """By which the page's policy knows its one script: no other runs."""
    return b64encode(sha256(script.encode()).digest()).decode()


def _tint(label: str) -> str:
    n = (int(label[1:]) - 1) % N_COLOURS
    return f"--fill: var(--c{n}); --edge: var(--e{n})"


def _shared(name: str) -> Markup:
    return Markup((SHARED / name).read_text(encoding="utf-8"))  # noqa: S704  a file of ours


@lru_cache(maxsize=1)
def _template() -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(SHARED), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("report.html.jinja")
