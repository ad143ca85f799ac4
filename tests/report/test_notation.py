"""Formulas and code in a text: what is one, what only looks like one, and what is shown while it is
written."""

import pytest

from myscholar.report.formulas import as_markup, formula
from myscholar.report.notation import notations, settled


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


def test_a_formula_is_set_out_by_elements_that_only_set_out() -> None:
    tree = formula(r"\frac{a}{b}")
    assert tree
    fraction = "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"
    assert as_markup(tree) == f'<math display="inline"><mrow>{fraction}</mrow></math>'


@pytest.mark.parametrize(
    "latex",
    [r"\frac{a", r"\unknown{x}", r"\cancel{x}", "a & b", "a_b_c", "{" * 300 + "}" * 300, "^"],
)
def test_what_is_not_wholly_understood_is_no_formula(latex: str) -> None:
    assert formula(latex) is None


@pytest.mark.parametrize(
    "latex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{background:url(x)}{y}",
        r"\text{<script>alert(1)</script><img src=x onerror=y>}",
        r"\class{a}{b}",
        r"\text{&lt;img src=x&gt;}",
    ],
)
def test_a_formula_can_not_link_style_or_run_anything(latex: str) -> None:
    tree = formula(latex)
    shown = as_markup(tree) if tree else ""
    assert not any(
        sign in shown for sign in ("<script", "<img", "href", "javascript", "style=", "class=")
    )


def test_percent_signs_and_aligned_lines_are_kept() -> None:
    percent, aligned = (
        formula("n = 5%"),
        formula(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", is_block=True),
    )
    assert percent
    assert aligned
    assert "<mi>%</mi>" in as_markup(percent)
    assert as_markup(aligned).count("<mtr>") == 2


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
