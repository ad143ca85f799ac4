"""Which corpora there are; nothing of them is opened, so that a list is fast."""

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from myscholar.errors import CorpusCorrupt, UnknownName
from myscholar.search.corpus import generations
from myscholar.search.corpus.info import CorpusInfo, read_state
from myscholar.workflows.services import Services


class ListedCorpus(NamedTuple):
    """`info` is None for one that is damaged, and `problem` then says how. `built_at` is an ISO
    8601 time, `n_bytes` its size on disk."""

    name: str
    info: CorpusInfo | None = None
    n_bytes: int = 0
    built_at: str = ""
    problem: str = ""


def corpus_names(services: Services) -> tuple[str, ...]:
    """In alphabetical order."""
    return generations.corpus_names(services.settings.corpora_folder)


def list_corpora(services: Services) -> tuple[ListedCorpus, ...]:
    """In alphabetical order."""
    return tuple(
        _listed(services.settings.corpora_folder / name) for name in corpus_names(services)
    )


def remove_corpus(services: Services, name: str) -> None:
    """With its folder; the files that it was built from stay. Raises UnknownName, CorpusLocked."""
    generations.remove(check_corpus(services, name))


def check_corpus(services: Services, name: str) -> Path:
    """Its folder. Raises UnknownName."""
    if name not in (names := corpus_names(services)):
        raise UnknownName("corpus", name, names)
    return services.settings.corpora_folder / name


def _listed(folder: Path) -> ListedCorpus:
    try:
        if (state := generations.current(folder)) is None:  # removed at this moment
            return ListedCorpus(folder.name, problem="It is gone.")
        held = read_state(state, folder.name)
        built = datetime.fromtimestamp((state / "info.json").stat().st_mtime, UTC)
    except (CorpusCorrupt, OSError) as damaged:
        return ListedCorpus(folder.name, problem=str(damaged))
    at = built.isoformat(timespec="seconds")
    return ListedCorpus(folder.name, held.info, sum(held.files.values()), at)
