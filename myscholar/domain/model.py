"""The shape all nouns share."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel, ConfigDict

_WIDTH = 60
"""Characters of one value that a repr shows; by hand."""


class Frozen(BaseModel):
    """A value: can't be changed, compares by content, refuses unknown fields. Its repr fits a few
    lines: long texts are cut, many things are counted, what is as by default is left out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        fields = type(self).model_fields
        for name, value in super().__repr_args__():
            default = fields[name].default if name in fields else ...
            if type(value) is not type(default) or value != default:
                yield name, _Brief(value)


class Look(Protocol):
    """How documents are written to files, and what a notebook shows of them."""

    def save(self, document: "Document", path: Path) -> Path: ...
    def html(self, document: "Document") -> str | None: ...


class Document(Frozen):
    """What a person keeps: a report, a profile, a list of actions. `look` is given by whoever can
    show it: `from myscholar import MyScholar` does so."""

    look: ClassVar[Look | None] = None

    def save(self, path: str | Path) -> Path:
        """Writes it as the path's ending says: .json or .html, and a report also as .md or .bib.
        Folders on the way are made. Raises UnreadableFile for another ending, UnwritableFile."""
        if Document.look is None:
            raise RuntimeError("`from myscholar import MyScholar` first: it says how to write it")
        return Document.look.save(self, Path(path))

    def _repr_html_(self) -> str | None:
        """What a notebook shows; None leaves it to the repr."""
        return Document.look.html(self) if Document.look else None


class _Brief:
    def __init__(self, value: object) -> None:
        self._value = value

    def __repr__(self) -> str:
        value = self._value
        if isinstance(value, str):
            line = " ".join(value.split())
            return repr(line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…")
        if not isinstance(value, Collection) or not value:
            return repr(value)
        if len(value) <= 3 and all(isinstance(part, str | int | float) for part in value):
            whole = repr(value)
            if len(whole) <= _WIDTH:
                return whole
        return f"<{len(value)} {type(next(iter(value))).__name__}>"
