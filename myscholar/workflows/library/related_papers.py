"""Papers around others, as Semantic Scholar knows them. A paper is named by URL, id, DOI or arXiv
id; a limit is 1 to 500. Each is one request, and raises UnknownPaper, ScholarError."""

from collections.abc import Sequence

from myscholar.domain.papers import Paper
from myscholar.errors import InputError
from myscholar.workflows.services import Services

FOUND = 20
_ATTEMPTS = 4
"""Requests of one look-up with its retries."""


async def find_citing_papers(
    services: Services, paper: str, *, limit: int = FOUND
) -> tuple[Paper, ...]:
    """Papers that cite this one."""
    async with services.scholar(_ATTEMPTS) as client:
        return await client.citations(paper, limit=limit)


async def find_cited_papers(
    services: Services, paper: str, *, limit: int = FOUND
) -> tuple[Paper, ...]:
    """Papers that this one cites."""
    async with services.scholar(_ATTEMPTS) as client:
        return await client.references(paper, limit=limit)


async def recommend_papers(
    services: Services, like: Sequence[str], *, unlike: Sequence[str] = (), limit: int = FOUND
) -> tuple[Paper, ...]:
    """Papers like some and unlike others, best first. Raises InputError without any to be like."""
    if not like:
        raise InputError("Name at least one paper that others should be like.")
    async with services.scholar(_ATTEMPTS) as client:
        return await client.recommendations(like, unlike=unlike, limit=limit)
