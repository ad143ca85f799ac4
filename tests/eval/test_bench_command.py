"""`python -m eval bench`."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from eval.__main__ import main
from eval.bench import __main__ as bench
from eval.bench.command import BenchSetup
from eval.bench.copies import in_copy

FOLDER = Path(bench.__file__).parent


Typed = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def typed(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """What it says and its exit status, in this process."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["eval", "bench", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return subprocess.CompletedProcess(words, int(ended.value.code or 0), *capfd.readouterr())

    return run


def test_every_benchmark_is_reached_by_its_name_and_by_no_other_way():
    texts = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")}
    has_main = {name for name, text in texts.items() if "\ndef main(" in text}
    assert has_main - {"shaped"} == set(bench.NAMES)
    assert [name for name, text in texts.items() if "argparse" in text] == []


def test_help_lists_the_benchmarks_and_each_its_own_options(typed: Typed):
    command = [sys.executable, "-m", "eval", "bench", "--help"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert all(f"  {name} " in listed for name in bench.NAMES)
    assert "--papers" in typed("pdf_accuracy", "--help").stdout


def test_an_unknown_name_and_missing_data_are_named(typed: Typed, tmp_path: Path):
    assert "'bees' is none of pdf" in typed("bees").stderr
    missing = typed("--shared", str(tmp_path / "none"), "profile")
    assert missing.returncode == 2
    assert "none is no folder; name it with --shared" in missing.stderr
    assert BenchSetup(tmp_path, Path(sys.executable)).shared == tmp_path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("critical_path", "{}/none.json", "{}/chart.svg"), "it holds no trace of a run"),
        (("lexicons", "--index", "{}", "bees"), "'bees' is no lexicon and no entry of one"),
        (("lexicons", "--index", "{}", "--figures", "bees"), "'bees' is none of readings, "),
        (("thresholds", "--index", "{}", "--figures", "bees", "text"), "'bees' is none of "),
        (("--shared", "{}", "--server-python", "{}/none", "scholar"), "none can't be started"),
    ],
)
def test_what_a_benchmark_cannot_use_is_said_without_a_traceback(
    typed: Typed, tmp_path: Path, words: tuple[str, ...], said: str
):
    done = typed(*(word.format(tmp_path) for word in words))
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_copy_of_the_process_that_fails_says_why(capfd: pytest.CaptureFixture[str]):
    assert in_copy(lambda: {"bees": 1 / 0}) is None
    assert "ZeroDivisionError" in capfd.readouterr().err
