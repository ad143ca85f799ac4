"""How prompts print what a tree knows."""

from collections.abc import Iterable, Iterator, Sequence

from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Learning, Persona, ResearchNode
from myscholar.domain.text import counted
from myscholar.report.llm.excerpts import Wanted, excerpts, quotable

SHOWN = 900
"""Characters of one paper; by hand."""
NONE = "none"


def listed(texts: Iterable[str]) -> str:
    return "\n".join(f"- {' '.join(text.split())}" for text in texts) or NONE


def numbered(texts: Iterable[str]) -> str:
    return "\n".join(f"{n}. {' '.join(text.split())}" for n, text in enumerate(texts, 1)) or NONE


def print_persona(persona: Persona) -> str:
    return persona.text or "nothing is known"


def print_aspects(persona: Persona) -> str:
    return numbered(aspect.text for aspect in persona.wanted)


def print_coverage(persona: Persona) -> str:
    """The aspects, and how far what was found so far speaks of each."""
    each = ((a.text, f"{a.coverage:.0%} covered so far") for a in persona.wanted)
    return numbered(f"{text} ({covered})" for text, covered in each)


def print_learnings(learnings: Sequence[Learning]) -> str:
    return listed(f"{le.text} ({le.title}, {le.year or 'undated'})" for le in learnings)


def print_offered(directions: Sequence[ResearchNode]) -> str:
    """With what a quick look at each found."""
    return numbered(". ".join(_told_of(each)) for each in directions)


def _told_of(node: ResearchNode) -> Iterator[str]:
    yield node.direction
    yield from filter(None, [node.reason.rstrip(".")])
    tags = f", on {'; '.join(node.tags)}" if node.tags else ""
    yield f"A quick look found {counted(node.n_papers, 'paper') if node.n_papers else 'none'}{tags}"
    if node.is_wild_card:
        yield "Chosen because it lies outside what they seem to look for"


def print_papers(hits: Sequence[Hit], wanted: Wanted) -> str:
    """Each piece in one line, so that none can look like the next paper."""
    return "\n\n".join(
        "\n".join(
            [
                f"Paper {n}, “{' '.join(hit.paper.title.split())}” ({hit.paper.citation_label}):",
                *(f"[{i}] {p}" for i, p in enumerate(excerpts(hit.paper, wanted, SHOWN), 1)),
            ]
        )
        for n, hit in enumerate(hits, 1)
        if quotable(hit.paper)
    )
