"""What is lost without each entry of `myscholar/lexicons`, and which alternatives decide nothing.

A NAME is a file, or one entry as "file.entry". Each entry is emptied in a copy of the process, and
the figures are made again. With --idle nothing is emptied: it lists the words and alternatives
without which every text that the product asked about is told the same, as often as it was asked.
--write puts what was found into the entries' `lost`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from eval.bench.copies import VisibleFigures, difference, in_copy, kinds_of
from myscholar.errors import InputError
from myscholar.text import lexicons

KINDS = ("readings", "profiles", "actions", "reports", "flags", "pdfs", "recording")
INDEX = "Folder of an index; `bench report --index FOLDER` builds one."
Measure = Callable[..., dict[str, VisibleFigures]]
NEVER = "(?!)"
MOST_TEXTS = 20_000
"""Of an entry, that are kept to try its alternatives on."""


class TracedPattern:
    """A pattern that remembers the texts that it was found in."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.found: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        made = getattr(self.pattern, name)
        return self._remember(made) if callable(made) else made

    def _remember(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any, **named: Any) -> Any:
            text = next((x for x in reversed(given) if isinstance(x, str)), "")
            if len(self.found) < MOST_TEXTS and self.pattern.search(text):
                self.found.add(text)
            return method(*given, **named)

        return ask


class TracedWords(frozenset[str]):
    """Words that remember which of them were met, by `in` or `&`."""

    met: set[str]

    def __contains__(self, word: object) -> bool:
        held = super().__contains__(word)
        if held:
            self.met.add(str(word))
        return held

    def __and__(self, other: Iterable[object]) -> frozenset[str]:
        met = frozenset(str(word) for word in other if super(TracedWords, self).__contains__(word))
        self.met |= met
        return met

    __rand__ = __and__


def main(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Default: all.")] = None,
    *,
    index: Annotated[Path, typer.Option(help=INDEX, exists=True, file_okay=False)],
    figures: Annotated[str, typer.Option(help="Parted by commas.")] = ",".join(KINDS),
    idle: Annotated[
        bool, typer.Option("--idle", help="List alternatives that decide nothing.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Put what was found into the lexicons' `lost`.")
    ] = False,
) -> None:
    for name in names or ():
        if next(_entries([name]), None) is None:
            raise typer.BadParameter(f"{name!r} is no lexicon and no entry of one")
    kinds = kinds_of(figures, KINDS)
    measure = partial(_measure, context.obj.shared, index, kinds)
    if idle:
        _show_idle(measure, names or ())
    else:
        _show_lost(measure, names or (), write)


def _entries(names: Sequence[str]) -> Iterator[str]:
    files = sorted(path.stem for path in lexicons.FOLDER.glob("*.toml"))
    for file in files:
        for entry in lexicons.read_lexicon(file):
            if not names or file in names or f"{file}.{entry}" in names:
                yield f"{file}.{entry}"


def _measure(
    shared: Path, index: Path, kinds: Sequence[str], without: str = ""
) -> dict[str, VisibleFigures]:
    """What is made and its figures without the entry, if one is named; by kind."""
    if without:
        file, _, entry = without.partition(".")
        held = lexicons.read_lexicon(file)[entry]
        kind = next(kind for kind in ("any", "words", "verbs") if kind in held)
        held[kind] = NEVER if kind == "verbs" else [NEVER]
    # what it imports reads the lexicons at once
    from eval.bench.visible import FIGURES, VisibleData

    data = VisibleData(shared, index)
    return {kind: FIGURES[kind](data) for kind in kinds}


def _show_lost(measure: Measure, names: Sequence[str], write: bool) -> None:
    whole = in_copy(measure)
    if whole is None:
        raise InputError("The figures can't be made; why stands above.")
    for name in _entries(names):
        lost = difference(whole, in_copy(partial(measure, without=name)))
        print(f"{name}: {lost}", flush=True)
        if write:
            _write(name, lost)


def _write(name: str, lost: str) -> None:
    file, _, entry = name.partition(".")
    path = lexicons.FOLDER / f"{file}.toml"
    head, found, rest = path.read_text(encoding="utf-8").partition(f"\n[{entry}]\n")
    told = lost.replace("\\", "/").replace('"', "'")
    rest = re.sub(r'(?m)^lost = ".*"$', lambda _: f'lost = "{told}"', rest, count=1)
    path.write_text(head + found + rest, encoding="utf-8")


def _show_idle(measure: Measure, names: Sequence[str]) -> None:
    asked: dict[str, TracedPattern] = {}
    words: dict[str, TracedWords] = {}
    plain = lexicons.pattern

    def ask(name: str) -> Any:
        if name not in asked:
            asked[name] = TracedPattern(plain(name))
        return asked[name]

    def ask_words(name: str) -> TracedWords:
        if name not in words:
            words[name] = TracedWords(lexicons.words(name))
            words[name].met = set()
        return words[name]

    lexicons.pattern = ask  # type: ignore[assignment]
    lexicons.word_set = ask_words
    measure()
    for name in _entries(names):
        if name in asked:
            idle = _idle(name, asked[name].found)
            print(f"{name}: found in {len(asked[name].found)} texts; idle: {idle}", flush=True)
        if name in words:
            print(f"{name}: not met: {sorted(words[name] - words[name].met)}", flush=True)


def _idle(name: str, texts: set[str]) -> list[str]:
    """The alternatives without which each of the texts is still found."""
    every = list(lexicons.alternatives(name))
    idle = []
    for i, alternative in enumerate(every):
        rest = lexicons.compile_entry(name, every[:i] + every[i + 1 :] or [NEVER])
        if all(rest.search(text) for text in texts):
            idle.append(alternative)
    return idle
