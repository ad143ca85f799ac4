import asyncio
from collections import Counter
from dataclasses import dataclass, field

import pytest

from eval.domain.instance import Instance, UserPaper
from eval.domain.judgment import ClaimJudgment, Scored, Unscored
from eval.domain.metric import MYSQA_METRICS, Metric
from eval.domain.output import Output, OutputAction, OutputInference
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.domain.rubric import Criterion, Importance, Rubric
from eval.metrics.ask import judge_output
from myscholar.domain.profile import ProfileAspect

ASPECT = next(iter(ProfileAspect))
LOST = Unscored(reason="LLMRefusal: no")


@dataclass
class YesJudge:
    """Says 1 to everything, but for what it was told to lose; remembers what it was asked."""

    name: str = "yes"
    lost: frozenset[str] = frozenset()
    asked: list[tuple] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    async def _say(self, question: str, *what):
        self.asked.append((question, *what))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0.01)
        self.at_once -= 1
        return LOST if question in self.lost else Scored(score=1)

    async def category(self, inference, aspect):
        return await self._say("category", inference)

    async def accuracy(self, inference, cited):
        return await self._say("accuracy", inference, tuple(p.paper_id for p in cited))

    async def relevance(self, inference, paper):
        return await self._say("relevance", inference, paper.paper_id)

    async def specificity(self, inference):
        return await self._say("specificity", inference)

    async def preference(self, profile, a, b):
        found = await self._say("preference", tuple(a), tuple(b))
        return (
            found
            if isinstance(found, Unscored)
            else Scored(score=1 if a[0].startswith("own") else 0)
        )

    async def coherence(self, query, action):
        return await self._say("coherence", action)

    async def adherence(self, query, action, report):
        return await self._say("adherence", action, report.system)

    async def coverage(self, query, criteria, report):
        return (await self._say("coverage", len(criteria)),) * len(criteria)

    async def directness(self, query, paragraphs):
        return (await self._say("directness", len(paragraphs)),) * len(paragraphs)

    async def support(self, report):
        self.snippets = [
            s for section in report.sections for c in section.citations for s in c.snippets
        ]
        judged = await self._say("support", report.system)
        return (
            ClaimJudgment(
                claim="Tides.", section=0, cited=("[1]",), supported=judged, supports=(judged,)
            ),
        )


def written(system="s", text="Tides follow the moon [1]."):
    return ScholarReport(
        query_id="q1",
        question="Why tides?",
        system=system,
        sections=(ScholarSection(text=text, citations=(ScholarCitation(id="[1]"),)),)
        if text
        else (),
    )


INSTANCE = Instance(
    instance_id="q1-low",
    query_id="q1",
    query="Why tides?",
    papers=(UserPaper(paper_id="p1", title="Moons"), UserPaper(paper_id="p2", title="Seas")),
)
RUBRICS = tuple(
    Rubric(
        query_id=q,
        annotator=a,
        criteria=(
            Criterion(
                name="c", importance=Importance.NICE_TO_HAVE, text="Names the moon.", weight=0.6
            ),
        )
        * n,
    )
    for q, a, n in (("q1", 1, 2), ("q1", 2, 1), ("q2", 1, 4))
)
OUTPUT = Output(
    instance_id="q1-low",
    system="s",
    inferences=(
        OutputInference(text="You measure seas.", aspect=ASPECT, cited=("p2", "p1", "p2")),
        OutputInference(text="You doubt.", aspect=ASPECT),
        OutputInference(text="You invent.", aspect=ASPECT, cited=("p9",)),
    ),
    actions=(
        OutputAction(text="own: seas first", personalized=True, chosen=True),
        OutputAction(text="own: with formulas", personalized=True),
        OutputAction(text="any: be brief", personalized=False, chosen=True),
    ),
    report=written("with actions"),
    plain_report=written("plain"),
)


async def measured(output=OUTPUT, judge=None, **options):
    found = await judge_output(INSTANCE, output, RUBRICS, judge or YesJudge(), **options)
    return {m.metric: m for m in found}


async def test_everything_is_measured_in_the_order_of_the_metrics():
    assert list(await measured()) == list(MYSQA_METRICS)


async def test_each_question_is_asked_once():
    judge = YesJudge()
    await measured(judge=judge)
    assert max(Counter(judge.asked).values()) == 1
    assert Counter(a[0] for a in judge.asked) == {
        "category": 3,
        "specificity": 3,
        "accuracy": 1,  # only the first inference cites papers that the user has
        "relevance": 2,  # each paper once
        "preference": 2,  # both orders
        "coherence": 3,
        "adherence": 3
        + 2,  # of all actions in the plain report, and of the chosen ones in the other
        "coverage": 2,  # one for each rubric of this question
        "directness": 1,
        "support": 1,  # for precision and recall
    }


async def test_questions_are_put_at_the_same_time():
    judge = YesJudge()
    await measured(judge=judge)
    assert judge.most_at_once == len(judge.asked)


async def test_an_invented_paper_is_irrelevant_without_asking_and_leaves_accuracy_alone():
    found = await measured(wanted=frozenset({Metric.CITATION_RELEVANCE, Metric.INFERENCE_ACCURACY}))
    assert [i.judgment.score for i in found[Metric.CITATION_RELEVANCE].items] == [1, 1, 0]
    assert [i.name for i in found[Metric.INFERENCE_ACCURACY].items] == ["inference 1"]


