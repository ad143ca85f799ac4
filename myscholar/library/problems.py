"""What could not be read, or only in part."""

from typing import Annotated

from pydantic import BeforeValidator

from myscholar.domain.model import Frozen
from myscholar.domain.text import writable


class Problem(Frozen):
    """`source` is a file or folder; `line` counts from 1, None where the whole source is meant."""

    source: Annotated[str, BeforeValidator(writable)]
    line: int | None = None
    message: str

    def __str__(self) -> str:
        return f"{self.source}{'' if self.line is None else f', line {self.line}'}: {self.message}"
