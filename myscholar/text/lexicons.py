"""The product's words: lists and patterns of language, read from `myscholar/lexicons/*.toml`.

Each table of a file is an entry, named "file.entry" here. It says what it `means`, its `source` (a
measurement, a paper, "by hand"), what is `lost` without it, and gives sentences that it `matches`
and `rejects`; a test runs them all. An entry holds `words`, or `verbs` in plain form (those with an
irregular past as "find/found", or "run/ran/running"), or `any`, the alternatives of a regular
expression; its `shape` (whole words unless given) says where they stand ("{any}") and names other
entries, of its file ("{negation}") or of another one ("{numbers.ordinals}"). A file that stands
elsewhere is named by its whole path, without the ending.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, cast

from myscholar.text.verbs import verb_forms

FOLDER = Path(__file__).parent.parent / "lexicons"
_WHOLE_WORDS = r"\b{any}\b"
_NAME = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)?)\}")


@cache
def read_lexicon(file: str) -> dict[str, dict[str, Any]]:
    """The entries of `lexicons/{file}.toml` by name, in order. Raises LookupError, ValueError."""
    try:
        return tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LookupError(f"there is no lexicons/{file}.toml") from None
    except ValueError as error:
        raise ValueError(f"lexicons/{file}.toml: {error}") from error


def words(name: str) -> tuple[str, ...]:
    """The words of an entry, in order."""
    listed = _listed(name, "words")
    return tuple(listed.split() if isinstance(listed, str) else listed)


def word_set(name: str) -> frozenset[str]:
    """The words of an entry."""
    return frozenset(words(name))


@cache
def verbs(name: str) -> dict[str, str]:
    """Each form of an entry's verbs with its plain form, in order."""
    listed = [verb.split("/") for verb in _listed(name, "verbs").split()]
    return {form: forms[0] for forms in listed for form in verb_forms(*forms)}


@cache
def pattern(name: str) -> re.Pattern[str]:
    """An entry as a regular expression; letters match in either case unless it says `case`. It is
    read and compiled when it is first used, so that no command waits for those that it doesn't
    use."""
    return cast(re.Pattern[str], LexiconPattern(name))


class LexiconPattern:
    """Stands for the `compiled` pattern of an entry, and has all that it has. Whatever is asked of
    it raises LookupError, ValueError where the entry is missing or malformed."""

    def __init__(self, name: str) -> None:
        self._name = name

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return compile_entry(self._name, alternatives(self._name))

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(self.compiled, attribute)
        setattr(self, attribute, found)  # so that it is looked up once
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return pattern, (self._name,)


def alternatives(name: str) -> Sequence[str]:
    """What stands for "{any}": expressions, or words as they are."""
    entry = _entry(name)
    if "any" in entry:
        return entry["any"]  # type: ignore[no-any-return]
    return [re.escape(word) for word in (verbs(name) if "verbs" in entry else words(name))]


def compile_entry(name: str, chosen: Sequence[str]) -> re.Pattern[str]:
    """The entry with the `chosen` of its alternatives. Raises ValueError."""
    entry = _entry(name)
    shape = entry.get("shape", _WHOLE_WORDS)
    source = _filled(shape.replace("{any}", f"(?:{'|'.join(chosen)})"), name)
    try:
        return re.compile(source, 0 if entry.get("case") else re.IGNORECASE)
    except re.error as error:
        raise ValueError(f"lexicon entry {name}: {error}: {source}") from error


def _filled(source: str, name: str) -> str:
    """With the alternatives of the entries that it names, in the file of `name` if in no other."""

    def fill(found: re.Match[str]) -> str:
        other = found[1] if "." in found[1] else f"{name.rpartition('.')[0]}.{found[1]}"
        return f"(?:{_filled('|'.join(alternatives(other)), other)})"

    return _NAME.sub(fill, source)


def _entry(name: str) -> dict[str, Any]:
    file, _, entry = name.rpartition(".")
    entries = read_lexicon(file)
    if entry not in entries:
        raise LookupError(f"lexicons/{file}.toml has no entry {entry!r}")
    return entries[entry]


def _listed(name: str, kind: str) -> Any:
    entry = _entry(name)
    if kind not in entry:
        raise LookupError(f"the lexicon entry {name} has no `{kind}`")
    return entry[kind]
