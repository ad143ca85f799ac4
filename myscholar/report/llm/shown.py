"""Which actions a prompt shows, and how they and the question stand there. Source: MySQA A.5, Table
6."""

from collections.abc import Iterable, Sequence

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import ActionId
from myscholar.domain.interaction import Persona
from myscholar.domain.orders import Visibility
from myscholar.report.llm.draft_text import unmarked

Numbered = tuple[tuple[int, Action], ...]


_ORDER = {Stage.SEARCH_ADD: 0, Stage.SEARCH_REFINE: 0, Stage.ORGANIZATION: 1, Stage.GENERATION: 2}
_LABEL = {
    Stage.SEARCH_ADD: "search",
    Stage.SEARCH_REFINE: "search",
    Stage.ORGANIZATION: "outline",
    Stage.GENERATION: "writing",
}


def number_actions(
    actions: Sequence[Action], stage: Stage, visibility: Visibility = Visibility.ALL
) -> Numbered:
    """The chosen actions that a prompt of `stage` shows, with their numbers: their places among the
    chosen, from 1, the same in every step.

    Both search stages are one step.
    """
    here = _ORDER[stage]
    numbered = tuple(enumerate(actions, 1))
    if visibility is Visibility.RELEVANT:
        return tuple((n, a) for n, a in numbered if _ORDER[a.stage] == here)
    if visibility is Visibility.INCREMENTAL:
        return tuple((n, a) for n, a in numbered if _ORDER[a.stage] <= here)
    return numbered


def print_actions(actions: Numbered) -> str:
    """A line each: "A2 (search): I can ..."; what is emphasized says so before the words, which
    may be anyone's. "none" without any."""
    lines = []
    for n, action in actions:
        mark = "; the reader cares most about this one" if action.emphasis else ""
        lines.append(f"A{n} ({_LABEL[action.stage]}{mark}): {unmarked(action.text)}")
    return "\n".join(lines) or "none"


def print_asked(question: str, persona: Persona) -> str:
    """The question, with what is known of who asks and what they expect. Source: STEER §2.5: the
    live persona conditions the writing."""
    expected = [f"- {' '.join(aspect.text.split())}" for aspect in persona.wanted]
    said = ["Who asks: " + " ".join(persona.text.split())] if persona.text.strip() else []
    if expected:
        said.append("\n".join(["They expect to read of, as far as papers tell it:", *expected]))
    return "\n\n".join([question, *said])


def ids_of(numbers: Iterable[int], actions: Numbered) -> tuple[ActionId, ...]:
    """Each once and in their order; numbers that were not shown are dropped."""
    by_number = {n: action.action_id for n, action in actions}
    return tuple(dict.fromkeys(by_number[n] for n in numbers if n in by_number))
