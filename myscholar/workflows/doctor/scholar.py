"""Semantic Scholar, by one request that keeps its turn among all others of this machine."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from myscholar.errors import (
    ScholarError,
    ScholarRateLimited,
    ScholarRefused,
    ScholarUnavailable,
    UnknownPaper,
)
from myscholar.gateways.pacing import Limiter, interval_for
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.settings import Settings
from myscholar.workflows.doctor.diagnosis import Diagnosis, Machine, State
from myscholar.workflows.doctor.waiting import wait_for

_NAME = "Semantic Scholar"
_ASK_S = 4.5
_PAPER = "10.18653/v1/2022.acl-long.199"
"""One that the README names."""
_GET_KEY = "A key of your own is free: set it in S2_API_KEY."
_OFFLINE = (
    "Is this machine online? Without it, reports are written from your libraries, corpora and the "
    "sample."
)


def check_scholar(machine: Machine) -> Iterable[Diagnosis]:
    assert machine.services
    settings = machine.services.settings
    # where there is no home folder yet, none is made for its turn
    limiter = machine.services.limiter if settings.home.is_dir() else Limiter()
    budget = RequestBudget(1)
    try:
        wait_for(_ask(settings, limiter, budget), _ASK_S)
    except UnknownPaper:
        pass  # an answer as good as any
    except TimeoutError:
        said = f"It gave no answer within {_ASK_S:g} s."
        said = "Others are asking it, and no turn came." if budget.left else said
        return [Diagnosis(_NAME, State.WARNING, said, _OFFLINE)]
    except ScholarError as error:
        return [_judged(error, has_key=settings.scholar_key is not None)]
    how = "takes the key" if settings.scholar_key else "answers, without a key as it does everybody"
    where, apart_s = urlsplit(settings.scholar_url).hostname, interval_for(settings.scholar_rate)
    said = f"{where} {how}; requests leave {apart_s:.1f} s apart."
    return [Diagnosis(_NAME, State.OK, said)]


def _judged(error: ScholarError, *, has_key: bool) -> Diagnosis:
    match error:
        case ScholarRefused() if has_key:
            said = f"It refuses the key in S2_API_KEY (status {error.status})."
            return Diagnosis(_NAME, State.FAULT, said, "Copy the key again, whole, or unset it.")
        case ScholarRefused():
            said = f"It refuses requests without a key (status {error.status})."
            return Diagnosis(_NAME, State.WARNING, said, _GET_KEY)
        case ScholarRateLimited():
            mend = "Wait a little." if has_key else f"Wait a little. {_GET_KEY}"
            return Diagnosis(_NAME, State.WARNING, "It asks for fewer requests.", mend)
        case ScholarUnavailable():
            said = f"It can't be reached ({error.reason})."
            return Diagnosis(_NAME, State.WARNING, said, _OFFLINE)
    return Diagnosis(_NAME, State.WARNING, error.message, "Try again later.")


async def _ask(settings: Settings, limiter: Limiter, budget: RequestBudget) -> None:
    async with SemanticScholar(
        base_url=settings.scholar_url,
        api_key=settings.scholar_key,
        limiter=limiter,
        budget=budget,
    ) as scholar:
        await scholar.paper(_PAPER)
