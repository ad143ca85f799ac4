"""Formulas as MathML: what is understood, and what it can never do."""

import pytest

from myscholar.views.formulas import as_markup, formula


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
