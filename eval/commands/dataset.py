"""The benchmark's dataset: built, or shown."""

from pathlib import Path
from typing import Annotated

import typer

from eval.commands.options import QUESTIONS, Shared
from eval.commands.places import ready_folder
from eval.commands.progress import steps
from eval.commands.screen import out as screen
from eval.commands.screen import tell
from eval.datasets.expertise import Quantiles
from eval.datasets.myscholarqa import Dataset, build, digests, read_dataset, write_dataset
from eval.datasets.questions import read_questions
from eval.datasets.texts import read_texts
from eval.datasets.users import FILES, read_users
from eval.show.dataset import dataset_document
from eval.show.terminal import show as show_document
from myscholar.domain.runs import Event
from myscholar.domain.text import shorten
from myscholar.errors import InputError
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.workflows.jobs import open_services

CORPUS = Path("data") / "corpus"
FIELD = Path("data") / "retrieval" / "corpus.jsonl"
"""Passages that such reports cite: embedders learn the words of questions there."""
READING = "Reading questions and users"
MOST_DIRECTIONS = 2048
"""Of an embedder that learns: more cost minutes and tell short texts no better apart."""


def dataset(
    shared: Shared = Path("../shared"),
    out: Annotated[Path | None, typer.Option(help="Folder to write the dataset to.")] = None,
    embedder: Annotated[
        str,
        typer.Option(
            help="lsa, lsa:DIMENSION, gritlm:PATH, sentence-transformers:MODEL or openai:MODEL@URL."
        ),
    ] = "lsa",
    quantiles: Annotated[
        tuple[float, float] | None,
        typer.Option(
            help="Of all similarities: above the first is medium, above the second high. Default: "
            "0.9 0.9995; GRIT-LM has edges."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Which user of each band is taken.")] = 0,
    show: Annotated[
        Path | None, typer.Option(help="Folder of a dataset to show; nothing is built.")
    ] = None,
) -> None:
    """Build the benchmark's dataset of questions and simulated users, or show one."""
    if show:
        show_document(dataset_document(read_dataset(show)), screen)
        return
    if out is None:
        raise InputError(
            "Say where the dataset is to go with --out FOLDER, or which one to show with --show "
            "FOLDER."
        )
    built = _build(shared, out, embedder, quantiles, seed)
    write_dataset(out, built)
    show_document(dataset_document(built), screen)
    tell(f"Kept in {out}: manifest.json, instances.jsonl.")


def _build(
    shared: Path, out: Path, embedder: str, quantiles: Quantiles | None, seed: int
) -> Dataset:
    if not shared.is_dir():
        raise InputError(
            f"There is no folder {shared} of shared research data; name it with --shared FOLDER."
        )
    dimension = _dimension(embedder)
    model = embedder_by_name(embedder, key=open_services().embedder_key)
    ready_folder(out)
    with steps() as progress:
        progress(Event(step=READING, total=1))
        questions, users = read_questions(shared / QUESTIONS), read_users(shared / CORPUS)
        field = read_texts(shared / FIELD) if model.needs_fit else ()
        n_texts = len({p.paper_id for user in users for p in user.papers}) + len(field)
        if dimension and dimension > n_texts:
            raise InputError(
                f"--embedder {embedder}: {n_texts:,} texts do not span {dimension:,} directions. "
                "Choose fewer."
            )
        progress(Event(step=READING, done=1, total=1))
        read = (QUESTIONS, *(CORPUS / file for file in FILES), *((FIELD,) if field else ()))
        return build(
            questions,
            users,
            embedder=model,
            quantiles=quantiles,
            seed=seed,
            learn_from=field,
            name=f"myscholarqa-{questions[0].split}",
            sources=digests(shared, *read),
            progress=progress,
        )


def _dimension(embedder: str) -> int | None:
    """Of an embedder that learns; None for others. Raises InputError for one that makes no sense:
    its decomposition would take hours, or nothing."""
    kind, _, wanted = embedder.partition(":")
    if kind != "lsa" or not wanted.isdecimal():
        return None
    digits = wanted.lstrip("0")
    if len(digits) > len(str(MOST_DIRECTIONS)) or not 2 <= int(digits or 0) <= MOST_DIRECTIONS:
        raise InputError(
            f"--embedder {shorten(embedder, 40)}: choose from 2 to {MOST_DIRECTIONS:,} "
            "directions, such as lsa:128."
        )
    return int(digits)
