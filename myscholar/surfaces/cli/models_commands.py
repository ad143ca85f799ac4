"""`myscholar models ...`: which models there are, and what one of them can do."""

import asyncio
import json
from typing import Annotated

import typer

from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import PLAIN, examples
from myscholar.surfaces.cli.options import JsonOut
from myscholar.workflows.jobs import open_services
from myscholar.workflows.models.list_models import list_models, list_providers
from myscholar.workflows.models.model_test import ModelFinding, examine, model_to_test, told_before

models = typer.Typer(
    **PLAIN,
    no_args_is_help=True,
    help="Language models: which, and how good.",
    epilog=examples("models list", "models test ollama:qwen3"),
)
_SIGNS = {True: "ok", False: "no", None: "--"}


@models.command("list", epilog=examples("models list", "models list ollama"))
def models_list(
    provider: Annotated[
        str | None, typer.Argument(metavar="PROVIDER", help="Only its models, e.g. ollama.")
    ] = None,
    as_json: JsonOut = False,
) -> None:
    """List the providers, or the models of one: of a server on this machine those that it has."""
    services = open_services()
    if provider is None:
        lines = list_providers(services.settings)
        if as_json:
            screen.print_json(json.dumps([line._asdict() for line in lines]))
            return
        for line in lines:
            key = f"{line.key_variable}{' (found)' if line.has_key else ''}" or "no key"
            screen.out.print(
                f"{line.name:17} {key:34} {line.address}".rstrip(), markup=False, soft_wrap=True
            )
        return
    found = asyncio.run(list_models(services, provider))
    if as_json:
        screen.print_json(json.dumps(found._asdict(), ensure_ascii=False))
        return
    name = provider.strip().removesuffix(":").casefold()
    for model in found.names:
        screen.out.print(screen.escape(f"{name}:{model}"), soft_wrap=True)
    screen.say(f"{len(found.names)} by {found.source}.")


@models.command("test", epilog=examples("models test", "models test ollama:qwen3"))
def models_test(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="provider:model. Default: the one that is set.")
    ] = "",
    as_json: JsonOut = False,
) -> None:
    """Test a model: is it reached, does it stream, does it keep a form, is its price known. Exit
    status 1 where it can't be used."""
    services = open_services()
    wanted = model_to_test(services, name)
    screen.say(told_before(services, wanted))
    with screen.err.status(f"Asking {screen.escape(wanted.name)} ..."):
        test = asyncio.run(examine(services, wanted))
    if as_json:
        facts = {"model": test.model, "usable": test.is_usable}
        findings = [finding._asdict() for finding in test.findings]
        screen.print_json(json.dumps(facts | {"findings": findings}, ensure_ascii=False))
    else:
        for finding in test.findings:
            _show(finding)
    if not test.is_usable:
        raise typer.Exit(1)


def _show(finding: ModelFinding) -> None:
    said = " ".join(part for part in (finding.said, finding.means) if part)
    line = f"{_SIGNS[finding.is_good]}  {finding.what}: {screen.plain(said)}"
    screen.out.print(line, markup=False, soft_wrap=True)
