"""Components of our own, drawn in the browser from plain data, and the mail that comes back from
them.

A part is `browser/NAME.js` and `browser/NAME.css` behind the shared `dom.js` and `base.css`. What a
person does in it is a message; the browser keeps each until it was taken, so that none is lost
however fast they come.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import streamlit as st
from pydantic import TypeAdapter, ValidationError

from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.session import services
from myscholar.views import SHARED
from myscholar.workflows.services import Services

M = TypeVar("M")
Document = Callable[[Services, str], Mapping[str, Any]]
DOCUMENTS: dict[str, Document] = {}
"""What is pushed to a part as it changes, by the part's name: of something with an id."""
RETURN_S = 3600.0
"""So often a fragment with a part in it runs by itself. What counts is not how often: Streamlit has
a page run again that comes back to a server only where something on it runs by itself, and a server
that was started anew knows no fragment of a page that it did not run."""
_FOLDERS = (Path(__file__).parent / "browser", SHARED)


@dataclass(frozen=True)
class Mail(Generic[M]):
    """What a person did in a part and nobody has dealt with, oldest first; then `take` it.

    Between the last of what is done and `take` no call of Streamlit may stand, which could end the
    page's run there: what is done would be done again.
    """

    messages: tuple[M, ...]
    take: Callable[[], None]


@dataclass
class Mailbox:
    """`taken` is the number of the last message by a part's key."""

    session: str = field(default_factory=lambda: services().new_id())
    taken: dict[str, int] = field(default_factory=dict)


class Part(Generic[M]):
    """`messages` is the type of what comes back: a frozen model, or a union of them told apart by
    `kind`.

    `scripts` and `styles` name further files of `browser`, here or in `views`, that come before the
    part's own. `document` makes what may be pushed to it.
    """

    def __init__(
        self,
        name: str,
        messages: Any,
        *,
        scripts: Sequence[str] = (),
        styles: Sequence[str] = (),
        document: Document | None = None,
    ) -> None:
        self._name = name
        if document:
            DOCUMENTS[name] = document
        self._messages: TypeAdapter[M] = TypeAdapter(messages)
        self._draw = st.components.v2.component(
            f"myscholar_{name}",
            html='<div class="part"></div>',
            css=_read("base", *styles, name, suffix=".css"),
            js=_read("dom", *scripts, name, suffix=".js"),
        )

    def show(self, data: Mapping[str, Any], *, key: str, live: str | None = None) -> Mail[M]:
        """`live` says whose document is followed: what is pushed of it (`surfaces.web.live`) is
        drawn instead of the data of the same names. The page is run again when its `stage` is
        another than the one in the data, and every second where nothing is pushed."""
        box = held(Mailbox)
        pushed = f"{self._name}/{live}" if live else None
        taken = box.taken.get(key, 0)
        drawn = self._draw(
            key=key,
            # in a list: Streamlit imports pandas to look through a mapping
            data=[{**data, "live": pushed, "mail": {"session": box.session, "taken": taken}}],
            default={"outbox": None},
            on_outbox_change=lambda: None,  # a state's change draws the page again by itself
            on_again_change=lambda: None,
        )
        new = _new(drawn.outbox, box.session, taken)
        last = max((number for number, _ in new), default=taken)
        read = (self._read(plain) for _, plain in new)
        return Mail(
            tuple(message for message in read if message is not None),
            lambda: box.taken.update({key: last}),
        )

    def _read(self, plain: Mapping[str, Any]) -> M | None:
        """What no part of ours sends is passed over: it was made by hand."""
        try:
            return self._messages.validate_python(plain)
        except ValidationError:
            return None


def _new(outbox: Any, session: str, taken: int) -> list[tuple[int, dict[str, Any]]]:
    """A browser that comes back after a restart of the server sends its last state again: that was
    for another session."""
    if not isinstance(outbox, Mapping) or outbox.get("session") != session:
        return []
    sent = outbox.get("messages")
    listed = sent if isinstance(sent, list) else []
    numbered = [(m.get("n"), m) for m in listed if isinstance(m, Mapping)]
    return sorted(
        (
            (n, {k: v for k, v in m.items() if k != "n"})
            for n, m in numbered
            if isinstance(n, int) and n > taken
        ),
        key=lambda pair: pair[0],
    )


def _read(*names: str, suffix: str) -> str:
    places = [[folder / f"{name}{suffix}" for folder in _FOLDERS] for name in names]
    files = (next(file for file in either if file.exists()) for either in places)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)
