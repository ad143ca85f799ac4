"""What a person and the tool did together for a report, in words: the conversation, the tree and
the live persona. Source: STEER appendix H."""

from collections.abc import Iterator, Mapping, Sequence

from myscholar.domain.interaction import (
    ROOT,
    AspectOrigin,
    BranchValue,
    ChangeKind,
    CoverageAt,
    Interaction,
    Learning,
    NodeId,
    NodeOrigin,
    NodeStatus,
    PauseDecision,
    Pausing,
    PersonaAspect,
    ResearchNode,
    TakenChange,
    Turn,
)
from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunQuestion
from myscholar.domain.text import counted

STATUS_WORDS = {
    NodeStatus.PROPOSED: "Proposed",
    NodeStatus.EXPLORED: "Explored",
    NodeStatus.EMPTY: "Nothing found to quote",
    NodeStatus.LEFT: "Left out",
    NodeStatus.CUT: "Cut",
    NodeStatus.MERGED: "Merged",
}
ORIGIN_WORDS = {
    AspectOrigin.STATED: "you said so",
    AspectOrigin.PROFILE: "from your profile",
    AspectOrigin.ESTIMATED: "estimated from what is known of you",
    AspectOrigin.REPLY: "from your replies",
}
_STAGES = {
    "clarify": "Before research",
    "planning": "While planning",
    "research": "While researching",
    "generation": "Before writing",
}
_NUMBERS = "no one two three four five six seven eight nine ten".split()
_SOME, _MUCH = 1 / 3, 2 / 3
"""From where on a share is called some, and much; by hand."""


class FindingView(Frozen):
    """`source` is its paper with the year, where it is known."""

    text: str
    source: str


class ShareView(Frozen):
    """One of the numbers behind a direction; `share` in [0, 1], `words` say it."""

    name: str
    share: float
    words: str


class NodeView(Frozen):
    """`line` says what became of the direction; `expected` what it promised before it was
    followed, empty where nothing was reckoned."""

    node_id: NodeId
    parent: NodeId | None
    depth: int
    direction: str
    reason: str
    status: str
    line: str
    findings: tuple[FindingView, ...]
    expected: str
    shares: tuple[ShareView, ...]
    can_be: tuple[ChangeKind, ...]
    """What fits it of the changes by hand."""


class ExchangeView(Frozen):
    """Something was asked and answered, or was not worth asking: then `question` is empty, and
    `said` too; or a person changed something by hand: then `said` tells it alone."""

    where: str
    node_id: NodeId | None
    question: str
    choices: tuple[str, ...]
    said: str
    worth: str
    """The numbers of the pause, in words; empty where none were reckoned."""
    more: tuple[str, ...]
    """What else is behind it."""

    @property
    def in_line(self) -> str:
        """What was asked and answered, or changed by hand with why nothing came of it."""
        if self.question:
            return f"{self.question} {self.said}"
        return ". ".join((self.said, *self.more)) if self.said else ""


class CoveredAspectView(Frozen):
    """`percent` is how far what was found speaks of it; `course` the same after each node, in
    [0, 1], None where nobody knew of the aspect yet."""

    text: str
    origin: str
    percent: int
    refused: bool
    course: tuple[float | None, ...]


class InteractionView(Frozen):
    summary: str
    exchanges: tuple[ExchangeView, ...]
    nodes: tuple[NodeView, ...]
    """Each before its children, in the order of their numbers."""
    waits_at: NodeId | None
    """Where a question waits for its answer."""
    persona: str
    aspects: tuple[CoveredAspectView, ...]
    covered: str
    moments: tuple[str, ...]
    """What was explored when coverage was measured, in order."""
    notes: tuple[str, ...]


def interaction_view(interaction: Interaction) -> InteractionView:
    nodes = sorted(interaction.nodes, key=_place)
    names = {node.node_id: node.direction for node in nodes}
    return InteractionView(
        summary=_summary(interaction),
        exchanges=tuple(_exchanges(interaction, names)),
        nodes=tuple(node_view(node, names) for node in nodes),
        waits_at=next(_unanswered(interaction), None),
        persona=interaction.persona.text,
        aspects=tuple(
            _aspect(aspect, interaction.coverage) for aspect in interaction.persona.aspects
        ),
        covered=_covered(interaction.persona.wanted),
        moments=tuple(_moment(at.node_id, names) for at in interaction.coverage),
        notes=interaction.notes,
    )


