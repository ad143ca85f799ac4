"""What asking before research finds of what somebody wants, as a document."""

from collections.abc import Callable, Mapping, Sequence

from eval.domain.metric import FACTS, Metric
from eval.domain.results import Comparison, Estimate, Row
from eval.domain.words import NONE, number, p_value, percent, round_up
from eval.show.comparisons import chance_note
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Document,
    Line,
    Part,
    definitions_of,
    figure_cell,
    mark_of,
    share_cell,
    table_of,
)
from eval.studies.intentrl.askers import AskerName
from eval.studies.intentrl.conclusion import conclude
from eval.studies.intentrl.dialogues import TURNS
from eval.studies.intentrl.figures import OfAsker
from eval.studies.intentrl.run import IntentResults
from myscholar.domain.text import counted

DRAWN = (1, 2, 3, 4, 6, 9, 12)
"""Turns of the charts."""
_STOPPING = (AskerName.OURS, AskerName.DEEPER)
LIMITS = (
    "Intents were made without a model: what was cut out of a question, and what its rubric asks "
    "for. The paper's were made and chosen by models, of other rubrics; nobody who asked these "
    "questions was there to say what they wanted.",
    "The user is simulated by likeness of words: it turns down what concerns an intent in other "
    "words. So all askers find little, and only what differs between them tells something.",
    "Nobody's report was written: what is found is what the user was led to say, not what it is "
    "worth.",
    "Random and fixed askers are our own: the paper's baselines are models. They choose among the "
    "same questions under the same rules, of which none offers a choice twice. The expert asks "
    "what the graph was made of, and is no rival: it shows how far asking can come.",
    "Papers come from one corpus; about tasks outside its field little is found to ask about.",
    "Who has the profile is not who has the intents: it shows what a profile keeps the tool from "
    "asking, not whether that person needed to be asked.",
    "Quality scores are by cosines of words; the paper's are by those of sentence vectors, which "
    "are higher for any two texts. Compare ours among themselves alone.",
)


def intentrl_document(found: IntentResults) -> Document:
    versions = (f"{name} {version}" for name, version in sorted(found.versions.items()))
    parts = (
        _by_turn(found),
        recall_differences("Ours beside the others", "ours", found.comparisons),
        _quality(found),
        *_by_source(found),
        Part(heading="What the words mean", definitions=definitions_of("intentrl")),
        Part(heading="What it does not show", points=LIMITS),
        Part(heading="How it was made", points=(f"Seed {found.seed}.", *versions), aside=True),
    )
    lead = (
        f"{found.dataset}, with {found.n_intents} intents, asked about up to {TURNS} times "
        "(IntentRL §3.4, figure 3). Nothing was learned from them."
    )
    title = "What does asking before research find?"
    return Document(title=title, lead=(lead,), conclusion=conclude(found), parts=parts)


def _by_turn(found: IntentResults) -> Part:
    caption = "Intents found, with 95 % intervals by query"
    table = table_of(caption, found.askers, _COLUMNS, n_keys=2, flows=True)
    plain = [asker for asker in found.askers if not asker.with_profile]
    told = [asker for asker in found.askers if asker.with_profile]
    charts = (
        _chart("Recall by turn", plain, lambda a: a.recall, _stops(plain)),
        _chart("Precision by turn", plain, lambda a: a.precision),
        _chart("F1 by turn", plain, lambda a: a.f1),
        _chart("Recall by turn, with a profile", told, lambda a: a.recall, _stops(told)),
    )
    return Part(heading="Intents found by turn", charts=charts, tables=(table,))


def _chart(
    title: str,
    askers: Sequence[OfAsker],
    of: Callable[[OfAsker], Sequence[Estimate | None]],
    note: str = "",
) -> Chart:
    most = max((e.high for asker in askers for e in of(asker) if e), default=1)
    lines = (
        Line(
            name=counted(turn, "turn"),
            marks=tuple(mark_of(e, a.asker) for a in askers if (e := of(a)[turn - 1])),
        )
        for turn in DRAWN
    )
    return Chart(
        title=title,
        lines=tuple(lines),
        axis=Axis(low=0, high=round_up(most), label="%", digits=0, times=100),
        groups=tuple(name.value for name in AskerName),
        note=note,
    )


