"""Papers found -> the question whose answer narrows them most, or why there is none."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from myscholar.actions.literature import Literature, read_literature
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.text import counted, listed
from myscholar.interactive.clarify.extractive.facets import Facet, FacetKind, facets_of
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


class OpenQuestion(NamedTuple):
    """One that may be asked, and what its answer would narrow."""

    facet: Facet
    question: Question


def next_question(
    dialogue: Dialogue,
    hits: Sequence[Hit],
    *,
    background: Background,
    filters: SearchFilters = SearchFilters(),
) -> NextQuestion:
    """`hits` are what the question finds as it stands by now, the nearest first."""
    literature = literature_on(dialogue, hits, background=background)
    n_papers = len(literature.hits)
    if n_papers < FEW_PAPERS:
        return NextQuestion(ended=_few(n_papers))
    for asked in open_questions(dialogue, literature, filters):
        if is_worth_asking(asked, dialogue):
            return NextQuestion(question=asked.question)
    little = f"What else could be asked would narrow the {n_papers} papers found little."
    return NextQuestion(ended=little)


def is_worth_asking(asked: OpenQuestion, dialogue: Dialogue) -> bool:
    """Years are not asked before anything of the subject was."""
    is_first_of_years = asked.facet.kind is FacetKind.YEARS and not dialogue.turns
    return asked.facet.gain >= LEAST_GAIN and not is_first_of_years


def literature_on(dialogue: Dialogue, hits: Sequence[Hit], *, background: Background) -> Literature:
    """What the hits say of the question as it was asked."""
    analysis = analyse_question(dialogue.question, idf=background.idf)
    return read_literature(hits, analysis, background)


def open_questions(
    dialogue: Dialogue, literature: Literature, filters: SearchFilters = SearchFilters()
) -> Iterator[OpenQuestion]:
    """All that may be asked, in the order of `next_question`, however little it would narrow."""
    n_papers, years = len(literature.hits), analyse_question(dialogue.question).years
    offered = [choice for question in dialogue.asked for choice in question.choices]
    limits = (years.year_min, years.year_max, filters.year_min, filters.year_max)
    takes_years = n_papers >= FEW_DATED and not any((*limits, *map(_is_of_years, offered)))
    for facet in facets_of(literature, dialogue.is_open):
        if facet.kind is FacetKind.YEARS and not takes_years:
            continue
        question = _question(facet, n_papers)
        if not problems_of(question, dialogue):
            yield OpenQuestion(facet, question)


def choices_open(
    dialogue: Dialogue, hits: Sequence[Hit], *, background: Background
) -> tuple[str, ...]:
    """What any of the questions would offer, years aside; the most telling first, each once."""
    return choices_of(dialogue, literature_on(dialogue, hits, background=background))


def choices_of(dialogue: Dialogue, literature: Literature) -> tuple[str, ...]:
    """The same, of what the hits say."""
    offered = (
        choice
        for asked in open_questions(dialogue, literature)
        if asked.facet.kind is not FacetKind.YEARS
        for choice in asked.question.choices
    )
    return tuple(dict.fromkeys(offered))


def _is_of_years(phrase: str) -> bool:
    return any(years_in(phrase))


def _few(n_papers: int) -> str:
    if not n_papers:
        return "The first look found no papers to take choices from."
    found = f"The first look found {counted(n_papers, 'paper')}"
    return f"{found}: few enough to read them all."


def _question(facet: Facet, n_papers: int) -> Question:
    return Question(
        text=_ASKED[facet.kind],
        why=_why(facet, n_papers),
        choices=tuple(choice.label for choice in facet.choices),
        takes_several=facet.kind is not FacetKind.YEARS,
    )


def _why(facet: Facet, n_papers: int) -> str:
    """How many papers stand behind each choice, and behind none."""
    verb, of = _VERB[facet.kind]
    each = [f"{len(c.papers)} {of}{c.label}" for c in facet.choices]
    each[0] = f"{len(facet.choices[0].papers)} {verb} {of}{facet.choices[0].label}"
    others = n_papers - len(frozenset[int]().union(*(c.papers for c in facet.choices)))
    rest = f"; {others} {of}none of these" if others else ""
    return f"Of the {n_papers} papers found, {listed(each)}{rest}."
