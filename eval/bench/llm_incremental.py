"""What is done again when one action of a finished report changes, or one section is asked for
anew, beside the whole report.

    python -m eval.bench.llm_incremental --server-python SERVERS/bin/python

The changed action is one of generation; the model server plans to expand two sections for it. Calls
are the model server's count.
"""

from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from eval.bench.servers import Conditions, Told, parser, questions, servers


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


def main() -> None:
    chosen = parser(__doc__).parse_args()
    question = next(iter(questions(chosen.shared).values()))
    shown = Table("what", "wall s", "of the whole", "calls", "which", "tokens in / out", "sections")
    with servers(chosen, Conditions(time_scale=chosen.time_scale)) as running:
        seen = running.client("rewrite", "--question", question, "--tables", "--loud")
    for row in rows(seen):
        shown.add_row(*row)
    Console(width=170).print(shown)


if __name__ == "__main__":
    main()
