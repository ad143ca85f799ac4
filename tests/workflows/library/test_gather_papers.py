"""Papers from a browser, into the library: file names and contents come from outside."""

import pytest

from myscholar.domain.papers import Relation
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import InputError, LLMNoCredit
from myscholar.workflows.jobs import resume, wait_for_end
from myscholar.workflows.library import gather_papers
from myscholar.workflows.library.begin_papers import begin_papers
from myscholar.workflows.library.gather_papers import Upload, forget_uploads, order_of, papers_read
from myscholar.workflows.runs.delete_runs import delete_run

ROW = b'{"title": "Tides of the Moon"}\n'
OTHER = b'{"title": "Currents of the Sea"}\n'


@pytest.fixture
def services(refused):
    yield refused
    refused.runner.close()
    refused.store.close()


async def read(services, *uploads, text="", library="tides"):
    run_id = begin_papers(
        services, text=text, uploads=uploads, library=library, relation=Relation.MINE
    )
    await services.runner.wait(run_id)
    return papers_read(services, run_id)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd.jsonl",
        "..\\..\\x.jsonl",
        "/etc/x.jsonl",
        "\u6f6e" * 200 + ".jsonl",
        "a\0b.jsonl",
        "..",
        "",
    ],
)
def test_no_name_leaves_its_folder_or_is_too_long_to_be_written(refused, name: str) -> None:
    upload = Upload(name, ROW)
    order = order_of(
        refused, RunId("r"), text="", uploads=[upload], library="tides", relation=Relation.MINE
    )
    folder = refused.settings.home / "uploads" / "r"
    assert (folder / order.files[0].file).resolve().is_relative_to(folder.resolve())
    assert (folder / order.files[0].file).read_bytes() == ROW
    forget_uploads(refused, RunId("r"))
    assert not folder.exists()


async def test_uploads_are_read_into_the_library_and_then_deleted(services) -> None:
    done = await read(services, Upload("a.jsonl", ROW), Upload("b.jsonl", ROW + OTHER))
    stored = services.store.papers("tides")
    assert [p.title for p in stored] == ["Tides of the Moon", "Currents of the Sea"]
    assert (done.paper_ids, done.n_new, done.problems) == (tuple(p.paper_id for p in stored), 2, ())
    assert list((services.settings.home / "uploads").iterdir()) == []


async def test_a_paper_that_is_there_already_is_named_as_the_library_names_it(services) -> None:
    first = await read(services, Upload("a.jsonl", ROW))
    again = await read(services, Upload("b.jsonl", ROW.replace(b"}", b', "year": 2020}') + OTHER))
    assert again.paper_ids[0] == first.paper_ids[0]
    assert (len(again.paper_ids), again.n_new) == (2, 1)


async def test_what_cannot_be_read_is_told_by_its_name_and_stops_nothing(services) -> None:
    done = await read(
        services,
        Upload("my/\u6f6e?.pdf", b"no PDF"),
        Upload("x.jsonl", ROW + b"{"),
        text="10.1234/x\n\n A  title ",
    )
    assert len(done.paper_ids) == 1
    assert [problem.partition(": ")[0] for problem in done.problems] == [
        "my/\u6f6e?.pdf",
        "x.jsonl, line 2",
        "10.1234/x",
        "A title",
    ]


async def test_a_run_that_could_read_nothing_still_finishes_and_says_why(services) -> None:
    run_id = begin_papers(
        services, uploads=[Upload("x.pdf", b"no PDF")], library="tides", relation=Relation.MINE
    )
    await services.runner.wait(run_id)
    done = papers_read(services, run_id)
    assert services.runs.info(run_id).status is RunStatus.FINISHED
    assert (done.paper_ids, len(done.problems)) == ((), 1)
    assert services.store.libraries() == ()


def test_nothing_given_is_said_at_once_and_leaves_no_run(refused) -> None:
    with pytest.raises(InputError, match="nothing to read yet"):
        begin_papers(refused, text=" \n ", library="tides", relation=Relation.MINE)
    with pytest.raises(InputError, match="can't name a library"):
        begin_papers(refused, text="x", library="my tides!", relation=Relation.MINE)
    assert refused.runs.recent() == ()


async def test_a_run_that_was_stopped_while_it_stored_reads_no_file_twice(
    services, monkeypatch
) -> None:
    stored, read_files, n_read = gather_papers._store, gather_papers._read_files, []
    monkeypatch.setattr(
        gather_papers, "_read_files", lambda *given: n_read.append(1) or read_files(*given)
    )

    def fails(*given):
        raise LLMNoCredit("anything")

    monkeypatch.setattr(gather_papers, "_store", fails)
    run_id = begin_papers(
        services, uploads=[Upload("a.jsonl", ROW)], library="tides", relation=Relation.MINE
    )
    with pytest.raises(LLMNoCredit):
        await services.runner.wait(run_id)
    monkeypatch.setattr(gather_papers, "_store", stored)
    await wait_for_end(services, resume(services, run_id))
    assert (papers_read(services, run_id).n_new, n_read) == (1, [1])


async def test_a_run_that_failed_can_start_again_from_its_uploads(services, monkeypatch) -> None:
    stored = gather_papers._store

    def fails(*given):
        raise LLMNoCredit("anything")

    monkeypatch.setattr(gather_papers, "_store", fails)
    run_id = begin_papers(
        services, uploads=[Upload("a.jsonl", ROW)], library="tides", relation=Relation.MINE
    )
    with pytest.raises(LLMNoCredit):
        await services.runner.wait(run_id)
    monkeypatch.setattr(gather_papers, "_store", stored)
    assert resume(services, run_id, anew=True) == run_id
    await services.runner.wait(run_id)
    assert (papers_read(services, run_id).n_new, papers_read(services, run_id).problems) == (1, ())


def test_a_run_that_is_deleted_takes_its_uploads_along(refused) -> None:
    order = order_of(
        refused,
        RunId("r"),
        text="",
        uploads=[Upload("a", ROW)],
        library="tides",
        relation=Relation.MINE,
    )
    refused.runs.create(
        RunId("r"), RunKind.PAPERS, "", order.model_dump(mode="json"), attempt="a", at=refused.now()
    )
    delete_run(refused, RunId("r"))
    assert not (refused.settings.home / "uploads" / "r").exists()


async def test_steps_are_counted_under_the_names_that_the_owner_gave(services) -> None:
    run_id = begin_papers(
        services, uploads=[Upload("sea/a?.jsonl", ROW)], library="tides", relation=Relation.MINE
    )
    await services.runner.wait(run_id)
    told = [(e.step, e.message, e.done, e.total) for e in services.runs.events(run_id)]
    assert told == [
        ("Reading papers", "sea/a?.jsonl", 0, 1),
        ("Reading papers", "1 paper", 1, 1),
        ("Storing papers", "1 paper, 1 new", 1, 1),
    ]
