"""Examples for a model judge: what other users said of such things. Source: MySQA §4.3, A.6."""

import random
from collections.abc import Sequence

from eval.studies.satisfaction.cases import Item


def draw_examples(item: Item, pool: Sequence[Item], n: int, *, seed: int) -> tuple[Item, ...]:
    """`n` judged things from `pool` to show beside `item`, in random order; fewer where the pool
    has no more.

    Only those of other users and of the same complaint, at most one of a triplet and none twice;
    half of them complaints (of an odd number the extra one is drawn). Where the pool has but one
    outcome, one example: several would teach the model to say nothing else. The same item, pool and
    seed give the same examples, in whatever order the pool comes.
    """
    rng = random.Random(f"{seed} {item.judgment_id} {item.error_type.value}")
    open_to = sorted(
        (
            o
            for o in pool
            if o.user_id != item.user_id
            and o.error_type is item.error_type
            and o.triplet_id != item.triplet_id
        ),
        key=lambda o: o.judgment_id,
    )
    rng.shuffle(open_to)
    n_bad = n // 2 + (n % 2 and rng.randrange(2))
    found = _take([o for o in open_to if not o.satisfied], n_bad, [])
    found = _take([o for o in open_to if o.satisfied], n - n_bad, found)
    rng.shuffle(found)
    return tuple(found if len({f.satisfied for f in found}) == 2 else found[:1])


def _take(candidates: Sequence[Item], n: int, taken: list[Item]) -> list[Item]:
    """`taken` and `n` more of the candidates, as far as there are others than those taken."""
    found = list(taken)
    for candidate in candidates:
        if len(found) == len(taken) + n:
            break
        if all(
            candidate.triplet_id != f.triplet_id
            and (candidate.user_id, candidate.text) != (f.user_id, f.text)
            for f in found
        ):
            found.append(candidate)
    return found
