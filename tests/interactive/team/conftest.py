"""Real runs of a team over a few papers about bees, in a home of their own."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

TEAM = Path(__file__).with_name("team_run.py")


@pytest.fixture(scope="session")
def team() -> ModuleType:
    spec = importlib.util.spec_from_file_location("team_run", TEAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["team_run"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def place(tmp_path: Path, team: ModuleType) -> Iterator:
    place = team.Place(tmp_path)
    yield place
    place.close()
