"""Text from papers and people where Streamlit expects Markdown (labels, captions, messages): shown letter by letter."""

import re

JOINER = "\u2060"
"""Word joiner: takes no room, breaks what is replaced after Markdown was read (`:smile:`, `:material/x:`, bare addresses, arrows)."""
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_BREAKS = re.compile(r"(:|@|www|-(?=[->])|[<>~](?==)|<(?=-))", re.IGNORECASE)


def plain(text: str) -> str:
    """One line of Markdown that shows exactly `text`: no link, image, formula, colour, emoji or HTML comes of it."""
    line = " ".join(text.split())
    return _PUNCTUATION.sub(r"\\\1", _BREAKS.sub(rf"\1{JOINER}", line))
