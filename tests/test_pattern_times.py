"""No regular expression of the packages takes long for any text: papers, replies and what people
paste are others' words, and a pattern that tries every way to part them stops whoever waits.

Each pattern is tried as the code uses it (`search` stands for all that look through a text) on
texts made of its own parts: what each of its repetitions repeats, alone and after what stands
before it. Short texts tell which of these are worth a long one."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
import signal
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from types import ModuleType

import pytest

import eval
import myscholar
from eval.judges.local import lexicon
from myscholar.text.lexicons import FOLDER, LexiconPattern, pattern, read_lexicon

LIMIT_S = 0.05
"""Of processor time for a text of LONG characters; the slowest takes less than half of it."""
LONG, SHORT = 5_000, 1_000
WORTH_A_LONG_TEXT_S = 0.0006
"""What grows with the square of a text and takes LIMIT_S for a long one takes 0.002 for a short."""
ENOUGH_S = 0.5
TRIES = 5
NOT_IMPORTED = ("surfaces.web.pages", "train.trainers", "eval.bench", "__main__", "confined")
"""They run when imported or need what is not installed; patterns written there are found too, but
not those of benchmarks, which read nothing of others."""

WAYS: dict[str, Callable[[re.Pattern[str], str], object]] = {
    "search": lambda pattern, text: deque(pattern.finditer(text), 0),
    "match": re.Pattern.match,
    "fullmatch": re.Pattern.fullmatch,
}
LOOKS_THROUGH = {"search", "finditer", "findall", "split", "sub", "subn"}
PROBES = "aA1 \n-.,(["
COMMON = (*PROBES, '"', "_", "a ", "A ", "1 ", "1.", "a-", "a\n", "[1] ", "and ", "– ")

Found = dict[re.Pattern[str], tuple[set[str], set[str]]]
"""Each pattern with its names and the ways in which the code uses it."""


class TooLong(Exception):
    pass


@pytest.mark.parametrize(
    ("package", "others", "least"), [(myscholar, None, 600), (eval, myscholar, 100)]
)
def test_no_pattern_takes_long_for_any_text(
    package: ModuleType, others: ModuleType | None, least: int
) -> None:
    tried = patterns(others) if others else {}
    found = {each: known for each, known in patterns(package).items() if each not in tried}
    assert len(found) > least
    slow = {
        f"{min(names)} {way}: {seconds:.3f} s for {text[:40]!r}"
        for each, (names, ways) in found.items()
        for way in ways
        for seconds, text in [slowest(each, way)]
        if seconds > LIMIT_S
    }
    assert slow == set()


def slowest(each: re.Pattern[str], way: str) -> tuple[float, str]:
    """Seconds for the long text that takes longest, and that text."""
    worst = 0.0, ""
    for before, repeated in parts(each):
        for end in ("", "!", "_"):
            short, long = (
                before + (repeated * (n // len(repeated) + 1))[:n] + end for n in (SHORT, LONG)
            )
            if seconds(each, way, short) > WORTH_A_LONG_TEXT_S:
                worst = max(worst, (best_of_tries(each, way, long), long))
        if worst[0] > ENOUGH_S / 2:
            break
    return worst


def best_of_tries(each: re.Pattern[str], way: str, text: str) -> float:
    best = ENOUGH_S
    for _ in range(TRIES):
        best = min(best, seconds(each, way, text))
        if not LIMIT_S / 2 < best < ENOUGH_S:
            break
    return best


def seconds(each: re.Pattern[str], way: str, text: str) -> float:
    """Of processor time, ENOUGH_S at most."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENOUGH_S)
    began = time.process_time()
    try:
        WAYS[way](each, text)
        return min(ENOUGH_S, time.process_time() - began)
    except TooLong:
        return ENOUGH_S
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# What a pattern is made of


def parts(each: re.Pattern[str]) -> list[tuple[str, str]]:
    """What may stand before, and what is repeated to make a text."""
    found = {("", text): None for text in COMMON}
    for at_length in (False, True):
        repeated: list[tuple[str, str]] = []
        found["", example(_parser.parse(each.pattern, each.flags), at_length, repeated)] = None
        for before, text in repeated:
            found |= {("", text): None, ("", before + text): None, (before, text): None}
    return [(before, text) for before, text in found if text and len(before + text) < SHORT / 3]


def example(tree, at_length: bool, repeated: list[tuple[str, str]], before: str = "") -> str:
    """A text that the parsed pattern is about; of each repetition `repeated` gets what stands
    before it and what it repeats. With `at_length` what is optional is there."""
    text = ""
    for kind, value in tree:
        told = before + text
        if kind is sre.LITERAL:
            text += chr(value)
        elif kind in (sre.IN, sre.NOT_LITERAL, sre.ANY):
            text += members(kind, value)[0]
        elif kind is sre.BRANCH:
            branches = [example(each, at_length, repeated, told) for each in value[1]]
            text += branches[-1 if at_length else 0]
        elif kind is sre.SUBPATTERN:
            text += example(value[3], at_length, repeated, told)
        elif kind is sre.ATOMIC_GROUP:
            text += example(value, at_length, repeated, told)
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            example(value[1], at_length, repeated, told)
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            least, most, body = value
            inside = example(body, at_length, repeated, told)
            if most > 8:
                alone = members(*body[0]) if len(body) == 1 else ""
                repeated += [(told, one) for one in dict.fromkeys([inside, *alone])]
            text += inside * max(least, at_length)
    return text


