"""What a corpus says of itself."""

from pathlib import Path

from pydantic import ValidationError

from myscholar.domain.model import Frozen
from myscholar.errors import CorpusCorrupt
from myscholar.search.corpus.generations import sizes
from myscholar.search.corpus.readers import RowProblem

FORMAT = 2
"""Version of an index on disk, raised when older ones can't be read any more; by hand."""


class CorpusInfo(Frozen):
    """What `corpus build` reports and an opened index knows."""

    name: str
    n_papers: int
    n_passages: int
    sources: tuple[str, ...]
    """Absolute paths of all files and folders that went in, in order."""
    embedder: str | None
    """None: lexical search only."""
    dimension: int = 0
    n_new_papers: int = 0
    n_new_passages: int = 0
    """What the last build added; text that was there already is not added again."""
    n_other_kinds: int = 0
    """Rows of the last build that are no text of a paper (web pages, a model's words) and were left
    out."""
    n_problems: int = 0
    problems: tuple[RowProblem, ...] = ()
    """What the last build could not read, the first 100."""


class CorpusState(Frozen):
    """The `info.json` of a state: the info, and what opening needs."""

    format: int
    info: CorpusInfo
    mean_length: float
    """Words a passage."""
    files: dict[str, int]
    """Bytes of each file: a truncated file is noticed at opening."""


def read_state(state: Path, name: str) -> CorpusState:
    """The state's account of itself, its files checked by size. Raises CorpusCorrupt."""
    try:
        account = CorpusState.model_validate_json((state / "info.json").read_bytes())
    except (OSError, ValidationError) as bad:
        raise CorpusCorrupt(name, "info.json can't be read") from bad
    if account.format != FORMAT:
        raise CorpusCorrupt(name, f"format {account.format} is not this version's {FORMAT}")
    found = sizes(state)
    for file, size in account.files.items():
        if found.get(file) != size:
            what = "missing" if file not in found else "not whole"
            raise CorpusCorrupt(name, f"{file} is {what}")
    return account
