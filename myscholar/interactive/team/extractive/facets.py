"""The facets of what was found: which papers speak of which sides of the question, and what is
decided about them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from myscholar.actions.literature import Literature, read_literature
from myscholar.domain.text import counted
from myscholar.interactive.team.state import Dimension, TeamState, share_held
from myscholar.search.retrieve import fused
from myscholar.text.acronyms import Acronym, acronyms
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question
from myscholar.text.terms import content_stems, phrase_key

POOL = 80
"""Papers that are looked at, the best of all searches; by hand."""
FEWEST, FEWEST_OF_FEW, FEW = 3, 2, 30
"""Papers that speak of a facet which is worth a researcher, also where only so few papers treat the
question; by hand."""


@dataclass(frozen=True)
class Side:
    """Something that some of the papers speak of, and those that do."""

    name: str
    papers: frozenset[int]
    rarity: float = 1.0
    """How seldom papers of the field speak of it (idf); >= 0."""


@dataclass(frozen=True)
class Facets:
    """Of one state of the research, the most telling first."""

    n_papers: int
    every: tuple[Side, ...] = ()
    analysis: QuestionAnalysis | None = None

    @property
    def fewest(self) -> int:
        """Papers of a facet that is worth a researcher."""
        return FEWEST if self.n_papers > FEW else FEWEST_OF_FEW

    def of_names(self, names: Iterable[str]) -> tuple[Side, ...]:
        wanted = set(names)
        return tuple(facet for facet in self.every if facet.name in wanted)


def read_facets(state: TeamState, background: Background) -> Facets:
    """What the papers of all searches speak of beside the question, as far as one that the question
    itself found does: a task leads on to papers that have nothing to do with it. The brief and what
    was researched are among the facets."""
    analysis = analyse_question(state.question, idf=background.idf)
    literature = read_literature(fused(state.results, limit=POOL).hits, analysis, background)
    named = (*(d.name for d in state.dimensions), *(r.task.name for r in state.done))
    asked = phrase_key(state.question).split()
    short = acronyms(". ".join((state.question, *literature.texts)))
    sides = (side for side in literature.sides if _is_new(side, asked, short))
    facets = [_held(name, literature, background) for name in dict.fromkeys((*named, *sides))]
    read = Facets(len(literature.hits), (), analysis)
    of_question = _places_of_first_look(state, literature)
    every = (
        f
        for f in facets
        if f.name in named or (len(f.papers) >= read.fewest and f.papers & of_question)
    )
    return replace(read, every=tuple(every))


def _places_of_first_look(state: TeamState, literature: Literature) -> frozenset[int]:
    first = {hit.paper.paper_id for result in state.reports[0].results for hit in result.hits}
    return frozenset(n for n, hit in enumerate(literature.hits) if hit.paper.paper_id in first)


def _is_new(side: str, asked: Sequence[str], short: Sequence[Acronym]) -> bool:
    """Whether at least half of its words are not the question's, as written and with acronyms
    spelt out: "RAG" says nothing that "retrieval-augmented generation" does not."""
    spelt = {each.short.casefold(): each.expansion for each in short}
    singular = (w.removesuffix("s") if w[1:] != w[1:].lower() else w for w in side.split())
    whole = " ".join(spelt.get(word.casefold(), word) for word in singular)
    initials = "".join(word[0] for word in asked)
    said = [w for w in side.split() if not (w.isupper() and w.casefold() in initials)]
    forms = (phrase_key(form).split() for form in (side, whole))
    return len(said) * 2 > len(side.split()) and all(
        2 * sum(s not in asked for s in stems) >= len(stems) for stems in forms
    )


def _held(name: str, literature: Literature, background: Background) -> Side:
    """With the papers that have the phrase; where none has it, those that have its words."""
    key, stems = phrase_key(name), set(content_stems(name))
    papers = frozenset(n for n, text in enumerate(literature.keys) if key and f" {key} " in text)
    spread_out = (
        n for n, text in enumerate(literature.texts) if stems and stems <= set(content_stems(text))
    )
    return Side(name, papers or frozenset(spread_out), background.idf(key))


def unresearched(state: TeamState, facets: Facets) -> tuple[Side, ...]:
    """Those that were neither researched nor turned down and do not wait for it."""
    waiting = {dimension.name for dimension in state.wanted}
    return tuple(
        facet
        for facet in facets.every
        if facet.papers and facet.name not in waiting and state.is_open(facet.name)
    )


def undecided(state: TeamState, facets: Facets) -> tuple[Side, ...]:
    """Those of them that were never offered, and of which neither the question nor the persona nor
    the profile speaks."""
    known = (state.question, *known_of_asker(state))
    return tuple(
        facet
        for facet in unresearched(state, facets)
        if facet.name not in state.offered
        and not any(share_held(facet.name, said) == 1 for said in known)
    )


def known_of_asker(state: TeamState) -> tuple[str, ...]:
    aspects = (aspect.text for aspect in state.persona.aspects)
    inferred = state.profile.enabled if state.profile else ()
    terms = (" ".join(inference.terms) for inference in inferred)
    return tuple(said for said in (state.persona.text, *aspects, *terms) if said)


def papers_of(facets: Iterable[Side]) -> frozenset[int]:
    """That speak of at least one of them."""
    return frozenset[int]().union(*(facet.papers for facet in facets))


def spread(facets: Sequence[Side]) -> tuple[Side, ...]:
    """In the order in which each next one adds most papers that those before do not speak of, a
    rare facet's counting for more; of equals the earlier one."""
    left, seen, ordered = list(facets), set[int](), list[Side]()
    while left:
        best = max(left, key=lambda facet: len(facet.papers - seen) * facet.rarity)
        left.remove(best)
        seen |= best.papers
        ordered.append(best)
    return tuple(ordered)


def spoken_of(facet: Side, facets: Facets) -> str:
    return f"{len(facet.papers)} of {counted(facets.n_papers, 'paper')} speak of it."


def dimension_of(name: str, analysis: QuestionAnalysis, reason: str = "") -> Dimension:
    """Searched together with as much of the question's topic as its name lacks."""
    said = set(content_stems(name))
    topic = [p for p in analysis.core_phrases[:2] if not said.issuperset(content_stems(p))]
    return Dimension(name=name, query=" ".join((name, *topic)), reason=reason)
