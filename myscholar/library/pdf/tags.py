"""The headings of a tagged PDF, by its structure tree."""

import ctypes
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

_HEADINGS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6"})
_MOST_ELEMENTS = 5_000
"""A page has some hundred; a tree that never ends is left there."""


def tagged_headings(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> dict[int, int]:
    """Id of marked content -> number of the heading element on this page, from 1. Empty where
    nothing is tagged."""
    if not pdfium.FPDFCatalog_IsTagged(document.raw):
        return {}
    tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return {}
    try:
        return _headings_under(tree)
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def _headings_under(tree: Any) -> dict[int, int]:
    found: dict[int, int] = {}
    n_headings = 0
    roots = [
        pdfium.FPDF_StructTree_GetChildAtIndex(tree, i)
        for i in range(_few(pdfium.FPDF_StructTree_CountChildren(tree)))
    ]
    waiting = [(root, 0) for root in reversed(roots)]
    for _ in range(_MOST_ELEMENTS):
        if not waiting:
            break
        element, heading = waiting.pop()
        if not element:
            continue
        if not heading and _type(element) in _HEADINGS:
            n_headings += 1
            heading = n_headings
        children = range(_few(pdfium.FPDF_StructElement_CountChildren(element)))
        if heading:
            found.update(
                (pdfium.FPDF_StructElement_GetChildMarkedContentID(element, i), heading)
                for i in children
            )
        waiting += [
            (pdfium.FPDF_StructElement_GetChildAtIndex(element, i), heading)
            for i in reversed(children)
        ]
    return {content: heading for content, heading in found.items() if content >= 0}


def _few(n: int) -> int:
    return min(max(0, n), _MOST_ELEMENTS)


def _type(element: Any) -> str:
    buffer = ctypes.create_string_buffer(64)
    n = pdfium.FPDF_StructElement_GetType(element, buffer, 64)
    return buffer.raw[: max(0, min(n, 64) - 2)].decode("utf-16-le", errors="replace")
