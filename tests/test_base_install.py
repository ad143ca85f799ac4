"""What is installed at once and what on request is as the README says."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOR_DEVELOPERS = {"dev", "bench", "fuzz"}


def test_the_readme_names_the_extras_that_there_are() -> None:
    named = set(re.findall(r"myscholar\[([\w-]+)\]", (ROOT / "README.md").read_text("utf-8")))
    assert named == set(PROJECT["optional-dependencies"]) - FOR_DEVELOPERS


def test_no_extra_holds_what_everybody_has() -> None:
    base = {_name(line) for line in PROJECT["dependencies"]}
    assert "psycopg" in base
    for lines in PROJECT["optional-dependencies"].values():
        assert base.isdisjoint(map(_name, lines))


def _name(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement)[0]
