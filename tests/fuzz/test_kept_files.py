"""Files that people keep and change by hand (profiles, actions, tasks, settings, recordings) mean
the same when they are read again, or are refused by name."""

import json
import tomllib
from collections import Counter
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import typer
from hypothesis import event, example, given
from hypothesis import strategies as st

from myscholar.domain.actions import ActionList, LeftOut, Omission
from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import PaperId, Passage, PassageId, PassageKind
from myscholar.domain.profile import PaperSupport, Profile
from myscholar.domain.recordings import RecordedAnswer, RecordedRole, RecordedRun, Recording
from myscholar.domain.runs import RunKind
from myscholar.errors import BadSettings, InputError, UnreadableFile
from myscholar.gateways.llm.recorded import read_recording
from myscholar.settings import FILE, Settings, load_settings, settings_with
from myscholar.surfaces.cli.report_work import question_of
from myscholar.text.safeguards import is_of_the_person
from myscholar.views.notes import to_page
from myscholar.workflows.files import (
    load_actions,
    load_profile,
    local_path,
    read_queries,
    read_tasks,
    save,
)
from myscholar.workflows.models.edit_settings import SettingsChange, change_settings
from myscholar.workflows.numbered import numbers_in
from tests.actions.conftest import reader
from tests.fuzz.made_up import cases, json_values, odd_characters, texts, with_other_values, written
from tests.views.conftest import action

PASSAGE = Passage(
    passage_id=PassageId("p1#1"),
    paper_id=PaperId("p1"),
    kind=PassageKind.ABSTRACT,
    text="We label with tired annotators.",
)


def _profile() -> Profile:
    plain: Profile = reader.__wrapped__()
    first, *others = plain.inferences
    rests = PaperSupport(
        paper_id=PaperId("p1"),
        explanation="One paper labels with tired annotators.",
        evidence=(Evidence.of_passage(PASSAGE, 3, 8),),
    )
    supported = first.model_copy(update={"supports": (rests,)})
    return plain.model_copy(update={"passages": (PASSAGE,), "inferences": (supported, *others[:1])})


PROFILE = json.loads(_profile().model_dump_json())
ACTIONS = json.loads(
    ActionList(
        question="How do birds sing?",
        actions=(action("a", "Show numbers"), action("b", "Only papers since 2019")),
        left_out=(LeftOut(tldr="Sing", reason=Omission.TOO_MANY, action=action("c", "Sing")),),
    ).model_dump_json()
)
SAYS_NOTHING = {**ACTIONS, "actions": [{**ACTIONS["actions"][1], "tldr": "!"}]}
WORDINGS = texts(
    "Your papers ", "You are a woman", "from Kenya", "I can list", ", which might help you", "Only",
    " papers since 2019", "before 1066", "from 2021 to 1999", "cited 9999999999 times", "in ACL",
    "leave out", "a section on", "birds", "!", "…", "<b>", '"', most=6,
)  # fmt: skip


def with_words(whole: Any, *names: str) -> st.SearchStrategy[Any]:
    """The value with other words at these places, however deep."""

    @st.composite
    def changed(draw: st.DrawFn) -> Any:
        def visit(value: Any) -> Any:
            if isinstance(value, dict):
                return {
                    k: draw(WORDINGS) if k in names and draw(st.booleans()) else visit(v)
                    for k, v in value.items()
                }
            return [visit(v) for v in value] if isinstance(value, list) else value

        return visit(whole)

    return changed()


def whole(text: str) -> str:
    """Without half characters."""
    return text.encode("utf-8", "replace").decode()


