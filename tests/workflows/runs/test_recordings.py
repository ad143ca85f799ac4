"""Recordings of runs: made, carried to another home, played, and refused where they can't be."""

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pydantic import SecretStr

from myscholar.domain.actions import ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.orders import ActionsOrder, FollowUpOrder, ProfileOrder, ReportOrder
from myscholar.domain.profile import Profile
from myscholar.domain.recordings import Recording
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind, RunStatus, RunStep
from myscholar.errors import InputError, NotRecorded, UnreadableFile
from myscholar.gateways.llm.choices import ModelChoice, ProviderChoice
from myscholar.gateways.llm.recorded import RecordedSender, read_recording
from myscholar.gateways.storage.attempts import Batch
from myscholar.settings import Settings
from myscholar.views.asking_view import question_state
from myscholar.workflows.actions.choose_actions import switch
from myscholar.workflows.ask import asking, inquiry_orders
from myscholar.workflows.jobs import carry_out, made_by, open_services, start
from myscholar.workflows.library.corpora import build_corpus
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.runs.play import Played, play
from myscholar.workflows.runs.record import _record, _refuse_secrets, record_run
from myscholar.workflows.runs.recorded_orders import recorded_change
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.sample import (
    SAMPLE_CORPUS,
    SAMPLE_QUESTION,
    SAMPLE_RECORDING,
    sample_papers,
)
from myscholar.workflows.services import Services
from tests.workflows.report.writer import Written

SECRET = "sk-not-to-be-told-0123456789"
_SAMPLE = json.loads(SAMPLE_RECORDING.read_text(encoding="utf-8"))
CLOSED = "http://127.0.0.1:1/v1"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Services]]:
    """Homes with the answers of the sample's recording kept, under a model that can't be
    reached."""
    made: list[Services] = []

    def open_home(name: str, **changes: Any) -> Services:
        desk = ProviderChoice(base_url=CLOSED, key=SecretStr(SECRET))
        settings = {
            "models": ModelChoice(default="desk:person"),
            "providers": {"desk": desk},
        } | changes
        made.append(
            open_services(Settings(recorded_words_per_s=0, home=tmp_path / name, **settings))
        )
        for key, answer in read_recording(SAMPLE_RECORDING).answers.items():
            path = tmp_path / name / "cache" / "answers" / key[:2] / f"{key}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"text": answer.text}), encoding="utf-8")
        return made[-1]

    yield open_home
    for services in made:
        services.close()


def proposed(
    services: Services, *sources: str, engine: Engine = Engine.LLM
) -> tuple[Profile, ActionList]:
    profile = asyncio.run(
        carry_out(services, ProfileOrder(papers=sample_papers().papers, name="Mira", engine=engine))
    )
    actions = carry_out(
        services,
        ActionsOrder(question=SAMPLE_QUESTION, profile=profile, sources=sources, engine=engine),
    )
    return profile, asyncio.run(actions)


class PlayedHome(NamedTuple):
    """One where the sample's recording was played; only copies of it are changed."""

    folder: Path
    runs: tuple[Played, ...]

    def copy_to(self, folder: Path, **settings: Any) -> Settings:
        shutil.copytree(self.folder, folder)
        return Settings(recorded_words_per_s=0, home=folder, **settings)


@pytest.fixture(scope="module")
def played_home(tmp_path_factory: pytest.TempPathFactory) -> PlayedHome:
    folder = tmp_path_factory.mktemp("played") / "home"
    services = open_services(Settings(recorded_words_per_s=0, home=folder))
    try:
        return PlayedHome(folder, asyncio.run(play(services)))
    finally:
        services.close()


def played(home: Path, recording: Path) -> tuple[Services, tuple[Played, ...]]:
    services = open_services(Settings(recorded_words_per_s=0, home=home, recording=recording))
    return services, asyncio.run(play(services))


