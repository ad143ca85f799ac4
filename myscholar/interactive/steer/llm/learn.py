"""What a node's papers teach, by a model: each learning stands on words that are in the paper."""

from collections.abc import Sequence

from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.interaction import Learning, Persona
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.steer.llm.replies import TaughtLearning, TaughtReply
from myscholar.interactive.steer.llm.showing import (
    listed,
    print_aspects,
    print_learnings,
    print_papers,
    print_persona,
)
from myscholar.interactive.steer.mind import Taught
from myscholar.report.llm.align import align_in
from myscholar.report.llm.excerpts import quotable, wanted_by

MOST, MOST_TAGS = 6, 4
LONGEST_INSIGHT, LONGEST_TAG = 400, 40
"""Characters; by hand."""
READ = 12
"""Papers that one prompt shows; by hand."""

_ALTERED = (
    "what the model quoted is not in the papers; sentences that a program picked stand in for it."
)


async def learn(
    question: str,
    direction: str,
    hits: Sequence[Hit],
    *,
    known: Sequence[Learning],
    tags: Sequence[str],
    persona: Persona,
    llm: LLM,
) -> Taught:
    """Quotes that are not in their paper are dropped with what stands on them; a note says so where
    none is left. Raises LLMError."""
    read = [hit for hit in hits if quotable(hit.paper)][:READ]
    if not read:
        return Taught()
    prompt = render(
        "steer/learn",
        question=question,
        direction=direction,
        persona=print_persona(persona),
        aspects=print_aspects(persona),
        tags=listed(tags),
        known=print_learnings(known),
        papers=print_papers(read, wanted_by(f"{direction} {question}", ())),
    )

    def problems(reply: TaughtReply) -> tuple[str, ...]:
        if not reply.learnings or any(_learning(each, read) for each in reply.learnings):
            return ()
        return ("No quote is in the passages of its paper word for word. Copy them exactly.",)

    answer = await llm.ask(Role.QUOTES, prompt, TaughtReply, problems=problems)
    made = [learning for each in answer.value.learnings if (learning := _learning(each, read))]
    names = (" ".join(tag.split())[:LONGEST_TAG] for tag in answer.value.tags)
    return Taught(
        learnings=tuple({each.evidence: each for each in made}.values())[:MOST],
        tags=tuple(dict.fromkeys(filter(None, names)))[:MOST_TAGS],
        read=tuple(hit.paper.paper_id for hit in read),
        note=f"“{direction}”: {_ALTERED}" if answer.value.learnings and not made else "",
    )


def _learning(reply: TaughtLearning, hits: Sequence[Hit]) -> Learning | None:
    insight = shorten(reply.insight, LONGEST_INSIGHT)
    if not 1 <= reply.paper <= len(hits) or not insight:
        return None
    paper = hits[reply.paper - 1].paper
    passages = quotable(paper)
    found = align_in(reply.quote, [passage.text for passage in passages])
    if not found:
        return None
    place, span = found[0]
    evidence = Evidence.of_passage(passages[place], *span)
    return Learning(text=insight, evidence=evidence, title=paper.title, year=paper.year)
