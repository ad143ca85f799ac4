"""How the app is served: `myscholar app`."""

import socket
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from myscholar.surfaces.web import components, serving

from .conftest import ROOT


def test_a_port_that_is_taken_is_named_and_the_app_ends() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        command = [
            sys.executable,
            "-m",
            "myscholar.surfaces.cli",
            "app",
            "--no-browser",
            "--port",
            port,
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().endswith(f"Port {port} is not available")


def test_the_wheel_holds_every_file_and_the_page_with_its_settings_and_prompts(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = tmp_path.iterdir()
    page = "myscholar" / serving.INSTALLED
    wanted = {
        page.as_posix(): ROOT / "app.py",
        (page.parent / ".streamlit/config.toml").as_posix(): ROOT / ".streamlit/config.toml",
    }
    for folder, place in (("myscholar", "myscholar"), ("prompts", "myscholar/prompts")):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                wanted[f"{place}/{file.relative_to(ROOT / folder).as_posix()}"] = file
    with zipfile.ZipFile(built) as wheel:
        held = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == {name: file.read_bytes() for name, file in wanted.items()}


def test_no_poll_is_followed_by_a_search_for_garbage() -> None:
    settings = tomllib.loads(
        (serving.script_file().parent / ".streamlit" / "config.toml").read_text()
    )
    assert settings["runner"]["postScriptGC"] is False
    assert settings["runner"]["fastReruns"] is False, "two threads would keep one question twice"


def test_all_parts_are_there_before_the_first_page(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(serving, "import_module", loaded.append)
    serving._load_components()
    folder = ROOT / "myscholar" / "surfaces" / "web" / "components"
    files = {".".join(f.relative_to(ROOT).with_suffix("").parts) for f in folder.rglob("*.py")}
    assert {f.removesuffix(".__init__") for f in files} - {components.__name__} == set(loaded)
