"""What the commands about reports do: carry an order out, and give out what it made."""

from pathlib import Path

import typer

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.orders import ActionsOrder, AnswerOrder, Order, ReportOrder
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.domain.text import listed, shorten
from myscholar.errors import InputError, UnknownName, UnreadableFile
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.carrying_out import carry_out
from myscholar.surfaces.cli.growing_report import growing_report
from myscholar.surfaces.cli.report_screen import show_report
from myscholar.views.answer_view import answer_as_report, answer_as_text
from myscholar.views.report_file import export_format, export_report
from myscholar.views.times import moment
from myscholar.workflows.actions.learned import remember_choices
from myscholar.workflows.actions.proposed import Proposed, choose_numbers, last_proposed
from myscholar.workflows.files import load_actions, local_path, read_tasks, save
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile.profiles import find_profile
from myscholar.workflows.report.answers import answers_of
from myscholar.workflows.report.change_report import change_lines
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.report.steering import read_changes
from myscholar.workflows.runs.save_trace import save_trace
from myscholar.workflows.services import Services

__all__ = [
    "answer",
    "check_files",
    "choose",
    "choose_actions",
    "last_proposed",
    "load_actions",
    "open_services",
    "profile_of",
    "propose",
    "question_of",
    "read_changes",
    "save",
    "show_answers",
    "write",
]

_LISTED_TASKS = 20
"""Of a file, where none is named; by hand."""


def check_files(out: Path | None, trace: Path | None) -> None:
    """Before anything is done. Raises UnknownFormat."""
    if out:
        export_format(out)
    if trace and trace.suffix != ".json":
        raise typer.BadParameter("a trace is a .json file", param_hint="--trace")


def _file_and_id(task: str) -> tuple[str, str]:
    """Either may hold a # too: the first file that is there counts."""
    places = [i for i, character in enumerate(task) if i and character == "#"]
    if not places or _is_there(task):
        return task, ""
    at = next((i for i in places if _is_there(task[:i])), places[-1])
    return task[:at], task[at + 1 :]


def _is_there(path: str) -> bool:
    try:
        return local_path(path).is_file()
    except OSError:  # longer than a name may be, as a question is
        return False


def question_of(question: str | None, task: str | None) -> str:
    """What is asked: in a person's words, or the task `FILE#ID`. Where that names none, those of
    the file are listed. Raises UnreadableFile, InputError."""
    if question is not None and task is None:
        return question
    if task is None or question is not None:
        raise typer.BadParameter("give either a question or --task FILE#ID")
    file, task_id = _file_and_id(task)
    path = local_path(file)
    tasks = read_tasks(path)
    named = [t for t in tasks if t.task_id == task_id or not task_id]
    if len(named) == 1:
        return named[0].text
    for known in tasks[:_LISTED_TASKS]:
        screen.say(f"{known.task_id}: {shorten(known.text, 100)}")
    if n_more := len(tasks[_LISTED_TASKS:]):
        screen.say(f"and {n_more:,} more")
    none = f"no task has the id {task_id!r}" if task_id else f"it holds {len(tasks):,} tasks"
    raise UnreadableFile(path, f"{none}. Name one: --task {path.name}#{tasks[0].task_id}")


def profile_of(services: Services, name: Path | None) -> Profile | None:
    """Raises UnreadableFile, UnknownName."""
    return find_profile(services, str(name)) if name else None


