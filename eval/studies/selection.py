"""Which instances a run takes."""

import random
from collections.abc import Sequence
from itertools import chain, zip_longest

from eval.domain.instance import Instance


def select(instances: Sequence[Instance], limit: int | None, *, seed: int) -> tuple[Instance, ...]:
    """`limit` instances, drawn by seed and as many of each expertise as there are, in the order in
    which they were given.

    A larger limit keeps what a smaller one took, so a run can be extended. None, or a limit above
    their number: all of them.
    """
    if limit is None or limit >= len(instances):
        return tuple(instances)
    groups = [
        [i for i in instances if i.expertise is e]
        for e in dict.fromkeys(i.expertise for i in instances)
    ]
    groups.sort(key=lambda group: group[0].expertise or "")
    for group in groups:
        # so that the draw does not depend on the order of the file
        group.sort(key=lambda i: i.instance_id)
        random.Random(f"{seed}:{group[0].expertise}").shuffle(group)
    taken = [i.instance_id for i in chain.from_iterable(zip_longest(*groups)) if i is not None][
        :limit
    ]
    return tuple(i for i in instances if i.instance_id in set(taken))
