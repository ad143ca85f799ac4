"""Formulas in LaTeX as a plain tree of MathML: only elements and attributes that set out a formula,
nothing that links, runs or loads."""

import re
from functools import lru_cache
from html import escape, unescape
from xml.etree.ElementTree import Element

from myscholar.domain.model import Frozen

_CHILDREN: dict[str, int | None] = {
    **dict.fromkeys("math mrow msqrt mtable mtr mtd mstyle mpadded mphantom".split()),
    **dict.fromkeys("mi mn mo mtext mspace".split(), 0),
    **dict.fromkeys("mroot mfrac msub msup munder mover".split(), 2),
    **dict.fromkeys("msubsup munderover".split(), 3),
}
"""The elements that browsers draw (MathML Core), and how many children each has; None: any."""
_ATTRIBUTES = frozenset(
    "display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace "
    "minsize maxsize largeop movablelimits symmetric accent accentunder linethickness width height "
    "depth voffset columnalign rowspacing columnspacing".split()
)
_VALUE = re.compile(r"[\w.+% -]{1,40}")
_ALIASES = (("aligned}", "split}"), ("gathered}", "gather*}"))
_UNESCAPED_PERCENT = re.compile(r"(?<!\\)%")
MAX_DEPTH = 40


class MathNode(Frozen):
    """An element of MathML: `text` if it is a leaf, else `children`."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""
    children: tuple["MathNode", ...] = ()


class _Unreadable(Exception):
    """Something that a formula can't hold."""


@lru_cache(maxsize=4096)
def formula(latex: str, *, is_block: bool = False) -> MathNode | None:
    """None for what can't be read as a formula, wholly and without guessing."""
    from latex2mathml.converter import convert_to_element

    for name, known in _ALIASES:
        latex = latex.replace(name, known)
    try:
        made = convert_to_element(
            _UNESCAPED_PERCENT.sub(r"\\%", latex), display="block" if is_block else "inline"
        )
        return _node(made, MAX_DEPTH)
    # the library raises its own errors, but also IndexError, KeyError and others on broken input
    except Exception:
        return None


def as_markup(node: MathNode) -> str:
    """The tree as HTML, every text and value escaped."""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attributes)
    children = "".join(as_markup(child) for child in node.children)
    return f"<{node.tag}{attributes}>{escape(node.text)}{children}</{node.tag}>"


def _node(made: Element, depth: int) -> MathNode:
    children = tuple(made)
    text = unescape(made.text or "")
    n_children = _CHILDREN.get(made.tag, -1)
    # a command that the library does not know, or an alignment sign outside a table: it would stand
    # in the formula as letters
    is_left_over = text == "&" or (len(text) > 1 and text.startswith("\\"))
    if not depth or n_children not in (None, len(children)) or is_left_over:
        raise _Unreadable(made.tag)
    return MathNode(
        tag=made.tag,
        attributes=tuple(
            (k, v) for k, v in made.attrib.items() if k in _ATTRIBUTES and _VALUE.fullmatch(v)
        ),
        text=text,
        children=tuple(_node(child, depth - 1) for child in children),
    )
