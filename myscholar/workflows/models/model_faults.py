"""Why a model that is being set up does not answer, in one sentence or two that say what to
mend."""

from contextlib import suppress

from myscholar.errors import (
    LLMBadAnswer,
    LLMEmptyAnswer,
    LLMError,
    LLMKeyRefused,
    LLMNotAllowed,
    LLMRateLimited,
    LLMRefusal,
    LLMRequestRejected,
    LLMUnavailable,
    LLMUnknownModel,
    ModelCheckFailed,
    NoModelServer,
)
from myscholar.gateways.llm.config import Provider
from myscholar.gateways.llm.naming import meant, nearest
from myscholar.gateways.llm.server import find_server, odd_answer
from myscholar.gateways.llm.vendors import is_own_server
from myscholar.workflows.models.model_keys import KeyFound, label_of

_MAY_BE_ODD = (LLMUnavailable, LLMUnknownModel, LLMEmptyAnswer, LLMRequestRejected, LLMBadAnswer)


async def explain_fault(
    error: LLMError, provider: Provider, model: str, key: KeyFound
) -> ModelCheckFailed:
    own, known = is_own_server(provider.name), tuple[str, ...]()
    who = f"The server at {provider.base_url}" if own else label_of(provider.name)
    if own and isinstance(error, _MAY_BE_ODD) and "no answer came" not in str(error):
        secret = key.key.get_secret_value() if key.key else None
        if said := await odd_answer(provider.base_url, model, secret):
            return ModelCheckFailed(error.model, f"{who} can't be used: {said}")
        with suppress(NoModelServer):
            known = (await find_server(provider.base_url, secret)).models or known
    of = f" in {key.place}" if key.place else ""
    said, mend = str(error), ""
    match error:
        case LLMNotAllowed():
            said = (
                f"{who} does not let the key{of} use {model}. Choose another model, or ask for the "
                "right to this one."
            )
            mend = "model"
        case LLMKeyRefused():
            said = (
                f"{who} refuses the key{of}. Copy it again, whole, and see that it was not revoked."
            )
            mend = "key"
        case LLMUnknownModel():
            close = [name for name in nearest(provider.name, model, known) if name != model]
            other = f" {meant(close)}" if close else ""
            said = f"{who} does not know {model}, or the key has no right to it.{other}"
            mend = "model"
        case LLMUnavailable():
            said = f"{who} can't be reached: {error.reason}.{_wait(own, error.reason)}"
        case LLMRateLimited():
            said = f"{who} asks for fewer requests. Wait a minute and try again."
        case LLMEmptyAnswer() | LLMRefusal():
            gave = "declined to answer" if isinstance(error, LLMRefusal) else "gave an empty answer"
            said, mend = f"{model} {gave}. Choose another model.", "model"
    return ModelCheckFailed(error.model, said, mend)


def _wait(own: bool, reason: str) -> str:
    if own and "no answer" in reason:
        return " It may still be loading the model: try again in a minute."
    offline = "nobody answers" in reason or "connection" in reason
    return " Is this machine online?" if offline and not own else " Try again later."
