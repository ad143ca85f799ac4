"""The eight colours of actions stay apart for readers who see colours differently, and words on
them can be read, in both themes.

Colour vision is simulated after Machado, Oliveira and Fernandes (2009, severity 1.0), distances are
CIE 1976 in Lab: 2.3 is just noticeable.
"""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from myscholar.views import SHARED

CSS = Path(__file__).resolve().parents[2] / "myscholar/surfaces/web/components/browser/base.css"
PAPER = {"light": "#fdfcfa", "dark": "#15181c"}
INK = {"light": "#1d2126", "dark": "#e4e6e9"}
SEEN = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
N_SOLID = 4
"""Labels A1-A4 stand on a solid line, A5-A8 on a dashed one."""


def colours(theme: str, name: str) -> list[str]:
    light, dark = CSS.read_text(encoding="utf-8").split(".part.dark")[:2]
    return re.findall(rf"--{name}\d: (#[0-9a-f]{{6}})", light if theme == "light" else dark)


def test_an_exported_report_has_the_same_colours() -> None:
    page = (SHARED / "report.html.jinja").read_text(encoding="utf-8")
    for name in "ce":
        pairs = re.findall(rf"--{name}\d: light-dark\((\S+), (\S+)\)", page)
        assert pairs == list(zip(colours("light", name), colours("dark", name), strict=True))


def linear(colour: str) -> np.ndarray:
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, seen: str) -> np.ndarray:
    rgb = np.clip(SEEN[seen] @ linear(colour), 0, 1)
    xyz = (
        np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
        @ rgb
        / [0.9505, 1, 1.089]
    )
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def closest(found: list[str], seen: str) -> float:
    """The smallest distance between two of the colours."""
    return min(
        float(np.linalg.norm(lab(a, seen) - lab(b, seen))) for a, b in combinations(found, 2)
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seen", SEEN)
def test_colours_are_told_apart_and_those_on_one_kind_of_line_best(theme: str, seen: str) -> None:
    tints, edges = colours(theme, "c"), colours(theme, "e")
    assert len(tints) == len(edges) == 8
    assert closest(tints, seen) > 9
    assert closest(edges, seen) > 14
    for half in (slice(0, N_SOLID), slice(N_SOLID, None)):
        assert closest(tints[half], seen) > 12
        assert closest(edges[half], seen) > 16
    assert min(closest([tint, PAPER[theme]], seen) for tint in tints) > 10


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_and_labels_on_every_colour_can_be_read(theme: str) -> None:
    for tint, edge in zip(colours(theme, "c"), colours(theme, "e"), strict=True):
        assert contrast(INK[theme], tint) >= 7
        assert contrast(edge, tint) >= 4.5
        assert contrast(edge, PAPER[theme]) >= 4.5
