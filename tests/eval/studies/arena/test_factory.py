"""The task factory goes on where it was, tells what it could not read, and gives the same tasks
again."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eval.__main__ import app
from eval.arena.transcripts import read_seminar
from eval.domain.arena import Inspiration, ResearchTask
from eval.show.arena_tasks import tasks_document
from eval.studies.arena import factory
from eval.studies.arena.factory import FactoryOrder, FactoryResults, examples, run_factory
from eval.studies.arena.making import SeminarUnit, make_tasks_of
from myscholar.domain.runs import Event
from myscholar.errors import InputError

SEMINARS = Path(__file__).resolve().parents[2] / "arena" / "seminars"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Two seminars, one in a folder of its discipline; made in this process."""

    def in_turn(work, units, _):
        return map(work, units)

    monkeypatch.setattr(factory, "in_processes", in_turn)
    shutil.copytree(SEMINARS, tmp_path / "in")
    (tmp_path / "in" / "soil-ecology").mkdir()
    (tmp_path / "in" / "fungi_after_fire.srt").rename(tmp_path / "in/soil-ecology/fungi.srt")
    return tmp_path


def run(folder: Path, **order: object) -> FactoryResults:
    return run_factory(FactoryOrder(transcripts=folder / "in", **order), folder / "out")


def lines(folder: Path, name: str) -> list[str]:
    return (folder / "out" / name).read_text(encoding="utf-8").splitlines()


def test_each_task_leads_back_to_the_words_of_its_seminar(folder):
    found = run(folder)
    texts = {
        "fungi": read_seminar(folder / "in/soil-ecology/fungi.srt").text,
        "handschriften": read_seminar(folder / "in/handschriften.txt").text,
    }
    tasks = [ResearchTask.model_validate_json(line) for line in lines(folder, "tasks.jsonl")]
    known = [Inspiration.model_validate_json(line) for line in lines(folder, "inspirations.jsonl")]
    by_id = {i.inspiration_id: i for i in known}
    assert [t.seminar_id for t in tasks] == ["fungi"] * 8 + ["handschriften"] * 8
    for task in tasks:
        assert all(span.is_in(texts[task.seminar_id]) for span in task.spans)
        assert task.spans == tuple(s for i in task.inspiration_ids for s in by_id[i].spans)
    assert {t.discipline for t in tasks} == {"soil ecology", "Geschichte"}
    assert (found.n_tasks, found.n_inspirations) == (16, len(known))
    assert (found.failures, found.n_same, found.model_calls, found.dollars) == ((), 0, 0, 0.0)


def test_what_is_made_is_not_made_again_and_the_files_are_the_same(folder, monkeypatch):
    first = run(folder)
    before = [lines(folder, name) for name in ("tasks.jsonl", "inspirations.jsonl")]
    (folder / "out/seminars/fungi.json").unlink()  # as if killed before it was finished
    (folder / "out/seminars/fungi.json.part").write_text("{")
    (folder / "out/tasks.jsonl").write_text("torn")
    made = list[str]()

    def noting(unit: SeminarUnit):
        made.append(unit.seminar_id)
        return make_tasks_of(unit)

    monkeypatch.setattr(factory, "make_tasks_of", noting)
    again = run(folder)
    assert made == ["fungi"]
    assert [lines(folder, name) for name in ("tasks.jsonl", "inspirations.jsonl")] == before
    assert again.model_copy(update={"seconds": 0}) == first.model_copy(update={"seconds": 0})


def test_a_transcript_in_another_discipline_or_of_another_language_is_read_anew(folder):
    run(folder)
    (folder / "in/soil-ecology/fungi.srt").rename(folder / "in/fungi.de.srt")
    fungi, _ = run(folder).seminars
    assert (fungi.seminar_id, fungi.discipline, fungi.language) == ("fungi", "", "de")


def test_a_transcript_that_changed_is_read_anew_and_another_model_reads_all(folder, monkeypatch):
    run(folder)
    path = folder / "in/handschriften.txt"
    path.write_text(path.read_text("utf-8").replace("Streichungen", "Korrekturen"), "utf-8")
    units = factory._units(FactoryOrder(transcripts=folder / "in"))
    kept = folder / "out/seminars"
    assert [factory.read_made(kept, unit) is None for unit in units] == [False, True]
    run(folder)
    assert "Korrekturen" in "".join(lines(folder, "tasks.jsonl"))
    others = factory._units(FactoryOrder(transcripts=folder / "in", model="desk:x"))
    assert all(factory.read_made(kept, unit) is None for unit in others)


