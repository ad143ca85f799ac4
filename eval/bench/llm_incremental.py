"""What is done again when one action of a finished report changes, or one section is asked for
anew, beside the whole report.

The changed action is one of generation; the model server plans to expand two sections for it. Calls
are the model server's count.
"""

from collections import Counter
from collections.abc import Iterable

import typer
from rich.console import Console
from rich.table import Table

from eval.bench.client_order import ClientOrder, Work
from eval.bench.servers import Conditions, Told, questions, servers


def rows(seen: Told) -> list[list[str]]:
    made, began = [], 0.0
    whole_s = seen.told["changes"][0][1]
    for name, seconds, ended, changes in seen.told["changes"]:
        calls = [entry for entry in seen.log if began <= entry["arrived"] < ended]
        tokens = (sum(e[f"{way}_tokens"] for e in calls) for way in ("input", "output"))
        began = ended
        made.append(
            [
                name,
                f"{seconds:.1f}",
                f"{seconds / whole_s:.0%}",
                f"{len(calls)}",
                counts(entry["schema"] or "section" for entry in calls),
                " / ".join(f"{n:,}" for n in tokens),
                counts(line.split(":")[0] for line in changes),
            ]
        )
    return made


def counts(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in Counter(names).items())


def main(context: typer.Context) -> None:
    setup = context.obj
    question = next(iter(questions(setup.shared).values()))
    shown = Table("what", "wall s", "of the whole", "calls", "which", "tokens in / out", "sections")
    with servers(setup, Conditions(time_scale=setup.time_scale or 1.0)) as running:
        order = ClientOrder(work=Work.REWRITE, question=question, tables=True, loud=True)
        seen = running.client(order)
    for row in rows(seen):
        shown.add_row(*row)
    Console(width=170).print(shown)
