"""The Python class: sync and async offer the same, and the README's example runs as printed."""

import asyncio
import inspect
import pydoc
import re
from pathlib import Path

import pytest

from myscholar import AsyncMyScholar, MyScholar

README = Path(__file__).resolve().parents[2] / "README.md"


def test_sync_and_async_have_the_same_methods() -> None:
    def methods(cls: type) -> set[str]:
        return {
            name
            for name, _ in inspect.getmembers(cls, inspect.isfunction)
            if not name.startswith("_")
        }

    assert methods(MyScholar) == methods(AsyncMyScholar)


def test_the_readmes_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    monkeypatch.chdir(README.parent)
    (block,) = re.findall(
        r"```python\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    exec(compile(block, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    assert capsys.readouterr().out.strip()


async def test_the_sync_class_works_where_a_loop_already_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path))
    assert asyncio.get_running_loop().is_running()
    assert MyScholar().propose_actions("How do birds learn their songs?").actions


def test_help_shows_the_options_of_a_method_also_without_async() -> None:
    shown = pydoc.plain(pydoc.render_doc(MyScholar.write_report))
    assert [option in shown for option in ("on_text", "head_start", "async")] == [True, True, False]
    assert MyScholar.write_report.__doc__ == AsyncMyScholar.write_report.__doc__
