"""The whole benchmark: judgments in, `Satisfaction` out."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from eval.datasets.interviews import Interviews
from eval.studies.satisfaction.cases import (
    JudgedCase,
    JudgedKind,
    cases_of,
    is_at_home,
    items_of,
)
from eval.studies.satisfaction.conclusion import conclude
from eval.studies.satisfaction.features import Context
from eval.studies.satisfaction.figures import Figure, OutOfPlace, Satisfaction
from eval.studies.satisfaction.judging import (
    Asking,
    Condition,
    draw_rows,
    judge_rows,
    judged_figures,
    pool_without,
    rows_of,
)
from eval.studies.satisfaction.scoring import correct, power_of
from eval.studies.satisfaction.trained import (
    Shuffles,
    baseline_figures,
    permutation_of_best,
    trained_figures,
)
from eval.studies.versions import versions
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
    seed: int
    n_shuffles: int = 0
    trained: bool = True
    conditions: tuple[Condition, ...] = ()
    limit: int | None = None
    file: Path | None = None


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
    began, seed = time.perf_counter(), order.seed
    cases = {k: found for k in JudgedKind if (found := cases_of(items_of(interviews, k)))}
    judged = await _ask(cases, order, asking, order.file, progress) if asking and order.file else ()
    figures = [f for kind in cases for f in baseline_figures(kind, cases[kind], seed=seed)]
    permutations = []
    for kind, of_kind in cases.items() if order.trained else ():
        trained = trained_figures(kind, of_kind, context, seed=seed, progress=progress)
        shuffled = Shuffles(order.n_shuffles, seed, progress)
        permutations.append(permutation_of_best(kind, of_kind, context, trained, shuffled))
        figures.extend(trained)
    all_figures = correct([*figures, *judged])
    result = Satisfaction(
        dataset=dataset_of(interviews),
        seed=seed,
        versions=versions(),
        figures=all_figures,
        power=power_of(all_figures),
        permutations=tuple(p for p in permutations if p),
        out_of_place=_out_of_place(cases),
        seconds=round(time.perf_counter() - began, 1),
        notes=NOTES,
    )
    return result.model_copy(update={"conclusion": conclude(result)})


async def _ask(
    cases: Mapping[JudgedKind, tuple[JudgedCase, ...]],
    order: SatisfactionOrder,
    asking: Asking,
    file: Path,
    progress: Progress,
) -> tuple[Figure, ...]:
    rows = rows_of(cases)
    asked, step = draw_rows(rows, order.limit, seed=order.seed), f"Asking {asking.judge}"

    def on_done(done: int, total: int) -> None:
        progress(Event(step=step, done=done, total=total))

    on_done(0, len(asked) * len(order.conditions))
    pool = pool_without(rows, asked)
    verdicts = await judge_rows(asked, order.conditions, pool, asking, file, on_done=on_done)
    return judged_figures(asked, verdicts, seed=order.seed)


def _out_of_place(cases: Mapping[JudgedKind, tuple[JudgedCase, ...]]) -> tuple[OutOfPlace, ...]:
    found = []
    for kind, of_kind in cases.items():
        if away := [c.satisfied for c in of_kind if not is_at_home(c.item)]:
            found.append(OutOfPlace(kind=kind, n=len(away), n_satisfied=sum(away)))
    return tuple(found)


def dataset_of(interviews: Interviews) -> str:
    """A name with a fingerprint of everything in the study, whatever the order of the files."""
    found = interviews.users, interviews.profiles, interviews.reports
    parts = chain(*found, *(items_of(interviews, kind) for kind in JudgedKind))
    lines = "\n".join(sorted(part.model_dump_json() for part in parts))
    return f"interviews {hashlib.sha256(lines.encode()).hexdigest()[:12]}"


def conditions_of(examples: Sequence[int], definitions: Sequence[bool]) -> tuple[Condition, ...]:
    """All ways to ask, those with definitions and most examples first: the paper's own way."""
    most_first = sorted(examples, reverse=True)
    return tuple(Condition(n, d) for d in sorted(definitions, reverse=True) for n in most_first)
