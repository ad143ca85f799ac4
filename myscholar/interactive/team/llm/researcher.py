"""What a researcher makes of its searches, and what it looks for next. Source: IDRBench §3.1.1,
Researcher."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.interaction import Learning
from myscholar.domain.papers import Passage
from myscholar.domain.report import QueryResult
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.llm.replies import FoundReply, ReflectReply
from myscholar.interactive.team.llm.shown import (
    LONGEST,
    MOST_CHARACTERS,
    print_brief,
    print_findings,
)
from myscholar.interactive.team.state import Reflection, TaskReport, TeamState
from myscholar.report.llm.align import align
from myscholar.report.llm.excerpts import Wanted, excerpt, quotable, wanted_by
from myscholar.report.llm.search_plan import clean_query
from myscholar.search.retrieve import fused

POOL, MOST_READ = 40, 20
"""The best papers of all searches of a task, and those of them that one reflection reads, first
what no other task has read; by hand. Of 340 papers for the sides of three questions 118 were then
new and spoke of side and question, 68 where the best 20 were read."""
MOST_LEARNINGS, MOST_IN_ALL, MOST_GAPS = 5, 10, 4
"""Of one reply, and of all of a task; by hand."""


@dataclass(frozen=True)
class _Shown:
    """A passage that a prompt shows, with its paper."""

    hit: Hit
    passage: Passage


async def reflect(
    state: TeamState,
    before: TaskReport,
    results: Sequence[QueryResult],
    n_searches_left: int,
    *,
    llm: LLM,
) -> Reflection:
    """What is not in the papers word for word is no finding. Only papers that it has not read are
    shown to the model; without any it is not asked, and there is no need to search on. Raises
    LLMError."""
    task, known = before.task, before.reflection
    read = {paper for report in state.reports for paper in report.reflection.read}
    pool = sorted(fused(results, limit=POOL).hits, key=lambda hit: hit.paper.paper_id in read)
    best = pool[:MOST_READ]
    shown = _passages([hit for hit in best if hit.paper.paper_id not in known.read])
    if not shown:
        gaps = known.gaps if before.results else (task.name,)
        return known.model_copy(update={"gaps": gaps, "next_query": ""})
    prompt = render(
        "team/reflect",
        question=state.question,
        brief=print_brief(state.brief),
        task=" ".join(_sentence(part) for part in (task.name, task.dimension.reason) if part),
        conditions="\n".join(f"- {wish}" for wish in state.wishes),
        searched="\n".join(f"- {r.record.query.text}" for r in results),
        searches_left=n_searches_left,
        found=print_findings(known),
        passages=_printed(shown, wanted_by(f"{task.name} {state.question}", ())),
    )
    answer = await llm.ask(Role.QUOTES, prompt, ReflectReply)
    reply = answer.value
    learnings = (*known.learnings, *_learnings(reply.findings, shown))[:MOST_IN_ALL]
    return Reflection(
        learnings=learnings,
        gaps=tuple(shorten(gap, LONGEST) for gap in reply.gaps if gap.strip())[:MOST_GAPS],
        next_query=clean_query(reply.next_query) if n_searches_left else "",
        n_papers=len({each.paper_id for each in learnings}),
        read=(*known.read, *(each.hit.paper.paper_id for each in shown)),
    )


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _passages(hits: Sequence[Hit]) -> tuple[_Shown, ...]:
    """The best passage of each paper."""
    best = ((hit, quotable(hit.paper)) for hit in hits)
    return tuple(_Shown(hit, passages[0]) for hit, passages in best if passages)


def _printed(shown: Sequence[_Shown], wanted: Wanted) -> str:
    room = MOST_CHARACTERS // MOST_READ
    return "\n\n".join(
        f"[{n}] {each.hit.paper.title} ({each.hit.paper.year})\n"
        f"{excerpt(each.passage.text, wanted, room)}"
        for n, each in enumerate(shown, 1)
    )


def _learnings(found: Sequence[FoundReply], shown: Sequence[_Shown]) -> tuple[Learning, ...]:
    learned = []
    for each in found:
        if not (0 < each.passage <= len(shown) and each.says.strip()):
            continue
        paper, passage = shown[each.passage - 1].hit.paper, shown[each.passage - 1].passage
        if spans := align(each.quote, passage.text):
            learned.append(
                Learning(
                    text=shorten(each.says, LONGEST),
                    evidence=Evidence.of_passage(passage, *spans[0]),
                    title=paper.title,
                    year=paper.year,
                )
            )
    return tuple(learned[:MOST_LEARNINGS])
