"""What a command loads of a model's vendor before it asks."""

import subprocess
import sys
from pathlib import Path

import pytest

LOAD = """
import gc, sys
from myscholar.workflows.models.load_ahead import load_ahead
load_ahead()
print([v for v in ("anthropic", "google", "openai") if f"pydantic_ai.models.{v}" in sys.modules])
print(gc.isenabled())
"""


@pytest.mark.parametrize(
    ("settings", "loaded"),
    [
        ("", []),
        ('[models]\ndefault = "anthropic:m"\n[providers.anthropic]\nkey = "x"\n', ["anthropic"]),
        ('[models]\ndefault = "nobody:m"\n', []),
        ("[models\n", []),
    ],
)
def test_only_the_client_that_the_settings_name_is_loaded_and_bad_ones_are_left_to_the_order(
    settings: str, loaded: list[str], tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").write_text(settings, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        env={"MYSCHOLAR_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [str(loaded), "True"]
