"""The words of a task, whatever its language."""

import re

from myscholar.text.terms import tokens

_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
)
UNSPACED = re.compile(f"[{_UNSPACED}]+")
"""Thai, Lao, Burmese, Khmer, Kana, Han: written without spaces between words."""
WORD = re.compile(
    rf"[{_UNSPACED}]{{1,2}}[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]*|[^\s{_UNSPACED}]+"
)
"""What counts as one where words are counted, with the marks behind it: where no spaces are
written, two characters."""


def n_words(text: str) -> int:
    return len(WORD.findall(text))


def words(text: str) -> tuple[str, ...]:
    """In small letters; where no spaces are written, each two characters side by side."""
    found: list[str] = []
    for token in tokens(text.casefold()):
        at = 0
        for run in UNSPACED.finditer(token.text):
            found += [token.text[at : run.start()]] * (run.start() > at)
            found += pairs(run.group())
            at = run.end()
        found += [token.text[at:]] * (at < len(token.text))
    return tuple(found)


def pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(max(1, len(run) - 1))]
