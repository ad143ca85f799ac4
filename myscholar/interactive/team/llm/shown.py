"""What the agents' prompts show of the research so far."""

from collections.abc import Iterable, Sequence

from myscholar.domain.interaction import Learning, PersonaAspect, Turn
from myscholar.domain.text import counted, shorten
from myscholar.interactive.team.llm.replies import SideReply
from myscholar.interactive.team.state import Brief, Dimension, Reflection, TaskReport, TeamState

MOST_CHARACTERS = 50_000
"""Of what one prompt shows of papers. Source: IDRBench table 6."""
MOST_INFERENCES = 12
"""Of a profile; by hand."""
LONGEST_TITLE = 60
"""Characters of a paper's title beside what it teaches; by hand."""
LONGEST = 300
"""Characters of one learning, and of one reply; by hand."""


def context_of(state: TeamState) -> dict[str, str]:
    """The inputs that the agents after the planner share."""
    return {
        "question": state.question,
        "asker": print_asker(state),
        "brief": print_brief(state.brief),
        "progress": print_progress(state.reports),
        "exchanges": print_turns(state.turns),
    }


def print_asker(state: TeamState) -> str:
    persona, profile = state.persona, state.profile
    inferred = profile.of_substance[:MOST_INFERENCES] if profile else ()
    parts = (
        ("", [persona.text] if persona.text else []),
        ("Wants the report to speak of:", [*map(_print_aspect, persona.aspects)]),
        ("Said on the way:", [f"- {wish}" for wish in state.wishes]),
        ("From their papers:", [f"- {inference.text}" for inference in inferred]),
    )
    lines = (line for head, said in parts if said for line in (head, *said) if line)
    return "\n".join(lines) or "Nothing is known."


def _print_aspect(aspect: PersonaAspect) -> str:
    """With how far it was found, which says what is still to be asked or searched for."""
    if aspect.refused:
        return f"- not: {aspect.text}"
    found = "found" if aspect.coverage == 1 else "partly found" if aspect.coverage else "not found"
    return f"- {aspect.text} ({found} so far)"


def print_brief(brief: Brief | None) -> str:
    if brief is None:
        return "None yet."
    objectives = "\n".join(f"- {objective}" for objective in brief.objectives)
    dimensions = "\n".join(f"- {d.name}" for d in brief.dimensions)
    return f"Scope: {brief.scope}\nObjectives:\n{objectives}\nKey dimensions:\n{dimensions}"


def print_progress(reports: Iterable[TaskReport]) -> str:
    shown = "\n\n".join(map(_print_report, reports)) or "Nothing yet."
    return shown[:MOST_CHARACTERS]


def _print_report(report: TaskReport) -> str:
    n_papers = counted(report.reflection.n_papers, "paper")
    return f"{report.task.name}: {n_papers}\n{print_findings(report.reflection)}"


def print_findings(found: Reflection) -> str:
    return "\n".join(
        (
            *(f"- {shorten(each.text, LONGEST)} ({_source(each)})" for each in found.learnings),
            *(f"- missing: {gap}" for gap in found.gaps),
        )
    )


def _source(learning: Learning) -> str:
    """By its title: authors and year can be two papers'."""
    return f"“{shorten(learning.title, LONGEST_TITLE)}”, {learning.year or 'undated'}"


def print_turns(turns: Sequence[Turn]) -> str:
    return "\n\n".join(map(_print_turn, turns)) or "Nothing was asked yet."


def _print_turn(turn: Turn) -> str:
    choices = "".join(f"\n{n}. {choice}" for n, choice in enumerate(turn.question.choices, 1))
    said = shorten(turn.answer.in_words, 4 * LONGEST)
    return f"Asked ({turn.stage}): {turn.question.text}{choices}\nReply: {said}"


def dimensions_of(sides: Iterable[SideReply]) -> tuple[Dimension, ...]:
    """Without those that name nothing."""
    return tuple(
        Dimension(
            name=side.name,
            query=side.query if _is_said(side.query) else side.name,
            reason=shorten(side.why, LONGEST),
        )
        for side in sides
        if _is_said(side.name)
    )


def _is_said(words: str) -> bool:
    return any(c.isalnum() for c in words)
