"""Texts, bytes and values as nobody writes them, near enough to those that are read to get far."""

import atexit
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from pydantic import BaseModel

Form = TypeVar("Form", bound=BaseModel)

TIMES = int(os.environ.get("FUZZ_TIMES", "0"))
"""So many times the cases of the suite are tried; 0 in the suite."""

odd_characters = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\0\t\n\r\x0b\x0c\x1b\x85\u2028\u200b\u202e\ufeff\ufb01\u0130ß\u0301\ud800"
        ),
    ),
    max_size=6,
)


TRIED = Counter[str]()
"""Cases by the name of their test: also those by which a failing one is made smaller."""


def cases(n: int) -> Callable[[Any], Any]:
    """The settings of a test: so many cases in the suite. They are counted."""

    def decorate(test: Any) -> Any:
        inner = test.hypothesis.inner_test

        @wraps(inner)
        def counted(*args: Any, **drawn: Any) -> None:
            TRIED[inner.__name__] += 1
            inner(*args, **drawn)

        test.hypothesis.inner_test = counted
        return settings(
            max_examples=n * max(1, TIMES),
            database=settings().database if TIMES else None,
            deadline=None,
            derandomize=not TIMES,
            suppress_health_check=list(HealthCheck),
        )(test)

    return decorate


def written(name: str, content: bytes) -> Path:
    """A file of this name and content; the next one of the name takes its place."""
    path = _folder() / name
    path.write_bytes(content)
    return path


@cache
def _folder() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="myscholar-fuzz-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def texts(*pieces: str, most: int = 14) -> st.SearchStrategy[str]:
    """Of these pieces, words of prose and odd characters, in any order. A byte stands for each,
    which is made up in a third of the time of a list."""
    words = ("the", "of 24 birds", " ", "\n", "\n\n", "é", ".", ", ", "A", "1")
    known = (*pieces, *words)

    def joined(places: bytes, odd: str) -> str:
        return "".join(
            known[place % len(known)] if place < 224 or not odd else odd[place % len(odd)]
            for place in places
        )

    return st.builds(joined, st.binary(max_size=most), odd_characters)


def mutated(content: bytes, pieces: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """The content with stretches cut out, doubled, or written over."""
    change = st.tuples(
        st.integers(0, len(content)),
        st.integers(0, 40),
        st.sampled_from(pieces) | st.binary(max_size=9),
    )

    def changed(changes: list[tuple[int, int, bytes]]) -> bytes:
        made = content
        for at, length, put in changes:
            made = made[:at] + put + made[at + length :]
        return made

    return st.lists(change, min_size=1, max_size=6).map(changed)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats()
    | st.sampled_from(["", "a", "2020", "\ud800", "nan", "9" * 30])
    | odd_characters,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_characters, inner, max_size=3),
    max_leaves=6,
)


def _of_its_kind(value: Any) -> st.SearchStrategy[Any]:
    match value:
        case bool():
            return st.booleans()
        case int():
            return st.integers(-2, 3000)
        case float():
            return st.floats()
        case str():
            return odd_characters | st.just(f"{value}{value}")
        case list():
            return st.sampled_from([[], value * 2, value[1:], value[::-1]])
        case None:
            return st.integers(-1, 3000) | odd_characters
    return json_values


@st.composite
def with_other_values(draw: st.DrawFn, whole: Any) -> Any:
    """A JSON value in which some are replaced, mostly by one of their kind, or left out."""

    def visit(value: Any) -> Any:
        n = draw(st.integers(0, 11))
        if isinstance(value, Mapping) and value and n:
            name = draw(st.sampled_from(sorted(value)))
            if n == 1:
                return {other: value[other] for other in value if other != name}
            return {**value, name: visit(value[name])}
        if isinstance(value, list) and value and n > 1:
            place = draw(st.integers(0, len(value) - 1))
            return [*value[:place], visit(value[place]), *value[place + 1 :]]
        return draw(_of_its_kind(value) if n else json_values)

    for _ in range(draw(st.integers(1, 3))):
        whole = visit(whole)
    return whole


def of_schema(
    schema: Mapping[str, Any],
    defs: Mapping[str, Any],
    words: st.SearchStrategy[str] = odd_characters,
    numbers: st.SearchStrategy[int] = st.integers(),
    *,
    keeps_to_it: bool = False,
) -> st.SearchStrategy[Any]:
    """What a JSON schema describes, and now and then something else, unless it `keeps_to_it`."""
    inner = partial(of_schema, defs=defs, words=words, numbers=numbers, keeps_to_it=keeps_to_it)
    kinds = schema.get("anyOf") or schema.get("oneOf")
    known: st.SearchStrategy[Any]
    if "$ref" in schema:
        known = inner(defs[schema["$ref"].rsplit("/", 1)[-1]])
    elif kinds:
        known = st.one_of([inner(kind) for kind in kinds])
    elif "const" in schema or "enum" in schema:
        known = st.sampled_from(schema.get("enum") or [schema["const"]])
    elif schema.get("type") == "object":
        fields = {k: inner(v) for k, v in schema.get("properties", {}).items()}
        needed = {name: fields[name] for name in schema.get("required", ())} | {
            name: of for name, of in fields.items() if name == "kind"
        }
        others = {name: of for name, of in fields.items() if name not in needed}
        known = st.fixed_dictionaries(needed, optional=others)
    elif schema.get("type") == "array":
        known = st.lists(inner(schema.get("items") or {"type": "string"}), max_size=3)
    else:
        simple = {
            "string": words,
            "integer": numbers,
            "number": st.floats(),
            "boolean": st.booleans(),
            "null": st.none(),
        }
        known = simple.get(schema.get("type", ""), json_values)
    if keeps_to_it:
        return known
    return st.integers(0, 12).flatmap(lambda n: known if n else json_values)


def replies(
    form: type[Form], words: st.SearchStrategy[str], numbers: st.SearchStrategy[int]
) -> st.SearchStrategy[Form]:
    """Answers of a model that keep to the form, with such words and numbers in it."""

    schema = form.model_json_schema()
    said = of_schema(schema, schema.get("$defs", {}), words, numbers, keeps_to_it=True)
    return said.map(form.model_validate)
