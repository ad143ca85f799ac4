"""How many rounds a ranking of tasks needs, as a document."""

from collections.abc import Callable, Iterator, Mapping

from eval.domain.words import interval, number, percent
from eval.show.document import Axis, Cell, Chart, Document, Line, Mark, Part, table_of
from eval.studies.arena.elo import (
    OF_SEEDS,
    RELIABLE,
    ROUNDS,
    AtRounds,
    DrawSpread,
    EloStudy,
    Sureness,
)
from myscholar.domain.text import listed

_PAPER = 2
"""Rounds. Source: Arena §3."""
_SIMULATED = (
    "A judge prefers the truly better task with the same probability however near the two are, and "
    "errs anew each time. Real judges err more on near pairs, and in the same way again and again, "
    "which no number of rounds mends: this is what rounds can do, not what a judge is worth.",
    "How sure the judge says it is tells nothing of whether it is right; one whose confidence does "
    "was not simulated.",
    "Tokens are those of the real prompt with written tasks, at four characters a token, and an "
    "answer with a reason of 40 words.",
)


def elo_document(found: EloStudy) -> Document:
    parts = (
        *(_by_rounds(found, sureness) for sureness in Sureness),
        _cost(found),
        Part(heading="What was simulated", points=_SIMULATED),
        Part(
            heading="How it was made",
            points=(f"Seed {found.seed}.", f"arena {found.version}"),
            aside=True,
        ),
    )
    lead = (
        f"{found.n_tasks:,} tasks with a known true order, {found.n_seeds:,} draws of each "
        "simulated judge. Reliable: Spearman's correlation with the true order is at least "
        f"{RELIABLE} in {percent(OF_SEEDS)} of the draws.",
    )
    return Document(
        title="How many rounds does a ranking of tasks need?",
        lead=lead,
        conclusion=tuple(_conclude(found)),
        parts=parts,
    )


def _conclude(found: EloStudy) -> Iterator[str]:
    if all(row.by_elo.reliable < OF_SEEDS for row in found.rows if row.rounds == _PAPER):
        yield f"The paper's {_PAPER} rounds are enough for none of these judges."
    for sureness in Sureness:
        rows = [row for row in found.rows if row.sureness is sureness]
        by_paper = (
            f"{number(row.by_elo.median)} at {percent(row.accuracy)}"
            for row in rows
            if row.rounds == _PAPER
        )
        yield (
            f"After {_PAPER} rounds the order by Elo correlates with the true one "
            f"(confidence {sureness}; median, by the judge's accuracy): {', '.join(by_paper)}."
        )
        at_end = [row for row in rows if row.rounds == ROUNDS[-1]]
        ends = (
            f"{number(row.by_elo.median)} by Elo and {number(row.by_wins.median)} by the mean "
            f"share of a win at {percent(row.accuracy)}"
            for row in at_end
        )
        yield f"After {ROUNDS[-1]} rounds: {'; '.join(ends)}."
    stuck = [row for row in found.rows if row.rounds == ROUNDS[-1]]
    never = [
        f"{percent(row.accuracy)} (confidence {row.sureness})"
        for row in stuck
        if found.reliable_from(row.accuracy, row.sureness) is None
    ]
    if never:
        yield (
            "With K = 32 a comparison moves a rating as far at the end as at the beginning, so "
            "that the order by Elo stops improving, and never becomes reliable at "
            f"{listed(never)}. The mean share of a win, from the same comparisons, goes on "
            "improving."
        )


def _by_rounds(found: EloStudy, sureness: Sureness) -> Part:
    rows = [row for row in found.rows if row.sureness is sureness]
    lines = (
        Line(
            name=f"{rounds}",
            marks=tuple(
                _mark(row.by_elo, f"{percent(row.accuracy)} right")
                for row in rows
                if row.rounds == rounds
            ),
        )
        for rounds in ROUNDS
    )
    low = min([0.0, *(row.by_elo.low for row in rows)])
    chart = Chart(
        title="Correlation with the true order, by rounds",
        lines=tuple(lines),
        axis=Axis(low=max(-1.0, low), high=1, reference=RELIABLE, label="Spearman"),
        note="Median and the range of 95 of 100 draws, by Elo; dashed: reliable",
    )
    caption = "Spearman's correlation with the true order: medians, with 95 of 100 draws"
    table = table_of(caption, rows, _COLUMNS, n_keys=2, flows=True)
    return Part(heading=f"Confidence {sureness}", charts=(chart,), tables=(table,))


def _cost(found: EloStudy) -> Part:
    keys = dict.fromkeys((row.sureness, row.accuracy) for row in found.rows)
    rows = [(*key, by_elo) for key in keys for by_elo in (True, False)]
    columns: Mapping[str, Callable[[tuple[Sureness, float, bool]], Cell | str]] = {
        "Confidence": lambda key: key[0].value,
        "Judge right": lambda key: percent(key[1]),
        "Ranked by": lambda key: "Elo" if key[2] else "share of a win",
        "Rounds": lambda key: _needed(found, *key, lambda row: f"{row.rounds:,}"),
        "Comparisons": lambda key: _needed(found, *key, lambda row: f"{row.n_comparisons:,}"),
        "Tokens": lambda key: _needed(
            found, *key, lambda row: f"{row.n_comparisons * found.tokens / 1e6:.2f} million"
        ),
    }
    caption = (
        f"Of the numbers of rounds that were tried; a comparison takes {found.tokens:,} tokens"
    )
    return Part(
        heading="What a reliable ranking costs",
        tables=(table_of(caption, rows, columns, n_keys=2, flows=True),),
    )


def _needed(
    found: EloStudy,
    sureness: Sureness,
    accuracy: float,
    by_elo: bool,
    says: Callable[[AtRounds], str],
) -> str:
    row = found.reliable_from(accuracy, sureness, by_elo=by_elo)
    return says(row) if row else f"not by {ROUNDS[-1]} rounds"


def _mark(spread: DrawSpread, group: str) -> Mark:
    return Mark(value=spread.median, low=spread.low, high=spread.high, group=group)


def _spread(spread: DrawSpread) -> Cell:
    return Cell(
        text=number(spread.median),
        under=(interval(spread.low, spread.high),),
    )


_COLUMNS: Mapping[str, Callable[[AtRounds], Cell | str]] = {
    "Judge right": lambda row: percent(row.accuracy),
    "Rounds": lambda row: f"{row.rounds:,}",
    "Comparisons": lambda row: f"{row.n_comparisons:,}",
    "By Elo": lambda row: _spread(row.by_elo),
    "Reliable": lambda row: percent(row.by_elo.reliable),
    "By share of a win": lambda row: _spread(row.by_wins),
    "Reliable then": lambda row: percent(row.by_wins.reliable),
    "True top tenth": lambda row: percent(row.top),
}
