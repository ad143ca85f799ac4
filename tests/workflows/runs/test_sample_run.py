"""The sample's recording played from end to end: profile, actions, search ahead, report, rewrite,
through the real gateway. A person wrote its answers.

What it does not hold fails and names its prompt. To answer a changed prompt again, from the
checkout's root:

    python tests/workflows/runs/test_sample_run.py fill HOME
        the recorded answers become kept answers of the folder HOME
    ... name a model of a person's in HOME/settings.toml, as docs/examples/README.md does ...
    python tests/workflows/runs/test_sample_run.py renew HOME
        the same way once more, in which only what has changed is asked; the recording is written
        anew
"""

import asyncio
import json
import os
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from myscholar.domain.actions import ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.orders import RewriteOrder
from myscholar.domain.papers import Relation
from myscholar.domain.profile import Profile, ProfileAspect
from myscholar.domain.report import OutcomeStatus, Report
from myscholar.domain.runs import RunCall, RunId, RunKind
from myscholar.errors import NotRecorded
from myscholar.gateways.llm.recorded import read_recording
from myscholar.settings import Settings, load_settings
from myscholar.workflows.actions.choose_actions import switch
from myscholar.workflows.demo import write_on_sample
from myscholar.workflows.jobs import carry_out, made_by, open_services
from myscholar.workflows.runs.play import play
from myscholar.workflows.runs.record import record_run
from myscholar.workflows.sample import SAMPLE_RECORDING, sample_papers
from myscholar.workflows.services import Services

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "report.md"
ADDED = "End with experiments that would tell citation judges apart"
"""The action that the recorded rewrite adds."""


class Sample(NamedTuple):
    profile: Profile
    actions: ActionList
    report: Report
    rewritten: Report
    calls: tuple[RunCall, ...]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """Played in another year than it was made in."""
    services = open_services(
        Settings(recorded_words_per_s=0, home=tmp_path_factory.mktemp("home")),
        clock=lambda: datetime(2031, 2, 3, tzinfo=UTC),
    )
    try:
        played = asyncio.run(play(services))
        made = {
            run.kind: made_by(services, run.run_id)
            for run in played
            if run.kind is not RunKind.HEAD_START
        }
        calls = tuple(call for run in played for call in services.runs.calls(run.run_id))
    finally:
        services.close()
    profile, actions, report, rewritten = (
        made[kind] for kind in (RunKind.PROFILE, RunKind.ACTIONS, RunKind.REPORT, RunKind.REWRITE)
    )
    assert isinstance(profile, Profile)
    assert isinstance(actions, ActionList)
    assert isinstance(report, Report)
    assert isinstance(rewritten, Report)
    return Sample(profile, actions, report, rewritten, calls)


def test_every_recorded_answer_is_needed_and_nothing_is_asked(sample: Sample) -> None:
    assert {call.call_id for call in sample.calls} == set(read_recording(SAMPLE_RECORDING).answers)
    assert all(call.replayed and not call.dollars for call in sample.calls)


def test_who_answered_stands_on_all_that_was_made(sample: Sample) -> None:
    by = read_recording(SAMPLE_RECORDING).by
    assert "No vendor's model wrote this" in by
    assert by in sample.profile.notes
    assert sample.report.notice.startswith(by)
    assert sample.rewritten.notice.startswith(by)


def test_the_profile_has_five_inferences_an_aspect_that_rest_on_verbatim_quotes(
    sample: Sample,
) -> None:
    assert {a: len(sample.profile.of_aspect(a)) for a in ProfileAspect} == dict.fromkeys(
        ProfileAspect, 5
    )
    passages = {p.passage_id: p for p in sample.profile.passages}
    evidence = [e for i in sample.profile.inferences for s in i.supports for e in s.evidence]
    assert all(passages[e.passage_id].text[e.start : e.end] == e.text for e in evidence)


def test_of_25_inferences_one_is_doubted_by_who_wrote_it_and_none_by_a_rule(sample: Sample) -> None:
    doubted = {i.text: f for i in sample.profile.inferences for f in i.flags}
    assert list(doubted) == [
        "Your papers keep to short sentences in their abstracts, shorter than in most conference "
        "abstracts."
    ]
    assert {flag.origin for flag in doubted.values()} == {"desk:person"}


def test_proposals_for_anyone_and_for_this_researcher_come_without_a_flag(sample: Sample) -> None:
    assert Counter(a.personalized for a in sample.actions.actions) == {True: 15, False: 7}
    assert sample.actions.left_out == ()
    assert [f.reason for a in sample.actions.actions for f in a.flags] == []
    assert len(sample.actions.chosen) == 4


@pytest.mark.parametrize(("name", "n_citations"), [("report", 119), ("rewritten", 132)])
def test_every_citation_leads_to_words_of_its_source(
    sample: Sample, name: str, n_citations: int
) -> None:
    report: Report = getattr(sample, name)
    passages = {p.passage_id: p for p in report.passages}
    citations = [c for s in report.sections for c in s.citations]
    assert len(citations) == n_citations
    assert all(
        passages[e.passage_id].text[e.start : e.end] == e.text
        for c in citations
        for e in c.evidence
    )
    assert {c.number for c in citations} <= {r.number for r in report.references}


@pytest.mark.parametrize(("name", "n_citations"), [("report", 26), ("rewritten", 30)])
def test_what_is_said_of_the_researchers_own_papers_is_cited_from_them(
    sample: Sample, name: str, n_citations: int
) -> None:
    report: Report = getattr(sample, name)
    own = {r.number: r.paper for r in report.references if r.paper.relation is Relation.MINE}
    assert {paper.year for paper in own.values()} == {2022, 2023, 2024, 2025}
    manuscripts = {passage.text for paper in sample_papers().papers for passage in paper.passages}
    evidence = [
        e for s in report.sections for c in s.citations if c.number in own for e in c.evidence
    ]
    assert sum(c.number in own for s in report.sections for c in s.citations) == n_citations
    assert all(any(e.text in text for text in manuscripts) for e in evidence)


