"""Who asks, without a model: aspects are phrases that were said, or that the profile and the papers
found have in common. Source: STEER §2.5."""

from collections.abc import Iterable, Sequence

from myscholar.actions.extractive.reader import read
from myscholar.actions.extractive.subject import subject_of
from myscholar.actions.literature import read_literature
from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import AspectOrigin, Persona, PersonaAspect
from myscholar.domain.profile import Profile
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.question_topics import denied_phrases, topic_phrases
from myscholar.text.replying import is_refusal
from myscholar.text.terms import phrase_key

MOST_ASPECTS = 8
"""Before anything was asked. Source: STEER appendix K (five to eight)."""
OF_PROFILE = 3
"""Aspects that a profile adds; by hand."""


def estimate(
    question: str,
    stated: str,
    hits: Sequence[Hit],
    profile: Profile | None,
    background: Background,
) -> Persona:
    """What the person says of themselves comes first, then what their papers and the question
    share; the question's own topics only where there is nothing else."""
    found = [(phrase, AspectOrigin.STATED) for phrase in _named_in(stated)]
    if profile:
        terms = _near_terms(question, hits, profile, background)
        found += [(term, AspectOrigin.PROFILE) for term in terms]
    if not found:
        analysis = analyse_question(question, idf=background.idf)
        asked = (*analysis.compares, *analysis.core_phrases)
        found = [(phrase, AspectOrigin.STATED) for phrase in asked[:MOST_ASPECTS]]
    return with_aspects(Persona(text=stated), found[:MOST_ASPECTS])


def _named_in(stated: str) -> list[str]:
    """Phrases of several words, and names: a lone word ("cares", "tools") tells no topic."""
    return [p for p in topic_phrases(stated) if " " in p or not p.islower()]


def _near_terms(
    question: str, hits: Sequence[Hit], profile: Profile, background: Background
) -> tuple[str, ...]:
    analysis = analyse_question(question, idf=background.idf)
    literature = read_literature(hits, analysis, background)
    reader = read(profile, subject_of(analysis, literature, background), background)
    return tuple(related.term for related in reader.topics if related.n_papers)[:OF_PROFILE]


def update(
    persona: Persona, answer: Answer, chosen: Sequence[str], added: Sequence[str]
) -> Persona:
    """Directions that were chosen or added become aspects; what own words deny is refused."""
    new = (text for text in added if not is_refusal(text))
    wanted = [(text, AspectOrigin.REPLY) for text in (*chosen, *new)]
    if answer.kind is not AnswerKind.TEXT:
        return with_aspects(persona, wanted)
    refused = {phrase_key(phrase) for phrase in denied_phrases(answer.text)}
    aspects = (
        aspect.model_copy(update={"refused": aspect.refused or phrase_key(aspect.text) in refused})
        for aspect in persona.aspects
    )
    return with_aspects(persona.model_copy(update={"aspects": tuple(aspects)}), wanted)


def with_aspects(persona: Persona, new: Iterable[tuple[str, AspectOrigin]]) -> Persona:
    """Each once, by the stems of its words; what comes again in a reply is wanted after all."""
    aspects = {phrase_key(aspect.text): aspect for aspect in persona.aspects}
    for text, origin in new:
        key = phrase_key(text)
        if key and (key not in aspects or aspects[key].refused):
            aspects[key] = PersonaAspect(text=text, origin=origin)
    return persona.model_copy(update={"aspects": tuple(aspects.values())})
