"""Directions without a model: what at least two of a node's papers name, one of them in its title,
and the question does not. Source: STEER §2.3."""

from collections.abc import Sequence

from myscholar.actions.literature import read_literature
from myscholar.actions.wording import capital
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Persona, ResearchNode
from myscholar.domain.text import counted
from myscholar.interactive.steer.mind import DirectionCandidate
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems, phrase_key

MOST = 7
"""Directions beside the wild card. Source: STEER appendix K (five to eight)."""
HALFWAY = 3
"""So many papers that name a direction give it a confidence of one half; by hand."""


def propose(
    question: str,
    node: ResearchNode,
    hits: Sequence[Hit],
    said: Sequence[str],
    persona: Persona,
    background: Background,
) -> tuple[DirectionCandidate, ...]:
    """The most telling sides first. The wild card is the one that shares least with what the person
    wants. A direction is sure, 1 - (1 - support) (1 - fit), where many papers name it or the person
    wants it."""
    literature = read_literature(hits, analyse_question(question, idf=background.idf), background)
    known = {phrase_key(text) for text in said}
    wanted = " ".join(aspect.text for aspect in persona.wanted)
    titles = [set(phrase_key(hit.paper.title).split()) for hit in hits]
    new = [s for s in literature.sides if _is_new(s, known) and _is_in_a_title(s, titles)]
    fits = [overlap(side, wanted) > 0 for side in new]
    sides = [side for _, side in sorted(zip(fits, new, strict=True), key=lambda each: not each[0])]
    regular, rest = sides[:MOST], sides[MOST:]
    if not rest and len(regular) > MOST // 2:
        regular, rest = regular[:-1], regular[-1:]
    wild = min(rest, key=lambda side: (overlap(side, wanted), rest.index(side)), default=None)

    def confidence(side: str, n: int) -> float:
        fit = max((overlap(side, aspect.text) for aspect in persona.wanted), default=0.0)
        return 1 - (1 - n / (n + HALFWAY)) * (1 - fit)

    def candidate(side: str, *, is_wild_card: bool = False) -> DirectionCandidate:
        n = literature.n_papers(side)
        return DirectionCandidate(
            direction=capital(side),
            query=_query(question, node, side, background),
            reason=f"{counted(n, 'paper')} of {len(literature.hits)} found here name it",
            confidence=confidence(side, n),
            is_wild_card=is_wild_card,
        )

    ordinary = [candidate(side) for side in regular]
    return (*ordinary, *([candidate(wild, is_wild_card=True)] if wild else []))


def _is_new(side: str, known: set[str]) -> bool:
    """Whether no direction of the tree has all of its words, or only words of it."""
    stems = set(phrase_key(side).split())
    return bool(stems) and not any(
        stems <= set(other.split()) or set(other.split()) <= stems for other in known
    )


def _is_in_a_title(side: str, titles: Sequence[set[str]]) -> bool:
    """Whether some paper is about it: what stands in abstracts alone ("input documents") is a thing
    that papers use."""
    stems = set(phrase_key(side).split())
    return any(stems <= title for title in titles)


def _query(question: str, node: ResearchNode, side: str, background: Background) -> str:
    """The side, what it is a side of, and the question's topic, each word once."""
    topic = analyse_question(question, idf=background.idf).core_phrases[:2]
    parts, used = [side], set(content_stems(side))
    for part in (*([node.direction] if node.depth else []), *topic):
        new = set(content_stems(part))
        if not new <= used:
            parts.append(part)
            used |= new
    return " ".join(parts)
