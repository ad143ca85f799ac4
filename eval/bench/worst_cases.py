"""CPU time of what must be quick whatever it is given, beside its limit.

The tests count the calls that such work makes; a pattern that loses itself in a text makes none, so
it shows here.
"""

import random
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from eval.domain.report import ScholarReport, ScholarSection
from eval.judges.local.report_text import headings_of
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.pairwise import Pair, accuracy_estimate, kendall_estimate
from myscholar.gateways.storage.store import open_store
from myscholar.text.notation import notations, settled
from myscholar.text.question import analyse_question
from myscholar.workflows.report.diff import _pieces

QUESTIONS = (
    "a" * 4_999,
    "ab " * 1_600,
    "differences between " + "a and " * 800,
    "how do " + "a b " * 1_200,
)
SIGNS = (
    "$" * 20_000,
    "$a " * 7_000,
    "`" * 20_000,
    "\\(" * 10_000,
    "\\[ a " * 4_000,
    "$$ a\n" * 4_000,
    "```\n" * 5_000,
)
Work = Callable[[], object]


def works(folder: Path) -> Mapping[str, tuple[Work, float]]:
    url = f"sqlite:///{folder / 'library.sqlite'}"
    open_store(url).close()
    rng = random.Random(0)
    pairs = [
        Pair(
            question=f"q{rng.randrange(100)}",
            human=rng.choice([-1, -0.5, 0, 0.5, 1]),
            judge=rng.gauss(0, 0.2),
        )
        for _ in range(600)
    ]
    before, after = (
        " ".join(f"word{n % every} {words}" for n in range(400))
        for every, words in ((97, "and the"), (89, "or a"))
    )
    sections = (ScholarSection(text="\n" * 20_000 + "Otters dive."),)
    blank = ScholarReport(query_id="q", question="?", system="s", sections=sections)
    values = {f"q{n}": [n % 7.0] for n in range(300)}
    return {
        "four questions of 5,000 letters": (lambda: [analyse_question(q) for q in QUESTIONS], 4.0),
        "20,000 signs without partners, seven kinds": (
            lambda: [(notations(s), settled(s)) for s in SIGNS],
            5.0,
        ),
        "two texts of 1,200 words that differ everywhere": (lambda: _pieces(before, after), 1.5),
        "20,000 blank lines of a report": (lambda: headings_of(blank), 1.0),
        "intervals for 600 pairs": (
            lambda: (kendall_estimate(pairs, seed=0), accuracy_estimate(pairs, seed=0)),
            0.5,
        ),
        "10,000 resamples of 300 values": (lambda: bootstrap_mean(values, seed=0), 0.2),
        "opening an up-to-date library": (lambda: open_store(url).close(), 0.1),
    }


def seconds(work: Work) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    table, slow = Table("", "CPU s", "limit s", box=None), 0
    with tempfile.TemporaryDirectory(prefix="myscholar-bench-") as folder:
        for name, (work, limit) in works(Path(folder)).items():
            took = seconds(work)
            slow += took > limit
            table.add_row(name, f"{took:.3f}", f"{limit:.1f}")
    Console().print(table)
    raise typer.Exit(slow > 0)
