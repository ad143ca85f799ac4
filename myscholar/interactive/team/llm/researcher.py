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
from myscholar.interactive.team.llm.shown import LONGEST, MOST_CHARACTERS, print_brief
from myscholar.interactive.team.state import Reflection, ResearchTask, TeamState
from myscholar.report.llm.align import align
from myscholar.report.llm.excerpts import quotable
from myscholar.report.llm.search_plan import clean_query
from myscholar.search.retrieve import fused

MOST_READ = 20
"""Papers that one reflection reads, the best of all searches of its task; by hand."""
MOST_LEARNINGS, MOST_GAPS = 5, 4
"""By hand."""


@dataclass(frozen=True)
class _Shown:
    """A passage that a prompt shows, with its paper."""

    hit: Hit
    passage: Passage


async def reflect(
    state: TeamState,
    task: ResearchTask,
    results: Sequence[QueryResult],
    n_searches_left: int,
    *,
    llm: LLM,
) -> Reflection:
    """What is not in the papers word for word is no finding. Without papers nothing is asked of the
    model. Raises LLMError."""
    shown = _passages(fused(results, limit=MOST_READ).hits)
    if not shown:
        return Reflection(gaps=(task.name,))
    prompt = render(
        "team/reflect",
        question=state.question,
        brief=print_brief(state.brief),
        task=f"{task.name}. {task.dimension.reason}".strip(),
        searched="\n".join(f"- {r.record.query.text}" for r in results),
        searches_left=n_searches_left,
        passages=_printed(shown),
    )
    answer = await llm.ask(Role.QUOTES, prompt, ReflectReply)
    reply = answer.value
    learnings = _learnings(reply.findings, shown)
    return Reflection(
        learnings=learnings,
        gaps=tuple(shorten(gap, LONGEST) for gap in reply.gaps if gap.strip())[:MOST_GAPS],
        next_query=clean_query(reply.next_query) if n_searches_left else "",
        n_papers=len({each.paper_id for each in learnings}),
    )


def _passages(hits: Sequence[Hit]) -> tuple[_Shown, ...]:
    """The best passage of each paper."""
    best = ((hit, quotable(hit.paper)) for hit in hits)
    return tuple(_Shown(hit, passages[0]) for hit, passages in best if passages)


def _printed(shown: Sequence[_Shown]) -> str:
    room = MOST_CHARACTERS // len(shown)
    return "\n\n".join(
        f"[{n}] {each.hit.paper.title} ({each.hit.paper.year})\n{shorten(each.passage.text, room)}"
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
