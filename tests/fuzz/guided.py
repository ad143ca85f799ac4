"""The properties under atheris, which goes on from inputs that reach code no earlier one reached.

`FUZZ_TIMES=1 python -m tests.fuzz.guided SECONDS [PART-OF-A-NAME ...]` tries each property for so
long, in a process of its own. What fails is kept in `.hypothesis`, from where `make fuzz` tries it
first, and what reached new code in `.hypothesis/guided/`, from where the next run goes on. The exit
status is 1 where any failed.
"""

import importlib
import mmap
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import atheris

from tests.fuzz.made_up import TRIED

KEPT = Path(".hypothesis/guided")
READ_ELSEWHERE = "test_a_pdf_is_a_paper_or_said_to_be_unreadable"
"""In a process of its own, where nothing can be seen of what is reached."""


def properties() -> dict[str, Any]:
    """By name."""
    with atheris.instrument_imports(include=["myscholar", "eval"]):
        paths = sorted(Path(__file__).parent.glob("test_*.py"))
        modules = [importlib.import_module(f"tests.fuzz.{path.stem}") for path in paths]
    found = {name: test for module in modules for name, test in vars(module).items()}
    return {n: t for n, t in found.items() if hasattr(t, "hypothesis") and n != READ_ELSEWHERE}


def try_one(name: str, test: Any, seconds: str, n_tried: mmap.mmap) -> None:
    """`n_tried` is told how many inputs made a case of the property."""

    def one_input(content: bytes) -> None:
        try:
            test.hypothesis.fuzz_one_input(content)
        finally:
            n_tried[:8] = TRIED[name].to_bytes(8, "little")

    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-max_len=4096", "-len_control=0", "-timeout=60"]
    options.append(f"-artifact_prefix={folder}-")
    atheris.Setup([name, *options, str(folder)], one_input)
    atheris.Fuzz()  # ends the process


def main(seconds: str, *wanted: str) -> int:
    is_failed, n_all = False, 0
    for name, test in properties().items():
        if wanted and not any(part in name for part in wanted):
            continue
        with tempfile.TemporaryFile() as said, mmap.mmap(-1, 8) as n_tried:
            child = os.fork()
            if not child:
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
                try_one(name, test, seconds, n_tried)
            _, status = os.waitpid(child, 0)
            said.seek(0)
            told = said.read().decode(errors="replace")
            n = int.from_bytes(n_tried[:8], "little")
        reached = (re.findall(r"cov: (\d+)", told) or ["0"])[-1]
        verdict = "failed" if status else "passed"
        print(f"{n:>9,} cases, {reached:>5} places  {verdict}  {name}", flush=True)
        if status:
            print("\n".join(told.splitlines()[-40:]), flush=True)
        is_failed, n_all = is_failed or bool(status), n_all + n
    print(f"{n_all:>9,} cases in all")
    return int(is_failed)


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or ["60"])))
