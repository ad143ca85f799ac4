"""How the app is served: `myscholar app`."""

import socket
import subprocess
import sys
import tomllib

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


def test_the_installed_app_has_the_page_and_its_settings_of_the_checkout() -> None:
    included = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]["force-include"]
    installed = "myscholar" / serving.INSTALLED
    assert included["app.py"] == installed.as_posix()
    assert (
        included[".streamlit/config.toml"]
        == (installed.parent / ".streamlit" / "config.toml").as_posix()
    )


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
