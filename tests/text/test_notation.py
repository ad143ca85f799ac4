"""Formulas and code in a text: what is one, what only looks like one, and what is shown while it is
written."""

import pytest

from myscholar.text.notation import notations, settled


def found(text: str) -> list[tuple[str, str]]:
    return [(n.kind.value, n.body) for n in notations(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a $x^2$ b", [("formula", "x^2")]),
        (r"a \(x\) b \[y\]", [("formula", "x"), ("formula_block", "y")]),
        ("$$\na\n+ b\n$$", [("formula_block", "a\n+ b")]),
        ("`f(x)` and ` alone", [("code", "f(x)")]),
        ("```python\nx = 1\n```", [("code_block", "x = 1")]),
        ("- ```\nx\n```", [("code_block", "x")]),
        ("cut off ```x``` here", [("code", "x")]),
        ("```sh\nmake", [("code_block", "make")]),
        ("a mark ``` of [1]\n\nand [2] after", []),
        ("$n$ of $m$", [("formula", "n"), ("formula", "m")]),
        ("It costs $5 and $6.", []),
        ("$5-$6", []),
        ("US$3, or 5$", []),
        ("Paid $10k for the first run and$ more", []),
        ("$5 million$", []),
        ("we say $the cost of that$ here", []),
        ("one $ alone", []),
        ("$$ and\n\n$$ in another paragraph", []),
    ],
)
def test_what_is_a_formula_or_code(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_places_and_language_are_those_of_the_text() -> None:
    text = "See\n\n```c++\nint a;\n```\n\nand $a$."
    code, letter = notations(text)
    assert (code.language, text[code.start : code.end]) == ("c++", "```c++\nint a;\n```")
    assert text[letter.start : letter.end] == "$a$"


@pytest.mark.parametrize(
    ("so_far", "shown"),
    [
        ("The sum $a + b", "The sum "),
        ("The sum $a + b$ is", "The sum $a + b$ is"),
        ("It costs $5 an", "It costs $5 an"),
        ("call `foo", "call "),
        ("so \\(a", "so "),
        ("so \\", "so "),
        ("so $$a", "so "),
        ("``", ""),
        ("```py\nfoo", "```py\nfoo"),
        ("done `a` and $b$.", "done `a` and $b$."),
    ],
)
def test_what_is_half_written_waits_for_its_other_half(so_far: str, shown: str) -> None:
    assert settled(so_far) == shown


def test_signs_without_partners_take_no_time(n_calls) -> None:
    for text in (
        "$" * 20_000,
        "$a " * 7_000,
        "`" * 20_000,
        "\\(" * 10_000,
        "\\[ a " * 4_000,
        "$$ a\n" * 4_000,
        "```\n" * 5_000,
    ):
        assert n_calls(lambda text=text: (notations(text), settled(text))) < 5 * len(text)
