"""What comes back from a part drawn in the browser: each message once, in order, and only those of
this session."""

from types import SimpleNamespace
from typing import Any, Literal

import pytest
import streamlit as st

from myscholar.domain.model import Frozen
from myscholar.surfaces.web.components import part
from myscholar.surfaces.web.components.part import Mail, Part


class Said(Frozen):
    kind: Literal["said"]
    words: str


class Browser:
    """Plays the browser's side: what it was given last, and the outbox that it sends."""

    def __init__(self) -> None:
        self.outbox: Any = None
        self.data: dict[str, Any] = {}

    def __call__(self, *, data: list[dict[str, Any]], **_: Any) -> SimpleNamespace:
        (self.data,) = data
        return SimpleNamespace(outbox=self.outbox)

    def says(self, *words: str, first: int = 1, session: str = "s1") -> None:
        messages = [{"kind": "said", "words": w, "n": n} for n, w in enumerate(words, start=first)]
        self.outbox = {"session": session, "messages": messages}


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    browser = Browser()
    monkeypatch.setattr(st.components.v2, "component", lambda *_, **__: browser)
    monkeypatch.setattr(part, "held", {part.Mailbox: part.Mailbox("s1")}.__getitem__)
    monkeypatch.setattr(part, "_read", lambda *_, **__: "")
    return browser


def heard(mail: Mail[Said]) -> list[str]:
    return [m.words for m in mail.messages]


def test_a_message_comes_until_it_was_taken_and_then_no_more(browser: Browser) -> None:
    talk: Part[Said] = Part("talk", Said)
    browser.says("one", "two")
    assert heard(talk.show({}, key="t")) == ["one", "two"]
    assert heard(talk.show({}, key="t")) == ["one", "two"]
    talk.show({}, key="t").take()
    assert heard(talk.show({}, key="t")) == []
    assert browser.data["mail"] == {"session": "s1", "taken": 2}


def test_messages_that_come_while_others_are_dealt_with_are_not_lost(browser: Browser) -> None:
    talk: Part[Said] = Part("talk", Said)
    browser.says("one")
    mail = talk.show({}, key="t")
    browser.says("one", "two")  # clicked before Python had taken the first
    mail.take()
    assert heard(talk.show({}, key="t")) == ["two"]


def test_what_a_browser_sends_again_after_the_server_came_back_counts_not_twice(
    browser: Browser,
) -> None:
    talk: Part[Said] = Part("talk", Said)
    browser.says("one", session="of the server before")
    assert heard(talk.show({}, key="t")) == []


@pytest.mark.parametrize(
    "outbox",
    [
        None,
        3,
        {"session": "s1"},
        {"session": "s1", "messages": None},
        {"session": "s1", "messages": ["x", {"n": "1"}, {"n": 1, "kind": "other"}]},
    ],
)
def test_what_no_part_of_ours_sends_is_passed_over(browser: Browser, outbox: Any) -> None:
    talk: Part[Said] = Part("talk", Said)
    browser.outbox = outbox
    assert talk.show({}, key="t").messages == ()
