"""The bundled sample from end to end: profile, actions and report through the real gateway, from answers that a person wrote (docs/examples).

No server answers: what is not among the kept answers fails and names its prompt. To answer a changed prompt again, from the checkout's root:

    python tests/workflows/test_sample_run.py fill HOME     the kept answers become the answer cache of the folder HOME
    ... the commands of docs/examples/README.md with MYSCHOLAR_HOME=HOME: only what has changed is asked ...
    python tests/workflows/test_sample_run.py keep HOME     the answers that the run needs become the kept ones
"""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile, ProfileAspect
from myscholar.domain.report import OutcomeStatus, Report
from myscholar.domain.runs import ModelCall
from myscholar.errors import MyScholarError
from myscholar.gateways.llm.budget import Budget
from myscholar.gateways.llm.choices import ModelChoice, ProviderChoice
from myscholar.gateways.llm.gateway import ModelGateway
from myscholar.gateways.llm.patience import Patience
from myscholar.settings import Settings
from myscholar.workflows.choose_actions import emphasized, reworded, switched
from myscholar.workflows.engines import Engine
from myscholar.workflows.infer_profile import infer_profile
from myscholar.workflows.propose_actions import propose_actions
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.write_report import write_report

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "cassettes" / "sample_run.json"
EXAMPLE = ROOT / "docs" / "examples" / "report.md"
CLOSED = "http://127.0.0.1:1/v1"
"""An address that refuses connections."""
CHOSEN = {
    "Add a section on where measures disagree",
    "Also search for citation judges tested without the supporting passage",
    "Skip background on how retrieval-augmented systems work",
    "Say which findings support or question your own results",
    "End with experiments that would tell citation judges apart",
}
EDITED = "Add a table of test sets with annotators and agreement"
IN_HER_WORDS = "Make a table of the test sets: what was labelled, at which grain, by whom, and how much of it."
EMPHASIZED = "Say which findings support or question your own results"


class Run(NamedTuple):
    profile: Profile
    actions: ActionList
    report: Report
    calls: tuple[ModelCall, ...]


class Closed(Services):
    """Services whose only model can't be reached; `calls` holds what was asked of it or answered from the kept answers."""

    @cached_property
    def calls(self) -> list[ModelCall]:
        return []

    def llm(self, *, on_call: Callable[[ModelCall], None] | None = None, budget: Budget | None = None) -> ModelGateway:
        def hear(call: ModelCall) -> None:
            self.calls.append(call)
            if on_call:
                on_call(call)

        settings = self.settings
        return ModelGateway(
            settings.models_config, on_call=hear, cache=settings.answers_folder, budget=budget, patience=Patience(tries=1)
        )


def fill(answers: Mapping[str, str], home: Path) -> None:
    for key, text in answers.items():
        path = home / "cache" / "answers" / key[:2] / f"{key}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"text": text}), encoding="utf-8")


def kept() -> dict[str, str]:
    answers: dict[str, str] = json.loads(KEPT.read_text(encoding="utf-8"))
    return answers


def as_mira_chooses(actions: ActionList) -> ActionList:
    for action in actions.actions:
        actions = switched(actions, action.action_id, on=action.tldr in CHOSEN | {EDITED})
        if action.tldr == EDITED:
            actions = reworded(actions, action.action_id, IN_HER_WORDS)
        if action.tldr == EMPHASIZED:
            actions = emphasized(actions, action.action_id, on=True)
    return actions


def replay(answers: Mapping[str, str]) -> Run:
    with TemporaryDirectory() as home:
        fill(answers, Path(home))
        settings = Settings(
            home=Path(home), models=ModelChoice(default="desk:person"), providers={"desk": ProviderChoice(base_url=CLOSED)}
        )
        services = Closed(settings, clock=lambda: datetime(2026, 11, 21, 12, tzinfo=UTC))
        try:
            return asyncio.run(_run(services))
        except MyScholarError as error:
            raise AssertionError(_changed(services.calls) or f"The run on the sample failed: {error}") from error
        finally:
            services.runner.close()
            services.store.close()


async def _run(services: Closed) -> Run:
    profile = await infer_profile(services, sample_papers().papers, name="Mira Solberg-Adeyemi", engine=Engine.LLM)
    proposed = await propose_actions(services, SAMPLE_QUESTION, profile=profile, sources=("sample",), engine=Engine.LLM)
    chosen = as_mira_chooses(proposed)
    report = await write_report(
        services, SAMPLE_QUESTION, actions=chosen.actions, profile=profile, sources=("sample",), engine=Engine.LLM
    )
    if changed := _changed(services.calls):
        raise AssertionError(changed)
    return Run(profile, chosen, report, tuple(services.calls))


