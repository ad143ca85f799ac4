"""A quick look at what this machine's sources hold, before anything is decided."""

import asyncio
from collections.abc import Sequence

from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.search.retrieve import retrieve
from myscholar.workflows.library.sources import SCHOLAR, open_local_sources, open_sources
from myscholar.workflows.services import Services


async def look_up(
    services: Services, query: SearchQuery, sources: Sequence[str], *, limit: int
) -> tuple[Hit, ...]:
    """The best papers of the local ones among these sources, by default of all local ones. None
    where only Semantic Scholar is meant, or nothing is here. Raises UnknownName, CorpusCorrupt."""
    local = [name for name in sources if name != SCHOLAR]
    if sources and not local:
        return ()
    opened = await asyncio.to_thread(
        lambda: open_sources(services, local) if local else open_local_sources(services)
    )
    return (await retrieve((query,), opened.sources, limit=limit)).hits if opened.sources else ()
