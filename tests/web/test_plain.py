"""Text from outside stays what it is where Streamlit expects Markdown."""

import pytest

from myscholar.surfaces.web.plain import JOINER, plain


@pytest.mark.parametrize(
    "text",
    [
        "anthropic:claude-sonnet-5-5 did not answer: try later",
        "12:30",
        "a: b",
        "me@home",
        "e-mail",
        "Section 2 (page 3)",
    ],
)
def test_what_is_no_more_than_words_can_be_copied_as_it_is(text: str) -> None:
    assert plain(text).replace("\\", "") == text


@pytest.mark.parametrize(
    "text",
    [
        ":smile:",
        ":+1:",
        ":material/delete:",
        ":red[x]",
        ":blue-badge[x]",
        "https://a.example",
        "www.a.example",
        "me@a.example",
        "->",
        "<-",
        "--",
        ">=",
        "~=",
    ],
)
def test_what_would_become_more_than_words_is_broken_where_nobody_sees_it(text: str) -> None:
    assert JOINER in plain(text)
