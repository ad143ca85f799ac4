"""How the tool is to involve the person: which way, and for a research tree when it asks and how
far it grows."""

from collections.abc import Mapping

import streamlit as st

from myscholar.domain.interaction import ResearchMode, ResearchPlan, TreeLimits
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.plain import plain
from myscholar.views.involving_view import WAYS, limits_in_words, suggested

_WAY, _PERSONA = "involve", "research-persona"
_LIMITS = tuple(TreeLimits.model_fields)
_UP_FRONT = "actions"


def values(given: ResearchPlan | None) -> Mapping[str, object]:
    """By the names of the widgets."""
    plan = given or ResearchPlan()
    limits = {_key(name): getattr(plan.tree, name) for name in _LIMITS}
    return {_WAY: given.mode.value if given else _UP_FRONT, _PERSONA: plan.persona, **limits}


def _key(limit: str) -> str:
    return f"tree-{limit}"


def show(question: str, given: ResearchPlan | None, *, has_profile: bool) -> ResearchPlan | None:
    """The plan as the person sees it, with what else it was given; None: actions up front."""
    for name, value in values(given).items():  # what was not shown last, Streamlit has forgotten
        st.session_state.setdefault(name, value)
    names = {mode.value if mode else _UP_FRONT: way for mode, way in WAYS.items()}
    with row("search-toolbar-involving"):
        with st.popover("How it involves you", icon=":material/forum:", type="tertiary"):
            chosen = st.radio(
                "How shall it involve you?",
                list(names),
                format_func=lambda name: names[name].name,
                captions=[way.what for way in names.values()],
                key=_WAY,
            )
        plan = _plan(ResearchMode(chosen), given) if chosen and chosen != _UP_FRONT else None
        said = names[chosen].name if chosen else ""
        more = limits_in_words(plan) if plan else _suggestion(question, has_profile)
        st.caption(plain(f"{said} · {more}" if more else said), width="stretch")
    return plan


def _suggestion(question: str, has_profile: bool) -> str:
    found = suggested(question, has_profile=has_profile)
    return found.reason if found else ""


def _plan(mode: ResearchMode, given: ResearchPlan | None) -> ResearchPlan:
    plan = given or ResearchPlan()
    is_tree = mode is ResearchMode.TREE
    label, sign = ("Tree", "account_tree") if is_tree else ("Who asks", "person")
    with st.popover(label, icon=f":material/{sign}:", type="tertiary"):
        update = {"mode": mode, "persona": _persona(), "tree": _limits() if is_tree else plan.tree}
    return plan.model_copy(update=update)


def _persona() -> str:
    said = st.text_area(
        "Who asks, in your own words (you can leave it empty)",
        key=_PERSONA,
        height="content",
        max_chars=2000,
        placeholder="A clinician who wants to know what holds in practice",
    )
    return said.strip()


def _limits() -> TreeLimits:
    with st.container(horizontal=True, gap="medium"):
        cost = _share(
            "base_cost",
            "How reluctant to ask",
            "At 0 you are asked whenever there is anything to gain.",
        )
        tolerance = _number(
            "tolerance", "Questions you would answer", 1, 20, "The more were asked, the more the "
            "next one has to be worth.",
        )  # fmt: skip
        depth = _number(
            "depth", "Depth", 0, 5, "Levels of directions below your question; at 0 it is "
            "searched alone.",
        )  # fmt: skip
        breadth = _number("breadth", "Breadth", 1, 8, "Directions that each one branches into.")
    with st.expander("More"), st.container(horizontal=True, gap="medium"):
        explore = _weight(
            "explore_weight", "Drawn to new angles", "How much it counts that nothing found so far "
            "is about a direction's topics.",
        )  # fmt: skip
        information = _weight(
            "information_weight", "Drawn to new information", "How much it counts that a direction "
            "tells what its branch does not know.",
        )  # fmt: skip
    return TreeLimits(
        base_cost=cost, tolerance=tolerance, depth=depth, breadth=breadth,
        explore_weight=explore, information_weight=information,
    )  # fmt: skip


def _share(name: str, label: str, does: str) -> float:
    return _slider(name, label, 0.0, 1.0, 0.05, does)


def _weight(name: str, label: str, does: str) -> float:
    return _slider(name, label, 0.0, max(2.0, float(st.session_state[_key(name)])), 0.1, does)


def _number(name: str, label: str, least: int, most: int, does: str) -> int:
    """A plan of a command may go further than what is offered here."""
    return int(_slider(name, label, least, max(most, st.session_state[_key(name)]), 1, does))


def _slider(name: str, label: str, least: float, most: float, step: float, does: str) -> float:
    with st.container(width=310, gap="xxsmall"):
        chosen = st.slider(label, least, most, step=step, key=_key(name))
        st.caption(does)
    return float(chosen)