def test_a_run_on_a_corpus_of_ones_own_plays_where_that_corpus_is_not(
    opened: Callable[..., Services], tmp_path: Path
) -> None:
    services, file = opened("here"), tmp_path / "recording.json"
    build_corpus(services, [str(SAMPLE_CORPUS)], name="mine")
    _, actions = proposed(services, "corpus:mine")
    run_id = services.runs.recent(1)[0].run_id
    made = record_run(services, run_id, file)
    assert [run.kind for run in made.runs] == [RunKind.PROFILE, RunKind.ACTIONS]
    assert list(made.runs[1].steps) == ["Looking at the literature"]
    elsewhere, runs = played(tmp_path / "there", file)
    try:
        found = made_by(elsewhere, runs[-1].run_id)
    finally:
        elsewhere.close()
    assert isinstance(found, ActionList)
    assert [a.text for a in found.actions] == [a.text for a in actions.actions]


def test_a_recording_names_its_models_and_holds_no_key_no_address_and_no_folder(
    opened: Callable[..., Services], tmp_path: Path
) -> None:
    services, file = opened("here"), tmp_path / "recording.json"
    proposed(services, "sample")
    record_run(services, services.runs.recent(1)[0].run_id, file)
    text = file.read_text(encoding="utf-8")
    assert read_recording(file).by.startswith("Answers recorded from desk:person on 20")
    assert not any(private in text for private in (SECRET, CLOSED, str(tmp_path), str(Path.home())))


def test_a_key_that_somebody_pasted_into_a_question_is_not_written(
    opened: Callable[..., Services], tmp_path: Path
) -> None:
    services = opened("here")
    profile = asyncio.run(
        carry_out(
            services,
            ProfileOrder(papers=sample_papers().papers, name=f"Mira {SECRET}", engine=Engine.LLM),
        )
    )
    with pytest.raises(InputError, match="A key of yours"):
        record_run(services, RunId(profile.profile_id), tmp_path / "recording.json")
    assert not (tmp_path / "recording.json").exists()


def test_what_no_model_did_or_whose_answers_are_gone_is_not_recorded(
    opened: Callable[..., Services], tmp_path: Path
) -> None:
    services, file = opened("here"), tmp_path / "recording.json"
    free = start(
        services, ProfileOrder(papers=sample_papers().papers, name="Mira", engine=Engine.EXTRACTIVE)
    )
    asyncio.run(services.runner.wait(free))
    with pytest.raises(InputError, match="asked no language model"):
        record_run(services, free, file)
    profile = asyncio.run(
        carry_out(
            services, ProfileOrder(papers=sample_papers().papers, name="Mira", engine=Engine.LLM)
        )
    )
    next(
        (services.settings.answers_folder).rglob(
            f"{services.runs.calls(RunId(profile.profile_id))[0].call_id}.json"
        )
    ).unlink()
    with pytest.raises(InputError, match="1 answer of the models is not kept any more"):
        record_run(services, RunId(profile.profile_id), file)


def test_a_played_run_can_be_recorded_again(played_home: PlayedHome, tmp_path: Path) -> None:
    services = open_services(played_home.copy_to(tmp_path / "home"))
    try:
        again = record_run(services, played_home.runs[-1].run_id, tmp_path / "again.json")
    finally:
        services.close()
    first = read_recording(SAMPLE_RECORDING)
    assert again.by == first.by
    assert (again.answers, [run.kind for run in again.runs]) == (
        first.answers,
        [run.kind for run in first.runs],
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "not whole JSON"),
        ("[1]", "this is no recording"),
        ('{"answers": {}}', "this is no recording"),
        (
            '{"format": "myscholar recording", "version": 0, "made_with": "0.0.9"}',
            "made with myscholar 0.0.9. Record the run again",
        ),
        (json.dumps(_SAMPLE | {"runs": []}), "damaged (runs: Tuple should have at least 1 item"),
        (
            json.dumps(_SAMPLE | {"roles": {"report": {"chains": [["a:b"]], "temperature": 99}}}),
            "damaged (temperature: ",
        ),
        ('{"format": "myscholar recording", "version": 1}', "damaged (made_with: Field required)"),
        (None, "can't be read (No such file or directory)"),
    ],
)
def test_what_is_no_recording_says_so(tmp_path: Path, content: str | None, said: str) -> None:
    path = tmp_path / "recording.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(UnreadableFile) as raised:
        read_recording(path)
    assert said in str(raised.value)