def with_answers(interaction: Interaction, asked: Sequence[RunQuestion]) -> Interaction:
    """With what was answered since the tree was stored last."""
    known = {(turn.question, turn.answer) for turn in interaction.turns}
    answered = (
        (each.question, each.answer)
        for each in asked
        if each.answer and (each.question, each.answer) not in known
    )
    new = (
        Turn(stage=stage, question=question, answer=answer)
        for stage, (question, answer) in zip(_unanswered(interaction), answered, strict=False)
    )
    return interaction.model_copy(update={"turns": (*interaction.turns, *new)})


def _unanswered(interaction: Interaction) -> Iterator[NodeId]:
    stages = {turn.stage for turn in interaction.turns}
    return (p.node_id for p in interaction.pauses if p.asked and p.node_id not in stages)


def _place(node: ResearchNode) -> tuple[int, ...]:
    return () if node.node_id == ROOT else tuple(int(n) for n in node.node_id.split("."))


def _summary(interaction: Interaction) -> str:
    by_status = [node.status for node in interaction.nodes if node.node_id != ROOT]
    counts = (
        (by_status.count(NodeStatus.EXPLORED), "direction", " explored"),
        (by_status.count(NodeStatus.LEFT), "direction", " left out"),
        (by_status.count(NodeStatus.CUT), "direction", " cut"),
        (by_status.count(NodeStatus.MERGED), "direction", " merged"),
        (by_status.count(NodeStatus.EMPTY), "direction", " without findings"),
        (sum(len(n.learnings) for n in interaction.nodes if _counts(n)), "finding", ""),
        (len(interaction.turns), "question", " to you"),
    )
    return ", ".join(f"{counted(n, noun)}{what}" for n, noun, what in counts if n)


def _counts(node: ResearchNode) -> bool:
    return node.status is not NodeStatus.CUT


def node_view(node: ResearchNode, names: Mapping[NodeId, str] | None = None) -> NodeView:
    """`names` are of other directions, for one that was merged into one of them."""
    value = node.value
    return NodeView(
        node_id=node.node_id,
        parent=node.parent,
        depth=node.depth,
        direction=node.direction,
        reason=node.reason,
        status=node.status,
        line=" · ".join(_line(node, names or {})),
        findings=tuple(_finding(learning) for learning in node.learnings),
        expected=expected_in_words(value) if value else "",
        shares=share_views(value) if value else (),
        can_be=node.can_be,
    )


def _line(node: ResearchNode, names: Mapping[NodeId, str]) -> Iterator[str]:
    into = names.get(node.merged_into) if node.merged_into else None
    yield f"Merged into “{into}”" if into else STATUS_WORDS[node.status]
    if node.n_papers:
        some_read = 0 < node.n_read < node.n_papers
        papers = counted(node.n_papers, "paper")
        yield f"{papers} found, {node.n_read:,} read here" if some_read else papers
    if node.learnings:
        yield counted(len(node.learnings), "finding")
    if node.is_wild_card:
        yield "wild card"
    if node.origin is NodeOrigin.USER:
        yield "added by you"


def _finding(learning: Learning) -> FindingView:
    year = f" ({learning.year})" if learning.year else ""
    return FindingView(text=learning.text, source=f"{learning.title}{year}")


def expected_in_words(value: BranchValue) -> str:
    chance = "it could be the best here" if value.could_be_best else "unlikely to be the best here"
    return f"Expected value {value.utility:.2f}, give or take {value.radius:.2f}: {chance}."


def share_views(value: BranchValue) -> tuple[ShareView, ...]:
    named = (
        ("Fits what you asked for", value.alignment),
        ("New angle", value.exploration),
        ("New information", value.information),
        ("What following it costs", value.exec_cost),
    )
    return tuple(
        ShareView(name=name, share=min(1.0, max(0.0, share)), words=f"{_much(share)} ({share:.2f})")
        for name, share in named
    )


def _much(share: float) -> str:
    return "much" if share >= _MUCH else "some" if share >= _SOME else "little"


def pause_in_words(pause: PauseDecision) -> str:
    """ "Asking here was worth 0.84 and cost 0.47: three of five directions could be left out." """
    numbers = f"worth {pause.gain:.2f}"
    if pause.decided_by is Pausing.AGENT:
        did = "asked here" if pause.asked else "did not ask here"
        by_rule = f"asking was {numbers} and would have cost {pause.cost:.2f}"
        return f"The pause agent {did}. By the rule {by_rule}."
    if pause.asked:
        return f"Asking here was {numbers} and cost {pause.cost:.2f}: {_left_out(pause)}."
    if pause.gain > pause.cost:
        return (
            f"Not asked, since nobody was to be: it was {numbers}, and would have cost "
            f"{pause.cost:.2f}."
        )
    return f"Not asked: it was {numbers}, and would have cost {pause.cost:.2f}."


