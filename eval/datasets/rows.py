"""JSONL, a JSON list or parquet, by content, -> checked rows."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from myscholar.errors import UnreadableFile

_PARQUET = b"PAR1"


class FileRow(BaseModel):
    """Other columns are passed over, numbers where words belong are taken as words."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)


R = TypeVar("R", bound=FileRow)

_IN_WORDS = {
    "tuple_type": "it should be a list",
    "string_type": "it should be text",
    "model_type": "it should be an object with named fields",
    "model_attributes_type": "it should be an object with named fields",
}
"""By pydantic's type of an error."""

Words = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]
"""Text; null counts as none."""
Items = BeforeValidator(lambda value: () if value is None else value)
"""For `Annotated[tuple[...], Items]`: null counts as empty."""


def read_rows(path: Path, form: type[R]) -> tuple[R, ...]:
    """In order. Raises UnreadableFile, which names the first bad row (from 1) and its field."""
    return tuple(
        _check(path, number, value, form) for number, value in enumerate(_values(path), start=1)
    )


def bad_row(path: Path, number: int, reason: str) -> UnreadableFile:
    return UnreadableFile(path, f"row {number}: {reason}")


def _check(path: Path, number: int, value: object, form: type[R]) -> R:
    if not isinstance(value, Mapping):
        raise bad_row(path, number, "it is not an object with named fields.")
    try:
        return form.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "the row"
        raise bad_row(path, number, f"{field}: {in_words(first['type'], first['msg'])}.") from error


def in_words(kind: str, message: str) -> str:
    """What is wrong with a field, for somebody who made the file and knows no types of Python."""
    return _IN_WORDS.get(kind) or f"{message[:1].lower()}{message[1:]}"


def _values(path: Path) -> Iterator[object]:
    try:
        with path.open("rb") as file:
            start = file.read(4)
        if start == _PARQUET:
            return _of_parquet(path)
        content = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    except FileNotFoundError as error:
        raise UnreadableFile(path, f"there is no such file (looked in {path.parent}).") from error
    except OSError as error:
        raise UnreadableFile(path, f"it can't be read ({error.strerror}).") from error
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableFile(path, "it is neither parquet nor text in UTF-8.") from error
    return iter(_of_list(path, text)) if text.lstrip().startswith("[") else _of_lines(path, text)


def _of_list(path: Path, text: str) -> list[object]:
    try:
        values: list[object] = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        why = getattr(error, "msg", "nested too deeply")
        raise UnreadableFile(path, f"it begins like a JSON list, but is none ({why}).") from error
    return values


def _of_lines(path: Path, text: str) -> Iterator[object]:
    # Not splitlines(): it would also part at U+2028 and its like, which JSON allows inside strings.
    for number, line in enumerate((line for line in text.split("\n") if line.strip()), start=1):
        try:
            yield json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            why = getattr(error, "msg", "nested too deeply")
            raise bad_row(path, number, f"it is not valid JSON ({why}).") from error


def _of_parquet(path: Path) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=64):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError) as error:
        why = str(error).splitlines()[0]
        raise UnreadableFile(path, f"the parquet file is damaged ({why}).") from error