async def test_uniqueness_looks_at_the_report_without_actions_and_adherence_at_the_other():
    judge = YesJudge()
    found = await measured(
        judge=judge,
        wanted=frozenset(
            {Metric.PERSONALIZED_UNIQUENESS, Metric.GENERIC_UNIQUENESS, Metric.ACTION_ADHERENCE}
        ),
    )
    assert sorted(judge.asked) == [
        ("adherence", "any: be brief", "plain"),
        ("adherence", "any: be brief", "with actions"),
        ("adherence", "own: seas first", "plain"),
        ("adherence", "own: seas first", "with actions"),
        ("adherence", "own: with formulas", "plain"),
    ]
    assert [m.score for m in found.values()] == [0, 0, 1]


async def test_a_snippet_that_is_the_title_is_not_shown_to_the_judge():
    judge, report = YesJudge(), written()
    citation = ScholarCitation(id="[1]", title="Moons", snippets=("moons.", "Moons pull."))
    section = report.sections[0].model_copy(update={"citations": (citation,)})
    output = OUTPUT.model_copy(
        update={"report": report.model_copy(update={"sections": (section,)})}
    )
    await measured(output, judge, wanted=frozenset({Metric.CITATION_RECALL}))
    assert judge.snippets == ["Moons pull."]


async def test_the_personalized_list_is_put_first_and_then_second():
    judge = YesJudge()
    found = await measured(judge=judge, wanted=frozenset({Metric.WIN_RATE}))
    own, other = ("own: seas first", "own: with formulas"), ("any: be brief",)
    assert judge.asked == [("preference", own, other), ("preference", other, own)]
    assert found[Metric.WIN_RATE].score == 1


async def test_only_what_is_wanted_is_asked():
    judge = YesJudge()
    found = await measured(judge=judge, wanted=frozenset({Metric.N_WORDS, Metric.SPECIFICITY}))
    assert list(found) == [Metric.SPECIFICITY, Metric.N_WORDS]
    assert {a[0] for a in judge.asked} == {"specificity"}
    assert await measured(judge=judge, wanted=frozenset()) == {}


async def test_metrics_whose_inputs_are_missing_are_left_out():
    nothing = Output(instance_id="q1-low", system="s", error="NoPapers: none")
    assert await measured(nothing) == {}
    report_only = await measured(nothing.model_copy(update={"report": written()}))
    assert list(report_only) == [
        Metric.ANSWER_COVERAGE,
        Metric.ANSWER_PRECISION,
        Metric.CITATION_PRECISION,
        Metric.CITATION_RECALL,
    ]
    found = await judge_output(INSTANCE, OUTPUT, (), YesJudge())
    assert Metric.ANSWER_COVERAGE not in [m.metric for m in found]
    generic = tuple(a for a in OUTPUT.actions if not a.personalized)
    found = await measured(OUTPUT.model_copy(update={"actions": generic, "plain_report": None}))
    assert (
        not {Metric.WIN_RATE, Metric.PERSONALIZED_COHERENCE, Metric.GENERIC_UNIQUENESS}
        & found.keys()
    )
    assert Metric.GENERIC_COHERENCE in found


async def test_an_empty_report_scores_0_unasked_and_an_empty_plain_one_is_missing():
    judge = YesJudge()
    empty = OUTPUT.model_copy(update={"report": written(text=""), "plain_report": written(text="")})
    found = await measured(empty, judge)
    of_report = [
        Metric.ANSWER_COVERAGE,
        Metric.ANSWER_PRECISION,
        Metric.CITATION_PRECISION,
        Metric.CITATION_RECALL,
        Metric.ACTION_ADHERENCE,
    ]
    assert [found[m].score for m in of_report] == [0] * 5
    assert [found[m].n_unscored for m in of_report] == [0] * 5
    assert Metric.PERSONALIZED_UNIQUENESS not in found
    assert not {a[0] for a in judge.asked} & {"adherence", "coverage", "directness", "support"}


async def test_a_judge_that_fails_at_everything_scores_nothing_and_all_is_counted():
    judge = YesJudge(
        lost=frozenset(
            "category accuracy relevance specificity preference coherence adherence coverage "
            "directness support".split()
        )
    )
    # no invented paper, which needs no judge
    output = OUTPUT.model_copy(update={"inferences": OUTPUT.inferences[:1]})
    found = await measured(output, judge)
    without_judge = {Metric.N_CITATIONS, Metric.N_WORDS}
    assert list(found) == list(MYSQA_METRICS)
    for metric, m in found.items():
        if metric not in without_judge:
            assert (m.score, m.n_unscored) == (None, len(m.items))


async def test_cancelling_passes_through():
    class Stuck(YesJudge):
        async def support(self, report):
            await asyncio.Event().wait()

    task = asyncio.create_task(measured(judge=Stuck()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_output_of_another_instance_is_refused():
    with pytest.raises(ValueError, match="'q1-low', not 'q2-low'"):
        await judge_output(
            INSTANCE.model_copy(update={"instance_id": "q2-low"}), OUTPUT, (), YesJudge()
        )
