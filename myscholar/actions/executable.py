"""What can't be carried out: the tool reads papers and writes a report from them. Source: MySQA
Table 9, TRUST."""

import re

from myscholar.text.lexicons import pattern

_BEYOND = pattern("action_doubts.orders_beyond"), pattern("action_doubts.asks_beyond")
_WRITES_CODE = pattern("action_doubts.writes_code")
"""A writer with a model can write code, pseudocode and formulas; the extractive one can't."""


def beyond_rules(tldr: str, text: str) -> str | None:
    """The words that ask what the extractive writer can't do; None if there are none."""
    return _first((*_BEYOND, _WRITES_CODE), tldr, text)


def beyond_models(tldr: str, text: str) -> str | None:
    """The words that ask what no report writer here can do; None if there are none."""
    return _first(_BEYOND, tldr, text)


def _first(patterns: tuple[re.Pattern[str], ...], tldr: str, text: str) -> str | None:
    said = (tldr, text.partition("which might help")[0])
    found = (match for part in said for pattern in patterns if (match := pattern.search(part)))
    return next((match.group().removeprefix("I can ").strip(" ,") for match in found), None)
