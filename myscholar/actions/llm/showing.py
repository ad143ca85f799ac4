"""What the prompts are shown: the enabled part of a profile, titles that a first look found, taste,
and what is on screen already."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, Stage
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


HALVES = (
    (Stage.SEARCH_ADD, Stage.SEARCH_REFINE),
    (Stage.ORGANIZATION, Stage.GENERATION),
)
"""The stages that two models propose for at once: what is searched for, and how it is written up.
Each gives one list for reader and anyone, so that neither repeats the other."""


@dataclass(frozen=True)
class PromptSituation:
    """What both halves are proposed from."""

    question: str
    this_year: int
    n_per_stage: int
    reader: Profile | None = None
    """None where nothing is known of who asks."""
    past: tuple[PastChoice, ...] = ()
    hits: tuple[Hit, ...] = ()
    known: tuple[Action, ...] = ()
    """On screen already."""
    like: Action | None = None


def prompt_for(situation: PromptSituation, stages: Sequence[Stage]) -> Prompt:
    s, reader = situation, situation.reader
    worded = [p for p in s.past if p.tldr]
    return render(
        "actions/propose",
        question=s.question,
        stages=[stage.value for stage in stages],
        n_per_stage=s.n_per_stage,
        wild_card=reader is not None,
        this_year=s.this_year,
        own_papers=_titles(reader.papers[:MAX_OWN_PAPERS]) if reader else [],
        aspects=shown_aspects(reader) if reader else (),
        papers=_titles([h.paper for h in s.hits[:MAX_PAPERS]]),
        picked=_latest([p.tldr for p in worded if p.chosen and not p.edited], MAX_PICKED),
        reworded=_latest([p.tldr for p in worded if p.chosen and p.edited], MAX_PICKED),
        passed_over=_latest([p.tldr for p in worded if not p.chosen], MAX_PASSED_OVER),
        shown=list(dict.fromkeys(" ".join(a.text.split()) for a in s.known)),
        like=s.like.text if s.like else "",
    )


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


def shown_ids(profile: Profile | None) -> tuple[InferenceId, ...]:
    """The ids behind the numbers of `shown_aspects`; none without a profile."""
    if profile is None:
        return ()
    return tuple(
        i.inference_id for aspect in ProfileAspect for i in profile.of_aspect(aspect) if i.enabled
    )


def _titles(papers: Sequence[Paper | ProfilePaper]) -> list[str]:
    return [p.title if p.year is None else f"{p.title} ({p.year})" for p in papers]


def _latest(texts: Sequence[str], n: int) -> list[str]:
    """The last `n` different ones, oldest first."""
    return list(dict.fromkeys(reversed(texts)))[:n][::-1]
