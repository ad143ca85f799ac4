"""The task factory: every seminar of a folder, side by side, kept as it goes. Source: Arena §3.

seminars/ID.json    what was made of a seminar, written whole; made anew where the transcript, its
                    name, its discipline, the code or the model is another
inspirations.jsonl  all of them, in the order of the seminars
tasks.jsonl         likewise; a task that an earlier seminar has word for word is left out
results.json        counts
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from eval.arena.inspirations import InspirationRule
from eval.arena.tasks import OF_A_SET, TaskRule
from eval.arena.transcripts import transcript_files, unread_files
from eval.judges.names import LOCAL
from eval.studies.arena.making import Counts, SeminarTasks, SeminarUnit, make_tasks_of
from eval.studies.in_processes import in_processes
from eval.studies.lines import make_folder, parse, write_text, writing
from eval.studies.versions import arena_version, versions
from eval.systems.steps import Tally
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, file_name, fold
from myscholar.errors import InputError, UnreadableFile

TASKS, INSPIRATIONS, SEMINARS = "tasks.jsonl", "inspirations.jsonl", "seminars"
MOST_TOLD = 5
"""Transcripts of which an error says why nothing was made; by hand."""


class FactoryOrder(Frozen):
    transcripts: Path
    limit: int | None = None
    """Seminars at most, the first by name."""
    model: str = LOCAL
    """`local` for none, or `provider:name`."""
    processes: int = 1


class RuleCount(Frozen):
    rule: str
    n_repaired: int
    """Broken at first and mended, or another candidate taken."""
    n_dropped: int
    """Left out for it; only counted of rules on all tasks of a part."""


class OfSeminar(Frozen):
    """A row of the table of seminars."""

    seminar_id: str
    title: str
    discipline: str
    language: str
    n_words: int
    n_parts: int
    n_inspirations: int
    n_tasks: int


class FactoryResults(Frozen):
    """What is kept of a run of the factory, without the tasks."""

    benchmark: str = "arena tasks"
    model: str
    versions: Mapping[str, str]
    seminars: tuple[OfSeminar, ...]
    inspirations: Counts
    """By type."""
    qualities: Counts
    families: Counts
    phases: Counts
    difficulties: Counts
    of_inspirations: tuple[RuleCount, ...]
    of_tasks: tuple[RuleCount, ...]
    n_same: int
    """Tasks that an earlier seminar had word for word."""
    failures: tuple[str, ...]
    """Seminars of which nothing was made, each as `SEMINAR: message`."""
    unread: tuple[str, ...] = ()
    """Names of files beside the transcripts that are of no kind that is read."""
    seconds: float
    model_calls: int
    dollars: float | None

    @property
    def n_tasks(self) -> int:
        return sum(self.families.values())

    @property
    def n_inspirations(self) -> int:
        return sum(self.inspirations.values())


def run_factory(order: FactoryOrder, folder: Path, progress: Progress = ignore) -> FactoryResults:
    """Goes on with what is in the folder. Raises InputError without a transcript that can be read,
    UnwritableFile."""
    units = _units(order)
    kept = folder / SEMINARS
    make_folder(kept)
    missing = [unit for unit in units if read_made(kept, unit) is None]
    n, tally, failures = len(units) - len(missing), Tally(), dict[str, str]()
    progress(Event(step="Making tasks", done=n, total=len(units)))
    for made in in_processes(make_tasks_of, missing, order.processes):
        n += 1
        tally.add(made.model_calls, made.dollars)
        if made.failure:  # tried again by the next command
            failures[made.seminar_id] = made.failure
        else:
            write_text(_kept(kept, made.seminar_id), made.model_dump_json() + "\n")
        spent = "" if order.model == LOCAL else _spent(tally)
        progress(Event(step="Making tasks", message=spent, done=n, total=len(units)))
    if len(failures) == len(units):
        told = list(failures.values())
        more = f" ({len(told) - MOST_TOLD} more)" if len(told) > MOST_TOLD else ""
        raise InputError(
            f"Nothing could be made of any transcript: {' '.join(told[:MOST_TOLD])}{more}"
        )
    return _collect(order, units, folder, failures)


def _spent(tally: Tally) -> str:
    price = "price unknown" if tally.dollars is None else f"${tally.dollars:.2f}"
    return f"{counted(tally.calls, 'model call')}, {price}"


def _units(order: FactoryOrder) -> list[SeminarUnit]:
    files = list(transcript_files(order.transcripts).items())[: order.limit]
    return [
        SeminarUnit(
            path=path,
            seminar_id=seminar_id,
            discipline=(discipline := _discipline(path, order.transcripts)),
            model=order.model,
            # a name may tell the language
            made_by=f"{arena_version()} {order.model} {_digest(path)} {discipline}/{path.name}",
        )
        for seminar_id, path in files
    ]


def _discipline(path: Path, folder: Path) -> str:
    """The name of the folder within the given one that the file stands in."""
    return path.parent.name.replace("-", " ").replace("_", " ") if path.parent != folder else ""


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()[:12]
    except OSError as error:
        raise UnreadableFile(path, f"it can't be read ({error.strerror}).") from error


def _kept(folder: Path, seminar_id: str) -> Path:
    return folder / f"{file_name(seminar_id)}.json"


def read_made(folder: Path, unit: SeminarUnit) -> SeminarTasks | None:
    """What was made of this transcript by this code and model; None where that is to be done."""
    path = _kept(folder, unit.seminar_id)
    if not path.is_file():
        return None
    made = parse(path, path.read_text(encoding="utf-8"), SeminarTasks)
    return made if made.made_by == unit.made_by else None


def _collect(
    order: FactoryOrder, units: Sequence[SeminarUnit], folder: Path, failures: Mapping[str, str]
) -> FactoryResults:
    """Seminar by seminar, so that memory does not grow with the tasks."""
    count, seen, rows = _Counting(), set[bytes](), list[OfSeminar]()
    with _whole(folder / TASKS) as tasks, _whole(folder / INSPIRATIONS) as inspirations:
        for unit in units:
            made = read_made(folder / SEMINARS, unit)
            if made is None:
                continue
            fresh = [t for t in made.tasks if not _is_known(t.text, seen)]
            made, n_same = made.model_copy(update={"tasks": tuple(fresh)}), len(made.tasks)
            count.add(made, n_same - len(fresh))
            rows.append(_row(made))
            inspirations.writelines(f"{i.model_dump_json()}\n" for i in made.inspirations)
            tasks.writelines(f"{t.model_dump_json()}\n" for t in made.tasks)
    return FactoryResults(
        model=order.model,
        versions={**versions(), "arena": arena_version()},
        seminars=tuple(rows),
        failures=tuple(f"{name}: {said}" for name, said in sorted(failures.items())),
        unread=unread_files(order.transcripts),
        **count.found(),
    )


def _is_known(text: str, seen: set[bytes]) -> bool:
    digest = hashlib.sha256(fold(text).encode()).digest()[:16]
    known = digest in seen
    seen.add(digest)
    return known


@contextmanager
def _whole(path: Path) -> Iterator[IO[str]]:
    """A file that is there whole or not at all. Raises UnwritableFile."""
    part = path.with_name(f"{path.name}.part")
    with writing(path):
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)


def _row(made: SeminarTasks) -> OfSeminar:
    return OfSeminar(
        seminar_id=made.seminar_id,
        title=made.title,
        discipline=made.discipline,
        language=made.language,
        n_words=made.n_words,
        n_parts=made.n_parts,
        n_inspirations=len(made.inspirations),
        n_tasks=len(made.tasks),
    )


class _Counting:
    def __init__(self) -> None:
        self._by = {name: Counter[str]() for name in ("inspirations", "qualities", "families")}
        self._by |= {name: Counter[str]() for name in ("phases", "difficulties")}
        self._repaired, self._dropped = Counter[str](), Counter[str]()
        self._n_same, self._seconds, self._tally = 0, 0.0, Tally()

    def add(self, made: SeminarTasks, n_same: int) -> None:
        for i in made.inspirations:
            self._by["inspirations"][i.type] += 1
            self._by["qualities"].update(i.qualities)
        for t in made.tasks:
            self._by["families"][t.family] += 1
            self._by["phases"][t.phase] += 1
            self._by["difficulties"][t.difficulty] += 1
        self._repaired.update(made.repaired)
        self._dropped.update(made.dropped)
        self._n_same += n_same
        self._seconds += made.seconds
        self._tally.add(made.model_calls, made.dollars)

    def found(self) -> dict[str, object]:
        return {
            **{name: dict(sorted(counts.items())) for name, counts in self._by.items()},
            "of_inspirations": self._rules(InspirationRule),
            "of_tasks": self._rules(TaskRule),
            "n_same": self._n_same,
            "seconds": round(self._seconds, 3),
            "model_calls": self._tally.calls,
            "dollars": self._tally.dollars,
        }

    def _rules(self, rules: Iterable[str]) -> tuple[RuleCount, ...]:
        return tuple(
            RuleCount(rule=r, n_repaired=self._repaired[r], n_dropped=self._dropped[r])
            for r in rules
        )


def is_only_counted(rule: str) -> bool:
    """Of rules on all tasks of a part, by which no task is left out."""
    return rule in OF_A_SET


def examples(folder: Path, seminars: Sequence[OfSeminar], most: int) -> tuple[SeminarTasks, ...]:
    """What was made of the first ones with tasks, to read."""
    ids = [each.seminar_id for each in seminars if each.n_tasks][:most]
    files = (_kept(folder / SEMINARS, seminar_id) for seminar_id in ids)
    return tuple(parse(f, f.read_text(encoding="utf-8"), SeminarTasks) for f in files)
