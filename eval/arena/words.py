"""The words of a task, whatever its language."""

import re

from myscholar.text.terms import tokens

UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+"
)
"""Thai, Lao, Burmese, Khmer, Kana, Han: written without spaces between words."""


def words(text: str) -> tuple[str, ...]:
    """In small letters; where no spaces are written, each two characters side by side."""
    found: list[str] = []
    for token in tokens(text.casefold()):
        at = 0
        for run in UNSPACED.finditer(token.text):
            found += [token.text[at : run.start()]] * (run.start() > at)
            found += _pairs(run.group())
            at = run.end()
        found += [token.text[at:]] * (at < len(token.text))
    return tuple(found)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(max(1, len(run) - 1))]
