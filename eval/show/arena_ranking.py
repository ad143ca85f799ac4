"""Research tasks in the order of their ratings, as a document."""

from collections.abc import Callable, Mapping

from eval.arena.extractive.comparing import NAME
from eval.domain.arena import ResearchTask
from eval.domain.words import NONE, interval, number, percent, price_of
from eval.show.document import Cell, Document, Part, definitions_of, table_of
from eval.studies.arena.ranking import FamilyRating, TaskRanking
from eval.studies.arena.stability import SplitHalf
from myscholar.domain.text import counted, listed

_DIFFERENT = (
    "Ratings begin at 1200, K is 32, outcomes are soft and pairs random and disjoint, as in the "
    "paper (equations 1-3, appendix D).",
    "Of an odd number of tasks another one sits out in each round; the paper does not say.",
    "Which task a judge sees first is drawn by seed.",
)
_BY_FEATURES = (
    "The five dimensions are counted by words and by likeness to the other tasks, not judged. No "
    "task has been rated by people, so that nothing is shown of how well this order is theirs. In "
    "languages other than English only form and likeness count."
)


def ranking_document(of: TaskRanking) -> Document:
    caption = f"The best {len(of.best)} of {counted(of.n_tasks, 'task')}"
    parts = (
        Part(heading="Ranked tasks", tables=(table_of(caption, of.best, _COLUMNS, flows=True),)),
        Part(
            heading="By family",
            text=("Far apart, the judge prefers kinds of tasks, whatever stands in them.",),
            tables=(table_of("Mean rating of a family's tasks", of.families, _OF_FAMILY),),
        ),
        Part(heading="How stable the order is", text=_stable(of)),
        Part(heading="What the words mean", definitions=definitions_of("arena_ranking")),
        Part(
            heading="How it was compared",
            points=((_BY_FEATURES,) if of.judge == NAME else ()) + _DIFFERENT,
        ),
        Part(heading="How it was made", points=_made(of), aside=True),
    )
    lead = (
        f"{counted(of.n_tasks, 'task')} of {of.dataset}, {counted(of.rounds, 'round')}, "
        f"{counted(of.n_comparisons, 'comparison')} by {of.judge}. {of.seconds:,.1f} s, "
        f"{counted(of.model_calls, 'model call')}, {price_of(of.dollars)}.",
    )
    return Document(
        title="Which research tasks are the best", lead=lead, conclusion=_conclude(of), parts=parts
    )


def _conclude(of: TaskRanking) -> tuple[str, ...]:
    said = [_of_halves(of.halves, of.rounds)]
    if of.n_unscored:
        why = listed([f"{name}: {n:,}" for name, n in sorted(of.unscored.items())])
        said.append(
            f"{counted(of.n_unscored, 'comparison')} could not be judged ({why}) and changed no "
            "rating."
        )
    return tuple(said)


def _of_halves(halves: SplitHalf | None, rounds: int) -> str:
    if halves is None:
        return "Too little was compared to say anything of how stable the order is."
    found = (
        f"Ranked by one half of the comparisons and by the other, the tasks correlate "
        f"{number(halves.mean)} {interval(halves.low, halves.high)} (Spearman)"
    )
    if halves.mean < 0.9:
        return (
            f"{found}: places near each other are not told apart by {counted(rounds, 'round')}. "
            "More --rounds make it more stable; how many it takes: python -m eval arena elo."
        )
    return f"{found}: another draw of comparisons would give nearly the same order."


def _stable(of: TaskRanking) -> tuple[str, ...]:
    said = list[str]()
    if of.top_stays is not None:
        said.append(
            f"Of the best {of.top:,}, {percent(of.top_stays)} are among them again where "
            f"comparisons are drawn anew from those made; by chance it would be "
            f"{percent(of.top / of.n_tasks)}."
        )
    judged = of.n_comparisons - of.n_unscored
    if judged:
        said.append(
            f"The task that was shown first won {percent(of.n_first / judged)} of "
            f"{counted(judged, 'comparison')}; {counted(of.n_ties, 'tie')}."
        )
    said.append(
        "Stable is not right: a judge that is always wrong in the same way gives a stable order."
    )
    return tuple(said)


def _made(of: TaskRanking) -> tuple[str, ...]:
    return (f"Seed {of.seed}.", *(f"{n} {v}" for n, v in sorted(of.versions.items())))


_COLUMNS: Mapping[str, Callable[[ResearchTask], Cell | str]] = {
    "Rank": lambda task: f"{task.rank}",
    "Rating": lambda task: number(task.rating, 0),
    "Task": lambda task: Cell(text=task.text, under=(task.task_id,)),
    "Family": lambda task: Cell(text=task.family.value, under=(task.phase.value,)),
    "Difficulty": lambda task: task.difficulty.value,
    "Discipline": lambda task: task.discipline or NONE,
}
_OF_FAMILY: Mapping[str, Callable[[FamilyRating], Cell | str]] = {
    "Family": lambda each: each.family.value,
    "Tasks": lambda each: f"{each.n:,}",
    "Mean rating": lambda each: number(each.rating, 0),
}
