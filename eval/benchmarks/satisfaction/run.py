"""The whole benchmark: judgments in, `Satisfaction` out."""

import hashlib
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from eval.benchmarks.satisfaction.cases import (
    JudgedCase,
    JudgedKind,
    cases_of,
    is_at_home,
    items_of,
)
from eval.benchmarks.satisfaction.conclusion import conclude
from eval.benchmarks.satisfaction.context_features import Context
from eval.benchmarks.satisfaction.figures import Figure, OutOfPlace, Permutation, Satisfaction
from eval.benchmarks.satisfaction.judged import judged_figures
from eval.benchmarks.satisfaction.judging import (
    Asking,
    Condition,
    drawn,
    judge_rows,
    pool_without,
    rows_of,
)
from eval.benchmarks.satisfaction.scoring import corrected, power_of
from eval.benchmarks.satisfaction.trained import (
    baseline_figures,
    permutation_of_best,
    trained_figures,
)
from eval.benchmarks.versions import versions
from eval.datasets.interviews import Interviews
from myscholar.domain.runs import Event, Progress

NOTES = (
    "Each judged thing counts once in accuracy, area and test; ranking and the paper's triplet "
    "accuracy go by triplets.",
    "Accepted rows are listed under the complaint's question, whichever of their user's they "
    "belong to. Where something says so, they are left out "
    "of whatever looks at the question or the report, since that they are out of place would give "
    "the verdict away; those without a sign stay in.",
    "Where there is nothing to learn, leaving users out puts areas below 0.5 and ranks below 1/3: "
    "what the others lean towards, whoever is left out "
    "leans away from. The shuffles show by how much.",
    "The rules behind the product's flags were written with some of these judgments in sight, so "
    "the figures of `flags` are an upper end.",
)


class SatisfactionOrder(NamedTuple):
    """What is to be run."""

    seed: int
    n_shuffles: int = 0
    trained: bool = True
    conditions: tuple[Condition, ...] = ()
    limit: int | None = None
    file: Path | None = None
    """Of the verdicts of models."""


async def run_satisfaction(
    interviews: Interviews,
    context: Context,
    order: SatisfactionOrder,
    asking: Asking | None = None,
    *,
    progress: Progress,
) -> Satisfaction:
    """`asking` None: no model. Raises what `judge_rows` raises, before anything is trained; a model
    that fails otherwise leaves rows unscored."""
    began = time.perf_counter()
    cases = {kind: found for kind in JudgedKind if (found := cases_of(items_of(interviews, kind)))}
    judged = await _judged(cases, order, asking, progress)
    figures = [f for kind in cases for f in baseline_figures(kind, cases[kind], seed=order.seed)]
    permutations: list[Permutation] = []
    if order.trained:
        for kind in cases:
            of_kind = trained_figures(
                kind, cases[kind], context, seed=order.seed, progress=progress
            )
            best = permutation_of_best(
                kind,
                cases[kind],
                context,
                of_kind,
                n=order.n_shuffles,
                seed=order.seed,
                progress=progress,
            )
            figures.extend(of_kind)
            permutations.extend([best] if best else [])
    all_figures = corrected([*figures, *judged])
    result = Satisfaction(
        dataset=dataset_of(interviews),
        seed=order.seed,
        versions=versions(),
        figures=all_figures,
        power=power_of(all_figures),
        permutations=tuple(permutations),
        out_of_place=_out_of_place(cases),
        seconds=round(time.perf_counter() - began, 1),
        notes=NOTES,
    )
    return result.model_copy(update={"conclusion": conclude(result)})


async def _judged(
    cases: dict[JudgedKind, tuple[JudgedCase, ...]],
    order: SatisfactionOrder,
    asking: Asking | None,
    progress: Progress,
) -> tuple[Figure, ...]:
    if asking is None or order.file is None:
        return ()
    rows = rows_of(cases)
    asked, step = drawn(rows, order.limit, seed=order.seed), f"Asking {asking.judge}"
    progress(Event(step=step, total=len(asked) * len(order.conditions)))
    verdicts = await judge_rows(
        asked,
        order.conditions,
        pool_without(rows, asked),
        asking,
        order.file,
        on_done=lambda done, of: progress(Event(step=step, done=done, total=of)),
    )
    return judged_figures(asked, verdicts, seed=order.seed)


def _out_of_place(cases: dict[JudgedKind, tuple[JudgedCase, ...]]) -> tuple[OutOfPlace, ...]:
    away = {kind: [c for c in of_kind if not is_at_home(c.item)] for kind, of_kind in cases.items()}
    return tuple(
        OutOfPlace(kind=k, n=len(c), n_satisfied=sum(x.satisfied for x in c))
        for k, c in away.items()
        if c
    )


def dataset_of(interviews: Interviews) -> str:
    """A name with a fingerprint of everything in the study, whatever the order of the files."""
    parts = chain(
        interviews.users,
        interviews.profiles,
        interviews.reports,
        *(items_of(interviews, kind) for kind in JudgedKind),
    )
    lines = sorted(part.model_dump_json() for part in parts)
    return f"interviews {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"


def conditions_of(examples: Sequence[int], definitions: Sequence[bool]) -> tuple[Condition, ...]:
    """All ways to ask, those with definitions and most examples first: the paper's own way."""
    return tuple(
        Condition(n, d)
        for d in sorted(definitions, reverse=True)
        for n in sorted(examples, reverse=True)
    )
