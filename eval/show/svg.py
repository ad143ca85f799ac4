"""A drawing by matplotlib in the page's colours and font, readable, with ids of its own."""

import hashlib
import re
from xml.etree import ElementTree

INK, SOFT, LINE = "#010101", "#020202", "#030303"
SERIES = tuple(f"#{n:02x}{n:02x}{n:02x}" for n in range(4, 14))
"""Each stands for a colour that the style sheet names for light, dark and paper."""
_NAMES = {INK: "--ink", SOFT: "--soft", LINE: "--line"} | {
    colour: f"--s{i}" for i, colour in enumerate(SERIES)
}
_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_FONT = re.compile(r"font-family: [^;]*;? ?")
_DROPPED = (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style")
"""A style sheet inside a drawing would hold for the whole page."""


def in_page(drawn: str, *, title: str, says: str) -> str:
    """As an element of HTML. Only what matplotlib wrote comes in; its texts stay escaped."""
    root = ElementTree.fromstring(drawn)  # noqa: S314  matplotlib wrote it
    prefix = "c" + hashlib.sha256((title + drawn).encode("utf-8")).hexdigest()[:10]
    for parent in list(root.iter()):
        for child in [c for c in parent if c.tag in _DROPPED]:
            parent.remove(child)
    for element in root.iter():
        _mend(element, prefix)
    for unit in ("width", "height"):
        root.attrib.pop(unit, None)
    root.attrib |= {
        "role": "img",
        "aria-labelledby": f"{prefix}-title {prefix}-desc",
        "class": "drawing",
    }
    for place, (name, text) in enumerate((("title", title), ("desc", says))):
        element = ElementTree.Element(f"{{{_SVG}}}{name}", {"id": f"{prefix}-{name}"})
        element.text = text
        root.insert(place, element)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    return ElementTree.tostring(root, encoding="unicode")


def _mend(element: ElementTree.Element, prefix: str) -> None:
    """The page's colours and font; ids only where they are referred to."""
    if style := element.attrib.get("style"):
        element.attrib["style"] = _COLOUR.sub(
            lambda m: f"var({_NAMES[m[0]]})" if m[0] in _NAMES else m[0], _FONT.sub("", style)
        )
    if (identifier := element.attrib.pop("id", None)) and element.tag == f"{{{_SVG}}}path":
        element.attrib["id"] = f"{prefix}-{identifier}"
    link = f"{{{_XLINK}}}href"
    if link in element.attrib:
        element.attrib[link] = f"#{prefix}-{element.attrib[link].removeprefix('#')}"
