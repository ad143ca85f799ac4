"""The package `semanticscholar` over a requester of ours. Its types raise on nulls and on dates
that are a year, so records go through it sealed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from semanticscholar import AsyncSemanticScholar

_LISTS = ("data", "recommendedPapers")
_RECORD = "record"
"""A name that none of the package's types reads."""


def open_package(url: str, requester: object) -> "AsyncSemanticScholar":
    """Its methods. What it does when it is made is left out: it sets up logging for the whole
    process. So is what it logs of ids that a batch does not know."""
    from semanticscholar import AsyncSemanticScholar

    package = AsyncSemanticScholar.__new__(AsyncSemanticScholar)
    package.api_url, package._requester = url, requester
    package._get_not_found_ids = lambda *_: []
    return package


def quote_id(identifier: str) -> str:
    """As it may stand in an address, into which the package puts everything as it is."""
    return quote(identifier, safe=":/")


def records_of(answer: Any) -> list[object]:
    """The records of an answer that is or holds a list of them."""
    if isinstance(answer, dict):
        answer = next((answer[name] for name in _LISTS if name in answer), None)
    return answer if isinstance(answer, list) else []


def seal(answer: Any) -> Any:
    """What the package may see of an answer."""
    records = [{_RECORD: record} for record in records_of(answer)]
    if isinstance(answer, list):
        return records
    return {_RECORD: answer} | dict.fromkeys(_LISTS, records)


def unseal(found: Iterable[Any]) -> list[object]:
    """The records of what the package made of them."""
    return [item.raw_data[_RECORD] for item in found]
