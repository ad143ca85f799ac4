"""Who asks: ours, what it is set beside, and whoever was trained."""

from collections.abc import Sequence
from enum import StrEnum
from random import Random

from eval.studies.intentrl.cases import IntentCase
from myscholar.domain.dialogue import AnswerKind, Question
from myscholar.domain.interaction import Turn
from myscholar.interactive.clarify.extractive.ask import OpenQuestion
from myscholar.interactive.clarify.extractive.facets import FacetKind
from myscholar.interactive.clarify.graph import GraphNode, GraphTurn, accessible

_FORM = (FacetKind.YEARS, FacetKind.DATA, FacetKind.CONTRAST, FacetKind.SIDE)


class AskerName(StrEnum):
    OURS = "ours"
    """What is expected to narrow most."""
    DEEPER = "depth first"
    """The same of the papers on the latest reply, as through a clarification graph; of all that was
    found where they leave nothing to ask."""
    RANDOM = "random"
    """Any that may be asked, drawn alike."""
    FIXED = "fixed order"
    """As a form would: years, data, contrasts, sides, each in the order of the alphabet."""
    EXPERT = "expert"
    """Goes through the held-back graph, which is made of the intents: what can be reached at most
    by asking so, and no rival."""


def pick(asker: str, may_be: Sequence[OpenQuestion], random: Random) -> Question:
    match asker:
        case AskerName.RANDOM:
            return random.choice(may_be).question
        case AskerName.FIXED:
            first = min(may_be, key=lambda o: (_FORM.index(o.facet.kind), o.question.choices))
            return first.question
        case _:
            return may_be[0].question


def expert_question(case: IntentCase, turns: Sequence[Turn]) -> Question | None:
    """The next on the way that the replies have taken; None at its end."""
    graph, way = case.graph.graph, list[GraphTurn]()
    for turn in turns:
        node = graph.nodes[accessible(graph, way)[0]]
        way.append(_taken(node, turn))
    following = accessible(graph, way)
    return question_of(graph.nodes[following[0]]) if following else None


def question_of(node: GraphNode) -> Question:
    return Question(text=node.text, choices=tuple(dict.fromkeys(o.text for o in node.options)))


def _taken(node: GraphNode, turn: Turn) -> GraphTurn:
    """The option that was picked; the first where the reply was in other words."""
    said = turn.answer.choices if turn.answer.kind is AnswerKind.CHOICE else ()
    option = next((o for o in node.options if o.text in said), node.options[0])
    return GraphTurn(node=node, option=option)
