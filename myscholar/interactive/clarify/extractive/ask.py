"""Papers found -> the question whose answer narrows them most, or why there is none."""

from collections.abc import Sequence

from myscholar.actions.literature import read_literature
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.interaction import Turn
from myscholar.domain.text import counted, listed
from myscholar.interactive.clarify.extractive.facets import Facet, FacetKind, facets_of
from myscholar.interactive.clarify.replies import wanted_in
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion, problems_of
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.years import years_in

LEAST_GAIN = 0.5
"""Bits that an answer is expected to bring, at least: half of what a choice between two halves
brings. By hand."""
FEW_PAPERS, FEW_DATED = 12, 24
"""So many are read sooner than chosen among; so many, before they are parted by year. By hand."""
_ASKED = {
    FacetKind.CONTRAST: "Which of the two do you have in mind?",
    FacetKind.SIDE: "Which of these should the report put first?",
    FacetKind.DATA: "Results on which data matter most to you?",
    FacetKind.YEARS: "From which years should the papers be?",
}
_VERB = {
    FacetKind.CONTRAST: ("speak", "of "),
    FacetKind.SIDE: ("speak", "of "),
    FacetKind.DATA: ("use", ""),
    FacetKind.YEARS: ("are", ""),
}


def next_question(
    dialogue: Dialogue,
    hits: Sequence[Hit],
    *,
    background: Background,
    filters: SearchFilters = SearchFilters(),
) -> NextQuestion:
    """`hits` are what the question finds as it stands by now."""
    analysis = analyse_question(dialogue.question, idf=background.idf)
    literature = read_literature(hits, analysis, background)
    narrowed = _latest(dialogue.turns)
    if narrowed:
        kept = frozenset[int]().union(*map(literature.papers_with, narrowed))
        literature = read_literature(
            [literature.hits[n] for n in sorted(kept)], analysis, background
        )
    n_papers = len(literature.hits)
    if n_papers < FEW_PAPERS:
        return NextQuestion(ended=_few(n_papers, narrowed))
    offered = [choice for question in dialogue.asked for choice in question.choices]
    limits = (analysis.years.year_min, analysis.years.year_max, filters.year_min, filters.year_max)
    takes_years = n_papers >= FEW_DATED and not any((*limits, *map(_is_of_years, offered)))
    for facet in facets_of(literature, dialogue.is_open):
        if facet.gain < LEAST_GAIN or (facet.kind is FacetKind.YEARS and not takes_years):
            continue
        question = _question(facet, n_papers, narrowed)
        if not problems_of(question, dialogue):
            return NextQuestion(question=question)
    little = f"What else could be asked would narrow the {n_papers} papers found little."
    return NextQuestion(ended=little)


def _latest(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What the latest reply asks for that says anything of the subject."""
    said = (wanted_in(turn.answer) for turn in reversed(turns))
    named = (tuple(p for p in phrases if not _is_of_years(p)) for phrases in said)
    return next(filter(None, named), ())


def _is_of_years(phrase: str) -> bool:
    return any(years_in(phrase))


def _few(n_papers: int, narrowed: Sequence[str]) -> str:
    if not n_papers:
        return f"The first look found no papers{_on(narrowed)} to take choices from."
    found = f"The first look found {counted(n_papers, 'paper')}{_on(narrowed)}"
    return f"{found}: few enough to read them all."


def _on(narrowed: Sequence[str]) -> str:
    return f" on {listed(narrowed, 'or')}" if narrowed else ""


def _question(facet: Facet, n_papers: int, narrowed: Sequence[str]) -> Question:
    return Question(
        text=_ASKED[facet.kind],
        why=_why(facet, n_papers, narrowed),
        choices=tuple(choice.label for choice in facet.choices),
        takes_several=facet.kind is not FacetKind.YEARS,
    )


def _why(facet: Facet, n_papers: int, narrowed: Sequence[str]) -> str:
    """How many papers stand behind each choice, and behind none."""
    verb, of = _VERB[facet.kind]
    each = [f"{len(c.papers)} {of}{c.label}" for c in facet.choices]
    each[0] = f"{len(facet.choices[0].papers)} {verb} {of}{facet.choices[0].label}"
    others = n_papers - len(frozenset[int]().union(*(c.papers for c in facet.choices)))
    rest = f"; {others} {of}none of these" if others else ""
    return f"Of the {n_papers} papers found{_on(narrowed)}, {listed(each)}{rest}."
