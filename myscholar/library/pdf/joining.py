"""Lines -> running text: words that were broken at a line's end are put together again."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from myscholar.library.pdf.lines import Line
from myscholar.text.common_words import STOP_WORDS

_WORD = re.compile(r"[^\W_]+(?:[-‐’'][^\W_]+)*")
_TAIL = re.compile(r"(?<![^\W_])(?<![^\W_][-‐])[^\W_]++(?:[-‐][^\W_]++)*+$")
_HEAD = re.compile(r"[^\W_]+")
_HYPHENS = "-‐\u2010"


class SeenWords:
    """The words of one document outside line breaks: they tell "self-driving" from "re-search"."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._counts: Counter[str] = Counter()
        broken = False
        for line in lines:
            words = _WORD.findall(line.text)
            whole = words[broken : len(words) - line.hyphen]
            self._counts.update(word.casefold().replace("‐", "-") for word in whole)
            broken = line.hyphen

    def keeps_hyphen(self, before: str, after: str) -> bool:
        """Whether the hyphen between the broken halves belongs to the word."""
        tail, head = _TAIL.search(before), _HEAD.match(after)
        if not tail or not head:
            return True
        left, right = tail.group().casefold(), head.group().casefold()
        compound, closed = self._counts[f"{left}-{right}"], self._counts[left + right]
        if compound != closed:
            return compound > closed
        if not head.group()[0].islower() or tail.group()[-1].isdigit():
            return True
        last = left.rsplit("-", 1)[-1]
        if last != left and (last in STOP_WORDS or self._is_word(last)):
            return True
        long = min(len(left), len(right)) >= 4
        return not closed and long and self._is_word(left) and self._is_word(right)

    def _is_word(self, word: str) -> bool:
        return self._counts[word] > 0 or self._counts[f"{word}s"] > 0


def join_lines(lines: Sequence[Line], vocabulary: SeenWords) -> str:
    """The lines as one text with single spaces."""
    text, broken = "", False
    for line in lines:
        if broken:
            text += "-" * vocabulary.keeps_hyphen(text, line.text) + line.text
        else:
            text += ("" if not text or text.endswith("/") else " ") + line.text
        broken = line.hyphen
        if not broken and len(text) > 2 and text[-1] in _HYPHENS and text[-2].isalpha():
            text, broken = text[:-1], True
    return (text + "-" * broken).strip()
