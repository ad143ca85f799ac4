"""`myscholar` whose reports are researched as a tree of the test's own: it grows to 40 directions,
asks once on the way, takes in what is changed by hand, and ends in a report. A process of its own,
as a worker."""

from collections.abc import Iterator, Sequence
from typing import Any

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import (
    Interaction,
    NodeId,
    ResearchPlan,
    TakenChange,
    TreeChange,
    Turn,
    snapshot_name,
)
from myscholar.domain.orders import ReportOrder, RewriteOrder, read_order
from myscholar.domain.report import Report, ReportId
from myscholar.domain.runs import Event, RunKind
from myscholar.interactive.steer.by_hand import after_all
from myscholar.runs.run import Run, Story
from myscholar.surfaces.cli.main import main
from myscholar.workflows import jobs
from myscholar.workflows.report.records import ReportRecord
from myscholar.workflows.services import Services
from tests.interactions import grown_tree, question

ASKED = NodeId("2.2")
QUESTION = question(ASKED)


def states() -> Iterator[Interaction]:
    """Level by level; in the last but one a question waits."""
    whole = grown_tree()
    for depth in range(4):
        known = {node.node_id for node in whole.nodes if node.depth <= depth}
        yield whole.model_copy(
            update={
                "nodes": tuple(node for node in whole.nodes if node.node_id in known),
                "turns": whole.turns[: min(depth, 2)],
                "pauses": whole.pauses[: 2 * depth] if depth < 2 else whole.pauses,
                "coverage": tuple(at for at in whole.coverage if at.node_id in known),
            }
        )


async def story(run: Run, inputs: dict[str, Any]) -> Any:
    grown = list(states())
    for n, state in enumerate(grown[:3], 1):
        await keep(run, n, state)
    answer = await run.ask(f"direction-{ASKED}", QUESTION)
    last = grown[3]
    turn = Turn(stage=ASKED, question=QUESTION, answer=answer)
    whole = last.model_copy(update={"turns": (*last.turns, turn)})
    told = await run.step("Heard", tuple[TreeChange, ...], lambda: run.changes(after=0))
    whole = with_changes(whole, told)
    await keep(run, 4, whole)
    order = read_order(ReportOrder, inputs)
    return record(order, whole, run.run_id).model_dump(mode="json")


async def go_on(run: Run, inputs: dict[str, Any]) -> Any:
    changed = read_order(RewriteOrder, inputs)
    whole = with_changes(grown_tree(), changed.tree)
    await keep(run, 1, whole)
    order = ReportOrder(question=QUESTION.text, research=ResearchPlan(), engine=Engine.EXTRACTIVE)
    return record(order, whole, run.run_id).model_dump(mode="json")


def with_changes(tree: Interaction, told: Sequence[TreeChange]) -> Interaction:
    """As they are told, without a search."""
    nodes = after_all({node.node_id: node for node in tree.nodes}, told)
    taken = tuple(TakenChange(change=change, after=NodeId("3.3.3")) for change in told)
    return tree.model_copy(update={"nodes": tuple(nodes.values()), "changes": taken})


async def keep(run: Run, n: int, state: Interaction) -> None:
    async def stored() -> Interaction:
        return state

    done = len(state.nodes)
    direction = f"“{state.nodes[-1].direction}”"
    run.tell(Event(step="Researching", message=direction, done=done, total=40))
    await run.step(snapshot_name(n), Interaction, stored)


def record(order: ReportOrder, whole: Interaction, run_id: str) -> ReportRecord:
    report = Report(
        report_id=ReportId(run_id), question=order.question, title=order.question,
        notice="Made by a test.", created_at="2026-01-02T03:04:05Z", sections=(), references=(),
        interaction=whole,
    )  # fmt: skip
    return ReportRecord(order=order, report=report)


def stories(_: Services) -> dict[RunKind, Story]:
    return {RunKind.REPORT: story, RunKind.REWRITE: go_on}


if __name__ == "__main__":
    jobs.stories = stories  # type: ignore[assignment]
    main()