def _changed(calls: list[ModelCall]) -> str:
    """Which prompts no kept answer fits, and what to do; empty where all were answered."""
    missed = sorted({f"{c.prompt}{' (a repair)' if c.attempt else ''}" for c in calls if not c.replayed})
    if not missed:
        return ""
    return (
        f"No kept answer fits {', '.join(missed)}: the prompt, or what it is given, has changed (with it, perhaps, those after it). "
        "Answer it again as the head of tests/workflows/test_sample_run.py says, or, if the change leaves the old answer right, write that one at the desk."
    )


@pytest.fixture(scope="module")
def run() -> Run:
    return replay(kept())


def test_every_kept_answer_is_needed(run: Run) -> None:
    assert {call.call_id for call in run.calls} == set(kept())


def test_the_profile_has_five_inferences_an_aspect_that_rest_on_verbatim_quotes_without_a_doubt(run: Run) -> None:
    assert {a: len(run.profile.of_aspect(a)) for a in ProfileAspect} == dict.fromkeys(ProfileAspect, 5)
    assert [f.reason for i in run.profile.inferences for f in i.flags] == []
    passages = {p.passage_id: p for p in run.profile.passages}
    evidence = [e for i in run.profile.inferences for s in i.supports for e in s.evidence]
    assert all(passages[e.passage_id].text[e.start : e.end] == e.text for e in evidence)


def test_proposals_for_anyone_and_for_this_researcher_come_without_a_flag(run: Run) -> None:
    assert {a.personalized for a in run.actions.actions} == {True, False}
    assert len(run.actions.actions) == 31, "one of 16 and 16 is dropped: definitions are not for a reader who uses the terms"
    assert [f.reason for a in run.actions.actions for f in a.flags] == []
    assert len([a for a in run.actions.actions if a.enabled]) == 6


def test_every_citation_leads_to_words_of_its_source_and_no_sentence_is_doubted(run: Run) -> None:
    passages = {p.passage_id: p for p in run.report.passages}
    citations = [c for s in run.report.sections for c in s.citations]
    assert len(citations) == 55
    assert all(passages[e.passage_id].text[e.start : e.end] == e.text for c in citations for e in c.evidence)
    assert {c.number for c in citations} == {r.number for r in run.report.references}
    assert [d.flag.reason for s in run.report.sections for d in s.doubts] == []


def test_every_action_is_carried_out_and_says_how(run: Run) -> None:
    said = {a.action_id: a.tldr for a in run.actions.actions}
    outcomes = {said[o.action_id]: (o.status, o.reason) for o in run.report.outcomes}
    done = OutcomeStatus.DONE
    assert outcomes == {
        "Add a section on where measures disagree": (done, "7 marked spans in 1 section carry it out."),
        "Also search for citation judges tested without the supporting passage": (
            done,
            "Its search found 15 of the cited papers, none of them alone.",
        ),
        "Skip background on how retrieval-augmented systems work": (
            done,
            "No section is titled “background on how retrieval-augmented systems work”.",
        ),
        IN_HER_WORDS: (done, "A table sets 8 papers side by side."),
        "Say which findings support or question your own results": (done, "16 marked spans in 4 sections carry it out."),
        "End with experiments that would tell citation judges apart": (done, "2 marked spans in 1 section carry it out."),
    }


def test_the_example_in_the_documentation_is_this_report(run: Run) -> None:
    shown = EXAMPLE.read_text(encoding="utf-8")
    assert [s.title for s in run.report.sections] == [line[3:] for line in shown.splitlines() if line.startswith("## ")][:6]
    assert all(s.tldr in shown for s in run.report.sections)


def test_a_changed_prompt_is_named(run: Run) -> None:
    plan = next(call.call_id for call in run.calls if call.prompt.startswith("report/plan"))
    with pytest.raises(AssertionError, match="No kept answer fits report/plan_search@"):
        replay({key: text for key, text in kept().items() if key != plan})


def _keep(home: Path) -> None:
    stored = {p.stem: json.loads(p.read_bytes())["text"] for p in (home / "cache" / "answers").glob("*/*.json")}
    needed: dict[str, Any] = {call.call_id: stored[call.call_id] for call in replay(stored).calls}
    KEPT.write_text(json.dumps(needed, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    _keep(where) if what == "keep" else fill(kept(), where)
