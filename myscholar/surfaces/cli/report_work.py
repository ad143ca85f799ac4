"""What the commands about reports do: carry an order out, and give out what it made."""

import asyncio
from pathlib import Path

import typer

from myscholar.domain.actions import Action
from myscholar.domain.orders import ActionsOrder, AnswerOrder, Order, ReportOrder
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.errors import UnknownName
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.growing_report import growing_report
from myscholar.views.answer_view import answer_as_text
from myscholar.views.report_file import export_format, export_report
from myscholar.workflows.actions.learned import remember_choices
from myscholar.workflows.files import load_actions, load_profile
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.report.answers import answers_of
from myscholar.workflows.report.change_report import change_lines
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.runs.save_trace import save_trace
from myscholar.workflows.services import Services

__all__ = [
    "answer",
    "check_files",
    "choose_actions",
    "load_actions",
    "open_services",
    "profile_of",
    "show_answers",
    "write",
]


def check_files(out: Path | None, trace: Path | None) -> None:
    """Before anything is done. Raises UnknownFormat."""
    if out:
        export_format(out)
    if trace and trace.suffix != ".json":
        raise typer.BadParameter("a trace is a .json file", param_hint="--trace")


def profile_of(path: Path | None) -> Profile | None:
    """Raises UnreadableFile."""
    return load_profile(path) if path else None


def write(
    services: Services, order: Order[Report], out: Path | None, trace: Path | None, as_json: bool
) -> None:
    """The run, its trace also where it failed, and what it made."""
    run_id = RunId(services.new_id())
    try:
        with growing_report(reads=not as_json) as growing:
            work = carry_out(
                services,
                order,
                run_id=run_id,
                progress=growing.progress,
                on_text=growing.on_text,
            )
            written = asyncio.run(work)
    finally:
        _write_trace(services, run_id, trace)
    if changed := growing.differing(written):
        numbers = ", ".join(map(str, changed))
        screen.say(f"Changed since it was shown here, by checks or actions: section {numbers}.")
    if not isinstance(order, ReportOrder):
        for line in change_lines(report_record(services, run_id)):
            screen.say(line)
    if out:
        screen.say(f"Written to {export_report(written, out)}")
    if as_json:
        screen.print_json(written.model_dump_json(indent=1))
    elif out:
        screen.show_report_summary(written)
    else:
        if growing.is_read and screen.out.is_terminal:
            screen.say("The whole report, checked and with its citations:\n")
        screen.print_json(export_format(Path("report.md"))(written))
    screen.say(f'Run {written.report_id}. Change it: myscholar follow-up {written.report_id} "..."')


def answer(services: Services, order: AnswerOrder, out: Path | None, as_json: bool) -> None:
    """The run, and the answer with its quotes."""
    with growing_report(reads=False) as growing:
        made = asyncio.run(carry_out(services, order, progress=growing.progress))
    if out:
        screen.say(f"Written to {export_report(made.said, out)}")
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
    services: Services, chosen: str | None, order: ReportOrder
) -> tuple[Action, ...]:
    """None without `--actions`; the defaults for `auto`; else those switched on in the file, which
    is remembered as the user's choice."""
    if chosen is None:
        return ()
    if chosen == "auto":
        wanted = ActionsOrder(
            question=order.question,
            profile=order.profile,
            sources=order.sources,
            engine=order.engine,
        )
        with screen.steps() as progress:
            return asyncio.run(carry_out(services, wanted, progress=progress)).chosen
    actions = load_actions(Path(chosen))
    if not actions.chosen:
        screen.say(
            f'No action in {chosen} is switched on: set "enabled" to true for those that you want.'
        )
    remember_choices(services, actions)
    return actions.chosen
