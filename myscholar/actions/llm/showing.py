"""What the prompts are shown: the enabled part of a profile, titles that a first look found, taste,
and what is on screen already."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper
from myscholar.domain.profile import InferenceId, Profile, ProfileAspect, ProfilePaper
from myscholar.gateways.llm.prompts import Prompt, render

MAX_OWN_PAPERS, MAX_PAPERS = 30, 15
"""Titles that a model is shown, of the reader's papers and of those found; by hand."""
MAX_PICKED, MAX_PASSED_OVER = 20, 12
"""Of past choices the latest are shown, by hand; what was picked says more than what was not."""


@dataclass(frozen=True)
class ShownInference:
    number: int
    text: str


@dataclass(frozen=True)
class ShownAspect:
    label: str
    inferences: tuple[ShownInference, ...]


@dataclass(frozen=True)
class PromptSituation:
    """What both lists are proposed from."""

    question: str
    this_year: int
    n_per_stage: int
    past: tuple[PastChoice, ...] = ()
    hits: tuple[Hit, ...] = ()
    exclude: tuple[str, ...] = ()
    """Texts on screen already."""
    like: Action | None = None


def generic_prompt(situation: PromptSituation) -> Prompt:
    return render("actions/generic", **_common(situation))


def personalized_prompt(situation: PromptSituation, profile: Profile) -> Prompt:
    own, aspects = _titles(profile.papers[:MAX_OWN_PAPERS]), shown_aspects(profile)
    return render("actions/personalized", own_papers=own, aspects=aspects, **_common(situation))


def shown_aspects(profile: Profile) -> tuple[ShownAspect, ...]:
    """The enabled inferences by aspect, numbered from 1 throughout. Aspects without any are left
    out."""
    numbers = count(1)
    grouped = (
        (aspect, [i for i in profile.of_aspect(aspect) if i.enabled]) for aspect in ProfileAspect
    )
    return tuple(
        ShownAspect(
            aspect.label,
            tuple(ShownInference(next(numbers), " ".join(i.text.split())) for i in inferences),
        )
        for aspect, inferences in grouped
        if inferences
    )


def shown_ids(profile: Profile) -> tuple[InferenceId, ...]:
    """The ids behind the numbers of `shown_aspects`."""
    return tuple(
        i.inference_id for aspect in ProfileAspect for i in profile.of_aspect(aspect) if i.enabled
    )


def _common(s: PromptSituation) -> dict[str, Any]:
    """The inputs that both prompts take."""
    worded = [p for p in s.past if p.tldr]
    return {
        "question": s.question,
        "n_per_stage": s.n_per_stage,
        "this_year": s.this_year,
        "papers": _titles([h.paper for h in s.hits[:MAX_PAPERS]]),
        "picked": _latest([p.tldr for p in worded if p.chosen and not p.edited], MAX_PICKED),
        "reworded": _latest([p.tldr for p in worded if p.chosen and p.edited], MAX_PICKED),
        "passed_over": _latest([p.tldr for p in worded if not p.chosen], MAX_PASSED_OVER),
        "shown": list(dict.fromkeys(" ".join(text.split()) for text in s.exclude)),
        "like": s.like.text if s.like else "",
    }


def _titles(papers: Sequence[Paper | ProfilePaper]) -> list[str]:
    return [p.title if p.year is None else f"{p.title} ({p.year})" for p in papers]


def _latest(texts: Sequence[str], n: int) -> list[str]:
    """The last `n` different ones, oldest first."""
    return list(dict.fromkeys(reversed(texts)))[:n][::-1]