def test_every_action_says_how_far_it_was_carried_out_and_where(sample: Sample) -> None:
    said = {a.action_id: a.tldr for a in sample.actions.actions}
    taken_up = "It is taken up in"
    assert {said[o.action_id]: (o.status, o.reason) for o in sample.report.outcomes} == {
        "Also search for citation judges tested without the supporting passage": (
            OutcomeStatus.PARTLY,
            f"{taken_up} section 6, “Verdicts When Evidence Is Withheld, Altered or False”. Its "
            "search added 3 papers to those that the question's own found; none of them is cited. "
            "Section 6 says: “The papers read here test no citation judge after its supporting "
            "passage is taken away, as your 2024 paper on support judges does [12]; their "
            "protocols edit…”",
        ),
        "Organize by kind of error, with the measures that catch it": (
            OutcomeStatus.DONE,
            f"{taken_up} sections 2, 3 and 4, most of all in section 3, “False Statements by Type "
            "and Place”.",
        ),
        "Add a table of test sets with annotators and agreement": (
            OutcomeStatus.PARTLY,
            "Section 7, “Test Sets by Size, Annotators and Agreement”, has a table of 10 papers "
            "side by side. Section 7 says: “The papers read here report no agreement for any set, "
            "and their sizes count different things: DialFact has 22,245 annotated claims [40] and "
            "MultiCite 12.6K…”",
        ),
        "Say which findings support or question your own results": (
            OutcomeStatus.PARTLY,
            f"{taken_up} all 7 sections, most of all in section 6, “Verdicts When Evidence Is "
            "Withheld, Altered or False”.",
        ),
    }


def test_what_the_judge_found_is_said_of_an_action_and_rewritten_in_the_text(
    sample: Sample,
) -> None:
    said = [f.reason for o in sample.report.outcomes for f in o.flags]
    assert said == [
        "desk:person finds: No paper found removes a judge's supporting passage; only "
        "neighbouring protocols are compared.",
        "desk:person finds: Findings on factual hallucinated entities and on ARES are related to "
        "no own result.",
    ]
    assert "13 were rewritten and 1 was marked as doubtful; 4 of the" in sample.report.notice
    (mended,) = (
        s.text for s in sample.report.sections if "Error types, however, differ greatly" in s.text
    )
    assert "Types do not transfer freely" not in mended
    doubts = [d.flag.reason for s in sample.report.sections for d in s.doubts]
    assert doubts == [
        "A judge finds that the quotes bear this out in part: The split is between factual and "
        "non-factual hallucinations, not factuality and support.",
    ]


def test_the_report_needs_no_note(sample: Sample) -> None:
    assert sample.report.notes == ()


def test_the_rewrite_adds_what_its_new_action_asks_for_and_keeps_the_rest(sample: Sample) -> None:
    titles, before = (
        [s.title for s in sample.rewritten.sections],
        [s.title for s in sample.report.sections],
    )
    assert titles == [*before, "Experiments That Would Separate Judges Agreeing on Easy Cases"]
    assert [s.text for s in sample.rewritten.sections[:-1]] == [
        s.text for s in sample.report.sections
    ]
    added = next(a.action_id for a in sample.actions.actions if a.tldr == ADDED)
    assert (
        next(o.status for o in sample.rewritten.outcomes if o.action_id == added)
        is OutcomeStatus.DONE
    )


def test_the_example_in_the_documentation_is_this_report(sample: Sample) -> None:
    shown = EXAMPLE.read_text(encoding="utf-8")
    titles = [line[3:] for line in shown.splitlines() if line.startswith("## ")]
    assert [s.title for s in sample.report.sections] == titles[: len(sample.report.sections)]
    assert all(s.tldr in shown for s in sample.report.sections)


def test_a_prompt_that_no_recorded_answer_fits_is_named(tmp_path: Path) -> None:
    recording = read_recording(SAMPLE_RECORDING)
    without = {
        key: answer
        for key, answer in recording.answers.items()
        if not answer.prompt.startswith("report/plan_search")
    }
    path = tmp_path / "recording.json"
    path.write_text(
        recording.model_copy(update={"answers": without}).model_dump_json(), encoding="utf-8"
    )
    services = open_services(
        Settings(recorded_words_per_s=0, home=tmp_path / "home", recording=path)
    )
    try:
        with pytest.raises(NotRecorded, match="report/plan_search"):
            asyncio.run(play(services))
    finally:
        services.close()


def _fill(home: Path) -> None:
    for key, answer in read_recording(SAMPLE_RECORDING).answers.items():
        path = home / "cache" / "answers" / key[:2] / f"{key}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"text": answer.text}), encoding="utf-8")


async def _once_more(services: Services) -> str:
    way = await write_on_sample(services, sample_papers().papers, Engine.LLM)
    added = next(a.action_id for a in way.actions.actions if a.tldr == ADDED)
    wanted = switch(way.actions, added, on=True)
    made = await carry_out(
        services, RewriteOrder(base=RunId(way.report.report_id), actions=wanted.actions)
    )
    return made.report_id


def _renew(home: Path) -> None:
    services = open_services(load_settings(os.environ | {"MYSCHOLAR_HOME": str(home)}))
    try:
        record_run(
            services,
            asyncio.run(_once_more(services)),
            SAMPLE_RECORDING,
            by=read_recording(SAMPLE_RECORDING).by,
        )
    finally:
        services.close()


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    _renew(where) if what == "renew" else _fill(where)
