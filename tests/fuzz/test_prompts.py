"""No value of a prompt closes its fence, opens another or marks words as an action's."""

import re
import unicodedata
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from myscholar.gateways.llm.prompts import _environment, neutral, prompt_names, prompts_folder
from myscholar.report.llm.draft_text import CITATION, unmarked
from tests.fuzz.made_up import cases, texts

NAMES = sorted(
    {
        name
        for prompt in prompt_names()
        for name in re.findall(
            r"^</([a-z_]+)>$",
            (prompts_folder() / f"{prompt}.md").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    }
)
UNSEEN = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"}
NAME = rf"(?:{'|'.join(NAMES)}|a[\s\d,a]*\d)"
FENCE = re.compile(
    rf"<(?:\s*/\s*)?{NAME}(?:\s[^<>]*)?>|<\s+{NAME}\s*(?:[\w-]+\s*=[^<>]*)?>", re.IGNORECASE
)
"""A name behind a blank with other words behind it is a comparison: "x < action and y > 2"."""
FRAME = _environment().from_string("<quotes>\n{{ value }}\n</quotes>")
hostile = texts(
    *NAMES[:3], "<", ">", "</", "/", "<quotes>", "</quotes>", "a1", " ", "\n", "\t", "quotes",
    "quo", "tes", "＜", "﹤", "＞", "／", "ｑuotes", "\u200b", "\ufe0f", "\u00ad", "\u2800",
    "\u180e", "\U000e0041", ' id="1"', "<a", "A 2", ",", "&lt;", "<!--", "!", "?", "≮",
    "report", most=10,
)  # fmt: skip
values = st.recursive(
    hostile, lambda v: st.lists(v, max_size=3) | st.dictionaries(hostile, v, max_size=2)
)


def seen(text: str) -> str:
    """As a lenient reader sees it."""
    letters = (c for c in text if unicodedata.category(c) != "Cf" and c not in UNSEEN)
    shown = "".join(c for c in letters if not 0xFE00 <= ord(c) <= 0xFE0F)
    return unicodedata.normalize("NFKC", shown)


@cases(100)
@given(values)
@example('< quotes id="1">')
@example("<\ufe0fquotes>")
@example("<\u2800/quotes>")
@example("<ｑuotes>")
@example("<quo\u00adtes>")
def test_no_value_of_any_shape_has_a_fence_or_a_mark(value: Any) -> None:
    assert FENCE.findall(seen(FRAME.render(value=value))) == ["<quotes>", "</quotes>"]


@cases(200)
@given(hostile)
def test_what_is_made_harmless_keeps_its_length_and_all_but_brackets(text: str) -> None:
    made = neutral(text)
    assert len(made) == len(text)
    assert all(a == b or (b == "‹" and a in "<＜﹤") for a, b in zip(text, made, strict=True))
    assert neutral(made) == made


@cases(200)
@given(st.lists(st.sampled_from(["a", "<", ">", " ", "b", "1", "=", ".05", "-", "3"])).map("".join))
def test_comparisons_of_numbers_stay_as_they_are(text: str) -> None:
    numbers = re.sub(r"[ab]", "7", text)
    assert neutral(numbers) == numbers


@cases(200)
@given(texts("[1]", "[", "]", "q3", " 3 ", ",", ";", "[q1; 2]", "\n## x", "[1, 2]", "[[1]]"))
def test_a_value_in_one_line_cites_nothing(text: str) -> None:
    line = unmarked(text)
    assert not CITATION.search(line)
    assert line == " ".join(line.split())
