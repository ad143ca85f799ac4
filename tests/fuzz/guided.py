"""The properties under atheris, which goes on from inputs that reach code no earlier one reached.

`python -m tests.fuzz.guided SECONDS [PART-OF-A-NAME ...]` tries each property for so long, in a
process of its own. What fails is kept in `.hypothesis`, from where `make fuzz` tries it first, and
what reached new code in `.hypothesis/guided/`, from where the next run goes on. The exit status is
1 where any failed.
"""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
KEPT = Path(".hypothesis/guided")
READ_ELSEWHERE = {"test_a_pdf_is_a_paper_or_said_to_be_unreadable"}
"""In a process of its own, where nothing can be seen of what is reached."""


def properties() -> Iterator[tuple[str, str]]:
    """Module and name of each."""
    for path in sorted(FOLDER.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^@given[\s\S]*?^def (test_\w+)", text, re.MULTILINE):
            if name not in READ_ELSEWHERE:
                yield f"tests.fuzz.{path.stem}", name


def try_one(module: str, name: str, seconds: str) -> None:
    import atheris

    with atheris.instrument_imports(include=["myscholar", "eval"]):
        test: Any = getattr(importlib.import_module(module), name)
    folder = KEPT / name
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-max_len=4096", "-len_control=0"]
    options += ["-print_final_stats=1", "-timeout=60", f"-artifact_prefix={folder}-"]
    atheris.Setup([name, *options, str(folder)], test.hypothesis.fuzz_one_input)
    atheris.Fuzz()


def main(seconds: str, *wanted: str) -> int:
    is_failed = False
    for module, name in properties():
        if wanted and not any(part in name for part in wanted):
            continue
        ran = subprocess.run(
            [sys.executable, "-m", "tests.fuzz.guided", "--one", module, name, seconds],
            env=os.environ | {"FUZZ_TIMES": "1"},
            capture_output=True,
            text=True,
            errors="replace",
        )
        said = ran.stdout + ran.stderr
        n = re.findall(r"^(?:#|Done )(\d+)", said, re.MULTILINE)
        reached = re.findall(r"cov: (\d+)", said) or ["0"]
        verdict = "failed" if ran.returncode else "passed"
        print(f"{int(n[-1]) if n else 0:>9,} inputs, {reached[-1]:>5} places  {verdict}  {name}")
        if ran.returncode:
            is_failed = True
            lines = [line for line in said.splitlines() if not line.startswith("INFO:")]
            print("\n".join(lines[-40:]))
        sys.stdout.flush()
    return int(is_failed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        try_one(*sys.argv[2:])
    else:
        sys.exit(main(*(sys.argv[1:] or ["60"])))
