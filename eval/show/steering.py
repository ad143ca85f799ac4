"""How often a research tree asks and what the answers are worth, as a document."""

from collections.abc import Callable, Mapping, Sequence

from eval.domain.metric import Metric
from eval.domain.results import Results
from eval.domain.words import NONE, number, percent, price_of, round_up
from eval.show.comparisons import comparisons_parts
from eval.show.document import (
    Axis,
    Cell,
    Chart,
    Document,
    Line,
    Mark,
    Part,
    definitions_of,
    figure_cell,
    mark_of,
    share_axis,
    table_of,
)
from eval.show.families import LOCAL, family_parts, shown_rows
from eval.show.results import metrics_part
from eval.studies.steering.conclusion import conclude
from eval.studies.steering.figures import AtCost, BesideAgent, Quartiles, WithHalfway
from eval.studies.steering.run import Steering
from eval.studies.steering.systems import SystemName
from myscholar.domain.text import counted

_NAMED = (
    "Answers stand under the name that their provider has in the settings: a vendor's; `desk` "
    "where they were written by hand in a model's place, seeing only the prompts; `simulated` "
    "where a program made them up, so that they tell calls and time alone."
)
GROUPS: Mapping[Metric, str] = {
    Metric.ALIGNMENT: "report",
    Metric.PERSONA_STATE: "inferred persona",
    Metric.USER_RECALL: "what the user chose",
}
_BY_WORDS = (
    "Marks are by words, not by a model: 2 where one citing sentence has all words of an aspect, 1 "
    "where it or the report has half of them. Half is reached easily: “in full” counts the 2s. "
    "Keypoints are sentences that cite and share a word with the question, on an aspect where they "
    "have all of its words: far fewer than a model would say."
)
_BY_EXPERTS = (
    "Aspects are phrases of what experts wanted in an answer, or quoted for it, of which this "
    "corpus has one sentence with all words; the paper's are sentences written by a model, and its "
    "personas are characters. Some of our phrases are poor."
)
_DIFFERENT = (
    "The user is simulated by likeness of words, without a model, which is nearer to how marks by "
    "words are given than people are.",
    "What was found changes the persona only by the directions that the user takes of it, which is "
    "what the paper's prompts do too; aspects taken from findings outright were tried, and left "
    "out: docs/evaluation-results.md.",
    "A pause agent decides about directions that are proposed without a model, and is told how "
    "many questions the user would answer and how many were asked; the paper's is not.",
    "The paper's branches are proposed and weighed by a model. Ours are named by two papers or "
    "more, which few are, so that a tree comes to fewer places at which it could ask; and weighed "
    "by how many name them, often two or three (a confidence of 0.4 to 0.5), so that often any of "
    "them could be the best, and asking gains nothing.",
    "Without diversity the most confident directions are offered, however alike, and no wild card; "
    "our proposals name distinct things all the same, while the paper's prompt is cut. Without "
    "exploration or information gain the weight is 0.",
    "Clarity, depth, breadth, insight and balance, which the paper takes from DeepResearchGym, are "
    "not measured.",
)


def steering_document(found: Steering) -> Document:
    results = found.results
    systems = [r for r in shown_rows([results]) if r.row.system in list(SystemName)]
    versions = (f"{name} {version}" for name, version in sorted(results.versions.items()))
    parts = (
        *family_parts("steer", systems, _failures(results)),
        *comparisons_parts([results]),
        _by_cost(found),
        *map(_by_agent, found.with_agents),
        *_by_halfway(found),
        Part(heading="What the words mean", definitions=definitions_of("steering")),
        *metrics_part(tuple(dict.fromkeys(r.row.metric for r in systems))),
        Part(heading="Where it differs from the paper, and why", points=_different(found)),
        Part(heading="How it was made", points=(f"Seed {results.seed}.", *versions), aside=True),
    )
    lead = (
        f"{counted(found.n_pairs, 'pair')} of a question and a persona "
        f"({counted(found.n_questions, 'question')}; {results.dataset}), researched by each "
        f"system, and by ours at every cost of a pause (C0). Judge: {found.judge}; personas: "
        f"{found.personas}; everything else without a model but where one is named. "
        "Tolerance 3, depth 3, breadth 3, both weights 0.5 (STEER §3.1, §3.3).",
        f"{results.seconds:,.0f} s of work, {counted(results.model_calls, 'model call')}, "
        f"{price_of(results.dollars)}.",
    )
    title = "Does it help to steer a research, and what does it cost?"
    return Document(title=title, lead=lead, conclusion=conclude(found), parts=parts)


def _different(found: Steering) -> tuple[str, ...]:
    by_words = (_BY_WORDS,) if found.judge == LOCAL else ()
    by_experts = (_BY_EXPERTS,) if found.personas == LOCAL else ()
    return (*by_words, *by_experts, *_DIFFERENT)


def _failures(results: Results) -> tuple[str, ...]:
    """Of personas that a model was to write."""
    n = len(results.failures)
    said = f"{counted(n, 'persona')} could not be written: {'; '.join(results.failures[:5])}"
    return (said,) if n else ()


