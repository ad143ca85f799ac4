"""Who asks, by a model. Source: STEER §2.5, appendix K."""

from collections.abc import Sequence

from myscholar.domain.dialogue import Answer
from myscholar.domain.interaction import AspectOrigin, Persona, PersonaAspect
from myscholar.domain.profile import Profile
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.steer.llm.replies import AspectsReply, PersonaReply
from myscholar.interactive.steer.llm.showing import NONE, listed, print_aspects, print_persona
from myscholar.text.replying import is_refusal
from myscholar.text.safeguards import is_withheld
from myscholar.text.terms import phrase_key

MOST, MOST_IN_ALL = 8, 16
"""Aspects at first, and in the end; the first of STEER appendix K, the second by hand."""
LONGEST, LONGEST_PERSONA = 160, 2000
"""Characters; by hand."""


async def estimate(question: str, stated: str, profile: Profile | None, *, llm: LLM) -> Persona:
    """Raises LLMError."""
    prompt = render(
        "steer/estimate",
        question=question,
        persona=stated or "nothing was said",
        profile=listed(i.text for i in profile.of_substance) if profile else NONE,
    )

    def problems(reply: AspectsReply) -> tuple[str, ...]:
        return () if any(a.strip() for a in reply.aspects) else ("Name five to eight aspects.",)

    answer = await llm.ask(Role.PROFILE, prompt, AspectsReply, problems=problems)
    aspects = answer.value.aspects[:MOST]
    return _with_aspects(Persona(text=stated), aspects, AspectOrigin.ESTIMATED)


async def update(
    question: str,
    persona: Persona,
    answer: Answer,
    chosen: Sequence[str],
    added: Sequence[str],
    *,
    llm: LLM,
) -> Persona:
    """Raises LLMError."""
    prompt = render(
        "steer/update",
        question=question,
        persona=print_persona(persona),
        aspects=print_aspects(persona),
        chosen=listed(chosen),
        added=listed(each for each in added if not is_refusal(each)),
        reply=answer.text or NONE,
    )
    reply = (await llm.ask(Role.PROFILE, prompt, PersonaReply)).value
    refused = {persona.wanted[n - 1].text for n in reply.refused if 0 < n <= len(persona.wanted)}
    aspects = (
        aspect.model_copy(update={"refused": aspect.refused or aspect.text in refused})
        for aspect in persona.aspects
    )
    addition = "" if is_withheld(reply.addition) else reply.addition.strip()
    text = shorten(f"{persona.text} {addition}".strip(), LONGEST_PERSONA)
    kept = Persona(text=text, aspects=tuple(aspects))
    return _with_aspects(kept, reply.aspects, AspectOrigin.REPLY)


def _with_aspects(persona: Persona, new: Sequence[str], origin: AspectOrigin) -> Persona:
    """Each once, the oldest going where there are too many; what comes again in a reply is wanted
    after all. Nothing about a person that is withheld everywhere."""
    aspects = {phrase_key(aspect.text): aspect for aspect in persona.aspects}
    for text in new:
        line = shorten(text, LONGEST)
        key = phrase_key(line)
        if not any(map(str.isalpha, line)) or is_withheld(line):
            continue
        if key not in aspects or aspects[key].refused:
            aspects[key] = PersonaAspect(text=line, origin=origin)
    return persona.model_copy(update={"aspects": tuple(aspects.values())[-MOST_IN_ALL:]})