def test_what_goes_beyond_the_recording_is_said_before_anything_begins(tmp_path: Path) -> None:
    services = open_services(Settings(recorded_words_per_s=0, home=tmp_path / "home"))
    try:
        with pytest.raises(NotRecorded, match="holds one profile, of 4 papers; these are others"):
            start(
                services,
                ProfileOrder(
                    papers=sample_papers().papers[:3], name="Mira", engine=Engine.RECORDED
                ),
            )
        profile, actions = proposed(services, "sample", engine=Engine.RECORDED)
        near = SAMPLE_QUESTION.replace("hallucinations", "errors")
        with pytest.raises(
            NotRecorded,
            match="holds one question, for its own profile: “How are citations and hallucinations",
        ):
            start(
                services,
                ActionsOrder(
                    question=near, profile=profile, sources=("sample",), engine=Engine.RECORDED
                ),
            )
        fewer = switch(actions, actions.chosen[0].action_id, on=False)
        told = "with these actions: “Also search for citation judges"
        with pytest.raises(NotRecorded, match=told):
            start(
                services,
                ReportOrder(
                    question=SAMPLE_QUESTION,
                    actions=fewer.chosen,
                    profile=profile,
                    sources=("sample",),
                    engine=Engine.RECORDED,
                ),
            )
        assert [run.kind for run in services.runs.recent()] == [RunKind.ACTIONS, RunKind.PROFILE]
    finally:
        services.close()


@pytest.fixture
def at_choosing(played_home: PlayedHome, tmp_path: Path) -> Iterator[tuple[Services, Inquiry]]:
    """The sample's recorded question, with actions proposed and the search ahead done."""
    services = open_services(played_home.copy_to(tmp_path / "home"))
    inquiry = asking.play_sample(services, played_home.runs[0].run_id)
    inquiry = asking.propose(services, inquiry)
    asyncio.run(services.runner.wait(RunId(str(inquiry.proposing))))
    inquiry = asking.take_in(services, inquiry)
    asyncio.run(services.runner.wait(RunId(str(inquiry.head_start))))
    yield services, inquiry
    services.close()


def test_a_recorded_report_is_written_also_where_its_search_ahead_was_deleted(
    at_choosing: tuple[Services, Inquiry],
) -> None:
    services, inquiry = at_choosing
    delete_run(services, RunId(str(inquiry.head_start)))
    written = asking.write(services, inquiry)
    asyncio.run(services.runner.wait(written))
    assert services.runs.info(written).status is RunStatus.FINISHED


def test_a_model_does_what_goes_beyond_the_recording(
    at_choosing: tuple[Services, Inquiry], opened: Callable[..., Services]
) -> None:
    services, inquiry = at_choosing
    modelled = opened("home")
    more = asking.propose_more(modelled, inquiry).proposing
    assert facts_of(modelled, RunId(str(more))).engine is Engine.LLM
    at_once = asking.change(services, inquiry, with_actions=False)
    assert "with these actions" in inquiry_orders.no_model(services, at_once)
    assert inquiry_orders.engine_of(modelled, at_once) is Engine.AUTO


@pytest.mark.parametrize("content", [None, "{"])
def test_a_question_can_be_asked_on_where_its_recording_is_gone(
    at_choosing: tuple[Services, Inquiry],
    opened: Callable[..., Services],
    tmp_path: Path,
    content: str | None,
) -> None:
    _, inquiry = at_choosing
    path = tmp_path / "recording.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    modelled = opened("home", recording=path)
    alone = opened("home", recording=path, models=ModelChoice(), providers={})
    assert inquiry_orders.engine_of(modelled, inquiry) is Engine.AUTO
    assert (
        "recording.json: the recording" in question_state(alone, inquiry, inquiry.question).no_key
    )


