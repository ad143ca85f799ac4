"""`/health`: whether the app can do its work, as JSON for whoever watches over it."""

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.workflows.health import ILL, Health, look

_PATIENCE_S = 5.0
_log = logging.getLogger(__name__)
_looking: "asyncio.Task[Health] | None" = None


async def health(_: Request) -> JSONResponse:
    """Status 503 where it can't. A look that hangs is shared by all who ask, so that they don't
    pile up."""
    global _looking
    if _looking is None or _looking.done():
        _looking = asyncio.create_task(asyncio.to_thread(_look))
    try:
        found = await asyncio.wait_for(asyncio.shield(_looking), _PATIENCE_S)
    except TimeoutError:
        found = ILL
    return JSONResponse(found._asdict(), status_code=200 if found.is_well else 503)


def _look() -> Health:
    try:
        return look(session.services())
    except MyScholarError as error:
        _log.warning("The app can't be used: %s", error)
        return ILL


ROUTE = Route("/health", health, methods=["GET"])
