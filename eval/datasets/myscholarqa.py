"""The benchmark's dataset: questions x simulated users of low, medium and high expertise. Source:
MySQA §3.1, A.1, Table 5.

A dataset is a folder of two files.

`manifest.json` says how it was made: `format` (1), `name`, `seed`, `embedder`, `similarity` (how
several papers make one), `edges` (`low`, `high`: up to and with `low` a user is low, above `high`
high), `quantiles` of all similarities that the edges are (null: the paper's edges for GRIT-LM), the
sizes of what was chosen from (`n_questions`, `n_users`, `n_papers`), `n_learned` (texts that the
embedder learned from, which are the papers and what was given besides; 0: a trained model),
`unplaced` (questions that the embedder could not place: all users equally near), `sources` (SHA-256
of the files read) and `fingerprint` (SHA-256 of all this and of the other file).

`instances.jsonl` has one object a line, in order of questions, then low, medium, high:
`instance_id` (`QUERY_ID-EXPERTISE`), `query_id`, `query`, `split`, `user_id`, `expertise`,
`similarity` (rounded to 4 decimals) and `papers`, each with `paper_id`, `title`, `text` (here: the
abstract), `authors`, `year`, `venue`. Nothing else is needed to run a system on it.

The same questions, users, embedder, quantiles and seed give the same bytes. A band in which a
question has no user is left out, as in the paper. Which of a band's users is taken depends on the
seed, the question and the band alone, so that one question more or less changes no other's user.
"""

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import Field, ValidationError

from eval.datasets.expertise import (
    Edges,
    Quantiles,
    Similarities,
    check_quantiles,
    edges_for,
    similarities,
)
from eval.datasets.questions import Question
from eval.datasets.users import SyntheticUser
from eval.domain.instance import Expertise, Instance
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Progress, ignore
from myscholar.errors import InputError, UnreadableFile, UnwritableFile
from myscholar.gateways.embedding.embedder import Embedder

MANIFEST, INSTANCES = "manifest.json", "instances.jsonl"


class Manifest(Frozen):
    format: int = Field(default=1, ge=1, le=1)
    name: str = Field(min_length=1)
    fingerprint: str = ""
    seed: int
    embedder: str
    similarity: str = "mean over a user's papers of the cosine of question and paper"
    edges: Edges
    quantiles: Quantiles | None
    n_questions: int
    n_users: int
    n_papers: int
    n_learned: int = 0
    unplaced: tuple[str, ...] = ()
    sources: Mapping[str, str] = {}


class Dataset(Frozen):
    manifest: Manifest
    instances: tuple[Instance, ...]

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def fingerprint(self) -> str:
        """64 hexadecimal digits; another for any other content."""
        return self.manifest.fingerprint


def build(
    questions: Sequence[Question],
    users: Sequence[SyntheticUser],
    *,
    embedder: Embedder,
    quantiles: Quantiles | None = None,
    seed: int = 0,
    learn_from: Sequence[str] = (),
    name: str = "myscholarqa",
    sources: Mapping[str, str] | None = None,
    progress: Progress = ignore,
) -> Dataset:
    """One user for each question and band that has any.

    Without `quantiles` the edges are the paper's for a `gritlm:` embedder, else those at
    `DEFAULT_QUANTILES`. Raises InputError where there are no questions or users, or where
    similarities can't be told apart; whatever the embedder raises. `learn_from` is for embedders
    that learn (`similarities`).
    """
    if not questions or not users:
        raise InputError(
            "There is nothing to build a dataset from: it takes at least one question and one user."
        )
    check_quantiles(quantiles)
    found = similarities(
        questions, users, embedder=embedder, learn_from=learn_from, progress=progress
    )
    edges, used = edges_for(found, embedder=embedder.name, quantiles=quantiles)
    rows = zip(questions, found, strict=True)
    placed = [(q, row) for q, row in rows if row.min() < row.max() or len(users) == 1]
    n_papers = len({p.paper_id for user in users for p in user.papers})
    manifest = Manifest(
        name=name,
        seed=seed,
        embedder=_portable(embedder.name),
        edges=edges,
        quantiles=used,
        n_questions=len(questions),
        n_users=len(users),
        n_papers=n_papers,
        n_learned=n_papers + len(learn_from) if embedder.needs_fit else 0,
        unplaced=tuple(sorted({q.query_id for q in questions} - {q.query_id for q, _ in placed})),
        sources=dict(sorted((sources or {}).items())),
    )
    chosen = tuple(i for q, row in placed for i in _instances(q, row, users, edges, seed))
    fingerprint = _fingerprint(manifest, _lines(chosen))
    manifest = manifest.model_copy(update={"fingerprint": fingerprint})
    return Dataset(manifest=manifest, instances=chosen)


