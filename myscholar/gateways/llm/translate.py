"""The vendors' errors as ours, once. Nothing of a vendor's text goes into ours: it may repeat a
key."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from pydantic_ai import exceptions as theirs

from myscholar import errors as ours
from myscholar.gateways.llm.config import name_of, provider_of
from myscholar.gateways.llm.naming import meant, nearest
from myscholar.gateways.llm.vendors import is_own_server

_NO_CREDIT = re.compile(
    r"insufficient[_ ](quota|balance|funds|credit)|credit balance|exceeded_current_quota_error",
    re.I,
)
_UNPAID = re.compile(r"billing|payment", re.I)
"""Google names billing in any 429, and means it only elsewhere."""
_TOO_LONG = re.compile(
    r"context[ _]?(length|window)|maximum context|too many (input )?tokens|(prompt|input|request) "
    r"is too (long|large)|input token count",
    re.I,
)
_BAD_KEY = re.compile(r"api[ _]key[ _](not[ _]valid|invalid|expired)", re.I)
"""Google says so with status 400."""
_COME_BACK = (408, 409, 425)
_STATUS: dict[int, Callable[[str], ours.LLMError]] = {
    401: ours.LLMKeyRefused,
    402: ours.LLMNoCredit,
    403: ours.LLMNotAllowed,
    413: ours.LLMContextTooLong,
}


def translate(error: Exception, model: str, address: str = "") -> ours.LLMError:
    """The error of one call as the user should see it. `address` is where it was sent."""
    if isinstance(error, theirs.ModelAPIError):
        return _of_the_service(error, model, _own_address(model, address))
    if isinstance(error, theirs.UserError):
        return ours.LLMRequestRejected(model, 400)
    return ours.LLMUnavailable(model, "its answer can't be read")


def _of_the_service(error: theirs.ModelAPIError, model: str, address: str) -> ours.LLMError:
    status = error.status_code if isinstance(error, theirs.ModelHTTPError) else None
    said = str(error.body)
    if isinstance(error, theirs.ModelConnectionError | theirs.ModelRequestTimeout):
        return ours.LLMUnavailable(model, _lost(error, address))
    if isinstance(error, theirs.ModelQuotaExceededError) or _unpaid(status, said):
        return ours.LLMNoCredit(model)
    if isinstance(error, theirs.ModelRateLimitError):
        return ours.LLMRateLimited(model, error.retry_after)
    if isinstance(error, theirs.ModelContextWindowExceededError) or (
        status in (400, 422) and _TOO_LONG.search(said)
    ):
        return ours.LLMContextTooLong(model)
    if isinstance(error, theirs.ModelAuthenticationError) or (
        status == 400 and _BAD_KEY.search(said)
    ):
        return ours.LLMNotAllowed(model) if status == 403 else ours.LLMKeyRefused(model)
    if status == 404 or isinstance(error, theirs.ModelNotFoundError):
        return _unknown(model, address)
    if status is not None and status in _STATUS:
        return _STATUS[status](model)
    if isinstance(error, theirs.ModelUnavailableError):
        return ours.LLMUnavailable(model, "it is overloaded")
    if status is not None and status < 500 and status not in _COME_BACK:
        return ours.LLMRequestRejected(model, status)
    if isinstance(error, theirs.ModelRequestRejectedError):
        return ours.LLMRequestRejected(model, status or 400)
    return ours.LLMUnavailable(model, f"status {status}" if status else "it broke off its answer")


def _own_address(model: str, address: str) -> str:
    """That of a server of the user's, without a password in it; empty for a vendor's."""
    parts = urlsplit(address)
    shown = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl().rstrip("/")
    return shown if is_own_server(provider_of(model)) else ""


def _unknown(model: str, address: str) -> ours.LLMUnknownModel:
    if address:
        most = "" if address.endswith("/v1") else ": most end in /v1"
        return ours.LLMUnknownModel(model, f"Check its name, and the address {address}{most}.")
    provider, name = provider_of(model), name_of(model)
    close = [f"{provider}:{one}" for one in nearest(provider, name) if one != name]
    return ours.LLMUnknownModel(model, *([meant(close)] if close else []))


def _lost(error: theirs.ModelConnectionError | theirs.ModelRequestTimeout, address: str) -> str:
    if isinstance(error, theirs.ModelTimeoutError | theirs.ModelRequestTimeout):
        return "it did not answer in time"
    if error.phase == "connect":
        return f"nobody answers at {address or 'its address'}"
    return "the connection broke off"


def _unpaid(status: int | None, said: str) -> bool:
    strong = status in (400, 402, 403, 429) and _NO_CREDIT.search(said)
    return bool(strong or (status in (400, 402, 403) and _UNPAID.search(said)))
