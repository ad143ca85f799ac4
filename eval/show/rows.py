"""The rows of one or more runs under names that tell them apart."""

from collections import Counter
from collections.abc import Sequence

from eval.domain.results import Results, Row
from eval.domain.words import short
from eval.judges.local.judge import LocalJudge
from myscholar.domain.model import Frozen

LOCAL = LocalJudge.name


class ShownRow(Frozen):
    name: str
    """The system; with its judge where there are several, and its run where several ran it."""
    row: Row


def shown_rows(results: Sequence[Results]) -> tuple[ShownRow, ...]:
    """In the order of the runs and of their rows."""
    judges = {row.judge for r in results for row in r.rows}
    runs_of = Counter(pair for r in results for pair in {(row.system, row.judge) for row in r.rows})
    shown = []
    for i, result in enumerate(results, 1):
        for row in result.rows:
            name = short(row.system)
            name += f", by {short(row.judge)}" if len(judges) > 1 else ""
            name += f", run {i}" if runs_of[row.system, row.judge] > 1 else ""
            shown.append(ShownRow(name=name, row=row))
    return tuple(shown)
