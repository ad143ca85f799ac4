"""Text from papers and people, letter by letter where Streamlit expects Markdown."""

import re

from myscholar.domain.text import without_turns

JOINER = "\u2060"
"""Word joiner: takes no room, breaks what is replaced after Markdown was read (`:smile:`,
`:material/x:`, bare addresses, arrows).

It stands nowhere else, since it comes along when words are copied."""
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_BREAKS = re.compile(
    r"""(
      :(?=[\w+-]+:)           # an emoji
    | :(?=material/|//)       # an icon, an address
    | :(?=[\w-]+\[)          # a colour
    | www(?=\.) | @(?=[\w-]+\.)
    | -(?=[->]) | [<>~](?==) | <(?=-)   # arrows
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def plain(text: str) -> str:
    """Markdown that shows exactly `text` on a line: no link, image, formula, emoji or HTML."""
    line = " ".join(without_turns(text).split())
    return _PUNCTUATION.sub(r"\\\1", _BREAKS.sub(rf"\1{JOINER}", line))
