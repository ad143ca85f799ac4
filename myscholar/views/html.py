"""A report as one self-contained HTML file: no request leaves it, and all text in it is escaped
(Jinja's autoescape)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from functools import lru_cache, partial
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from markupsafe import Markup

from myscholar.domain.actions import Action
from myscholar.domain.evidence import ActionId, source_in_words
from myscholar.domain.report import ActionOutcome, Report, Section
from myscholar.domain.text import counted
from myscholar.text.notation import Notation, NotationKind
from myscholar.text.times import day
from myscholar.views.blocks import Block, Edges, blocks
from myscholar.views.formulas import as_markup, formula
from myscholar.views.labels import (
    STATUS_WORDS,
    SUMMARY_LABEL,
    action_labels,
    author_list,
    is_summary,
    paper_url,
    published_in,
)

N_COLOURS = 8
"""Tints and edges in the template, told apart by colour-blind readers too (after Okabe and Ito,
2008)."""


@dataclass(frozen=True)
class RenderedAction:
    label: str
    colour: int
    action: Action
    outcome: ActionOutcome | None

    @property
    def status(self) -> str:
        return STATUS_WORDS[self.outcome.status] if self.outcome else ""


@dataclass(frozen=True)
class RenderedSection:
    section: Section
    runs: tuple[tuple[str, tuple[Block, ...]], ...]
    """Neighbouring blocks of one kind together, so that items form one list."""
    n_sources: int
    edges: Edges


def to_html(report: Report) -> str:
    labels = action_labels(report)
    return _template().render(
        report=report,
        labels=labels,
        colours={action_id: i % N_COLOURS for i, action_id in enumerate(labels)},
        actions=_actions(report, labels),
        sections=tuple(_section(section) for section in report.sections),
        link=paper_url,
        authors=author_list,
        published=published_in,
        summary=is_summary,
        formula=_formula,
        summary_label=SUMMARY_LABEL,
        counted=counted,
        day=partial(day, zone=UTC),
        source_in_words=source_in_words,
    )


def _formula(notation: Notation) -> Markup | None:
    """MathML, escaped by its own writer; None for what stays the text that it is."""
    is_block = notation.kind is NotationKind.FORMULA_BLOCK
    tree = (
        formula(notation.body, is_block=is_block)
        if is_block or notation.kind is NotationKind.FORMULA
        else None
    )
    return Markup(as_markup(tree)) if tree else None


@lru_cache(maxsize=1)
def _template() -> Template:
    loader = PackageLoader("myscholar.views", ".")
    environment = Environment(
        loader=loader, autoescape=select_autoescape(("html", "jinja")), undefined=StrictUndefined
    )
    return environment.get_template("report.html.jinja")


def _actions(report: Report, labels: Mapping[ActionId, str]) -> tuple[RenderedAction, ...]:
    outcomes = {o.action_id: o for o in report.outcomes}
    return tuple(
        RenderedAction(labels[a.action_id], i % N_COLOURS, a, outcomes.get(a.action_id))
        for i, a in enumerate(report.actions)
    )


def _section(section: Section) -> RenderedSection:
    runs = tuple(
        (kind.value, tuple(run))
        for kind, run in groupby(blocks(section), key=lambda block: block.kind)
    )
    cells = [
        c.number for row in (section.table.rows if section.table else ()) for c in row if c.number
    ]
    return RenderedSection(
        section, runs, len({c.number for c in section.citations} | set(cells)), Edges(section)
    )