def members(kind, value) -> str:
    """Characters of a class, some of each kind; none of what is no class."""
    if kind is sre.NOT_LITERAL:
        return "".join(c for c in PROBES if c != chr(value))
    if kind is sre.ANY:
        return "a "
    if kind is not sre.IN:
        return ""
    named = [
        chr(v if k is sre.LITERAL else v[0]) for k, v in value if k in (sre.LITERAL, sre.RANGE)
    ]
    state = _parser.State()
    state.str = ""
    one = re._compiler.compile(  # type: ignore[attr-defined]
        _parser.SubPattern(state, [(kind, value)])
    )
    return "".join(filter(one.match, dict.fromkeys([*PROBES, *named]))) or "\x01"


# Where patterns are


@cache
def patterns(package: ModuleType) -> Found:
    """Those that modules hold, also in lists, mappings and classes; those of lexicons that the code
    names; those written where they are used."""
    found: Found = defaultdict(lambda: (set(), set()))

    def add(each: re.Pattern[str], name: str, ways: set[str]) -> None:
        found[each][0].add(name)
        found[each][1].update(ways)

    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not any(part in module.name for part in NOT_IMPORTED):
            held_by = importlib.import_module(module.name)
            uses = uses_of_names(ast.parse(inspect.getsource(held_by) or ""))
            for name, value in list(vars(held_by).items()):
                direct = isinstance(value, re.Pattern | LexiconPattern)
                for each in held(value):
                    add(each, f"{module.name}.{name}", uses[name] if direct else set(WAYS))
    folder = Path(package.__path__[0])
    code = {
        path: path.read_text() for path in sorted(folder.rglob("*.py")) if "bench" not in path.parts
    }
    for name in entries("".join(code.values())):
        (each,) = held(pattern(name))
        add(each, f"lexicon entry {name}", set() if each in found else {"search"})
    if package is eval:
        for name, entry in lexicon.read_entries().items():
            if "any" in entry:
                add(lexicon.pattern(name), f"the judges' {name}", {"search"})
    for path, text in code.items():
        for call, source, flags in written(ast.parse(text)):
            each = re.compile(source, flags)
            ways = way_of(call.func.attr) or (set() if each in found else set(WAYS))
            add(each, f"{path.relative_to(folder)}:{call.lineno}", ways)
    return found


def entries(code: str) -> Iterator[str]:
    """The patterns of lexicons, without those that are only parts of others."""
    files = {path.stem: path.read_text() for path in sorted(FOLDER.glob("*.toml"))}
    inside = {
        part if "." in part else f"{file}.{part}"
        for file, text in files.items()
        for part in re.findall(r"\{([a-z_.]+)\}", text)
    }
    for file in files:
        for entry, fields in read_lexicon(file).items():
            name = f"{file}.{entry}"
            if {"any", "shape"} & set(fields) and (name not in inside or f'"{name}"' in code):
                yield name


def held(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, LexiconPattern):
        yield value.compiled
    elif isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from held(each)
    elif isinstance(value, Mapping):
        yield from held([*value.values(), *value])
    elif isinstance(value, type):
        if value.__module__.startswith(("myscholar.", "eval.")):
            yield from held([each for key, each in vars(value).items() if key[:2] != "__"])
    elif dataclasses.is_dataclass(value):
        yield from held([getattr(value, field.name) for field in dataclasses.fields(value)])


def uses_of_names(tree: ast.Module) -> dict[str, set[str]]:
    """The ways in which names of a module are used; a name that is handed on is used in each."""
    uses: dict[str, set[str]] = defaultdict(set)
    of_methods = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of_methods.add(node.value)
            uses[node.value.id] |= way_of(node.attr)
        elif isinstance(node, ast.Name) and node not in of_methods:
            uses[node.id] |= set(WAYS) if isinstance(node.ctx, ast.Load) else set()
    return uses


def way_of(method: str) -> set[str]:
    return {"search"} if method in LOOKS_THROUGH else {method} & set(WAYS)


def written(tree: ast.Module) -> Iterator[tuple[ast.Call, str, int]]:
    """Calls of `re` on a pattern that stands there, with its flags."""
    for call in ast.walk(tree):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and ast.unparse(call.func.value) == "re"
            and call.func.attr != "escape"
            and call.args
            and isinstance(call.args[0], ast.Constant)
        ):
            told = map(ast.unparse, [*call.args[1:], *(each.value for each in call.keywords)])
            flags = re.findall(r"re\.([A-Z]+)", " ".join(t for t in told if t.startswith("re.")))
            yield call, call.args[0].value, sum(re.RegexFlag[flag] for flag in flags)
