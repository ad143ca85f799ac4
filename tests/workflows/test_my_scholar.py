"""The Python class: sync and async offer the same, and the README's example runs as printed."""

import asyncio
import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

from myscholar import AsyncMyScholar, MyScholar
from myscholar.domain.orders import ActionsOrder, ClarifyOrder, ProfileOrder, ReportOrder

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


async def test_a_timeout_around_an_order_is_a_timeout(refused) -> None:
    scholar = AsyncMyScholar(refused)
    began = asyncio.get_running_loop().time()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout_at(began):
            await scholar.propose_actions("How do birds learn their songs?")
    refused.close()


def test_help_shows_the_options_of_a_method_also_without_async() -> None:
    shown = pydoc.plain(pydoc.render_doc(MyScholar.write_report))
    assert [option in shown for option in ("on_text", "head_start", "async")] == [True, True, False]
    assert MyScholar.write_report.__doc__ == AsyncMyScholar.write_report.__doc__


@pytest.mark.parametrize(
    ("method", "order", "other"),
    [
        ("infer_profile", ProfileOrder, {"library"}),
        ("propose_actions", ActionsOrder, set()),
        ("clarify", ClarifyOrder, set()),
        ("write_report", ReportOrder, {"on_text"}),
    ],
)
def test_a_method_takes_every_option_that_its_order_has(method, order, other) -> None:
    options = set(inspect.signature(getattr(AsyncMyScholar, method)).parameters)
    assert options == set(order.model_fields) | other | {"self", "progress"}


def test_the_command_line_takes_every_option_of_a_report() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "myscholar.surfaces.cli", "report", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    spelled = {"question": "question", "filters": "--year-min", "with_tables": "--tables"}
    spelled |= {"sources": "--source", "head_start": ""}  # none: nobody waits at a command
    spelled |= {"research": ""}  # a command of its own
    assert [n for n in ReportOrder.model_fields if spelled.get(n, f"--{n}") not in said] == []