def _left_out(pause: PauseDecision) -> str:
    n, left = len(pause.branches), len(pause.branches) - len(pause.kept)
    if not left:
        return f"any of the {_spelled(n)} directions could be the best"
    return f"{_spelled(left)} of {_spelled(n)} directions could be left out"


def _spelled(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else f"{n:,}"


def _behind(pause: PauseDecision, names: dict[NodeId, str]) -> Iterator[str]:
    if pause.reason:
        yield f"Its reason: {pause.reason}"
    elif pause.asked:
        share = f"{pause.tolerance_share:.1f}".removesuffix(".0")
        before = f"{_spelled(pause.n_pauses)} asked before in this direction"
        yield f"Each question makes the next one dearer: {before}, which may take about {share}."
    if pause.explored_ahead:
        ahead = f"While the question waited, “{names.get(pause.explored_ahead, '')}” was explored"
        yield (
            ahead
            + {None: ".", True: ": it was wanted.", False: ": it was not wanted."}[
                pause.ahead_was_right
            ]
        )


def _exchanges(interaction: Interaction, names: dict[NodeId, str]) -> Iterator[ExchangeView]:
    """In the order in which they happened; a tree's questions with the pauses that they belong
    to, changes by hand after what was done last before them."""
    turns, changes = list(interaction.turns), list(interaction.changes)
    places = {pause.node_id: n for n, pause in enumerate(interaction.pauses)}
    for n, pause in enumerate(interaction.pauses):
        while changes and places.get(changes[0].after, len(places)) < n:
            yield _change(changes.pop(0), names)
        turn = next((t for t in turns if pause.asked and t.stage == pause.node_id), None)
        if turn:
            turns.remove(turn)
        if turn or not pause.asked:  # else it waits for its answer
            yield _exchange(turn, pause, names)
    for change in changes:
        yield _change(change, names)
    for turn in turns:
        yield _exchange(turn, None, names)


def _change(taken: TakenChange, names: dict[NodeId, str]) -> ExchangeView:
    said = change_in_words(taken, names)
    return ExchangeView(
        where="",
        node_id=taken.added or taken.change.node_id,
        question="",
        choices=(),
        said=f"{said}, by {taken.change.by}" if taken.change.by else said,
        worth="",
        more=(f"Nothing came of it: {taken.refused}",) if taken.refused else (),
    )


def change_in_words(taken: TakenChange, names: Mapping[NodeId, str]) -> str:
    change = taken.change
    name = f"“{names.get(change.node_id, change.node_id)}”"
    match change.kind:
        case ChangeKind.CUT:
            return f"Cut {name}"
        case ChangeKind.REOPEN:
            return f"Reopened {name}"
        case ChangeKind.MERGE:
            return f"Merged {name} into “{names.get(change.into or ROOT, '')}”"
        case ChangeKind.ADD:
            added = f"Added “{change.direction}”"
            return added if change.node_id == ROOT else f"{added} beneath {name}"


def _exchange(
    turn: Turn | None, pause: PauseDecision | None, names: dict[NodeId, str]
) -> ExchangeView:
    node_id = pause.node_id if pause else None
    return ExchangeView(
        where=names.get(node_id, "") if node_id else _STAGES.get(turn.stage, "") if turn else "",
        node_id=node_id,
        question=turn.question.text if turn else "",
        choices=turn.question.choices if turn else (),
        said=turn.answer.in_words if turn else "",
        worth=pause_in_words(pause) if pause else "",
        more=tuple(_behind(pause, names)) if pause else (),
    )


def _aspect(aspect: PersonaAspect, coverage: Sequence[CoverageAt]) -> CoveredAspectView:
    known = (dict(zip(at.aspects, at.coverage, strict=True)) for at in coverage)
    return CoveredAspectView(
        text=aspect.text,
        origin=ORIGIN_WORDS[aspect.origin],
        percent=round(100 * aspect.coverage),
        refused=aspect.refused,
        course=tuple(at.get(aspect.text) for at in known),
    )


def _covered(wanted: Sequence[PersonaAspect]) -> str:
    if not wanted:
        return ""
    percent = round(100 * sum(aspect.coverage for aspect in wanted) / len(wanted))
    return f"What was found covers {percent} % of what you seem to expect."


def _moment(node_id: NodeId, names: dict[NodeId, str]) -> str:
    return "The question" if node_id == ROOT else names.get(node_id, str(node_id))