@pytest.mark.parametrize(
    ("kind", "inputs"),
    [
        (RunKind.HEAD_START, {"sources": []}),
        (RunKind.HEAD_START, {"sources": ["semantic-scholar"]}),
        (RunKind.REPORT, {"sources": ["semantic-scholar"], "actions": []}),
        (RunKind.ACTIONS, {"sources": []}),
    ],
)
def test_a_strangers_recording_asks_nothing_of_the_network_and_of_ones_own_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: RunKind, inputs: dict[str, Any]
) -> None:
    stored = read_recording(SAMPLE_RECORDING).model_dump(mode="json")
    run = next(run for run in stored["runs"] if run["kind"] == kind)
    path = tmp_path / "recording.json"
    path.write_text(
        json.dumps(stored | {"runs": [run | {"inputs": run["inputs"] | inputs}]}), encoding="utf-8"
    )
    opened = []
    for module in ("report.material", "library.look_up"):
        monkeypatch.setattr(
            f"myscholar.workflows.{module}.open_sources", lambda *_, **__: opened.append("sources")
        )
    monkeypatch.setattr(
        "myscholar.workflows.library.look_up.open_local_sources",
        lambda *_, **__: opened.append("local"),
    )
    services = open_services(
        Settings(recorded_words_per_s=0, home=tmp_path / "home", recording=path)
    )
    try:
        with pytest.raises(NotRecorded):
            asyncio.run(play(services))
    finally:
        services.close()
    assert opened == []


@pytest.mark.parametrize(
    ("kind", "inputs"),
    [
        ("report", {"profile": "Mira"}),
        ("report", {}),
        ("profile", {"papers": "four"}),
        ("head_start", {"question": "Why?", "head_start": {"run": 1}}),
        ("rewrite", {"base": ["r"]}),
    ],
)
def test_a_recording_with_an_order_that_is_none_is_damaged(
    tmp_path: Path, kind: str, inputs: dict[str, Any]
) -> None:
    path = tmp_path / "recording.json"
    run = {"run": "r", "kind": kind, "title": "x", "inputs": inputs}
    stored = read_recording(SAMPLE_RECORDING).model_dump(mode="json") | {"runs": [run]}
    path.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(UnreadableFile, match="holds no order of its run r"):
        _ = open_services(Settings(home=tmp_path / "home", recording=path)).recording


def test_a_section_written_anew_is_no_recorded_change_of_the_actions(
    at_choosing: tuple[Services, Inquiry], tmp_path: Path
) -> None:
    services, inquiry = at_choosing
    stored = read_recording(SAMPLE_RECORDING).model_dump(mode="json")
    changes = [run for run in stored["runs"] if run["kind"] == RunKind.REWRITE]
    changes[0]["inputs"] = {"base": changes[0]["inputs"]["base"], "section": 0}
    (tmp_path / "recording.json").write_text(json.dumps(stored), encoding="utf-8")
    other = open_services(
        services.settings.model_copy(update={"recording": tmp_path / "recording.json"})
    )
    order = next(
        ReportOrder.model_validate(run["inputs"])
        for run in stored["runs"]
        if run["kind"] == RunKind.REPORT
    )
    assert inquiry.actions is not None
    assert recorded_change(other, order, inquiry.actions) is None


def test_a_run_of_a_recording_that_names_itself_rests_on_nothing(tmp_path: Path) -> None:
    path = tmp_path / "recording.json"
    stored = read_recording(SAMPLE_RECORDING).model_dump(mode="json")
    change = next(run for run in stored["runs"] if run["kind"] == RunKind.REWRITE)
    change["inputs"]["base"] = change["run"]
    path.write_text(json.dumps(stored | {"runs": [change]}), encoding="utf-8")
    services = open_services(Settings(home=tmp_path / "home", recording=path))
    with pytest.raises(InputError, match="can't be played here"):
        asyncio.run(play(services))
    services.close()


