"""Positions: what the papers argue, in their own words. Source: MySQA D.2."""

import math
from collections import Counter
from collections.abc import Callable

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.claims import Claim, Stance, claims
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.reading import Sentence
from myscholar.profile.topics import KeyPhrase
from myscholar.profile.wording import short_title
from myscholar.text.similarity import overlap

N_PHRASES = 60
"""Only claims about the papers' leading key phrases are positions of theirs."""


def draft_positions(desk: Desk) -> list[Draft]:
    """First topics on which several papers take a stand, then the strongest single stands, spread over the papers."""
    topical = _topicality(desk)
    found = [c for p in desk.shelf.papers for c in claims(p, topical)[:25]]
    found.sort(key=lambda c: -c.strength)
    shared = _shared(desk, found)
    taken = [c for group in shared for c in group[1]]
    return [*(_on_shared(desk, phrase, group) for phrase, group in shared), *(_on_single(desk, c) for c in _spread(found, taken))]


def _topicality(desk: Desk) -> Callable[[Sentence], float]:
    leading = desk.phrases[:N_PHRASES]
    top = leading[0].score if leading else 1.0

    def topicality(sentence: Sentence) -> float:
        return min(1.5, sum(0.3 + 0.7 * math.sqrt(p.score / top) for p in leading if p.is_in(sentence)))

    return topicality


def _shared(desk: Desk, found: list[Claim], limit: int = 2) -> list[tuple[KeyPhrase, list[Claim]]]:
    """Key phrases on which at least two papers take a clear stand, with the best stand of each (at most three)."""
    groups: list[tuple[KeyPhrase, list[Claim]]] = []
    for phrase in desk.phrases[:N_PHRASES]:
        taken = {c.sentence.key for _, g in groups for c in g}
        best: dict[int, Claim] = {}
        for claim in found:
            if (
                phrase.is_established
                and phrase.is_in(claim.sentence)
                and claim.sentence.key not in taken
                and claim.strength >= 2.5
            ):
                best.setdefault(claim.paper.number, claim)
        if len(best) >= 2 and not any(phrase.stems & p.stems for p, _ in groups):
            groups.append((phrase, sorted(best.values(), key=lambda c: -c.strength)[:3]))
        if len(groups) == limit:
            break
    return groups


def _spread(found: list[Claim], taken: list[Claim], n: int = 8) -> list[Claim]:
    """The strongest claims, each further one of the same paper counting half as much, none saying the same twice."""
    chosen: list[Claim] = []
    seen = Counter(c.paper.number for c in taken)
    left = [c for c in found if all(c.sentence.key != t.sentence.key for t in taken)]
    while left and len(chosen) < n:
        best = max(left, key=lambda c: c.strength / (1 + 0.6 * seen[c.paper.number]))
        left = [c for c in left if c is not best and overlap(c.clause, best.clause) < 0.6]
        chosen.append(best)
        seen[best.paper.number] += 1
    return chosen


def _says(claim: Claim) -> str:
    """The claim as the object of a verb: 'argues that “...”'."""
    if claim.follows_that:
        verb = {Stance.ARGUES: "argues", Stance.CONCLUDES: "concludes"}.get(claim.stance, "holds")
        return f"{verb} that “{claim.clause}”"
    verb = {
        Stance.DEMANDS: "says what is needed",
        Stance.CRITICIZES: "names a shortcoming",
        Stance.CONTRADICTS: "takes a stand",
        Stance.CONCLUDES: "concludes",
        Stance.ARGUES: "argues",
        Stance.VALUES: "judges",
    }[claim.stance]
    return f"{verb}: “{claim.clause}”"


def _explained(claim: Claim) -> str:
    return {
        Stance.ARGUES: "One paper argues this in so many words.",
        Stance.CONCLUDES: "One paper draws this conclusion from its own work.",
        Stance.DEMANDS: "One paper says what should be done or is needed.",
        Stance.CRITICIZES: "One paper points out a shortcoming.",
        Stance.CONTRADICTS: "One paper sets one view against another.",
        Stance.VALUES: "One paper says what it thinks of the matter.",
    }[claim.stance]


def _on_shared(desk: Desk, phrase: KeyPhrase, group: list[Claim]) -> Draft:
    subject = desk.shelf.some([c.paper for c in group])
    first = group[0]
    return Draft(
        aspect=ProfileAspect.POSITIONS,
        text=f"{subject.broadly} take a stand on {phrase.short_label}{subject.count}; {short_title(first.paper)} {_says(first)}.",
        supports=tuple(desk.support(c.paper, c.sentence, _explained(c)) for c in group),
        basis=f"{counted(len(group), 'paper')} of {len(desk.shelf.papers)} read hold a sentence that takes a stand on “{phrase.short_label}”.",
        terms=(phrase.short_label,),
        weight=sum(c.strength for c in group),
    )


def _on_single(desk: Desk, claim: Claim) -> Draft:
    subject = desk.shelf.some([claim.paper])
    return Draft(
        aspect=ProfileAspect.POSITIONS,
        text=f"{subject} {_says(claim)}.",
        supports=(desk.support(claim.paper, claim.sentence, _explained(claim)),),
        basis="One sentence of one paper, chosen for how strongly it is put and how close it is to the paper's key phrases.",
        terms=desk.terms_in([claim.sentence], 3),
        weight=claim.strength,
    )
