"""Charts, words and numbers of pages."""

import re
from xml.etree import ElementTree

import pytest

from eval.domain.words import number, p_value, readable, round_up, short
from eval.show.charts import drawing
from eval.show.document import Axis, Chart, Document, Line, Mark, Part, Plane, Point, Table
from eval.show.html import to_html

SHARE = Axis(low=0, high=1)


def drawn(*lines: Line, axis: Axis = SHARE, **changed: object) -> str:
    return drawing(Chart(title="x", lines=lines, axis=axis, **changed))


def test_a_chart_says_in_words_what_it_draws():
    lines = (
        Line(name="ours", marks=(Mark(value=0.5, low=0.4, high=0.6),)),
        Line(name="theirs", instead="nothing scored"),
    )
    chart = Chart(title="Win rate", lines=lines, axis=SHARE)
    assert chart.says == "ours: 0.50, interval 0.40 to 0.60; theirs: nothing scored"
    assert chart.says in drawing(chart)


def test_names_values_and_the_scale_stand_at_the_axes():
    axis = Axis(low=0, high=1, label="%", times=100, digits=0)
    svg = drawn(Line(name="ours", marks=(Mark(value=0.5, low=0.4, high=0.6),)), axis=axis)
    texts = re.findall(r">([^<>]+)</text>", svg)
    assert texts == ["50", "0", "25", "50", "75", "100", "%", "ours"]


def test_colours_are_the_pages_and_fonts_too():
    svg = drawn(Line(name="a", marks=(Mark(value=0, low=0, high=1),)))
    assert "var(--s0)" in svg
    assert "var(--ink)" in svg
    assert not re.search(r"#0\d0\d0\d", svg)
    assert "font-family" not in svg


def test_groups_differ_in_shape():
    marks = tuple(Mark(value=0.5, low=0.4, high=0.6, group=g) for g in ("low", "high"))
    svg = drawn(Line(name="a", marks=marks))
    shapes = {
        path.attrib["d"]
        for path in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")
        if ("id" in path.attrib and "C" in path.attrib["d"]) or "L" in path.attrib.get("d", "")
    }
    assert len(shapes) > 2
    assert "var(--s1)" in svg


def test_the_best_of_a_plane_lies_below_a_number_of_its_scale_and_ten_points_have_ten_colours():
    points = tuple(
        Point(name=str(n), x=Mark(value=n / 10), y=Mark(value=0.31 + n / 100)) for n in range(10)
    )
    plane = Plane(
        title="x", points=points, x_axis=SHARE, y_axis=Axis(low=0.3, high=0.41, times=100)
    )
    svg = drawing(plane)
    numbers = [float(t) for t in re.findall(r">([\d.]+)</text>", svg) if float(t) > 10]
    assert min(numbers) <= 31 < 40 <= max(numbers)
    assert len(set(re.findall(r"var\(--s\d\)", svg))) == 10
    page = to_html(Document(title="x", parts=(Part(heading="y", charts=(plane,)),)))
    assert all(page.count(f"--s{n}:") == 1 for n in range(10))


def test_a_chart_without_lines_is_empty_and_one_without_a_scale_is_refused():
    assert Chart(title="x", lines=(), axis=SHARE).says == "Nothing to show"
    assert "<svg" in drawn()
    for low, high in ((1, 1), (2, 1), (0, float("inf"))):
        with pytest.raises(ValueError, match="length"):
            Axis(low=low, high=high)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.534, "0.53"),
        (-0.2, "−0.20"),
        (-0.001, "0.00"),
        (2e9, "2.00e+09"),
        (float("nan"), "no number"),
        (float("inf"), "no number"),
    ],
)
def test_numbers(value, shown):
    assert number(value) == shown


def test_signs_and_small_ps():
    assert (number(0.1, signed=True), number(0, signed=True)) == ("+0.10", "0.00")
    assert (p_value(0.0004), p_value(0.04)) == ("< 0.001", "0.040")


@pytest.mark.parametrize(
    ("value", "end"),
    [(0.13, 0.2), (0.2, 0.2), (0.21, 0.4), (37, 40), (0.95, 1), (0, 1), (-3, 1), (float("nan"), 1)],
)
def test_a_scale_ends_at_a_round_number(value, end):
    assert round_up(value) == pytest.approx(end)


def test_text_is_one_line_that_can_be_seen_and_stored():
    assert readable("a\u202eb\x00\n c\ud800") == "ab c?"
    assert short("x" * 200) == "x" * 79 + "…"


def test_a_table_is_rectangular():
    with pytest.raises(ValueError, match="more or fewer"):
        Table(caption="", columns=("a", "b"), rows=(("1",),))


def test_a_page_of_anything():
    page = to_html(
        Document(
            title="Bees & hedges",
            parts=(
                Part(
                    heading="One",
                    text=("<b>",),
                    tables=(Table(caption="c", columns=("a",), rows=(("1",),)),),
                ),
            ),
        )
    )
    assert "Bees &amp; hedges" in page
    assert "&lt;b&gt;" in page
