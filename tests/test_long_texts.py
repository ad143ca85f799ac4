"""Texts of others on which an expression would try every way to part them: each is read at once.
Where one is not, this test does not come to its end."""

from collections.abc import Callable

import pytest

from myscholar.library.pdf import authors
from myscholar.profile.llm import alignment
from myscholar.report.extractive import values
from myscholar.report.llm import draft_text, markup

N = 100_000


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (markup._RULE.match, f"{'-' * N}!"),
        (markup._RULE.match, f"{' -|' * N}!"),
        (alignment._LEFTOVER.match, f"{'1' * N}!"),
        (alignment._LEFTOVER.match, f"{'1 ' * N}!"),
        (draft_text._FOREIGN.fullmatch, "[1] " * N),
        (authors._NAME.fullmatch, f"{'a' * N}!"),
        (authors._NAME.fullmatch, f"{'a-' * N}!"),
        (values._NAME.search, f"{'A' * N}!"),
    ],
)
def test_no_text_holds_up_whoever_reads_it(look: Callable[[str], object], text: str) -> None:
    assert look(text) is None


@pytest.mark.parametrize("line", ["---", "| --- | :--: |", " *** ", "___", "--|--"])
def test_rules_and_lines_below_the_head_of_a_table_are_none_of_the_text(line: str) -> None:
    assert markup._RULE.match(line)


@pytest.mark.parametrize("line", ["--- a", "-", "**", "a --"])
def test_what_has_words_is_no_rule(line: str) -> None:
    assert not markup._RULE.match(line)