def test_an_instruction_to_a_recorded_report_needs_a_model(
    played_home: PlayedHome, tmp_path: Path
) -> None:
    services = open_services(played_home.copy_to(tmp_path / "home"))
    try:
        report = next(run for run in played_home.runs if run.kind is RunKind.REPORT)
        with pytest.raises(NotRecorded, match="Set up a language model"):
            start(
                services,
                FollowUpOrder(base=report.run_id, instruction="Shorten the second section."),
            )
    finally:
        services.close()


def test_a_model_that_is_set_goes_on_with_a_recorded_report_and_the_report_says_whose_words_stayed(
    played_home: PlayedHome, tmp_path: Path
) -> None:
    with_model = {"desk": ProviderChoice(base_url=CLOSED)}
    services = Written(
        played_home.copy_to(
            tmp_path / "home", models=ModelChoice(default="desk:person"), providers=with_model
        )
    )
    try:
        report = next(run for run in played_home.runs if run.kind is RunKind.REPORT)
        changed = start(
            services, FollowUpOrder(base=report.run_id, instruction="Shorten the second section.")
        )
        asyncio.run(services.runner.wait(changed))
        made = made_by(services, changed)
    finally:
        services.close()
    assert services.asked.count("report/edit") == 1
    assert isinstance(made, Report)
    assert any("comes from recorded answers" in note for note in made.notes)
    assert facts_of(services, changed).engine is Engine.LLM


@pytest.mark.parametrize(
    "run",
    [
        {
            "kind": "papers",
            "inputs": {
                "files": ["/etc/passwd"],
                "lines": ["https://example.org/x.pdf"],
                "library": "default",
            },
        },
        {"kind": "rewrite", "inputs": {"base": "another"}},
    ],
)
def test_a_strangers_recording_reads_no_file_and_changes_no_report_of_this_machine(
    tmp_path: Path, run: dict[str, Any]
) -> None:
    path = tmp_path / "recording.json"
    stored = read_recording(SAMPLE_RECORDING).model_dump(mode="json") | {
        "runs": [{"run": "r", "title": "x", **run}]
    }
    path.write_text(json.dumps(stored), encoding="utf-8")
    services = open_services(
        Settings(recorded_words_per_s=0, home=tmp_path / "home", recording=path)
    )
    try:
        with pytest.raises(InputError, match="can't be played here"):
            asyncio.run(play(services))
        assert services.runs.recent() == ()
    finally:
        services.close()


def test_a_recording_asks_no_model_where_its_answers_end_also_if_one_is_set(
    tmp_path: Path,
) -> None:
    stored = read_recording(SAMPLE_RECORDING).model_dump(mode="json")
    change = next(run for run in stored["runs"] if run["kind"] == RunKind.REWRITE)
    inputs = {**change["inputs"], "base": change["run"], "actions": None, "section": 0}
    further = {**change, "run": "further", "inputs": inputs}
    path = tmp_path / "recording.json"
    path.write_text(json.dumps(stored | {"runs": [*stored["runs"], further]}), encoding="utf-8")
    services = open_services(
        Settings(
            recorded_words_per_s=0,
            home=tmp_path / "home",
            recording=path,
            models=ModelChoice(default=("anthropic:claude",)),
        )
    )
    try:
        with pytest.raises(NotRecorded):
            asyncio.run(play(services))
        newest = services.runs.recent(1)[0]
        assert newest.kind is RunKind.REWRITE
        assert facts_of(services, newest.run_id).engine is Engine.RECORDED
    finally:
        services.close()