def _by_cost(found: Steering) -> Part:
    caption = "Pauses with their quartiles, shares with 95 % intervals"
    table = table_of(caption, found.at_costs, _COLUMNS, flows=True)
    return Part(
        heading="By the cost of a pause",
        charts=(_pauses(found.at_costs), _alignments(found.at_costs), _per_pause(found.at_costs)),
        tables=(table,),
    )


def _by_agent(found: BesideAgent) -> Part:
    rows = (*found.by_rule, found.by_agent)
    name, pairs = found.by_agent.agent, counted(found.n_pairs, "pair")
    caption = f"{name} decided {found.n_decisions - found.n_by_rule} of {found.n_decisions} times"
    return Part(
        heading=f"{name} decides in the rule's place, beside the rule on the same {pairs}",
        points=(_NAMED,),
        charts=(_pauses(rows), _alignments(rows)),
        tables=(table_of(caption, rows, _COLUMNS, flows=True),),
    )


def _pauses(rows: Sequence[AtCost]) -> Chart:
    asking = [each for each in rows if each.agent or each.base_cost is not None]
    most = max((each.pauses.high for each in asking), default=1)
    return Chart(
        title="Pauses of a run by C0: median and quartiles",
        lines=tuple(Line(name=_cost(each), marks=(_mark(each.pauses),)) for each in asking),
        axis=Axis(low=0, high=round_up(most), label="pauses", digits=1),
    )


def _alignments(rows: Sequence[AtCost]) -> Chart:
    lines = (
        Line(
            name=_cost(each),
            marks=tuple(
                mark_of(each.estimates[metric], name)
                for metric, name in GROUPS.items()
                if metric in each.estimates
            ),
        )
        for each in rows
    )
    axis = share_axis().model_copy(update={"times": 1, "digits": 2, "label": "alignment"})
    return Chart(
        title="Alignment to the true aspects by C0",
        lines=tuple(lines),
        axis=axis,
        groups=tuple(GROUPS.values()),
        note="Higher is better",
    )


def _per_pause(rows: Sequence[AtCost]) -> Chart:
    found = [(each, per) for each in rows if (per := each.alignment_a_pause) is not None]
    lines = (Line(name=_cost(each), marks=(Mark(value=per),)) for each, per in found)
    high = round_up(max((per for _, per in found), default=1))
    return Chart(
        title="Alignment of the report for each pause, by C0",
        lines=tuple(lines),
        axis=Axis(low=0, high=high, label="alignment / pauses"),
        note="High where little is asked, whatever the report is worth",
    )


def _by_halfway(found: Steering) -> tuple[Part, ...]:
    caption = "On the half that the number is chosen on, and on the other"
    table = table_of(caption, found.with_halfways, _OF_HALFWAY, n_keys=2, flows=True)
    heading = "By the papers that give a direction a confidence of one half"
    return (Part(heading=heading, tables=(table,)),) if len(found.with_halfways) > 1 else ()


def _cost(each: AtCost) -> str:
    if each.agent:
        return each.agent
    return "not asked" if each.base_cost is None else f"{each.base_cost:.1f}"


def _mark(q: Quartiles) -> Mark:
    return Mark(value=q.median, low=q.low, high=q.high)


def _quartiles(q: Quartiles) -> Cell:
    return Cell(text=f"{q.median:g}", under=(f"[{q.low:g}, {q.high:g}]",))


def _estimate(metric: Metric) -> Callable[[AtCost], Cell]:
    def cell(row: AtCost) -> Cell:
        e = row.estimates.get(metric)
        if e is None:
            return Cell(text=NONE)
        return figure_cell(e.mean, e.low, e.high) if e.has_interval else Cell(text=number(e.mean))

    return cell


_COLUMNS: Mapping[str, Callable[[AtCost], Cell | str]] = {
    "C0": _cost,
    "Pauses": lambda each: _quartiles(each.pauses),
    "Mean": lambda each: number(each.mean_pauses, 1),
    "Asked": lambda each: f"{each.n_asked:,}",
    "Choice": lambda each: f"{each.n_chosen:,}",
    "Own words": lambda each: f"{each.n_added:,}",
    "Alignment": _estimate(Metric.ALIGNMENT),
    "In full": _estimate(Metric.ASPECTS_IN_FULL),
    "Focus": _estimate(Metric.FOCUS_KEYPOINTS),
    "Persona": _estimate(Metric.PERSONA_STATE),
    "User precision": _estimate(Metric.USER_PRECISION),
    "User recall": _estimate(Metric.USER_RECALL),
    "Nodes": lambda each: number(each.mean_nodes, 1),
}
_OF_HALFWAY: Mapping[str, Callable[[WithHalfway], Cell | str]] = {
    "Half": lambda each: "chosen on" if each.chosen_on else "shown on",
    "Papers": lambda each: f"{each.halfway}",
    "Pairs": lambda each: f"{each.n_pairs}",
    "With a gain": lambda each: percent(each.positive_share),
    "Pauses, C0 = 0": lambda each: _quartiles(each.free_pauses),
    "Pauses, usual C0": lambda each: _quartiles(each.usual_pauses),
    "Alignment, C0 = 0": lambda each: number(each.alignment),
    "Not asked": lambda each: number(each.unasked_alignment),
    "Won by a question": lambda each: (
        NONE if each.gain_a_question is None else number(each.gain_a_question, 3, signed=True)
    ),
}
