"""What was learned from past choices of actions: to be seen, corrected and forgotten."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import streamlit as st

from myscholar.surfaces.web.components.layout import cut_short, offer_all, quiet_button, row
from myscholar.surfaces.web.plain import plain
from myscholar.surfaces.web.times import day
from myscholar.workflows.actions.learned import ChoiceKind, Learned

_WORDS = {
    ChoiceKind.PICKED: "picked",
    ChoiceKind.EDITED: "picked, in my words",
    ChoiceKind.REJECTED: "not wanted",
}


class Correct(NamedTuple):
    choice_id: int
    kind: ChoiceKind


class Forget(NamedTuple):
    choice_id: int


Wish = Correct | Forget | Literal["forget all"]


def show(choices: Sequence[Learned]) -> Wish | None:
    if not choices:
        st.markdown(
            "Nothing yet. Which actions you pick, reword or leave out is remembered here, and "
            "later proposals follow it."
        )
        return None
    with row(horizontal_alignment="distribute"):
        st.caption(
            "Later proposals of actions follow these choices. Correct what is wrong, forget what "
            "no longer holds."
        )
        wish = _forget_all(len(choices))
    for choice in cut_short(choices, "all-learned"):
        wish = _row(choice) or wish
    offer_all(choices, "all-learned", "choices")
    return wish


def _forget_all(n: int) -> Wish | None:
    with st.popover("Forget all", icon=":material/delete:", key="forget-all"):
        st.markdown(
            f"All {n:,} choices go for good. The profile stays as it is."
            if n > 1
            else "The choice goes for good."
        )
        is_wanted = st.button("Forget all of it", type="primary", key="forget-all-go")
    return "forget all" if is_wanted else None


def _row(choice: Learned) -> Wish | None:
    words, controls = st.columns([3, 2], vertical_alignment="center")
    with words, st.container(gap="xxsmall"):
        st.markdown(plain(choice.tldr), help=plain(choice.text))
        st.caption(f"{day(choice.at)}, for “{plain(choice.question)}”")
    with controls, row(horizontal_alignment="right"):
        return _controls(choice)


def _controls(choice: Learned) -> Wish | None:
    kinds = [
        choice.kind if choice.kind is ChoiceKind.EDITED else ChoiceKind.PICKED,
        ChoiceKind.REJECTED,
    ]
    kind = st.segmented_control(
        f"What you chose: {plain(choice.tldr)}",
        kinds,
        default=choice.kind,
        format_func=_WORDS.__getitem__,
        required=True,
        label_visibility="collapsed",
        key=f"kind-{choice.choice_id}-{choice.kind}",
    )
    label = f"Forget: {plain(choice.tldr)}"
    if quiet_button("Forget", "close", key=f"forget-{choice.choice_id}", help=label):
        return Forget(choice.choice_id)
    return Correct(choice.choice_id, ChoiceKind(kind)) if kind and kind is not choice.kind else None
