"""A text that answers a question as somebody wants it answered. Source: IDRBench §3.2."""

import re

from pydantic import Field

from myscholar.domain.model import Frozen

_MARKUP = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*•][ \t]+|\d+\.[ \t]+|[-*_]{3,}[ \t]*$)", re.M)
_MARKER = re.compile(r"\[\d+(?:[,;–-]\s*\d+)*\]|\*\*|__")


class Reference(Frozen):
    query_id: str
    question: str = Field(min_length=1)
    text: str = Field(min_length=1)
    wanted: tuple[str, ...] = ()
    """What experts say that an answer must hold; empty where nobody said it."""


def plain(text: str) -> str:
    """Without markers of citations and of Markdown, which tell nothing of what is said."""
    return _MARKER.sub("", _MARKUP.sub("", text)).strip()
