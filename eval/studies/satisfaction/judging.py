"""Model judges on the judgments, and a file of verdicts that a killed run goes on with."""

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import chain, product, zip_longest
from pathlib import Path
from typing import NamedTuple

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.studies.at_once import at_once
from eval.studies.lines import Lines
from eval.studies.satisfaction.cases import (
    ERROR_TYPES,
    Item,
    JudgedCase,
    JudgedKind,
    is_at_home,
    of_type,
)
from eval.studies.satisfaction.examples import draw_examples
from eval.studies.satisfaction.figures import Figure, Source
from eval.studies.satisfaction.scoring import Predicted, Whose, figure_of
from eval.studies.unscored import end_if_dead, passes, reasons_of
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.text import counted


class Condition(NamedTuple):
    """One way to ask. Source: MySQA A.6."""

    n_examples: int
    with_definition: bool

    @property
    def label(self) -> str:
        defined = "defined" if self.with_definition else "undefined"
        return f"{counted(self.n_examples, 'example')}, {defined}"


class AskedRow(NamedTuple):
    kind: JudgedKind
    case: JudgedCase
    item: Item


class Verdict(Frozen):
    judge: str
    version: str
    seed: int
    judgment_id: str
    error_type: ErrorType
    n_examples: int
    with_definition: bool
    examples: tuple[str, ...] = ()
    judgment: Judgment

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(v for name, v in self if name not in ("examples", "judgment"))


def rows_of(cases: Mapping[JudgedKind, tuple[JudgedCase, ...]]) -> tuple[AskedRow, ...]:
    """Each thing once a complaint, if at home: elsewhere it could not be judged fairly."""
    return tuple(
        AskedRow(kind, case, case.item.model_copy(update={"error_type": error_type}))
        for kind, of_kind in cases.items()
        for error_type in ERROR_TYPES[kind]
        for case in of_type(of_kind, error_type)
        if is_at_home(case.item)
    )


def draw_rows(rows: Sequence[AskedRow], limit: int | None, *, seed: int) -> tuple[AskedRow, ...]:
    """`limit` rows by seed, as many of each complaint as there are, in the order given; whether
    they are accepted plays no part.

    A larger limit keeps what a smaller one took. None: all.
    """
    if limit is None:
        return tuple(rows)
    types = dict.fromkeys(r.item.error_type for r in rows)
    groups = [[r for r in rows if r.item.error_type is t] for t in types]
    for kind, group in zip(types, groups, strict=True):
        random.Random(f"{seed} {kind.value}").shuffle(group)
    taken = [r for r in chain.from_iterable(zip_longest(*groups)) if r][:limit]
    ids = set(map(id, taken))
    return tuple(r for r in rows if id(r) in ids)


def pool_without(rows: Sequence[AskedRow], asked: Sequence[AskedRow]) -> tuple[Item, ...]:
    """What examples are drawn from: nothing of a sample that is asked about."""
    if len(asked) == len(rows):
        return tuple(r.item for r in rows)
    told = {(r.item.user_id, r.item.text) for r in asked}
    return tuple(r.item for r in rows if (r.item.user_id, r.item.text) not in told)


Ask = Callable[[Item, Sequence[Item], bool], Awaitable[Judgment]]
"""An item, its examples, and whether the complaint is defined."""


class Asking(NamedTuple):
    judge: str
    version: str
    ask: Ask
    seed: int
    parallel: int = 8
    retry_unscored: bool = False


async def judge_rows(
    rows: Sequence[AskedRow],
    conditions: Sequence[Condition],
    pool: Sequence[Item],
    asking: Asking,
    file: Path,
    *,
    on_done: Callable[[int, int], None],
) -> tuple[Verdict, ...]:
    """A verdict for every row and condition, in their order: those of `file`, and the rest asked
    for and appended as they come.

    What the judge could not say just then is asked again. Raises UnreadableFile for a line that is
    no verdict, UnwritableFile, and EngineUnavailable where the judge can answer nothing at all:
    then nothing of it is kept.
    """
    lines = Lines(file, Verdict)
    known = {v.key: v for v in lines.read() if not _asks_again(v.judgment, asking)}
    wanted = [(r, c) for c in conditions for r in rows]
    n_done = 0

    async def one(row: AskedRow, condition: Condition) -> Verdict:
        nonlocal n_done
        examples = draw_examples(row.item, pool, condition.n_examples, seed=asking.seed)
        unasked = _unasked(row.item, condition, examples, asking)
        verdict = known.get(unasked.key)
        if verdict is None:
            judgment = await asking.ask(row.item, examples, condition.with_definition)
            end_if_dead(reasons_of([judgment]))
            verdict = unasked.model_copy(update={"judgment": judgment})
            lines.append(verdict)
        n_done += 1
        on_done(n_done, len(wanted))
        return verdict

    return await at_once([one(r, c) for r, c in wanted], asking.parallel)


def _unasked(item: Item, condition: Condition, examples: Sequence[Item], asking: Asking) -> Verdict:
    return Verdict(
        judge=asking.judge,
        version=asking.version,
        seed=asking.seed,
        judgment_id=item.judgment_id,
        error_type=item.error_type,
        **condition._asdict(),
        examples=tuple(e.judgment_id for e in examples),
        judgment=Unscored(reason=""),
    )


def _asks_again(judgment: Judgment, asking: Asking) -> bool:
    return isinstance(judgment, Unscored) and (asking.retry_unscored or passes([judgment]))


def judged_figures(
    rows: Sequence[AskedRow], verdicts: Sequence[Verdict], *, seed: int
) -> tuple[Figure, ...]:
    """By condition, kind and complaint, then of the kind; under two complaints, under both."""
    given = {
        (v.judgment_id, v.error_type, Condition(v.n_examples, v.with_definition)): v
        for v in verdicts
    }
    found = []
    kinds = dict.fromkeys(r.kind for r in rows)
    for condition, kind in product(dict.fromkeys(key[2] for key in given), kinds):
        for error_type in (*ERROR_TYPES[kind], None):
            predicted = []
            for row in rows:
                item = row.item
                if row.kind is kind and error_type in (None, item.error_type):
                    judgment = given[item.judgment_id, item.error_type, condition].judgment
                    score = judgment.score if isinstance(judgment, Scored) else None
                    triplets = row.case.triplets(item.error_type)
                    predicted.append(Predicted(item.user_id, item.satisfied, triplets, score))
            whose = Whose(
                f"{verdicts[0].judge}, {condition.label}",
                Source.MODEL,
                kind,
                error_type,
                kind is not JudgedKind.INFERENCE,
                **condition._asdict(),
            )
            if predicted:
                found.append(figure_of(whose, predicted, seed=seed))
    return tuple(found)
