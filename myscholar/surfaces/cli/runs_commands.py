"""`myscholar runs ...`. Only `resume` and `play` carry something out. What one command
alone needs is loaded with it, so that a list is fast."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from myscholar.domain.runs import RunId, RunQuestion, RunStatus
from myscholar.domain.text import counted, listed
from myscholar.errors import InputError
from myscholar.settings import load_settings
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.asked import say_where
from myscholar.surfaces.cli.carrying_out import resume
from myscholar.surfaces.cli.growing_report import growing_report
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import (
    AddNode,
    ByWorker,
    Cut,
    JsonOut,
    MergeNodes,
    Reopen,
    RunName,
)
from myscholar.surfaces.cli.runs_screen import show_runs, show_trace
from myscholar.views.times import took
from myscholar.workflows.jobs import answer, asked_by, cancel, made_by, open_services
from myscholar.workflows.runs.save_trace import save_trace

runs = typer.Typer(
    **PLAIN,
    no_args_is_help=True,
    help="What is being worked on, and what was.",
    epilog=examples("runs list", "runs result 3f0c9a1b2c3d --out report.html"),
)


@runs.command("list", epilog=examples("runs list", "runs list --limit 5"))
def runs_list(
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many of the newest.")] = 50,
    as_json: JsonOut = False,
) -> None:
    """List runs, the newest first."""
    services = open_services()
    found = services.runs.recent(limit)
    if as_json:
        screen.print_json(
            json.dumps([run.model_dump(mode="json") for run in found], ensure_ascii=False)
        )
    elif found:
        waiting = services.runs.open_questions()
        show_runs(found, {asked.run_id for asked in waiting})
        for asked in waiting:
            say_where(asked, services.clock().timestamp())
    else:
        screen.say("There is no run yet. Each report is one: myscholar report QUESTION")


@runs.command("show", epilog=examples("runs show 3f0c9a1b2c3d"))
def runs_show(run: RunName, as_json: JsonOut = False) -> None:
    """Show a run: its steps, what they cost, what it told, and its text so far."""
    services = open_services()
    trace = services.runs.trace(RunId(run), with_results=False)
    if as_json:
        screen.print_json(json.dumps(trace.model_dump(mode="json"), ensure_ascii=False))
    else:
        show_trace(trace, now=services.clock().timestamp())


@runs.command("resume", epilog=examples("runs resume 3f0c9a1b2c3d"))
def runs_resume(run: RunName, by_worker: ByWorker = False, as_json: JsonOut = False) -> None:
    """Go on with a run that was interrupted, cancelled or failed. What is finished is not done
    again."""
    services = open_services(by_worker=by_worker)
    with growing_report(reads=not as_json) as growing:
        resume(services, RunId(run), progress=growing.progress, on_text=growing.on_text)
    if as_json:
        screen.print_json(json.dumps(services.runs.result(RunId(run)), ensure_ascii=False))
    else:
        seconds = took(services.runs.info(RunId(run)).seconds)
        screen.say(
            f"Run {run} has finished after {seconds} of work. Its result: myscholar runs result "
            f"{run} --out FILE"
        )


@runs.command("result", epilog=examples("runs result 3f0c9a1b2c3d --out report.html"))
def runs_result(
    run: RunName,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="A .md, .html, .json or .bib file; .json for a profile or actions."
        ),
    ] = None,
) -> None:
    """Give out what a finished run made: its report, profile or actions."""
    from myscholar.views.report_file import save_made

    made = made_by(open_services(), RunId(run))
    if out:
        screen.say(f"Written to {save_made(made, out)}")
    else:
        screen.print_json(made.model_dump_json(indent=1))


@runs.command("cancel", epilog=examples("runs cancel 3f0c9a1b2c3d"))
def runs_cancel(run: RunName) -> None:
    """Stop a run, whichever process carries it out. What is finished is kept."""
    status = cancel(open_services(), RunId(run))
    if status is RunStatus.RUNNING:
        screen.say(f"Run {run} stops now. Go on later: myscholar runs resume {run}")
    elif status is RunStatus.CANCELLED:
        screen.say(f"Run {run} is cancelled. Go on later: myscholar runs resume {run}")
    else:
        screen.say(f"Run {run} has {status} already.")


@runs.command(
    "answer",
    epilog=examples(
        'runs answer 3f0c9a1b2c3d "Peer-reviewed work."',
        "runs answer 3f0c9a1b2c3d scope --choice 1 --choice 3",
        "runs answer 3f0c9a1b2c3d scope --skip",
    ),
)
def runs_answer(
    run: RunName,
    question: Annotated[
        str | None,
        typer.Argument(help="Its id, see `runs show`; not needed where the run asks one thing."),
    ] = None,
    text: Annotated[str | None, typer.Argument(help="Words of your own, or a choice.")] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option("--choice", help="A choice, by its number or its words; repeatable."),
    ] = None,
    skip: Annotated[bool, typer.Option("--skip", help="Say nothing to it.")] = False,
    decide: Annotated[bool, typer.Option("--decide", help="Leave it to the tool.")] = False,
) -> None:
    """Answer a question that a run waits with; the first answer counts."""
    services = open_services()
    services.runs.standing(RunId(run))
    asked = services.runs.questions(RunId(run))
    if text is None and question not in {each.question_id for each in asked}:
        question, text = None, question
    found = asked_by(services, RunId(run), question) if question else _waiting(run, asked)
    said = found.question.read(
        text, choices=choice or (), skip=skip, decide=decide, by=services.ticket.owner
    )
    answer(services, RunId(run), found.question_id, said)
    screen.say(f"Run {run} goes on: {said.model_copy(update={'by': ''}).in_words}.")


@runs.command(
    "steer",
    epilog=examples(
        "runs steer 3f0c9a1b2c3d --cut 2 --reopen 1.3",
        "runs steer 3f0c9a1b2c3d --merge 2.1:1",
        'runs steer 3f0c9a1b2c3d --add "1: how lawyers do it"',
    ),
)
def runs_steer(
    run: RunName,
    cut: Cut = None,
    reopen: Reopen = None,
    merge: MergeNodes = None,
    add: AddNode = None,
    as_json: JsonOut = False,
) -> None:
    """Change the tree that a run of `research` grows; it takes this in when what it does now is
    done. One that has finished: `rewrite`."""
    from myscholar.workflows.report.steering import read_changes, steer

    services = open_services()
    changes = read_changes(
        services, cut=cut or (), reopen=reopen or (), merge=merge or (), add=add or ()
    )
    steer(services, RunId(run), changes)
    if as_json:
        told = [change.model_dump(mode="json") for change in changes]
        screen.print_json(json.dumps(told, ensure_ascii=False))
        return
    is_asking = bool(services.runs.open_questions(RunId(run)))
    when = "its question is answered" if is_asking else "the current step is done"
    screen.say(f"{counted(len(changes), 'change')} told; taken in when {when}.")


def _waiting(run_id: str, asked: Sequence[RunQuestion]) -> RunQuestion:
    """The one that is not answered yet, or else the last. Raises InputError."""
    waiting = [each for each in asked if each.answer is None]
    if len(waiting) > 1:
        ids = listed([each.question_id for each in waiting])
        raise InputError(f"Run {run_id} asks more than one thing. Name the question: {ids}.")
    if not asked:
        raise InputError(f"Run {run_id} has asked nothing.")
    return (waiting or asked)[-1]


@runs.command("trace", epilog=examples("runs trace 3f0c9a1b2c3d --out trace.json"))
def runs_trace(
    run: RunName, out: Annotated[Path, typer.Option("--out", help="A .json file.")]
) -> None:
    """Write all that is known of a run: what went in, what each step gave, events and calls of
    models."""
    screen.say(f"Written to {save_trace(open_services(), RunId(run), out)}")


@runs.command("record", epilog=examples("runs record 3f0c9a1b2c3d lesson.json"))
def runs_record(
    run: RunName,
    file: Annotated[Path, typer.Argument(help="A .json file.")],
    by: Annotated[
        str,
        typer.Option("--by", help="Who answered, in a sentence; by default the models are named."),
    ] = "",
) -> None:
    """Write a recording: what models answered in a run and in those it rests on, to play it without
    a model."""
    from myscholar.workflows.runs.record import record_run

    made = record_run(open_services(), RunId(run), file, by=by)
    n_runs, n_answers = counted(len(made.runs), "run"), counted(len(made.answers), "answer")
    screen.say(f"Written to {file}: {n_runs} with {n_answers}. Play it: myscholar runs play {file}")
    screen.say(
        "It holds the question, the profile, the words of the papers and the answers; no keys, "
        "addresses or folders."
    )


@runs.command("play", epilog=examples("runs play lesson.json --at-once"))
def runs_play(
    file: Annotated[Path, typer.Argument(help="A recording made by `runs record`.")],
    at_once: Annotated[
        bool, typer.Option("--at-once", help="Not at a pace to read along.")
    ] = False,
    as_json: JsonOut = False,
) -> None:
    """Play a recording: its runs are carried out anew with the recorded answers. No key, no
    network, no cost."""
    from myscholar.workflows.runs.play import play

    pace = {"recorded_words_per_s": 0.0} if at_once else {}
    services = open_services(load_settings().model_copy(update={"recording": file, **pace}))
    with screen.steps() as progress:
        played = asyncio.run(play(services, progress=progress))
    if as_json:
        rows = [
            {"kind": run.kind.value, "title": run.title, "run_id": run.run_id} for run in played
        ]
        screen.print_json(json.dumps(rows, ensure_ascii=False))
        return
    for run in played:
        screen.say(f"{run.run_id}  {run.kind.replace('_', ' '):10}  {run.title}")
    screen.say(
        f"{services.recording.by} Read them: myscholar runs result {played[-1].run_id} --out "
        "report.html, or under Runs in the app."
    )


@runs.command("delete", epilog=examples("runs delete 3f0c9a1b2c3d"))
def runs_delete(run: RunName) -> None:
    """Delete a run with everything it stored."""
    from myscholar.workflows.runs.delete_runs import delete_run

    delete_run(open_services(), RunId(run))
    screen.say(f"Run {run} is deleted.")
