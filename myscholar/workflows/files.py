"""Profiles, actions, questions, tasks and reports as files."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ConfigDict, Field, ValidationError

from myscholar.actions.own import as_worded
from myscholar.domain.actions import ActionList
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.errors import (
    BadFilter,
    EmptyQuestion,
    EvidenceMismatch,
    InputError,
    UnreadableFile,
    UnwritableFile,
)
from myscholar.text.safeguards import is_of_the_person

Noun = TypeVar("Noun", bound=Frozen)
Row = TypeVar("Row")
_MOST_CHARACTERS = 50_000_000
"""Of any file: a device has no end."""
_MOST_OF_A_NOUN = 25_000_000
"""Characters of a profile, a list, a report, a line: JSON of brackets takes fifty bytes for each
(measured). A large report has one million."""


class Query(NamedTuple):
    """One line of a BEIR queries file."""

    query_id: str
    text: str


class BenchmarkTask(Frozen):
    """A task of a benchmark, with what asking it takes; what else its line says is for whoever
    evaluates."""

    model_config = ConfigDict(extra="ignore")

    task_id: str = Field(min_length=1)
    text: str = Field(pattern=r"\S")


def load_profile(path: Path) -> Profile:
    """Raises UnreadableFile, also if a quote in it is not the text of its passage. What the
    safeguards withhold is counted, not kept."""
    profile = _load(path, Profile, "a profile")
    safe = tuple(i for i in profile.inferences if not is_of_the_person(i.text, i.supports))
    n_withheld = profile.n_withheld + len(profile.inferences) - len(safe)
    return profile.model_copy(update={"inferences": safe, "n_withheld": n_withheld})


def load_actions(path: Path) -> ActionList:
    """A list that the user may have edited: an action whose words no longer say what its directive
    does is read anew from its words; what was left out and is switched on stands on the list.
    Raises UnreadableFile, also if two that are switched on have one id."""
    actions = _load(path, ActionList, "a list of actions")
    wanted = {o.action.action_id for o in actions.left_out if o.action and o.action.enabled}
    actions = actions.with_left_out(wanted)
    ids = Counter(action.action_id for action in actions.chosen)
    if twice := next((i for i, n in ids.items() if n > 1), None):
        raise UnreadableFile(path, f"two actions that are switched on have the id {twice!r}.")
    try:
        read = tuple(as_worded(action) for action in actions.actions)
    except EmptyQuestion as error:
        raise UnreadableFile(path, "the words of one of its actions say nothing.") from error
    return actions.model_copy(update={"actions": read})


def load_report(path: Path) -> Report:
    return _load(path, Report, "a report")


def save(noun: Frozen, path: Path) -> Path:
    """Raises UnwritableFile."""
    return write_text(noun.model_dump_json(indent=1) + "\n", path)


def write_text(text: str, path: Path) -> Path:
    """The file's path; folders on the way are made. Raises UnwritableFile."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableFile(path, error.strerror or type(error).__name__) from error
    return path


def local_path(text: str) -> Path:
    """`~` stands for the home folder; the name of nobody's home stays as it is. Without NUL, which
    no name has and the system refuses."""
    path = Path(text.replace("\0", ""))
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def read_queries(path: Path) -> Iterator[Query]:
    """Lines of `{"_id": ..., "text": ...}`. Raises UnreadableFile or InputError with the line's
    number."""

    def read(line: str) -> Query:
        row = json.loads(line)
        return Query(str(row["_id"]), str(row["text"]))

    return _read_lines(path, read, 'query; each line is {"_id": ..., "text": ...}')


def read_tasks(path: Path) -> tuple[BenchmarkTask, ...]:
    """Lines of `{"task_id": ..., "text": ...}` and more; at least one, each id once. Raises
    UnreadableFile or InputError with the line's number."""
    shape = 'task; each line is {"task_id": ..., "text": ...}'
    tasks = tuple(_read_lines(path, BenchmarkTask.model_validate_json, shape))
    if not tasks:
        raise UnreadableFile(path, "it holds no task.")
    ids = Counter(task.task_id for task in tasks)
    if twice := next((i for i, n in ids.items() if n > 1), None):
        raise UnreadableFile(path, f"two tasks have the id {twice!r}.")
    return tasks


def _read_lines(path: Path, read: Callable[[str], Row], shape: str) -> Iterator[Row]:
    # not splitlines: U+2028 may stand within a text
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        if len(line) > _MOST_OF_A_NOUN:
            raise InputError(f"{path.name}, line {number}: longer than 25 million characters.")
        try:
            yield read(line)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InputError(f"{path.name}, line {number}: not a {shape}.") from None


def _load(path: Path, noun: type[Noun], what: str) -> Noun:
    try:
        return noun.model_validate_json(read_text(path, most=_MOST_OF_A_NOUN))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "file"
        raise UnreadableFile(
            path, f"this is not {what} of myscholar ({where}: {first['msg']})."
        ) from None
    except BadFilter as error:
        raise UnreadableFile(path, f"this is not {what} of myscholar ({error.message})") from error
    except EvidenceMismatch as error:
        raise UnreadableFile(
            path, f"it holds a quote that is not in its paper ({error}). Make the file again."
        ) from error


def read_text(path: Path, *, most: int = _MOST_CHARACTERS) -> str:
    """Raises UnreadableFile."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(most + 1)
    except FileNotFoundError as error:
        raise UnreadableFile(path, "there is no such file.") from error
    except IsADirectoryError as error:
        raise UnreadableFile(path, "this is a folder, not a file.") from error
    except UnicodeDecodeError as error:
        raise UnreadableFile(path, "the file is not UTF-8 text.") from error
    except OSError as error:
        raise UnreadableFile(path, f"it can't be read ({error.strerror}).") from error
    if len(text) > most:
        raise UnreadableFile(path, f"it is longer than {most / 1e6:.0f} million characters.")
    return text