def as_file(values: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    return values.map(json.dumps).map(str.encode)


@cases(60)
@given(as_file(with_other_values(PROFILE) | with_words(PROFILE, "text", "name", "title", "terms")))
def test_a_profile_file_is_refused_or_kept_as_it_says(content: bytes) -> None:
    try:
        profile = load_profile(written("profile.json", content))
    except UnreadableFile:
        event("refused")
        return
    event("read")
    passages = {p.passage_id: p.text for p in profile.passages}
    for inference in profile.inferences:
        assert not is_of_the_person(inference.text, inference.supports)
        for evidence in (e for s in inference.supports for e in s.evidence):
            assert passages[evidence.passage_id][evidence.start : evidence.end] == evidence.text
    assert load_profile(save(profile, written("again.json", b""))) == profile
    assert to_page(profile).encode()


@cases(60)
@given(as_file(with_other_values(ACTIONS) | with_words(ACTIONS, "tldr", "text", "question")))
@example(json.dumps(SAYS_NOTHING).encode())
def test_an_actions_file_is_refused_or_kept_as_it_says(content: bytes) -> None:
    try:
        actions = load_actions(written("actions.json", content))
    except UnreadableFile:
        event("refused")
        return
    event("read")
    assert not [n for n in Counter(a.action_id for a in actions.chosen).values() if n > 1]
    assert load_actions(save(actions, written("again.json", b""))) == actions
    assert to_page(actions).encode()


ids = st.text(st.sampled_from("a1#é/ :."), min_size=1, max_size=4)


@cases(80)
@given(
    st.dictionaries(
        ids, texts("How do birds sing?", "#").map(whole).map("x{}".format), min_size=1, max_size=3
    )
)
@example({"a#1": "How do birds sing?"})
def test_each_task_of_a_file_is_asked_by_its_id(tasks: dict[str, str]) -> None:
    lines = (json.dumps({"task_id": n, "text": text, "more": 1}) for n, text in tasks.items())
    said = "\n".join(lines).encode()
    path = written("tasks#1.jsonl", said)
    assert {t.task_id: t.text for t in read_tasks(path)} == tasks
    for task_id, text in tasks.items():
        assert question_of(None, f"{path}#{task_id}") == text


lines_of_tasks = st.lists(
    st.fixed_dictionaries(
        {}, optional=dict.fromkeys(("task_id", "_id", "text", "more"), json_values)
    ).map(json.dumps)
    | texts("{", "}", "[" * 2000, '"task_id"', ":", "\u2028", "9" * 5000),
    max_size=3,
).map(lambda lines: "\n".join(lines).encode("utf-8", "surrogatepass"))


@cases(100)
@given(lines_of_tasks, ids)
@example(b"[" * 100_000, "a")
def test_a_file_of_tasks_or_queries_is_read_or_refused(content: bytes, task_id: str) -> None:
    path = written("tasks.jsonl", content)
    try:
        assert all(q.query_id is not None and q.text is not None for q in read_queries(path))
    except (InputError, UnreadableFile):
        event("queries refused")
    try:
        assert question_of(None, f"{path}#{task_id}").strip()
    except (InputError, UnreadableFile, typer.BadParameter):
        event("task refused")


SETTINGS = (
    'engine = "auto"', 'engine = "x"', "budget_usd = 2.5", "budget_usd = nan", "budget_usd = -1",
    'budget_usd = "a"', 'embedder = "lsa"', "scholar_rate = 1", "scholar_rate = 0", "[models]",
    'default = "anthropic:a"', 'default = ["anthropic:a", "openai:b"]', 'judge = "none"',
    "[providers.lab]", "[providers.anthropic]", 'base_url = "http://127.0.0.1:9/v1"',
    'base_url = "x"', 'key_env = "LAB_KEY"', "keyring = true", "[roles.report]",
    "temperature = 0.2", "thinking = true", 'thinking = "x"', "timeout_s = 10", "# a note",
    'hosts = "a.org, b.org"', "hosts = ['é']", "log = 'info'", "models = 1", "providers = []",
    "roles = {}", "runs_per_user = 0", "[[models]]", 'models.default = "a:b"', "x = 2020-01-01",
    "x = {a = [1, {b = 2}]}", 'recording = "~nobody/x"', "home = 1", "[roles.x.y]", '"" = 1',
)  # fmt: skip
settings_files = (
    st.lists(
        st.sampled_from(SETTINGS) | texts("[", "]", "=", '"', "'", "#", "{", "}", ".", "\r\n"),
        max_size=5,
    )
    .map("\n".join)
    .map(whole)
)
changes = st.builds(
    SettingsChange,
    name=st.sampled_from(
        [
            "engine", "budget_usd", "embedder", "scholar_rate", "models.default", "models.judge",
            "providers.lab.base_url", "providers.lab.key_env", "providers.anthropic.key",
            "roles.report.temperature", "roles.report.thinking", "roles.quotes.timeout_s",
        ]
    )
    | odd_characters,
    value=st.none() | st.booleans() | st.integers() | st.floats() | odd_characters
    | st.sampled_from(["auto", "2.5", "anthropic:a", "a:b, c:d", "http://127.0.0.1:8/v1", "LAB",
                       "none", "high", "9" * 400]),
)  # fmt: skip


@cases(200)
@given(settings_files)
@example(f"x = {'9' * 5000}")
@example(f"x = {'[' * 9000}")
def test_a_settings_file_is_taken_or_refused_by_name(text: str) -> None:
    if "\r" in text:  # a file's line ends are read as one character
        return
    home = written(FILE, text.encode()).parent
    try:
        settings = settings_with(text, home, {})
    except BadSettings:
        event("refused")
        settings = None
    try:
        read = load_settings({"MYSCHOLAR_HOME": str(home)})
    except BadSettings:
        assert settings is None
    else:
        assert settings is None or read == settings
        assert read.model_fault is not None


def flat(values: Any, above: str = "") -> dict[str, Any]:
    if not isinstance(values, dict):
        return {above: repr(values)}
    return {
        k: v for name, inner in values.items() for k, v in flat(inner, f"{above}/{name}").items()
    }


@cases(80)
@given(settings_files, st.lists(changes, min_size=1, max_size=3))
def test_a_changed_setting_changes_no_other(text: str, wanted: list[SettingsChange]) -> None:
    file = written(FILE, text.encode())
    services: Any = SimpleNamespace(settings=Settings(home=file.parent))
    try:
        change_settings(services, wanted)
    except BadSettings:
        event("refused")
        assert file.read_bytes() == text.encode()
        return
    event("changed")
    now = file.read_bytes().decode()
    before, after = flat(tomllib.loads(text)), flat(tomllib.loads(now))
    named = {f"/{change.name.replace('.', '/')}" for change in wanted}
    assert {k: v for k, v in before.items() if k not in named} == {
        k: v for k, v in after.items() if k not in named
    }
    assert now.count("# a note") == text.count("# a note")


RECORDING = json.loads(
    Recording(
        made_with="0.1.0",
        by="Nobody",
        year=2026,
        roles={"report": RecordedRole(chains=(("a:b",),), temperature=0.5)},
        runs=(
            RecordedRun(
                run="r1", kind=RunKind.REPORT, title="Birds", inputs={"question": "Do birds sing?"}
            ),
        ),
        answers={"ab" * 16: RecordedAnswer(prompt="report/section@1", text="They do.")},
    ).model_dump_json()
)


@cases(80)
@given(as_file(with_other_values(RECORDING)) | st.binary(max_size=30))
@example(b"[" * 100_000)
@example(json.dumps({**RECORDING, "by": "\ud800"}).encode())
def test_a_recording_is_refused_or_read_again_the_same(content: bytes) -> None:
    try:
        recording = read_recording(written("recording.json", content))
    except UnreadableFile:
        event("refused")
        return
    event("read")
    assert read_recording(save(recording, written("again.json", b""))) == recording


@cases(200)
@given(texts("1", "2", "-", ",", "all", "none", "٣", "²", "00", "9" * 9), st.integers(0, 12))
def test_numbers_of_a_list_are_on_it_and_in_order(said: str, n: int) -> None:
    try:
        meant = numbers_in(said, n)
    except InputError:
        return
    assert list(meant) == sorted(set(meant))
    assert all(1 <= number <= n for number in meant)
    assert numbers_in(",".join(map(str, meant)) or "none", n) == meant


@cases(100)
@given(texts("~", "/", "~root", "..", "\\", "C:", "file.pdf"))
@example("~\0")
def test_a_path_as_people_write_it_can_be_looked_for(text: str) -> None:
    with suppress(OSError):  # a name may be too long
        local_path(text).exists()