def _stops(askers: Sequence[OfAsker]) -> str:
    ends = ", ".join(f"{a.stopped:g}" for a in askers if a.asker == AskerName.OURS)
    return f"By itself ours stops after a median of {ends} turns" if ends else ""


def recall_differences(heading: str, ours: str, comparisons: Sequence[Comparison]) -> Part:
    caption = f"Recall of {ours} minus that of another asker"
    table = table_of(caption, comparisons, _DIFFERENCES, n_keys=2, flows=True)
    n_tested = sum(c.difference.has_interval for c in comparisons)
    text = chance_note(comparisons, n_tested)
    return Part(heading=heading, text=(text,), tables=(table,))


def _quality(found: IntentResults) -> Part:
    rows = [row for row in found.rows if row.metric is Metric.QUALITY_SCORE]
    caption = "One question in the middle of an expert's dialogue, with 95 % intervals by query"
    table = table_of(caption, rows, _SCORES, flows=True)
    text = FACTS[Metric.QUALITY_SCORE].means
    return Part(heading="Quality score", text=(text,), tables=(table,))


def _by_source(found: IntentResults) -> tuple[Part, ...]:
    if len(found.by_source) < 2:
        return ()
    caption = "Recall, without a profile"
    rows = [(source, asker) for source, askers in found.by_source.items() for asker in askers]
    columns: Mapping[str, Callable[[tuple[str, OfAsker]], Cell | str]] = {
        "Queries of": lambda row: f"{row[0]} ({row[1].n_questions})",
        "Asker": lambda row: row[1].asker,
        "3 turns": lambda row: _share(row[1].recall[2]),
        "9 turns": lambda row: _share(row[1].recall[8]),
        "12 turns": lambda row: _share(row[1].recall[11]),
        "Asked": lambda row: number(row[1].asked, 1),
    }
    table = table_of(caption, rows, columns, n_keys=2, flows=True)
    return (Part(heading="By where the queries come from", tables=(table,)),)


def _share(e: Estimate | None, *, signed: bool = False) -> Cell:
    if e is None:
        return Cell(text=NONE)
    if e.has_interval:
        return share_cell(e.mean, e.low, e.high, signed=signed)
    text = f"{number(100 * e.mean, 1, signed=True)} pp" if signed else percent(e.mean)
    return Cell(text=text)


def _score(row: Row) -> Cell:
    e = row.estimate
    if e is None:
        return Cell(text=NONE)
    return figure_cell(e.mean, e.low, e.high) if e.has_interval else Cell(text=number(e.mean))


_COLUMNS: Mapping[str, Callable[[OfAsker], Cell | str]] = {
    "Profile": lambda a: "yes" if a.with_profile else "no",
    "Asker": lambda a: a.asker,
    "Recall, 1 turn": lambda a: _share(a.recall[0]),
    "3 turns": lambda a: _share(a.recall[2]),
    "9 turns": lambda a: _share(a.recall[8]),
    "12 turns": lambda a: _share(a.recall[11]),
    "Precision, 9 turns": lambda a: _share(a.precision[8]),
    "F1, 9 turns": lambda a: _share(a.f1[8]),
    "Named": lambda a: percent(a.named.mean),
    "When it stops": lambda a: _share(a.when_stopped) if a.asker in _STOPPING else NONE,
    "Stops at": lambda a: f"{a.stopped:g}" if a.asker in _STOPPING else NONE,
    "Asked": lambda a: number(a.asked, 1),
    "Known": lambda a: percent(a.known) if a.with_profile else NONE,
}
_DIFFERENCES: Mapping[str, Callable[[Comparison], Cell | str]] = {
    "Beside": lambda c: c.a,
    "After": lambda c: c.group,
    "Difference": lambda c: _share(c.difference, signed=True),
    "p": lambda c: p_value(c.p_value) if c.difference.has_interval else NONE,
}
_SCORES: Mapping[str, Callable[[Row], Cell | str]] = {
    "Asker": lambda row: row.system,
    "Score": _score,
    "Turns": lambda row: f"{row.n_scored + row.n_unscored}",
    "With nothing to ask": lambda row: f"{row.n_unscored}",
}