def test_a_transcript_that_cannot_be_read_is_told_and_tried_again(folder):
    (folder / "in/broken.json").write_text("{")
    (folder / "in/russe.txt").write_text("Мы считаем кольца деревьев.")
    events = list[Event]()
    order = FactoryOrder(transcripts=folder / "in")
    found = run_factory(order, folder / "out", events.append)
    assert found.failures == (
        "broken: broken.json: this is no valid JSON.",
        "russe: Russe: it is in 'ru'; without a model English and German are read.",
    )
    assert found.n_tasks == 16
    assert [(e.done, e.total) for e in events] == [(n, 4) for n in range(5)]
    (folder / "in/broken.json").write_text('[{"text": "Thank you all."}]')
    assert [f.partition(":")[0] for f in run(folder).failures] == ["russe"]


def test_where_nothing_can_be_read_each_reason_is_told(folder):
    shutil.rmtree(folder / "in")
    (folder / "in").mkdir()
    (folder / "in/broken.json").write_text("{")
    (folder / "in/empty.txt").write_text("")
    with pytest.raises(InputError, match=r"of any transcript.*no valid JSON.*txt: the file is em"):
        run(folder)


def test_the_page_names_seminars_without_a_task_and_says_what_was_not_read(folder):
    words = "we don't know why larch rings vanish in wet summers and the barns are old " * 6
    (folder / "in/barns.txt").write_text(f"Title: Old barns\n\n{words}")
    (folder / "in/talk.docx").write_bytes(b"PK")
    told = tasks_document(run(folder), ()).parts[0].points
    assert any("1 file not read" in point and "talk.docx" in point for point in told)
    assert told[0] == "1 seminar gave no task: Old barns."
    assert told[1].startswith("1 sentence of more than 70 words not read: without full stops")


def test_a_file_in_place_of_the_folder_is_said_to_be_one(folder):
    order = FactoryOrder(transcripts=folder / "in/handschriften.txt")
    with pytest.raises(InputError, match=r"handschriften\.txt is a file\. Give the folder"):
        run_factory(order, folder / "out")


def test_tasks_that_an_earlier_seminar_has_word_for_word_are_left_out(folder):
    shutil.copy(folder / "in/handschriften.txt", folder / "in/zweitschrift.txt")
    found = run(folder)
    assert (found.n_tasks, found.n_same) == (16, 8)
    assert [s.n_tasks for s in found.seminars] == [8, 8, 0]


def test_a_limit_takes_the_first_by_name(folder):
    found = run(folder, limit=1)
    assert [s.seminar_id for s in found.seminars] == ["fungi"]
    assert (found.seminars[0].discipline, found.seminars[0].n_parts) == ("soil ecology", 1)


def test_the_page_shows_each_task_with_where_it_comes_from(folder):
    found = run(folder)
    document = tasks_document(found, examples(folder / "out", found.seminars, 1))
    [full] = [part for part in document.parts if part.heading == "Inspirations: Fungi"]
    [tasks] = [part for part in document.parts if part.heading == "Tasks: Fungi"]
    assert len(full.points) == found.seminars[0].n_inspirations
    assert len(tasks.points) == 8
    assert all(" From i" in point for point in tasks.points)
    assert "“One thing that holds us back is the lack of soil samples" in " ".join(tasks.points)
    assert document.lead[0].startswith("16 tasks from")


def test_the_command_writes_everything_and_goes_on(folder, monkeypatch):
    monkeypatch.setenv("MYSCHOLAR_HOME", str(folder / "home"))
    command = ["arena", "tasks", "--transcripts", str(folder / "in"), "--out", str(folder / "out")]
    for _ in range(2):
        done = CliRunner().invoke(app, [*command, "--limit", "1"])
        assert done.exit_code == 0, done.output
    written = {path.name for path in (folder / "out").iterdir()}
    wanted = {"tasks.jsonl", "inspirations.jsonl", "results.json", "page.html", "seminars"}
    assert wanted <= written
    results = json.loads((folder / "out/results.json").read_text())
    assert results["benchmark"] == "arena tasks"
    assert sum(results["families"].values()) == 8
    assert "mycorrhizal fungi" in (folder / "out/page.html").read_text(encoding="utf-8")


def test_a_name_that_is_no_model_is_refused_before_anything_is_read(folder):
    done = CliRunner().invoke(app, ["arena", "tasks", "--model", "nobody", "--out", str(folder)])
    assert isinstance(done.exception, InputError)
    assert "without a model" in str(done.exception)


def test_the_command_by_itself_makes_tasks_and_ranks_them_in_one_file(folder):
    out = folder / "out"
    for _ in range(2):  # the same again
        order = ["arena", "--transcripts", str(folder / "in"), "--out", str(out)]
        done = CliRunner().invoke(app, order)
        assert done.exit_code == 0, done.output
        tasks = [ResearchTask.model_validate_json(line) for line in lines(folder, "tasks.jsonl")]
        assert len(tasks) == 16
        assert all(task.spans and task.rating for task in tasks)
        assert [task.rank for task in tasks] == sorted(task.rank for task in tasks)
