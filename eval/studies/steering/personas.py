"""Questions with personas that a model writes: profiles after examples of our own, of those that
are alike one, a personality to each, and what such a person would want to read of. Source: STEER
appendices E and L."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random

from eval.domain.persona import QuestionPersona, WantedAspect
from eval.judges.replies import AspectsReply, PersonalityReply, ProfileReply
from eval.judges.shown import one_line
from eval.studies.steering.pairs import FEWEST, MOST, with_id
from myscholar.domain.model import Frozen
from myscholar.errors import LLMError
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.text.likeness import Likeness

SIMILAR = 0.65
"""A profile that is more alike another one than so is left out. Source: STEER appendix E, for
cosines of a sentence embedder; likeness of words alone hardly ever comes to it."""
EXAMPLES, A_ROUND = 3, 3
"""Profiles shown, and profiles written after them. Source: STEER appendix E."""
MOST_ROUNDS = 3
"""By hand: a question that brings the same profile nine times has no more."""
PERSONAS = 2
"""Of one question at most; by hand, as without a model. In the paper 1 to 3, on average 1.4."""


class Seeds(Frozen):
    profiles: tuple[str, ...]
    personalities: tuple[str, ...]


def read_seeds() -> Seeds:
    text = Path(__file__).with_name("seeds.toml").read_text(encoding="utf-8")
    return Seeds.model_validate(tomllib.loads(text))


async def write_pairs(
    query_id: str, question: str, *, llm: LLM, likeness: Likeness, seed: int
) -> tuple[tuple[QuestionPersona, ...], tuple[str, ...]]:
    """The pairs, and why others could not be made, each as `QUESTION: NAME: message`. Raises
    LLMError where not one profile could be written."""
    random, seeds = Random(f"{seed}/{query_id}"), read_seeds()
    pairs, failures = list[QuestionPersona](), list[str]()
    for profile in await _profiles(question, seeds.profiles, random, llm, likeness):
        examples = random.sample(seeds.personalities, EXAMPLES)
        try:
            persona = f"{profile} {await _personality(question, profile, examples, llm)}"
            aspects = await _aspects(question, persona, llm)
        except LLMError as error:
            failures.append(f"{query_id}: {type(error).__name__}: {error}")
            continue
        if len(aspects) < FEWEST:
            failures.append(
                f"{query_id}: FewAspects: {len(aspects)} of {FEWEST} rest on words of the persona"
            )
        else:
            pairs.append(with_id(query_id, question, persona, aspects))
    return tuple(pairs), tuple(failures)


async def _profiles(
    question: str, examples: Sequence[str], random: Random, llm: LLM, likeness: Likeness
) -> list[str]:
    accepted: list[str] = []
    for _ in range(MOST_ROUNDS):
        shown = random.sample(examples, EXAMPLES)
        for variant in range(A_ROUND):
            prompt = render(
                "eval/persona_profile",
                query=one_line(question),
                examples=shown,
                others=list(accepted),
            )
            answer = await llm.ask(Role.JUDGE, prompt, ProfileReply, variant=variant)
            profile = _joined(answer.value.facts)
            if is_distinct(profile, accepted, likeness):
                accepted.append(profile)
            if len(accepted) == PERSONAS:
                return accepted
    return accepted


def is_distinct(profile: str, others: Sequence[str], likeness: Likeness) -> bool:
    """Whether none of the others is more alike it than `SIMILAR`; nothing is not."""
    return bool(profile) and all(alike <= SIMILAR for alike in likeness.of(profile, others))


async def _personality(question: str, profile: str, examples: Sequence[str], llm: LLM) -> str:
    prompt = render(
        "eval/persona_personality",
        query=one_line(question),
        profile=profile,
        examples=list(examples),
    )
    return _joined((await llm.ask(Role.JUDGE, prompt, PersonalityReply)).value.traits)


async def _aspects(question: str, persona: str, llm: LLM) -> tuple[WantedAspect, ...]:
    """Those whose evidence is the persona's own words."""
    prompt = render("eval/persona_aspects", query=one_line(question), persona=persona)
    answer = await llm.ask(
        Role.JUDGE, prompt, AspectsReply, problems=lambda reply: _problems(reply, persona)
    )
    return tuple(
        WantedAspect(text=one_line(a.aspect), evidence=a.evidence, reason=one_line(a.reason))
        for a in answer.value.aspects
        if a.aspect.strip() and _is_said(a.evidence, persona)
    )[:MOST]


def _problems(reply: AspectsReply, persona: str) -> tuple[str, ...]:
    n = len(reply.aspects)
    return (
        *([f"There are {n} aspects: give {FEWEST} to {MOST}."] * (not FEWEST <= n <= MOST)),
        *(
            f"The persona does not say “{one_line(a.evidence)[:120]}”: copy its words."
            for a in reply.aspects
            if not _is_said(a.evidence, persona)
        ),
    )


def _is_said(evidence: str, persona: str) -> bool:
    words = one_line(evidence)
    return bool(words) and words in one_line(persona)


def _joined(sentences: Sequence[str]) -> str:
    """Each with its full stop, so that the first sentence is the first fact."""
    said = (one_line(sentence).rstrip(".") for sentence in sentences)
    return " ".join(f"{sentence}." for sentence in said if sentence)
