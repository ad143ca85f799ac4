"""Nouns in a file, one a line, appended: a kill or a full disk costs the last line at most."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from myscholar.domain.model import Frozen
from myscholar.errors import InputError, StorageError, UnreadableFile, UnwritableFile
from myscholar.gateways.storage.locks import FileLocks
from myscholar.workflows.files import read_text

N = TypeVar("N", bound=Frozen)


class Lines(Generic[N]):
    """A file that one process at a time appends to. Whoever only reads changes nothing.

    A last line without its end is left out when read, and cut off before anything is appended.
    """

    def __init__(self, path: Path, noun: type[N]) -> None:
        self.path, self._noun = path, noun
        self._is_whole = False
        """Whether the last line is known to be whole."""

    def read(self) -> Iterator[N]:
        """In order; none without a file. Raises UnreadableFile for a whole line that is none."""
        if not self.path.is_file():
            return
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.endswith(b"\n"):
                    text = line[:-1].decode("utf-8", errors="replace")
                    yield parse(self.path, text, self._noun, f"line {number}: ")

    def append(self, noun: N) -> None:
        """Raises UnwritableFile."""
        with writing(self.path):
            if not self._is_whole:
                _cut_torn_line(self.path)
            self._is_whole = False  # until all of it is written: a full disk may take half a line
            with self.path.open("ab") as file:
                file.write(noun.model_dump_json().encode() + b"\n")
            self._is_whole = True


def read_given(path: Path, noun: type[N]) -> Iterator[N]:
    """Of a file that somebody wrote, in order: its last line may lack its end. Raises
    UnreadableFile."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            yield parse(path, line, noun, f"line {number}: ")


def _cut_torn_line(path: Path) -> None:
    if path.is_file():
        content = path.read_bytes()
        with path.open("r+b") as file:
            file.truncate(content.rfind(b"\n") + 1)


def parse(path: Path, text: str, noun: type[N], where: str = "") -> N:
    """The noun; `where` stands before what is wrong. Raises UnreadableFile."""
    try:
        return noun.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        field = "".join(f"{part}: " for part in first["loc"])
        raise UnreadableFile(
            path, f"{where}{field}{first['msg']}. Delete the line, or give another file or folder."
        ) from error


def write_text(path: Path, text: str) -> None:
    """Whole or not at all. Raises UnwritableFile."""
    part = path.with_name(f"{path.name}.part")
    with writing(path):
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)


def make_folder(folder: Path) -> None:
    """Raises UnwritableFile."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Names the path in what the system says against it."""
    try:
        yield
    except OSError as error:
        raise UnwritableFile(path, error.strerror or str(error)) from error


@contextmanager
def hold(folder: Path, name: str = "run") -> Iterator[None]:
    """For this process alone. Raises InputError while another works there, UnwritableFile."""
    try:
        release: Callable[[], None] | None = FileLocks(folder).hold(name)
    except StorageError as error:
        reason = error.__cause__.strerror if isinstance(error.__cause__, OSError) else None
        raise UnwritableFile(folder, reason or "nothing can be kept there") from error
    if release is None:
        raise InputError(
            f"Another process is working in {folder}. Wait for it, or give another place with "
            "--out."
        )
    try:
        yield
    finally:
        release()
