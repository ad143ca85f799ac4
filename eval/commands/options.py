"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from myscholar.errors import InputError

QUESTIONS = Path("data") / "queries" / "scholarqa_cs2_dev.jsonl"
RUBRICS = Path("data") / "queries" / "rubrics.jsonl"
"""In the folder of the shared data."""

DEFAULT_SHARED = Path("../shared")


def _there(context: typer.Context, parameter: typer.CallbackParam, folder: Path) -> Path:
    """Raises InputError for a folder that was named and is missing; the default one may be."""
    source = context.get_parameter_source(str(parameter.name))
    if source and source.name != "DEFAULT" and not folder.is_dir():
        raise InputError(f"--shared {folder}: there is no such folder.")
    return folder


Shared = Annotated[Path, typer.Option(help="Folder of the shared research data.", callback=_there)]
Dataset = Annotated[
    Path | None,
    typer.Option(
        "--dataset",
        help="Folder made by `python -m eval dataset`. Without it: questions only, no users.",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", min=1, help="Instances to take, drawn by seed and balanced over expertise."
    ),
]
JudgeName = Annotated[
    str, typer.Option("--judge", help="local (no model), or a model as provider:name.")
]
Out = Annotated[Path, typer.Option(help="Folder; the same command goes on in it.")]
Seed = Annotated[int, typer.Option("--seed", help="Of the draw of instances and of the bootstrap.")]
Parallel = Annotated[int, typer.Option("--parallel", min=1, help="Instances under way at once.")]
Processes = Annotated[
    int,
    typer.Option(
        "--processes", min=1, help="Processes of the extractive engine, at most one a core."
    ),
]
Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        min=0.01,
        help="Dollars for system and judge together; then nothing more is begun.",
    ),
]
Corpus = Annotated[
    str | None,
    typer.Option(
        "--corpus",
        help="Corpus that our reports are written from, or `sample`. Default: one made of the "
        "shared papers.",
    ),
]
MetricNames = Annotated[
    str | None,
    typer.Option("--metrics", help="Only these, parted by commas; also profile, actions, report."),
]
RubricFile = Annotated[
    Path | None,
    typer.Option(
        "--rubrics", help="What good answers must contain. Default: that of the shared data."
    ),
]
ReportFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--reports",
        help="A file of reports, the folder of a run, or a folder of reports that this product "
        "exported as JSON, in which a folder is a system; may be given again. Default: those of "
        "the shared data.",
    ),
]
TaskFile = Annotated[
    Path | None,
    typer.Option("--tasks", help="Tasks that the reports are on, as `arena tasks` writes them."),
]
Systems = Annotated[
    str, typer.Option("--systems", help="Only these, parted by commas. Default: all.")
]
Questions = Annotated[
    int | None,
    typer.Option(
        "--limit", min=1, help="Questions, those first that most systems answer, drawn by seed."
    ),
]
Agreement = Annotated[
    bool,
    typer.Option(
        help="Also judge the reports that people compared (those of the shared data), and say how "
        "far the judge goes with them."
    ),
]


def system_names(text: str) -> tuple[str, ...]:
    """In their order, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
