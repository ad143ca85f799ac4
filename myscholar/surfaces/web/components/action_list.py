"""The proposed actions in two groups: pick, emphasize, reword, add. The long text and what is behind it open on demand."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from myscholar.domain.actions import Action, ActionList, Category, Stage
from myscholar.domain.profile import Profile
from myscholar.errors import UnknownName
from myscholar.surfaces.web.components import flag_lines
from myscholar.surfaces.web.plain import plain

STAGES = {
    Stage.SEARCH_ADD: "adds to the search",
    Stage.SEARCH_REFINE: "narrows or reorders what was found",
    Stage.ORGANIZATION: "changes the sections",
    Stage.GENERATION: "changes how it is written",
}


@dataclass(frozen=True)
class Pick:
    action_id: str
    on: bool


@dataclass(frozen=True)
class Emphasize:
    action_id: str
    on: bool


@dataclass(frozen=True)
class Reword:
    action_id: str
    text: str


@dataclass(frozen=True)
class Drop:
    action_id: str


@dataclass(frozen=True)
class Add:
    text: str


Change = Pick | Emphasize | Reword | Drop | Add


def show(actions: ActionList, profile: Profile | None) -> Change | None:
    own = [a for a in actions.actions if a.action_id.startswith("u")]
    generic = [a for a in actions.actions if not a.personalized and a not in own]
    personal = [a for a in actions.actions if a.personalized]
    left, right = st.columns(2, gap="large")
    with left:
        change = _group("For anyone who asks this", generic, profile)
    with right:
        if personal:
            change = _group("For you, from your profile", personal, profile) or change
        else:
            st.subheader("For you", anchor=False)
            st.caption(
                "No action that fits your own work was found for this question."
                if actions.profile_id
                else "With a profile, actions that fit your own work stand here."
            )
    return _own(own, profile) or change


def _group(heading: str, actions: Sequence[Action], profile: Profile | None) -> Change | None:
    st.subheader(heading, anchor=False)
    change: Change | None = None
    for category in Category:
        members = [a for a in actions if a.category is category]
        if members:
            st.caption(f"**{category.label}**")
        for action in members:
            change = _row(action, profile) or change
    return change


def _own(actions: Sequence[Action], profile: Profile | None) -> Change | None:
    st.subheader("Your own", anchor=False)
    change: Change | None = None
    for action in actions:
        change = _row(action, profile) or change
    with st.form("own-action", clear_on_submit=True, border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        text = st.text_input("What else should the report do?", placeholder="Add a section on human evaluation", key="own-text")
        if st.form_submit_button("Add", icon=":material/add:") and text.strip():
            return Add(text)
    return change


def _row(action: Action, profile: Profile | None) -> Change | None:
    change: Change | None = None
    with st.container(horizontal=True, vertical_alignment="top", wrap=False, gap="xsmall", key=f"action-{action.action_id}"):
        key = f"pick-{action.action_id}-{action.enabled}"
        if st.checkbox(_label(action), value=action.enabled, key=key, width="stretch", wrap=True) != action.enabled:
            change = Pick(action.action_id, not action.enabled)
        with st.popover("More", type="tertiary", key=f"more-{action.action_id}"):
            change = _details(action, profile) or change
    return change


def _label(action: Action) -> str:
    marks = [
        (action.emphasis, ":blue-badge[emphasized]"),
        (action.saves_time, ":green-badge[saves time]"),
        (action.wild_card, ":violet-badge[wild card]"),
        (bool(action.flags), ":orange-badge[see doubts]"),
    ]
    return " ".join([plain(action.tldr), *(mark for holds, mark in marks if holds)])


def _details(action: Action, profile: Profile | None) -> Change | None:
    change: Change | None = None
    st.text(action.text)
    if action.inference_id:
        st.caption(f"Because of your profile: {plain(_inference_text(action, profile))}")
    st.caption(f"It {STAGES[action.stage]}.")
    repair = flag_lines.show(action.flags, key=action.action_id)
    key = f"emphasis-{action.action_id}-{action.emphasis}"
    if st.toggle("Emphasize", value=action.emphasis, key=key, help="Give it more room than the others") != action.emphasis:
        change = Emphasize(action.action_id, not action.emphasis)
    with st.form(f"reword-{action.action_id}", border=False):
        text = st.text_input("In your words", value=action.tldr, key=f"words-{action.action_id}-{action.tldr}")
        if st.form_submit_button("Save") and text != action.tldr:
            change = Reword(action.action_id, text)
    if action.action_id.startswith("u") and st.button("Remove", icon=":material/close:", key=f"drop-{action.action_id}"):
        change = Drop(action.action_id)
    return Reword(action.action_id, repair) if repair else change


def _inference_text(action: Action, profile: Profile | None) -> str:
    if profile is None or action.inference_id is None:
        return "the profile it was proposed for is not open"
    try:
        return profile.inference(action.inference_id).text
    except UnknownName:
        return "the inference it came from was removed"
