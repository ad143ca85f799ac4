"""`--user`: who answers what a run asks."""

import json
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from myscholar.domain.interaction import UserKind, UserSpec
from myscholar.errors import InputError, UnreadableFile
from myscholar.workflows.files import local_path, read_text

UserOption = Annotated[
    str,
    typer.Option(
        "--user",
        metavar="USER",
        help="Who answers: ask (you), nobody, scripted:FILE (a reply a line, or a JSON list), or "
        'simulated:FILE (JSON: {"persona": "...", "aspects": [...]}, {"intents": [...]} or '
        '{"reference": "..."}).',
    ),
]
_MOST_CHARACTERS = 1_000_000
"""Of what a user wants and answers; by hand."""
_SIMULATED = {
    "persona": UserKind.PERSONA,
    "intents": UserKind.INTENTS,
    "reference": UserKind.REFERENCE,
}
"""The field that says which kind a file describes."""
_ITEMS = {UserKind.PERSONA: "aspects", UserKind.INTENTS: "intents"}


def read_user(said: str) -> UserSpec:
    """Raises InputError for another word, UnreadableFile for a file that names no user."""
    kind, colon, name = said.partition(":")
    if said in ("ask", "nobody"):
        return UserSpec(kind=UserKind.LIVE if said == "ask" else UserKind.NOBODY)
    if kind not in ("scripted", "simulated") or not (colon and name):
        raise InputError(
            f"{said!r} is no user. It is ask, nobody, scripted:FILE or simulated:FILE."
        )
    path = local_path(name)
    text = read_text(path, most=_MOST_CHARACTERS)
    try:
        return _scripted(text) if kind == "scripted" else _simulated(text)
    except ValidationError as error:
        raise UnreadableFile(path, f"{_first(error)}.") from None
    except ValueError as error:
        raise UnreadableFile(path, f"{error}.") from None


def _scripted(text: str) -> UserSpec:
    """Raises ValueError."""
    if not text.lstrip().startswith("["):
        return UserSpec(kind=UserKind.SCRIPTED, items=_texts(text.splitlines()))
    return UserSpec(kind=UserKind.SCRIPTED, items=_texts(_json(text)))


def _simulated(text: str) -> UserSpec:
    """Raises ValueError."""
    given = _json(text)
    kinds = [kind for name, kind in _SIMULATED.items() if isinstance(given, dict) and name in given]
    if len(kinds) != 1:
        raise ValueError("it has to hold one of persona, intents and reference")
    (kind,) = kinds
    known = {kind.value, _ITEMS.get(kind, ""), "seed"}
    if unknown := sorted(given.keys() - known):
        raise ValueError(f"{unknown[0]!r} says nothing of such a user")
    text_of = given.get(kind.value, "") if kind is not UserKind.INTENTS else ""
    items = _texts(given.get(_ITEMS.get(kind, ""), []))
    return UserSpec(kind=kind, text=text_of, items=items, seed=given.get("seed", 0))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("this is not JSON") from None


def _texts(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise ValueError("its list has to hold texts")
    return tuple(each.strip() for each in given if each.strip())


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {said}" if where else said