def _instances(
    question: Question, row: Similarities, users: Sequence[SyntheticUser], edges: Edges, seed: int
) -> list[Instance]:
    in_order = sorted(zip(users, row.tolist(), strict=True), key=lambda pair: pair[0].user_id)
    chosen = []
    for expertise in Expertise:
        band = [(user, value) for user, value in in_order if edges.expertise(value) is expertise]
        if band:
            user, value = random.Random(f"{seed}/{question.query_id}/{expertise}").choice(band)
            chosen.append(
                Instance(
                    instance_id=f"{question.query_id}-{expertise}",
                    **question.model_dump(),
                    user_id=user.user_id,
                    expertise=expertise,
                    similarity=value,
                    papers=user.papers,
                )
            )
    return chosen


def _portable(embedder: str) -> str:
    """Without the folders of a model, so that two machines write the same."""
    kind, colon, model = embedder.partition(":")
    return f"{kind}:{Path(model).name}" if colon and Path(model).is_dir() else embedder


def digests(folder: Path, *files: Path) -> dict[str, str]:
    """SHA-256 of each, by its place in the folder. Raises UnreadableFile."""
    try:
        contents = {file.as_posix(): (folder / file).read_bytes() for file in files}
    except OSError as error:
        why = f"it can't be read ({error.strerror})."
        raise UnreadableFile(str(error.filename), why) from error
    return {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}


def write_dataset(folder: Path, dataset: Dataset) -> None:
    """The folder is made; a dataset that is already in it must be this very one. Raises InputError,
    UnwritableFile.

    The manifest comes last: without it the folder is half a dataset, and `read_dataset` says so.
    """
    if (folder / MANIFEST).exists() and _manifest(folder).fingerprint != dataset.fingerprint:
        raise InputError(
            f"{folder} holds another dataset, which runs may rest on. Choose another folder, or "
            "remove that one yourself."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / INSTANCES).write_bytes(_lines(dataset.instances))
        manifest = dataset.manifest.model_dump_json(indent=2) + "\n"
        (folder / MANIFEST).write_bytes(manifest.encode())
    except OSError as error:
        why = f"the dataset can't be written there ({error.strerror})."
        raise UnwritableFile(folder, why) from error


def read_dataset(folder: Path) -> Dataset:
    """Raises UnreadableFile for a missing, half, bad or changed dataset."""
    if not folder.is_dir():
        raise UnreadableFile(
            folder,
            "there is no such folder. Build the dataset with: python -m eval dataset --out FOLDER",
        )
    manifest, content = _manifest(folder), _content(folder, INSTANCES)
    if _fingerprint(manifest, content) != manifest.fingerprint:
        raise UnreadableFile(
            folder,
            "the dataset was changed after it was built: its content does not fit the "
            f"fingerprint in {MANIFEST}. Build it again.",
        )
    instances = []
    for number, line in enumerate(content.decode("utf-8").split("\n")[:-1], start=1):
        try:
            instances.append(Instance.model_validate_json(line))
        except ValidationError as error:
            raise UnreadableFile(folder / INSTANCES, f"row {number}: {_first(error)}") from error
    return Dataset(manifest=manifest, instances=tuple(instances))


def _manifest(folder: Path) -> Manifest:
    try:
        return Manifest.model_validate_json(_content(folder, MANIFEST))
    except ValidationError as error:
        why = f"it is no manifest of a dataset ({_first(error)})"
        raise UnreadableFile(folder / MANIFEST, why) from error


def _content(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError as error:
        why = f"this is no whole dataset: {name} is missing. Build it again."
        raise UnreadableFile(folder, why) from error
    except OSError as error:
        raise UnreadableFile(folder / name, f"it can't be read ({error.strerror}).") from error


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(str(part) for part in first['loc']) or 'the whole'}: {first['msg'].lower()}."


def _lines(instances: Sequence[Instance]) -> bytes:
    return "".join(instance.model_dump_json() + "\n" for instance in instances).encode()


def _fingerprint(manifest: Manifest, instances: bytes) -> str:
    fields = manifest.model_dump(mode="json", exclude={"fingerprint"})
    said = json.dumps(fields, sort_keys=True).encode()
    return hashlib.sha256(said + b"\n" + instances).hexdigest()
