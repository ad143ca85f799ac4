"""Components of our own, drawn in the browser from plain data, and the mail that comes back from
them.

A part is `browser/NAME.js` and `browser/NAME.css` behind the shared `dom.js` and `base.css`. What a
person does in it is a message; the browser keeps each until it was taken, so that none is lost
however fast they come.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import streamlit as st
from pydantic import TypeAdapter, ValidationError

from myscholar.views import SHARED

M = TypeVar("M")
_FOLDERS = (Path(__file__).parent / "browser", SHARED)
_MAIL = "mail"


class Part(Generic[M]):
    """`messages` is the type of what comes back: a frozen model, or a union of them told apart by
    `kind`.

    `scripts` and `styles` name further files of `browser`, here or in `views`, that come before the
    part's own.
    """

    def __init__(
        self, name: str, messages: Any, *, scripts: Sequence[str] = (), styles: Sequence[str] = ()
    ) -> None:
        self._messages: TypeAdapter[M] = TypeAdapter(messages)
        self._draw = st.components.v2.component(
            f"myscholar_{name}",
            html='<div class="part"></div>',
            css=_read("base.css", *(f"{style}.css" for style in styles), f"{name}.css"),
            js=_read("dom.js", *(f"{script}.js" for script in scripts), f"{name}.js"),
        )

    def show(self, data: Mapping[str, Any], *, key: str) -> tuple[M, ...]:
        """Draws it, and gives what the person did that was not taken yet, oldest first. Then call
        `taken`."""
        mail = _mail()
        taken = mail["taken"].get(key, 0)
        drawn = self._draw(
            key=key,
            data={**data, "mail": {"session": mail["session"], "taken": taken}},
            default={"outbox": None},
            on_outbox_change=_nothing,
        )
        new = _new(drawn.outbox, mail["session"], taken)
        mail["met"][key] = max((number for number, _ in new), default=taken)
        return tuple(message for _, plain in new if (message := self._read(plain)) is not None)

    def taken(self, key: str) -> None:
        """What `show` gave last is dealt with. No yield to Streamlit lies in here, so it holds
        together with the line before it."""
        mail = _mail()
        mail["taken"][key] = mail["met"].get(key, 0)

    def _read(self, plain: Mapping[str, Any]) -> M | None:
        """What no part of ours sends is passed over: it was made by hand."""
        try:
            return self._messages.validate_python(plain)
        except ValidationError:
            return None


def _mail() -> dict[str, Any]:
    """Numbers of messages by a component's key: taken, and met in this run of the script. A new
    session has a name of its own."""
    if _MAIL not in st.session_state:
        from myscholar.surfaces.web.session import services

        st.session_state[_MAIL] = {"session": services().new_id(), "taken": {}, "met": {}}
    found: dict[str, Any] = st.session_state[_MAIL]
    return found


def _new(outbox: Any, session: str, taken: int) -> list[tuple[int, dict[str, Any]]]:
    """A browser that comes back after a restart of the server sends its last state again: that was
    for another session."""
    if not isinstance(outbox, Mapping) or outbox.get("session") != session:
        return []
    numbered = [(m.get("n"), m) for m in outbox.get("messages", ()) if isinstance(m, Mapping)]
    return sorted(
        (
            (n, {k: v for k, v in m.items() if k != "n"})
            for n, m in numbered
            if isinstance(n, int) and n > taken
        ),
        key=lambda pair: pair[0],
    )


def _read(*names: str) -> str:
    files = (next(f / name for f in _FOLDERS if (f / name).exists()) for name in names)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def _nothing() -> None:
    """A state's change draws the page again by itself."""