def write(
    services: Services, order: Order[Report], out: Path | None, trace: Path | None, as_json: bool
) -> None:
    """The run, its trace also where it failed, and what it made."""
    run_id = RunId(services.new_id())
    try:
        with growing_report(reads=not as_json) as growing:
            written = carry_out(
                services,
                order,
                run_id=run_id,
                progress=growing.progress,
                on_text=growing.on_text,
            )
    finally:
        _write_trace(services, run_id, trace)
    if changed := growing.differing(written):
        numbers = listed([str(number) for number in changed])
        sections = "section" if len(changed) == 1 else "sections"
        screen.say(f"Changed since it was shown here, by checks or actions: {sections} {numbers}.")
    if not isinstance(order, ReportOrder):
        for line in change_lines(report_record(services, run_id)):
            screen.say(line)
    if out:
        screen.say(f"Written to {export_report(written, out)}")
    if as_json:
        screen.print_json(written.model_dump_json(indent=1))
    elif out or screen.out.is_terminal:
        if growing.is_read and not out:
            screen.say("The whole report, checked and with its citations:\n")
        show_report(written, with_text=not out)
    else:
        screen.print_json(export_format(Path("report.md"))(written))
    kept = f"Keep it: myscholar runs result {written.report_id} --out report.html. "
    screen.say(
        f"Run {written.report_id}. {'' if out else kept}"
        f'Change it: myscholar follow-up {written.report_id} "..."'
    )


def answer(services: Services, order: AnswerOrder, out: Path | None, as_json: bool) -> None:
    """The run, and the answer with its quotes."""
    with growing_report(reads=False) as growing:
        made = carry_out(services, order, progress=growing.progress)
    if out:
        screen.say(f"Written to {export_report(answer_as_report(made), out)}")
    if as_json:
        screen.print_json(made.model_dump_json(indent=1))
    elif not out:
        screen.print_json(screen.plain(answer_as_text(made)))
    run_id = made.said.report_id
    again = f"myscholar ask {order.base}"
    if made.is_answered:
        screen.say(
            f"Answer {run_id}. Make it the report's last section: {again} --take-in {run_id}"
        )
    elif not order.search:
        screen.say(f'Answer {run_id}. Search for further papers: {again} "..." --search')


def show_answers(services: Services, base: RunId, as_json: bool) -> None:
    """What was asked of the report, the newest last."""
    found = answers_of(services, base)
    if as_json:
        screen.print_json(f"[{', '.join(a.model_dump_json() for a in found)}]")
    elif found:
        told = (f"{answer_as_text(each)}\nAnswer {each.said.report_id}." for each in found)
        screen.print_json(screen.plain("\n\n".join(told)))
    else:
        screen.say("Nothing was asked of this report yet.")


def _write_trace(services: Services, run_id: RunId, path: Path | None) -> None:
    """Also of a run that failed; one that never began leaves none."""
    if path is None:
        return
    try:
        screen.say(f"Trace written to {save_trace(services, run_id, path)}")
    except UnknownName:
        screen.say("There is no trace: the run never began.")


def choose_actions(
    services: Services, given: str | None, chosen: str | None, order: ReportOrder
) -> tuple[Action, ...]:
    """Of a list that is given (a file, `auto` for a new one, else the one that `actions` showed for
    this question) those of these numbers, else those switched on. What a person chose is
    remembered. None where neither is said."""
    seen = None
    if given is None:
        if chosen is None:
            return ()
        if (seen := last_proposed(services, order.question, order.profile)) is None:
            raise InputError(
                "No list of actions was shown for this question and profile yet. See its numbers "
                "first: myscholar actions QUESTION"
            )
        actions = seen.actions
    elif given == "auto":
        wanted = ActionsOrder(
            question=order.question,
            profile=order.profile,
            sources=order.sources,
            engine=order.engine,
        )
        actions = propose(services, wanted)
    else:
        actions = load_actions(Path(given))
    if chosen is not None:
        return choose(services, actions, chosen, seen).chosen
    if given != "auto":
        if not actions.chosen:
            screen.say(
                f'No action in {given} is switched on: set "enabled" to true for those that you '
                "want, or name their numbers: --choose 1,4"
            )
        remember_choices(services, actions)
    return actions.chosen


def propose(services: Services, order: ActionsOrder) -> ActionList:
    with screen.steps() as progress:
        return carry_out(services, order, progress=progress)


def choose(
    services: Services, actions: ActionList, numbers: str, seen: Proposed | None
) -> ActionList:
    """Which list the numbers were taken of is told, where it is one seen before. Raises
    InputError."""
    chosen = choose_numbers(services, actions, numbers)
    if seen:
        screen.say(f"The numbers are those of the list of {moment(seen.at)}.")
    return chosen
