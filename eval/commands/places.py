"""Whether what is about to be computed can be kept: asked before anything is."""

from pathlib import Path

from eval.benchmarks.lines import make_folder, writing
from myscholar.errors import UnwritableFile


def ready_file(path: Path) -> None:
    """Tries to write there; a file stays as it is. Raises UnwritableFile."""
    make_folder(path.parent)
    if path.is_dir():
        raise UnwritableFile(path, "it is a folder; name a file in it")
    _try(path.with_name(f"{path.name}.part"))


def ready_folder(folder: Path) -> None:
    make_folder(folder)
    _try(folder / ".part")


def _try(part: Path) -> None:
    with writing(part):
        part.touch()
        part.unlink()
