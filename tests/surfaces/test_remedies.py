"""What to do about an error is said in the words of the surface on which it is read."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import myscholar
from myscholar import errors
from myscholar.domain.evidence import SearchFilters
from myscholar.errors import LLMUnavailable, MyScholarError, NoModel, Remedy, RunCancelled
from myscholar.surfaces.cli import remedies as command_line
from myscholar.surfaces.web import remedies as app

PACKAGE = Path(myscholar.__file__).parent
COMMAND = re.compile(
    r"myscholar (?:setup|runs|report|rewrite|follow-up|ask|corpus|library|profile|actions|app|"
    r"demo)\b"
    r"|(?<![\w(-])--[a-z][a-z-]+(?![\w:-])"
)
ERRORS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, MyScholarError)
]


def made(kind: type[MyScholarError]) -> MyScholarError:
    """One with something in every field."""
    wanted = [f for f in fields(kind) if f.init] if is_dataclass(kind) else []
    values = {"int": 3, "float": 3.0, "tuple[str, ...]": ("one",)}
    return kind(*(values.get(str(getattr(f.type, "__name__", f.type)), "one") for f in wanted))


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_every_error_is_told_in_full_sentences_on_every_surface(kind: type[MyScholarError]) -> None:
    error = made(kind)
    for told in (str(error), command_line.explain(error), app.explain(error)):
        assert not re.search(r"[{}]", told)
        assert error.remedy is None or len(told) > len(error.message)


@pytest.mark.parametrize("words", [command_line.WORDS, app.WORDS])
def test_every_remedy_has_words_on_every_surface(words: dict[Remedy, str]) -> None:
    assert set(words) == set(Remedy)
    assert all(words.values())


def test_the_tree_is_drawn_as_it_stands() -> None:
    drawn = re.findall(r"[├└]── (\w+)", str(errors.__doc__))
    assert sorted([*drawn, "MyScholarError"]) == sorted(kind.__name__ for kind in ERRORS)


def said_in(file: Path) -> Iterator[str]:
    """Its texts but those that explain it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Expr):
            inner = (n for n in ast.iter_child_nodes(node) if isinstance(n, ast.Constant))
            yield from (n.value for n in inner if isinstance(n.value, str))


def test_only_the_command_line_names_commands_and_options() -> None:
    named = [
        (file.relative_to(PACKAGE).as_posix(), text)
        for file in sorted(PACKAGE.rglob("*.py"))
        if "surfaces/cli" not in file.as_posix()
        for text in said_in(file)
        if COMMAND.search(text)
    ]
    assert named == []


def test_a_wrong_filter_is_mended_where_it_was_set() -> None:
    with pytest.raises(errors.BadFilter) as raised:
        SearchFilters(year_min=2020, year_max=2010)
    assert command_line.explain(raised.value) == (
        "The first year, 2020, is after the last, 2010. See --year-min and --year-max."
    )
    assert app.explain(raised.value).endswith("Change the years under “Sources and filters”.")
    assert str(raised.value).endswith("Change the years of the filter.")


def test_a_model_that_is_missing_is_set_up_where_it_is_missed() -> None:
    assert command_line.explain(NoModel()).endswith("Set up a language model: `myscholar setup`.")
    assert app.explain(NoModel()).endswith("Set up a language model under Settings.")


def test_the_command_line_says_how_a_run_goes_on() -> None:
    failed = LLMUnavailable("test:model", "down")
    failed.run_id = "r1"
    assert command_line.explain(failed) == (
        "test:model can't be reached (down). What is finished is kept; resume the run later. To go "
        "on: myscholar runs resume r1"
    )
    assert command_line.explain(RunCancelled("r1")) == (
        "Run r1 was cancelled. What is finished is kept: myscholar runs resume r1"
    )
