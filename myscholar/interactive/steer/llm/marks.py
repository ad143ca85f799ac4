"""How far notes cover what a person expects, by a model. Source: STEER §3.1, appendix K."""

from collections.abc import Sequence

from myscholar.domain.interaction import Learning, Persona
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.steer.llm.replies import MarksReply
from myscholar.interactive.steer.llm.showing import print_aspects, print_learnings
from myscholar.interactive.steer.looking import lexical_marks
from myscholar.interactive.steer.mind import Marks
from myscholar.interactive.steer.utility import FULL


async def marks(reports: Sequence[Sequence[Learning]], persona: Persona, *, llm: LLM) -> Marks:
    """A report that the model does not mark in full, also when it is told so, is marked by its
    words; one without learnings covers nothing. Raises LLMError."""
    n = len(persona.wanted)
    full = [place for place, report in enumerate(reports) if report]
    if not (n and full):
        return Marks(of_reports=tuple((0,) * n for _ in reports))
    printed = (f"Report {place}:\n{print_learnings(reports[place - 1])}" for place in _from_1(full))
    prompt = render("steer/marks", aspects=print_aspects(persona), reports="\n\n".join(printed))

    def problems(reply: MarksReply) -> tuple[str, ...]:
        missing = sorted(set(_from_1(full)) - _marked(reply, n).keys())
        return tuple(f"Report {place} needs {n} marks, each 0, 1 or 2." for place in missing)

    answer = await llm.ask(Role.QUOTES, prompt, MarksReply, problems=problems)
    marked = _marked(answer.value, n)
    each = (
        marked.get(place) or lexical_marks(report, persona)
        for place, report in enumerate(reports, 1)
    )
    return Marks(of_reports=tuple(each), n_by_words=len(set(_from_1(full)) - marked.keys()))


def _from_1(places: Sequence[int]) -> list[int]:
    return [place + 1 for place in places]


def _marked(reply: MarksReply, n: int) -> dict[int, tuple[int, ...]]:
    return {
        each.report: tuple(each.marks)
        for each in reply.reports
        if len(each.marks) == n and all(0 <= mark <= FULL for mark in each.marks)
    }
