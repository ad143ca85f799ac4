"""What asking before research finds of what somebody wants, as a document."""

from collections.abc import Callable, Mapping

from eval.domain.results import Estimate
from eval.domain.words import NONE, number, p_value, percent, round_up
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Document,
    Line,
    Part,
    definitions_of,
    mark_of,
    share_cell,
    table_of,
)
from eval.studies.clarification.conclusion import conclude
from eval.studies.clarification.dialogues import TURNS, AskerName
from eval.studies.clarification.figures import Beyond, OfAsker
from eval.studies.clarification.run import ClarificationResults
from myscholar.domain.text import counted

DRAWN = (1, 2, 3, 4, 6, 9, 12)
"""Turns of the chart."""
_STOPPING = (AskerName.OURS, AskerName.DEEPER)
LIMITS = (
    "Intents are phrases of what experts wanted in an answer, or quoted for it, of which this "
    "corpus has one sentence with all words; some are poor. The paper's are sentences that a model "
    "made of rubrics, for questions from which it took what had been said.",
    "The user is simulated by likeness of words: it turns down what concerns an intent in other "
    "words. So all askers find little, and only what differs between them tells something.",
    "Nobody's report was written: what is found is what the user was led to say, not what it is "
    "worth.",
    "Random and fixed askers are our own: the paper's baselines are models. They choose among the "
    "same questions under the same rules, of which none offers a choice twice.",
    "Who has the profile is not who has the intents: it shows what a profile keeps the tool from "
    "asking, not whether that person needed to be asked.",
)


def clarification_document(found: ClarificationResults) -> Document:
    versions = (f"{name} {version}" for name, version in sorted(found.versions.items()))
    parts = (
        _by_turn(found),
        _compared(found),
        Part(heading="What the words mean", definitions=definitions_of("clarification")),
        Part(heading="What it does not show", points=LIMITS),
        Part(heading="How it was made", points=(f"Seed {found.seed}.", *versions), aside=True),
    )
    lead = (
        f"{counted(found.n_questions, 'question')} with {found.n_intents} intents "
        f"({found.dataset}), asked about up to {TURNS} times without a model (IntentRL §3.4, "
        "figure 3). Settings were chosen on one half; the chart shows the other."
    )
    title = "What does asking before research find?"
    return Document(title=title, lead=(lead,), conclusion=conclude(found), parts=parts)


def _by_turn(found: ClarificationResults) -> Part:
    caption = "Intents found, with 95 % intervals by question"
    table = table_of(caption, found.askers, _COLUMNS, n_keys=3, flows=True)
    charts = tuple(_chart(found, with_profile=told) for told in (False, True))
    return Part(heading="Intents found by turn", charts=charts, tables=(table,))


def _chart(found: ClarificationResults, *, with_profile: bool) -> Chart:
    shown = [a for a in found.askers if not a.chosen_on and a.with_profile is with_profile]
    most = max((e.high for asker in shown for e in asker.found), default=1)
    lines = (
        Line(
            name=counted(turn, "turn"),
            marks=tuple(mark_of(a.found[turn - 1], a.asker.value) for a in shown),
        )
        for turn in DRAWN
    )
    ends = ", ".join(f"{a.stopped:g}" for a in shown if a.asker is AskerName.OURS)
    return Chart(
        title=f"Share of the intents found, {_told(with_profile=with_profile)}",
        lines=tuple(lines),
        axis=Axis(low=0, high=round_up(most), label="%", digits=0, times=100),
        groups=tuple(name.value for name in AskerName),
        note=f"By itself ours stops after a median of {ends} turns" if ends else "",
    )


def _compared(found: ClarificationResults) -> Part:
    table = table_of("Ours less another asker", found.beyond, _DIFFERENCES, n_keys=4, flows=True)
    return Part(heading="Ours beside the others", tables=(table,))


def _told(*, with_profile: bool) -> str:
    return "with a profile" if with_profile else "without a profile"


def _half(*, chosen_on: bool) -> str:
    return "chosen on" if chosen_on else "shown on"


def _at(turn: int) -> Callable[[OfAsker], Cell]:
    return lambda asker: _share(asker.found[turn - 1])


def _share(e: Estimate) -> Cell:
    return share_cell(e.mean, e.low, e.high) if e.has_interval else Cell(text=percent(e.mean))


_COLUMNS: Mapping[str, Callable[[OfAsker], Cell | str]] = {
    "Half": lambda a: _half(chosen_on=a.chosen_on),
    "Profile": lambda a: "yes" if a.with_profile else "no",
    "Asker": lambda a: a.asker.value,
    **{counted(turn, "turn"): _at(turn) for turn in (1, 3, 9, 12)},
    "Named": lambda a: percent(a.named[-1].mean),
    "When it stops": lambda a: _share(a.when_stopped) if a.asker in _STOPPING else NONE,
    "Stops at": lambda a: f"{a.stopped:g}" if a.asker in _STOPPING else NONE,
    "Asked": lambda a: number(a.asked, 1),
    "Precision": lambda a: percent(a.precision),
    "Known": lambda a: percent(a.known) if a.with_profile else NONE,
}
_DIFFERENCES: Mapping[str, Callable[[Beyond], Cell | str]] = {
    "Half": lambda b: _half(chosen_on=b.chosen_on),
    "Profile": lambda b: "yes" if b.with_profile else "no",
    "Beside": lambda b: b.other.value,
    "Turns": lambda b: f"{b.turn}",
    "Difference": lambda b: share_cell(
        b.difference.mean, b.difference.low, b.difference.high, signed=True
    ),
    "p": lambda b: p_value(b.p_value),
}
