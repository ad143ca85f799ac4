"""A profile and a list of actions as HTML: as a page of its own, and as a piece that stands within
another and takes its font and colours from there. All text is escaped (Jinja's autoescape)."""

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile
from myscholar.domain.text import counted
from myscholar.views import SHARED
from myscholar.views.action_view import STAGES, facts_of
from myscholar.views.left_out_view import left_out_views
from myscholar.views.profile_view import maker_of, profile_view
from myscholar.workflows.actions.proposed import in_order

if TYPE_CHECKING:
    from jinja2 import Template


def to_piece(made: Profile | ActionList, *, is_page: bool = False) -> str:
    if isinstance(made, Profile):
        return _template("profile").render(
            is_page=is_page,
            title=made.name,
            facts=f"{counted(len(made.papers), 'paper')} · inferred by {maker_of(made)}",
            view=profile_view(made),
            profile=made,
        )
    numbered = enumerate(in_order(made), 1)
    return _template("actions").render(
        is_page=is_page,
        title=made.question,
        facts=f"{counted(len(made.actions), 'action')}, {len(made.chosen)} switched on",
        groups=[
            (STAGES[stage], [(number, action, facts_of(action)) for number, action in group])
            for stage, group in groupby(numbered, lambda pair: pair[1].stage)
        ],
        hints=made.hints,
        left_out=left_out_views(made),
    )


def to_page(made: Profile | ActionList) -> str:
    """One self-contained file: no request leaves it, and nothing in it runs."""
    return to_piece(made, is_page=True)


@lru_cache(maxsize=2)
def _template(name: str) -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(SHARED),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(f"{name}.html.jinja")
