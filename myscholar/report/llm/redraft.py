"""A draft with stretches of its text cut out or said anew; its marks move along. No model."""

import re
from collections.abc import Iterable, Sequence

from myscholar.domain.drafts import Draft
from myscholar.domain.report import Mark, move
from myscholar.domain.text import Span
from myscholar.report.llm.draft_text import SUPERFLUOUS, cut_out, trim

_OUTER_SPACE = re.compile(r"\A\s+|\s+\Z")
_EMPTY_ITEM = re.compile(r"^(?:[-•*]|\d{1,2}[.)])[ \t]*(?:\n|\Z)", re.MULTILINE)

Cut = tuple[int, int]


def with_space_behind(span: Span, text: str) -> Cut:
    """What is cut out so that a sentence leaves no gap."""
    start, end = span
    return start, end + len(text[end:]) - len(text[end:].lstrip(" \t"))


def without(draft: Draft, cuts: Sequence[Cut]) -> Draft:
    """The draft without these stretches, which are in order and apart, and without the list items
    and blank lines that they leave."""
    if not cuts:
        return draft
    text, highlights, doubts = draft.text, draft.highlights, draft.doubts
    for left_over in (None, _EMPTY_ITEM, SUPERFLUOUS, _OUTER_SPACE):
        if left_over:
            cuts = [m.span() for m in left_over.finditer(text)]
        text, place = cut_out(text, cuts)
        highlights = tuple(move(h, place) for h in highlights)
        doubts = tuple(move(d, place) for d in doubts)
    spans = [(h, trim(text, h.start, h.end)) for h in highlights]
    tidied = (h.model_copy(update=span._asdict()) for h, span in spans if span)
    return draft.model_copy(
        update={
            "text": text,
            "highlights": tuple(tidied),
            "doubts": tuple(d for d in doubts if d.start < d.end),
        }
    )


def said_anew(draft: Draft, changes: Iterable[tuple[Span, str]]) -> Draft:
    """The draft with other words at these spans, which are apart. A mark that begins or ends inside
    one covers all its new words; a doubt of the old words goes with them."""
    for span, words in sorted(changes, reverse=True):
        draft = _with_words(draft, span, words)
    return draft


def _with_words(draft: Draft, span: Span, words: str) -> Draft:
    start, end = span
    longer = len(words) - (end - start)

    def begins(at: int) -> int:
        return at if at <= start else start if at < end else at + longer

    def ends(at: int) -> int:
        return at if at <= start else at + longer if at >= end else end + longer

    def moved(mark: Mark) -> Mark:
        return mark.model_copy(update={"start": begins(mark.start), "end": ends(mark.end)})

    apart = (d for d in draft.doubts if d.end <= start or end <= d.start)
    return draft.model_copy(
        update={
            "text": f"{draft.text[:start]}{words}{draft.text[end:]}",
            "highlights": tuple(map(moved, draft.highlights)),
            "doubts": tuple(map(moved, apart)),
        }
    )
