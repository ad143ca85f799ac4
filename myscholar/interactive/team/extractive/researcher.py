"""What a researcher makes of its searches, and what it looks for next. Source: IDRBench §3.1.1,
Researcher."""

from collections.abc import Sequence

from myscholar.actions.on_topic import on_topic, texts_of
from myscholar.domain.interaction import ROOT
from myscholar.domain.report import QueryResult
from myscholar.domain.text import fold
from myscholar.interactive.team.extractive.facets import POOL
from myscholar.interactive.team.state import Reflection, ResearchTask, TeamState, share_held
from myscholar.report.extractive.learnings import learn
from myscholar.search.retrieve import fused
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question

MOST_FACETS = 4
"""Facets that are looked for in a task; by hand."""
MOST_LEARNINGS = 4
"""By hand."""
FEWEST_OF_BOTH = 4
"""Papers on the task and the question; where fewer are found, those on the task alone count. By
hand."""


def reflect(
    state: TeamState,
    task: ResearchTask,
    results: Sequence[QueryResult],
    n_searches_left: int,
    background: Background,
) -> Reflection:
    """Facets of a task are the question's own phrases; a gap is one of them that no paper speaks of
    which treats the task and, where enough do, the question. It is searched for next together with
    the task. Learnings repeat those of earlier rounds only where there are no others."""
    about = analyse_question(task.name, idf=background.idf)
    asked = analyse_question(state.question, idf=background.idf)
    treats = on_topic(fused(results, limit=POOL).hits, about, background)
    both = on_topic(treats, asked, background)
    hits = both if len(both) >= FEWEST_OF_BOTH else treats
    texts = texts_of(hits)
    gaps = tuple(
        facet
        for facet in _facets_of(asked, task)
        if not any(share_held(facet, text) == 1 for text in texts)
    )
    searched = {fold(result.record.query.text) for result in results}
    further = (f"{about.topic} {gap}" for gap in gaps) if task.task_id != ROOT else ()
    unmade = (query for query in further if fold(query) not in searched)
    about_both = f"{task.name}. {state.question}"
    known = [each for report in state.done for each in report.reflection.learnings]
    new = learn(about_both, hits, background=background, known=known, most=MOST_LEARNINGS)
    return Reflection(
        learnings=new or learn(about_both, hits, background=background, most=MOST_LEARNINGS),
        gaps=gaps,
        next_query=next(unmade, "") if n_searches_left else "",
        n_papers=len(hits),
    )


def _facets_of(asked: QuestionAnalysis, task: ResearchTask) -> tuple[str, ...]:
    named = (*asked.core_phrases, *asked.asks_for)
    return tuple(f for f in named if share_held(f, task.name) < 1)[:MOST_FACETS]
