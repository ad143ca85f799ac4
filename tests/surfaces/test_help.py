"""What every command says of itself, its version, and what the shell proposes while one is
typed."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import myscholar
from myscholar.surfaces.cli.main import app

ROOT = get_command(app)


def commands(command: Any = ROOT, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group with what is typed to reach it."""
    yield path, command
    for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
        yield from commands(command.get_command(None, name), *path, name)


ALL = list(commands())


@pytest.mark.parametrize(("path", "command"), ALL, ids=[" ".join(p) or "-" for p, _ in ALL])
def test_every_help_ends_with_examples_that_can_be_typed(path: tuple[str, ...], command) -> None:
    lines = (command.epilog or "").splitlines()
    assert lines[:2] == ["\b", "Examples:"], "give it epilog=examples(...)"
    assert len(lines) > 2
    for line in lines[2:]:
        program, *typed = shlex.split(line)
        assert (program, tuple(typed[: len(path)])) == ("myscholar", path)
        reached, rest = ROOT, typed
        while hasattr(reached, "list_commands"):
            reached, rest = reached.get_command(None, rest[0]), rest[1:]
        reached.make_context(line, rest)  # refuses what it can't read


def test_the_version_is_told(cli) -> None:
    assert cli("--version").out == f"myscholar {myscholar.__version__}\n"


def proposed(home: Path, typed: str, *, loads: str = "") -> list[str]:
    """What bash proposes where this was typed, one a line; `loads`: what of these was loaded."""
    code = (
        "import sys; from myscholar.surfaces.cli.main import main; sys.argv = ['myscholar']\n"
        "try: main()\n"
        f"finally: print(*({{*'{loads}'.split()}} & {{*sys.modules}}), file=sys.stderr)"
    )
    words = shlex.split(typed.removesuffix(" ")) + ([""] if typed.endswith(" ") else [])
    shell = {
        "_MYSCHOLAR_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
        "MYSCHOLAR_HOME": str(home),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | shell, capture_output=True, text=True
    )
    assert done.stderr.strip() == ""
    return done.stdout.split()


def test_the_shell_completes_commands_and_what_is_stored_without_an_engine(
    cli, tmp_path: Path, three_papers: Path
) -> None:
    home = tmp_path / "home"
    cli("library", "add", three_papers, "--library", "birds")
    cli("corpus", "build", three_papers, "--name", "songs")
    cli("profile", "infer", "--library", "birds", "--name", "Ada")
    cli("profile", "list")
    heavy = "numpy sklearn dbos pydantic_ai pyarrow streamlit"
    assert proposed(home, "myscholar re", loads="sqlalchemy") == ["report", "research", "rewrite"]
    assert proposed(home, "myscholar library remove --library ", loads=heavy) == ["birds"]
    assert proposed(home, "myscholar corpus remove s", loads=heavy) == ["songs"]
    (run,) = proposed(home, "myscholar runs show ", loads=heavy)
    assert len(run) == 12
    assert proposed(home, "myscholar report x --profile A") == ["Ada"]
    assert proposed(home, "myscholar report x --source c") == ["corpus:songs"]
    assert proposed(Path("/dev/null/home"), "myscholar runs show ") == []