def test_a_run_whose_forerunner_is_deleted_is_not_recorded_since_it_could_not_be_played(
    played_home: PlayedHome, tmp_path: Path
) -> None:
    services = open_services(played_home.copy_to(tmp_path / "home"))
    file = tmp_path / "recording.json"
    try:
        runs = {run.kind: run.run_id for run in played_home.runs}
        delete_run(services, runs[RunKind.HEAD_START])
        with pytest.raises(InputError, match="made from another run that is deleted"):
            record_run(services, runs[RunKind.REWRITE], file)
        delete_run(services, runs[RunKind.REPORT])
        with pytest.raises(InputError, match="made from another run that is deleted"):
            record_run(services, runs[RunKind.REWRITE], file)
    finally:
        services.close()
    assert not file.exists()


def test_what_a_change_searched_in_the_sources_of_its_report_is_recorded(
    tmp_services: Services,
) -> None:
    runs, at = tmp_services.runs, tmp_services.now()
    runs.create(RunId("r"), RunKind.REPORT, "x", {"sources": ["corpus:mine"]}, attempt="a", at=at)
    runs.create(RunId("c"), RunKind.REWRITE, "x", {"base": "r"}, attempt="a", at=at)
    found = RunStep(
        name="Searching for the actions", started_at=0.0, seconds=1.0, result={"found": 1}
    )
    runs.attempt(RunId("c"), runs.order(RunId("c")).attempt).store(Batch(step=found))
    assert _record(tmp_services, RunId("c")).steps == {"Searching for the actions": {"found": 1}}


def test_another_recordings_words_do_not_stand_on_what_was_not_played_from_it(
    opened: Callable[..., Services], tmp_path: Path
) -> None:
    recorded = json.loads(SAMPLE_RECORDING.read_text(encoding="utf-8"))
    (tmp_path / "now.json").write_text(
        json.dumps(recorded | {"answers": {}, "by": "A stranger answered."}), encoding="utf-8"
    )
    profile = asyncio.run(
        carry_out(
            opened("here"),
            ProfileOrder(papers=sample_papers().papers, name="Mira", engine=Engine.RECORDED),
        )
    )
    services = opened("here", recording=tmp_path / "now.json")
    made = record_run(services, RunId(profile.profile_id), tmp_path / "recording.json")
    assert made.by.startswith("Answers recorded from ")


def test_a_key_is_found_also_where_json_writes_it_otherwise(tmp_path: Path) -> None:
    odd = ProviderChoice(base_url=CLOSED, key=SecretStr('odd"key\\0123456789'))
    services = open_services(Settings(home=tmp_path, providers={"desk": odd}))
    with pytest.raises(InputError, match="A key of yours"):
        _refuse_secrets(services, json.dumps({"name": 'Mira odd"key\\0123456789'}))


async def test_recorded_text_grows_at_its_pace_and_is_whole_at_the_end() -> None:
    recording = read_recording(SAMPLE_RECORDING)
    text = " ".join(f"word{n}" for n in range(100))
    waits: list[float] = []
    seen: list[str] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    sender = RecordedSender(recording, words_per_s=50.0, sleep=sleep)
    await sender._stream(text, seen.append)
    assert seen[0] == "word0 word1 word2 word3 word4"
    assert seen[-1] == text
    assert all(longer.startswith(shorter) for shorter, longer in pairwise(seen))
    assert sum(waits) == pytest.approx(1.9), (
        "100 words at 50 a second are 20 pieces, of which the last needs no wait"
    )


async def test_write_report_with_the_recorded_engine_needs_no_model_and_costs_nothing(
    tmp_path: Path,
) -> None:
    recording: Recording = read_recording(SAMPLE_RECORDING)
    services = open_services(Settings(recorded_words_per_s=0, home=tmp_path / "home"))
    try:
        with pytest.raises(NotRecorded):
            await carry_out(
                services,
                ReportOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.RECORDED),
            )
        assert services.runs.recent() == ()
        assert services.recording.answers.keys() == recording.answers.keys()
    finally:
        await asyncio.to_thread(services.close)
