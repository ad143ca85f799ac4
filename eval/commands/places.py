"""Where figures are kept, as JSON and as a page: tried before anything is computed."""

from pathlib import Path

from eval.show.document import Document
from eval.show.html import to_html
from eval.studies.lines import make_folder, write_text, writing
from myscholar.domain.model import Frozen
from myscholar.errors import UnwritableFile


def keep(found: Frozen, file: Path, document: Document, page: Path) -> None:
    """Raises UnwritableFile."""
    make_folder(file.parent)
    write_text(file, found.model_dump_json(indent=1) + "\n")
    write_text(page, to_html(document))


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
