"""The local judge as a whole."""

import pytest

from eval.domain.instance import UserPaper
from eval.domain.judgment import Scored, Unscored
from eval.domain.output import OutputInference
from eval.domain.rubric import Criterion, Importance
from eval.judges.judge import Judge
from eval.judges.local.judge import LocalJudge
from eval.judges.local.words import Words
from myscholar.domain.profile import ProfileAspect
from tests.eval.judges.local.conftest import cited, one_section, report


@pytest.fixture(scope="module")
def judge(words: Words) -> Judge:
    return LocalJudge(words)


async def test_it_answers_every_question_in_its_range(judge: Judge):
    paper = UserPaper(
        paper_id="p",
        title="Otters",
        text="Otters crack mussels with flat stones in cold water and rest.",
    )
    written = one_section(
        "Otters crack mussels with flat stones [1].",
        cited("[1]", "Otters crack mussels with flat stones."),
    )
    wanted = Criterion(
        name="c", importance=Importance.MOST_IMPORTANT, text="Mention mussels.", weight=1
    )
    inference = "Your papers show knowledge of otters and mussels."
    profile = [OutputInference(text=inference, aspect=ProfileAspect.KNOWLEDGE)]
    assert judge.name == "local"
    unit = [
        await judge.category(inference, ProfileAspect.KNOWLEDGE),
        await judge.accuracy(inference, [paper]),
        await judge.relevance(inference, paper),
        await judge.preference(profile, ["Focus on mussels"], ["Focus on ledgers"]),
        await judge.coherence("How do otters eat?", "Focus on otters"),
        await judge.adherence("How do otters eat?", "Keep it short", written),
        *await judge.coverage("How do otters eat?", [wanted], written),
        *await judge.directness("How do otters eat?", ["Otters crack mussels."]),
    ]
    assert [j.score for j in unit if isinstance(j, Scored)] == [1] * 8
    assert 1 <= (await judge.specificity(inference)).score <= 5
    assert [(c.cited, c.supported.score) for c in await judge.support(written)] == [(("[1]",), 1)]


async def test_what_is_empty_is_never_scored(judge: Judge):
    empty = report()
    wanted = Criterion(
        name="c", importance=Importance.MOST_IMPORTANT, text="Mention mussels.", weight=1
    )
    assert await judge.support(empty) == ()
    assert all(isinstance(j, Unscored) for j in await judge.coverage("How?", [wanted], empty))
    assert isinstance(await judge.accuracy("", []), Unscored)
    assert isinstance(await judge.category("", ProfileAspect.AUDIENCE), Unscored)


async def test_the_same_question_gets_the_same_answer(judge: Judge):
    written = one_section(
        "Otters crack mussels with flat stones [1].", cited("[1]", "Otters crack clams.")
    )
    assert await judge.support(written) == await judge.support(written)
