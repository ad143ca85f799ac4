"""Characters as drawn -> characters as meant: ligatures, spaces, accents of old TeX fonts."""

import re
import unicodedata

_RADICAL = re.compile(r"(?:ffi){3,}")
"""Some fonts draw the bar of a root with the code of the ffi ligature."""

_COMBINING = {
    "´": "\u0301",
    "¨": "\u0308",
    "ˆ": "\u0302",
    "˜": "\u0303",
    "ˇ": "\u030c",
    "˚": "\u030a",
    "˙": "\u0307",
}

_ACCENT = re.compile(r"([´¨ˆ˜ˇ˚˙]) ?([A-Za-zı])")
"""Old TeX fonts draw an accent as a character of its own before its letter."""

_TRANSLATE: dict[int, str | None] = {
    **{
        ord(k): v
        for k, v in {
            "ﬀ": "ff",
            "ﬁ": "fi",
            "ﬂ": "fl",
            "ﬃ": "ffi",
            "ﬄ": "ffl",
            "ﬅ": "st",
            "ﬆ": "st",
        }.items()
    },
    **dict.fromkeys((*range(0x20), 0xAD, 0x200B, 0x200C, 0x200D, 0xFEFF, 0xFFFE, 0xFFFF)),
    **dict.fromkeys((0x09, 0xA0, *range(0x2002, 0x200B), 0x202F), " "),
}


def cleaned(text: str) -> str:
    return _RADICAL.sub("√", _ACCENT.sub(_composed, " ".join(text.translate(_TRANSLATE).split())))


def _composed(match: re.Match[str]) -> str:
    """The accented letter, where there is one; else what stood there."""
    letter = unicodedata.normalize("NFC", match[2].replace("ı", "i") + _COMBINING[match[1]])
    return letter if len(letter) == 1 else match.group()
