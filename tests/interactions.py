"""A research tree as one grows within a run: three levels of three directions, with what was asked,
answered, found and covered on the way."""

from collections.abc import Iterator

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.evidence import Evidence
from myscholar.domain.interaction import (
    ROOT,
    AspectOrigin,
    BranchValue,
    CoverageAt,
    Interaction,
    Learning,
    NodeId,
    NodeOrigin,
    NodeStatus,
    PauseDecision,
    Persona,
    PersonaAspect,
    ResearchMode,
    ResearchNode,
    Turn,
    child_of,
)
from myscholar.domain.papers import PaperId, PassageId, PassageKind

QUESTION = "How can citations of generated answers be verified?"
OBJECTS = ("attribution benchmarks", "entailment judges", "human annotation of support")
AFTER = ("across languages", "for long answers", "in clinical text")
LAST = ("with small models", "and its cost", "and where it fails")
ASPECTS = (
    ("Agreement of automatic judges with people", AspectOrigin.STATED),
    ("Cost of an annotation", AspectOrigin.PROFILE),
    ("Languages other than English", AspectOrigin.REPLY),
    ("What a judge misses in tables", AspectOrigin.PROFILE),
)


def learning(n: int, text: str = "") -> Learning:
    said = text or (
        f"Judges agree with annotators on {60 + n % 30} % of the sentences that cite one source, "
        "and on fewer where two sources have to be read together."
    )
    evidence = Evidence(
        paper_id=PaperId(f"p{n}"), passage_id=PassageId(f"p{n}#1"), kind=PassageKind.BODY,
        start=0, end=len(said), text=said,
    )  # fmt: skip
    title = "Attributed question answering: evaluation and modelling"
    return Learning(text=said, evidence=evidence, title=title, year=2000 + n % 25)


def value(n: int) -> BranchValue:
    alignment, exploration, information = 0.9 - n % 7 / 10, n % 5 / 5, 0.2 + n % 4 / 5
    return BranchValue(
        alignment=alignment, exploration=exploration, information=information,
        utility=alignment + 0.5 * (exploration + information), exec_cost=0.15 + n % 6 / 8,
        confidence=0.7, radius=0.12, could_be_best=n % 3 != 2,
    )  # fmt: skip


def grown_tree() -> Interaction:
    """40 nodes, of which two were left out and one found nothing; three questions were answered,
    a fourth was not worth asking."""
    nodes = tuple(_nodes())
    ids = [node.node_id for node in nodes]
    asked = (ROOT, NodeId("1"), NodeId("2.2"))
    return Interaction(
        mode=ResearchMode.TREE,
        nodes=nodes,
        turns=tuple(_turn(node_id) for node_id in asked),
        pauses=tuple(_pause(NodeId(i), i in asked) for i in (ROOT, "1", "2", "3", "1.1", "2.2")),
        persona=Persona(
            text="A linguist who annotates corpora and wants to know what can be left to machines.",
            aspects=tuple(
                PersonaAspect(text=text, origin=origin, coverage=0.9 - n / 5, refused=n == 3)
                for n, (text, origin) in enumerate(ASPECTS)
            ),
        ),
        coverage=tuple(_coverage(ids)),
    )


def _nodes() -> Iterator[ResearchNode]:
    yield ResearchNode(
        node_id=ROOT, direction=QUESTION, origin=NodeOrigin.QUESTION, n_papers=20,
        learnings=(learning(1), learning(2)),
    )  # fmt: skip
    n = 0
    for a, thing in enumerate(OBJECTS, 1):
        for parts in (("",), *(((s, *e)) for s in AFTER for e in ((), *((x,) for x in LAST)))):
            n += 1
            words = " ".join(filter(None, (thing, *parts)))
            key = NodeId(str(a))
            if parts[0]:
                key = child_of(key, AFTER.index(parts[0]) + 1)
            if len(parts) > 1:
                key = child_of(key, LAST.index(parts[1]) + 1)
            yield _node(key, words.capitalize(), n)


def _node(key: NodeId, direction: str, n: int) -> ResearchNode:
    left, empty = key in ("1.3.1", "3.2.2"), key == "2.3.3"
    added = key == "2.2.3"
    status = NodeStatus.LEFT if left else NodeStatus.EMPTY if empty else NodeStatus.EXPLORED
    return ResearchNode(
        node_id=key,
        direction=direction,
        reason="Two of the papers found so far point to it.",
        origin=NodeOrigin.USER if added else NodeOrigin.PROPOSED,
        is_wild_card=key == "3",
        status=status,
        n_papers=0 if left else 4 + n % 17,
        learnings=() if left or empty else (learning(n), learning(n + 40)),
        value=None if added else value(n),
    )


def question(node_id: NodeId) -> Question:
    nodes = {node.node_id: node.direction for node in _nodes()}
    direction = nodes[node_id]
    directions = tuple(nodes[child_of(node_id, n)] for n in (1, 2, 3))
    return Question(
        text=f"Which of these should be followed for “{direction}”?",
        why="3 directions could be left out: asking is worth 0.84 of the work ahead and counts "
        "0.47 as an interruption.",
        choices=(*directions, "None of these: this is far enough"),
        takes_several=True,
    )


def _turn(node_id: NodeId) -> Turn:
    asked = question(node_id)
    said = {
        "1": Answer(kind=AnswerKind.TEXT, text="What about languages other than English?"),
        "2.2": Answer(kind=AnswerKind.DECIDE),
    }.get(node_id, Answer(kind=AnswerKind.CHOICE, choices=asked.choices[:2]))
    return Turn(stage=node_id, question=asked, answer=said)


def _pause(node_id: NodeId, asked: bool) -> PauseDecision:
    branches = tuple(child_of(node_id, n) for n in range(1, 6))
    return PauseDecision(
        node_id=node_id, gain=0.84 if asked else 0.12, cost=0.47, n_pauses=int(node_id != ROOT),
        tolerance_share=2.0, asked=asked, kept=branches[:2], branches=branches,
        explored_ahead=branches[0] if asked else None, ahead_was_right=True if asked else None,
    )  # fmt: skip


def _coverage(ids: list[NodeId]) -> Iterator[CoverageAt]:
    """Of the wanted aspects; the third is known of from the second moment on."""
    for n, node_id in enumerate(ids[::4]):
        known = ASPECTS[: 2 if n == 0 else 3]
        grown = tuple(min(0.9 - i / 5, 0.1 * n) for i in range(len(known)))
        yield CoverageAt(node_id=node_id, aspects=tuple(text for text, _ in known), coverage=grown)
