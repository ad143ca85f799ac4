"""Whether it helps to steer a research, how often it asks, and what the answers are worth."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import (
    DEFAULT_SHARED,
    QUESTIONS,
    RUBRICS,
    Corpus,
    JudgeName,
    Out,
    Processes,
    Seed,
    Shared,
)
from eval.commands.places import keep
from eval.commands.running import run_until_stopped, working_in
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.judges.names import LOCAL, check_judge, judge_config
from eval.show.steering import steering_document
from eval.show.terminal import show
from eval.studies.lines import write_text
from eval.studies.steering.order import COSTS, SteeringOrder
from eval.studies.steering.run import Steering, run_steering
from eval.systems.sources import corpus_source
from myscholar.errors import InputError
from myscholar.interactive.steer.extractive.propose import HALFWAY
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services

_COSTS = ",".join(f"{cost:g}" for cost in COSTS)
_NO_WRITER = f"Or make personas without a model: {LOCAL}"
_NO_AGENT = "Or leave out --agent."


Pairs = Annotated[int, typer.Option("--limit", min=1, help="Pairs of a question and a persona.")]
Costs = Annotated[str, typer.Option(help="Costs of a pause, from 0 to 1, parted by commas.")]
Personas = Annotated[
    str, typer.Option(help="Who writes the personas: local (experts' words), or provider:name.")
]
Halfway = Annotated[
    str,
    typer.Option(help="Also with so many papers for a confidence of one half, parted by commas."),
]
Agent = Annotated[
    str,
    typer.Option(
        help="Also with a model, as provider:name, that decides in the rule's place whether to ask."
    ),
]
AgentPairs = Annotated[
    int | None, typer.Option(min=1, help="Pairs that it decides for. Default: all.")
]


def steer(
    shared: Shared = DEFAULT_SHARED,
    corpus: Corpus = None,
    limit: Pairs = 30,
    c0: Costs = _COSTS,
    judge: JudgeName = LOCAL,
    personas: Personas = LOCAL,
    halfway: Halfway = f"{HALFWAY}",
    agent: Agent = "",
    agent_pairs: AgentPairs = None,
    out: Out = Path("eval-runs/steer"),
    seed: Seed = 0,
    processes: Processes = 2,
) -> None:
    """Research questions for simulated users with a persona: steered by them at every cost of a
    pause, not steered, and without parts of the engine; how well each report fits whom it is for,
    and how often it asked. No model is asked but by --judge, --personas and --agent."""
    services = open_services()
    _check_models(services.settings, judge, personas, agent)
    order = SteeringOrder(
        questions=shared / QUESTIONS,
        rubrics=shared / RUBRICS,
        source="",
        limit=limit,
        costs=_costs(c0),
        halfways=_numbers(halfway),
        judge=judge,
        personas=personas,
        agent=agent,
        n_agents=agent_pairs or limit,
        seed=seed,
        processes=processes,
    )
    with working_in(out) as progress:
        source = run_until_stopped(corpus_source(services, corpus, shared, progress=progress))
        found = run_steering(order.model_copy(update={"source": source}), out, progress)
    _keep(found, out)


def _check_models(settings: Settings, judge: str, personas: str, agent: str) -> None:
    """Before any corpus is made."""
    check_judge(judge, settings)
    check_judge(personas, settings, instead=_NO_WRITER)
    if agent:
        judge_config(agent, settings, instead=_NO_AGENT)
        check_judge(agent, settings, instead=_NO_AGENT)


def _keep(found: Steering, out: Path) -> None:
    document = steering_document(found)
    show(document, screen)
    write_text(out / "results.json", found.results.model_dump_json(indent=1) + "\n")
    keep(found, out / "steering.json", document, out / "page.html")
    tell(f"Kept in {out}: results.json, steering.json, page.html, and a line for each research.")


def _costs(text: str) -> tuple[float, ...]:
    """In their order, each once. Raises InputError."""
    try:
        named = [float(part) for part in text.split(",") if part.strip()]
    except ValueError:
        named = []
    if not named or not all(0 <= cost <= 1 for cost in named):
        raise InputError(f"--c0 takes numbers from 0 to 1, parted by commas, not {text!r}.")
    return tuple(sorted(set(named)))


def _numbers(text: str) -> tuple[int, ...]:
    """Raises InputError."""
    named = [part.strip() for part in text.split(",") if part.strip()]
    if not named or not all(part.isdecimal() and int(part) for part in named):
        raise InputError(f"--halfway takes whole numbers from 1, parted by commas, not {text!r}.")
    return tuple(dict.fromkeys(int(part) for part in named))
