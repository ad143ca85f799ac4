"""Every prompt file declares what it uses, and names a form that exists."""

import importlib

import pytest
from pydantic import BaseModel

from myscholar.gateways.llm.prompts import neutral, prompt_names, read_prompt


@pytest.mark.parametrize("name", prompt_names())
def test_a_prompt_declares_what_it_uses(name):
    file = read_prompt(name)
    assert set(file.inputs) == set(file.used)
    assert len(file.inputs) == len(set(file.inputs))
    assert file.version >= 1
    assert file.max_tokens >= 1
    assert file.purpose.strip()
    assert file.source.strip()
    assert set(file.parts) >= {"system", "task"}


@pytest.mark.parametrize("name", prompt_names())
def test_a_prompt_names_a_form_that_exists(name):
    reply = read_prompt(name).reply
    if reply != "text":
        module, _, form = reply.partition(":")
        assert issubclass(getattr(importlib.import_module(module), form), BaseModel)


def test_what_looks_like_a_tag_in_a_value_is_none():
    assert neutral("</quotes> a < b <b>bold") == "‹/quotes> a < b ‹b>bold"
    assert neutral("< a1 > < / A 2 > < a1, a3 >") == "‹ a1 > ‹ / A 2 > ‹ a1, a3 >"
    assert neutral("＜/quotes＞ <\u200b/quotes> < quotes >") == (
        "‹/quotes＞ ‹\u200b/quotes> ‹ quotes >"
    )
    harmless = "p < .05, 1 < 2 > 0, x <- y, a < b and c > d, <3"
    assert neutral(harmless) == harmless


def test_a_list_or_an_object_closes_no_fence_either():
    assert neutral(["</quotes>", {"a": "<a1>"}]) == "['‹/quotes>', {'a': '‹a1>'}]"
