"""Directions without a model: what at least two of a node's papers name, one of them in its title,
and the question does not. Source: STEER §2.3."""

from collections.abc import Sequence

from myscholar.actions.literature import Literature, read_literature
from myscholar.actions.wording import capital
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Persona, ResearchNode
from myscholar.domain.text import counted
from myscholar.interactive.steer.mind import DirectionCandidate
from myscholar.text.acronyms import acronyms
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
    wanted = " ".join(aspect.text for aspect in persona.wanted)
    naming = _new_sides(literature, said)
    sides = sorted(naming, key=lambda side: not overlap(side, wanted))
    regular, rest = sides[:MOST], sides[MOST:]
    if not rest and len(regular) > MOST // 2:
        regular, rest = regular[:-1], regular[-1:]
    wild = min(rest, key=lambda side: (overlap(side, wanted), rest.index(side)), default=None)

    def confidence(side: str, n: int) -> float:
        fit = max((overlap(side, aspect.text) for aspect in persona.wanted), default=0.0)
        return 1 - (1 - n / (n + HALFWAY)) * (1 - fit)

    def candidate(side: str, *, is_wild_card: bool = False) -> DirectionCandidate:
        n = naming[side]
        return DirectionCandidate(
            direction=capital(side),
            query=_query(question, node, side, background),
            reason=f"{counted(n, 'paper')} of {len(literature.hits)} found here name it",
            confidence=confidence(side, n),
            is_wild_card=is_wild_card,
        )

    ordinary = [candidate(side) for side in regular]
    return (*ordinary, *([candidate(wild, is_wild_card=True)] if wild else []))


def _new_sides(literature: Literature, said: Sequence[str]) -> dict[str, int]:
    """With how many papers name them. Those that some paper is about: what stands in abstracts
    alone ("input documents") is a thing that papers use. Of two with the same words, and of a name
    and its short form, the first; none whose words a direction of the tree has, or that has all of
    one's. A short form that the papers explain is spelled out: a section's title should be read by
    whoever does not know it."""
    explained = {
        phrase_key(each.short): each.expansion
        for text in literature.texts
        for each in acronyms(text)
    }

    def spelled_out(text: str) -> str:
        return " ".join(explained.get(phrase_key(word), word) for word in text.split())

    def stems(text: str) -> frozenset[str]:
        return frozenset(phrase_key(spelled_out(text)).split())

    titles = [stems(hit.paper.title) for hit in literature.hits]
    known = [stems(text) for text in said]
    new: dict[str, int] = {}
    for side in literature.sides:
        own = stems(side)
        is_new = own and not any(own <= other or other <= own for other in known)
        if is_new and any(own <= title for title in titles):
            name = spelled_out(side)
            spellings = [name, side, *(short for short in explained if stems(short) == own)]
            new[name] = len(frozenset().union(*map(literature.papers_with, spellings)))
            known.append(own)
    return new


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
