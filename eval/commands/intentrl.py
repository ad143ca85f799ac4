"""Asking before research: data to learn it from, and what askers find of what somebody wants."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated

import typer

from eval.commands.intentrl_train import train, variants
from eval.commands.options import DEFAULT_SHARED, RUBRICS, Out, Parallel, Processes, Seed, Shared
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.datasets.wanted import CRITERIA, Wanted, of_rubrics, of_tasks
from eval.judges.names import check_judge, open_model
from eval.show.intent_data import data_document
from eval.show.intentrl import intentrl_document
from eval.show.terminal import show
from eval.studies.intentrl.building import build_dialogues, build_queries, facts_of
from eval.studies.intentrl.data import IntentData, Split, drawn, of_split
from eval.studies.intentrl.run import IntentOrder, name_of, run_intentrl
from eval.studies.lines import make_folder
from eval.systems.sources import PAPERS, corpus_source
from myscholar.domain.runs import Progress
from myscholar.domain.text import counted
from myscholar.errors import InputError
from myscholar.interactive.clarify.training.extractive.maker import ExtractiveMaker
from myscholar.interactive.clarify.training.llm.maker import ModelMaker
from myscholar.interactive.clarify.training.maker import Maker
from myscholar.interactive.clarify.training.policy import check_policy
from myscholar.workflows.jobs import open_services

intentrl = typer.Typer(rich_markup_mode=None)
Limit = Annotated[int | None, typer.Option(min=1, help="Questions to take, drawn by seed.")]
ModelName = Annotated[
    str, typer.Option("--model", help="As provider:name. Default: none, by rules.")
]
_NO_MODEL = "Or leave out --model."
OUT = Path("eval-runs/intentrl")
DATA = OUT / "data"
intentrl.command()(train)
intentrl.command()(variants)


@intentrl.callback(invoke_without_command=True)
def measure(
    context: typer.Context,
    shared: Shared = DEFAULT_SHARED,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of a data set. Default: one made without a model, in --out."),
    ] = None,
    corpus: Annotated[
        str | None,
        typer.Option(help="Corpus that is looked through. Default: one made of the shared papers."),
    ] = None,
    policy: Annotated[
        list[Path] | None, typer.Option(help="Folder of a trained asker, as often as needed.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Held-back graphs to take.")] = None,
    out: Out = OUT,
    seed: Seed = 0,
    processes: Processes = 2,
) -> None:
    """Ask simulated users about simple queries of held-back graphs, up to twelve times: what they
    are led to tell by ours, by random questions and in a fixed order. No model is asked."""
    if context.invoked_subcommand:
        return
    policies = tuple(folder.absolute() for folder in policy or ())
    if len(set(map(name_of, policies))) < len(policies):
        raise InputError("Two --policy have the same name, as TRAINING/STAGE: rename a folder.")
    for folder in policies:
        check_policy(folder)
    if data:
        facts_of(data)
    with working_in(out) as progress:
        opened = corpus_source(open_services(), corpus, shared, progress=progress)
        source = run_until_stopped(opened)
        order = IntentOrder(
            data=data or run_until_stopped(_own_set(shared, out / "data", seed, progress)),
            corpus=(shared / PAPERS).parent,
            source=source,
            limit=limit,
            seed=seed,
            processes=processes,
            policies=policies,
        )
        found = run_intentrl(order, out, progress)
    document = intentrl_document(found)
    show(document, screen)
    keep(found, out / "results.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, page.html, and a line for each query.")


@intentrl.command()
def data(
    shared: Shared = DEFAULT_SHARED,
    out: Out = DATA,
    model: ModelName = "",
    limit: Limit = None,
    seed: Seed = 0,
    parallel: Parallel = 4,
) -> None:
    """Make queries with hidden intents, and clarification graphs, of questions with rubrics."""

    async def build(maker: Maker, progress: Progress) -> int:
        wanted = drawn(_sources(shared), limit, seed)
        return await build_queries(
            IntentData(out), wanted, maker, seed=seed, parallel=parallel, progress=progress
        )

    _make(out, model, build)
    tell(f"Next, dialogues along the graphs: python -m eval intentrl dialogues --out {out}")


@intentrl.command()
def dialogues(out: Out = DATA, model: ModelName = "", parallel: Parallel = 4) -> None:
    """Go through the graphs of a data set, and word what an expert asks and a user replies."""

    facts_of(out)

    async def build(maker: Maker, progress: Progress) -> int:
        return await build_dialogues(IntentData(out), maker, parallel=parallel, progress=progress)

    _make(out, model, build)


def _make(out: Path, model: str, build: Callable[[Maker, Progress], Awaitable[int]]) -> None:
    """With a model, or without; then what the set consists of."""

    async def work(progress: Progress) -> int:
        if not model:
            return await build(ExtractiveMaker(), progress)
        services = open_services()
        check_judge(model, services.settings, instead=_NO_MODEL)
        async with open_model(model, services) as opened:
            return await build(ModelMaker(opened.llm, model), progress)

    with working_in(out) as progress:
        n_refused = run_until_stopped(work(progress))
    made = IntentData(out)
    show(data_document([of_split(made, split) for split in Split]), screen)
    refused = f" {counted(n_refused, 'answer')} could not be used." if n_refused else ""
    tell(f"Kept in {out}.{refused}")


async def _own_set(shared: Path, folder: Path, seed: int, progress: Progress) -> Path:
    """A set made without a model; one that is there is gone on with."""
    make_folder(folder)
    wanted = drawn(_sources(shared), None, seed)
    await build_queries(IntentData(folder), wanted, ExtractiveMaker(), seed=seed, progress=progress)
    return folder


def _sources(shared: Path) -> list[tuple[Wanted, ...]]:
    """Raises InputError where there is none."""
    files = ((of_rubrics, shared / RUBRICS), (of_tasks, shared / CRITERIA))
    found = [read(file) for read, file in files if file.is_file()]
    if not found:
        raise InputError(f"{shared} has neither {RUBRICS} nor {CRITERIA}.")
    return found
