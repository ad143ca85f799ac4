"""A tiny system, a judge by script, and a benchmark of six made-up instances."""

import asyncio
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from eval.domain.instance import Expertise, Instance, UserPaper
from eval.domain.metric import Metric
from eval.domain.output import Output, OutputInference
from eval.judges.model import ModelJudge
from eval.studies.myscholarqa import Task, answer_and_judge
from eval.studies.run_folder import RunFacts, RunFolder
from myscholar.domain.profile import ProfileAspect
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM

ANSWERS = {
    "eval/category": {"reason": "It says what they know.", "verdict": "belongs"},
    "eval/specificity": {"reason": "Many others study tides.", "score": 2},
}
WANTED = frozenset({Metric.CATEGORY_ACCURACY, Metric.SPECIFICITY})


class TinySystem:
    """Two inferences an instance. `fails`: those that it can't answer; `ends`: where an error ends
    everything; `waits`: where it never comes back."""

    name = "tiny"
    identity = "tiny, first version"

    def __init__(
        self,
        *,
        fails: Sequence[str] = (),
        ends: dict[str, Exception] | None = None,
        waits: Sequence[str] = (),
    ) -> None:
        self.fails, self.ends, self.waits = fails, ends or {}, waits
        self.asked: list[str] = []

    def close(self) -> None:
        pass

    async def answer(self, instance: Instance) -> Output:
        self.asked.append(instance.instance_id)
        if instance.instance_id in self.ends:
            raise self.ends[instance.instance_id]
        if instance.instance_id in self.waits:
            await asyncio.Event().wait()
        if instance.instance_id in self.fails:
            return Output(
                instance_id=instance.instance_id,
                system=self.name,
                error="NoEvidenceFound: nothing",
                dollars=0.25,
            )
        texts = (
            f"Your papers model tides for {instance.user_id}.",
            "Your papers measure the moon.",
        )
        inferences = tuple(
            OutputInference(text=t, aspect=ProfileAspect.KNOWLEDGE, cited=("p1",)) for t in texts
        )
        return Output(
            instance_id=instance.instance_id,
            system=self.name,
            inferences=inferences,
            dollars=0.5,
            model_calls=3,
        )


def tiny_instance(query: str, expertise: Expertise | None) -> Instance:
    paper = UserPaper(paper_id="p1", title="Tides and the moon", text="We measure tides.")
    name = f"{query}-{expertise or 'none'}"
    return Instance(
        instance_id=name,
        query_id=query,
        query=f"Why do tides {query}?",
        user_id=name,
        expertise=expertise,
        papers=(paper,),
    )


@pytest.fixture
def instances() -> tuple[Instance, ...]:
    return tuple(tiny_instance(q, e) for q in ("q1", "q2") for e in Expertise)


@pytest.fixture
def scripted() -> ScriptedLLM:
    return ScriptedLLM(ANSWERS, judge=True)


def refusing(n: int) -> ScriptedLLM:
    """Refuses the first `n` questions about specificity."""
    refusal = LLMRefusal("scripted:model", "eval/specificity")
    return ScriptedLLM(
        {**ANSWERS, "eval/specificity": [refusal] * n + [ANSWERS["eval/specificity"]]}, judge=True
    )


def facts(**changes: object) -> RunFacts:
    values = {
        "dataset": "tides 12ab",
        "system": "tiny",
        "identity": "tiny, first version",
        "seed": 0,
        "versions": {"product": "a"},
    }
    return RunFacts.model_validate({"begun_at": "2026-11-21T10:00:00Z", **values, **changes})


@pytest.fixture
def run(tmp_path: Path, instances: tuple[Instance, ...]):
    """Runs in one folder, opened anew each time, as a new process would; gives the folder."""

    async def carry_out(
        system: TinySystem, llm: ScriptedLLM, *, judge: str = "scripted:model", **task: object
    ) -> RunFolder:
        folder = RunFolder(tmp_path / "run", facts())
        ticks = count()
        wanted = Task(**{"instances": instances, "wanted": WANTED, "parallel": 2, **task})
        await answer_and_judge(
            folder, wanted, system, ModelJudge(llm, judge), timer=lambda: float(next(ticks))
        )
        return folder

    return carry_out
