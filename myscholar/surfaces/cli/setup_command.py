"""`myscholar setup`: from a key to a model that works, by questions or by options alone."""

import asyncio
import json
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from myscholar.errors import ModelCheckFailed
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.surfaces.cli.remedies import explain
from myscholar.surfaces.cli.setup_questions import Questions, check_budget
from myscholar.views.settings_view import settings_view
from myscholar.workflows.jobs import open_services
from myscholar.workflows.models.model_keys import LABELS, forget_keys
from myscholar.workflows.models.save_model import Saved
from myscholar.workflows.models.set_up_model import Trial, Wanted, try_model
from myscholar.workflows.services import Services

alone = typer.Typer(**PLAIN)


@alone.command(
    epilog=examples(
        "setup",
        "setup --vendor anthropic --budget 0.50",
        "setup --local http://127.0.0.1:11434/v1 --model qwen3 --yes",
    )
)
def setup(
    vendor: Annotated[
        str | None, typer.Option(help="anthropic, google, openai or another, see `models list`.")
    ] = None,
    local: Annotated[
        str | None,
        typer.Option(
            help="Instead of a vendor: address of a server that speaks OpenAI's protocol."
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="As the vendor or the server calls it.")] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            callback=check_budget,
            help="What one run may cost, in dollars; 0: only what is free, inf: no limit.",
        ),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nothing: take what is suggested.")
    ] = False,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Ask for the key even if one is found.")
    ] = False,
    key_stdin: Annotated[
        bool, typer.Option("--key-stdin", help="Read the key from standard input.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="What is set, and where keys come from.")
    ] = False,
    forget: Annotated[
        bool, typer.Option("--forget", help="Take our keys out of the system's keyring.")
    ] = False,
    as_json: JsonOut = False,
) -> None:
    """Set up a language model: choose it, try it with one small call, see price and speed, save."""
    services = open_services()
    if show:
        _show(services, as_json)
        return
    if forget:
        _forget(services)
        return
    ask = Questions(services, is_silent=yes, key_stdin=key_stdin, new_key=new_key)
    try:
        trial = _try(services, ask, ask.wanted(vendor, local, model))
        screen.say(f"{trial.answered} {trial.report}")
        saved = ask.saved(trial, budget)
    except (KeyboardInterrupt, EOFError):
        screen.say("stopped: nothing was changed")
        raise typer.Exit(130) from None
    _tell(trial, saved, as_json)


def _try(services: Services, ask: Questions, wanted: Wanted) -> Trial:
    """Until a model answers, or there is nothing to choose anew."""
    while True:
        try:
            with screen.err.status(f"Asking {screen.escape(wanted.name)} ..."):
                return asyncio.run(try_model(services, wanted))
        except ModelCheckFailed as error:
            if not (error.mend and ask.can_ask):
                raise
            screen.say(explain(error))
            wanted = ask.again(wanted, error.mend)


def _tell(trial: Trial, saved: Saved, as_json: bool) -> None:
    """What was saved, what is left to do, and the next command."""
    notes = list(saved.notes)
    if saved.export:
        notes.append(
            f"Put your key into your shell's profile, in place of the dots: {saved.export}"
        )
    for note in notes:
        screen.say(f"Note: {note}")
    if as_json:
        checked = trial.checked
        facts = {
            "model": trial.wanted.name,
            "seconds": round(checked.seconds, 3),
            "tokens_per_s": checked.tokens_per_s,
            "dollars": checked.dollars,
            "report_dollars": trial.report_dollars,
            "report_seconds": trial.report_s[0],
            "file": saved.file,
            "key": saved.key_place or None,
            "notes": notes,
        }
        screen.print_json(json.dumps(facts, ensure_ascii=False))
        return
    key = f", key from {saved.key_place}" if saved.key_place else ""
    screen.out.print(
        f"Saved in {saved.file}: {trial.wanted.name}{key}.", markup=False, soft_wrap=True
    )
    screen.out.print("Next:", markup=False)
    screen.out.print(
        f'  {_program()} report "How are citations of generated answers verified?" --out '
        "report.html",
        soft_wrap=True,
    )
    screen.out.print(f"  {_program()} app", markup=False)


def _program() -> str:
    """As the person can type it from here."""
    typed = Path(sys.argv[0])
    if shutil.which("myscholar") or typed.name != "myscholar":
        return "myscholar"
    return str(typed.relative_to(Path.cwd())) if typed.is_relative_to(Path.cwd()) else str(typed)


def _show(services: Services, as_json: bool) -> None:

    view = settings_view(services)
    keys = {p.name: p.key_from for p in view.providers if p.key_found}
    own = {
        role.role: ", ".join(role.models) or role.own.text for role in view.roles if role.own.text
    }
    addresses = {
        p.name: p.base_url.text
        for p in view.providers
        if p.base_url.text and (p.is_used or p.base_url.origin.in_file)
    }
    if as_json:
        facts = {
            "model": view.default_model.text or None,
            "roles": own,
            "budget_usd": services.settings.budget_usd,
            "unusable_budget": services.settings.unusable_budget or None,
            "keys": keys,
            "addresses": addresses,
            "file": str(view.file),
        }
        screen.print_json(json.dumps(facts, ensure_ascii=False))
        return
    budget = f"${view.budget_usd.text} a run" if view.budget_usd.text else "no limit"
    lines = [
        f"Model: {view.default_model.text or 'none'} ({view.default_model.comes_from})",
        *(f"Model for {role}: {models}" for role, models in own.items()),
        f"Budget: {budget} ({view.budget_usd.comes_from})",
        *(f"Key for {name}: in {place}" for name, place in keys.items()),
        *(f"Address of {name}: {address}" for name, address in addresses.items()),
        f"Settings file: {view.file}",
    ]
    for line in lines:
        screen.out.print(line, markup=False, soft_wrap=True)
    for missing in view.missing[:-1] if services.settings.scholar_key is None else view.missing:
        screen.say(missing)


def _forget(services: Services) -> None:

    gone = forget_keys(services)
    said = ", ".join(LABELS.get(name, name) for name in gone)
    screen.out.print(
        f"Forgotten: the key of {said}." if gone else "The system's keyring holds no key of ours.",
        markup=False,
    )
