"""What could not be read, or only in part."""

from myscholar.domain.model import Frozen


class Problem(Frozen):
    """`source` is a file or folder; `line` counts from 1, None where the whole source is meant."""

    source: str
    line: int | None = None
    message: str

    def __str__(self) -> str:
        return f"{self.source}{'' if self.line is None else f', line {self.line}'}: {self.message}"
