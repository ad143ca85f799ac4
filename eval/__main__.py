"""`python -m eval bench [NAME ...] [--shared DIR]`: runs the benchmarks, or those named, one after the other."""

import argparse
import subprocess
import sys
from pathlib import Path

BENCHMARKS = ("pdf", "search", "retrieval", "profile", "report", "web")
"""Modules of eval.bench; `scholar` and those of the language-model engine (`llm_...`) need servers and are run by themselves."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m eval", description=__doc__)
    parser.add_argument("command", choices=["bench"])
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, []], help="benchmarks to run; default: all")
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="folder of the shared research data")
    arguments = parser.parse_args()
    if not arguments.shared.is_dir():
        parser.error(f"the benchmarks measure on real data, and {arguments.shared} is no folder; name it with --shared DIR")
    failed = []
    for name in arguments.names or BENCHMARKS:
        print(f"\n== {name}", flush=True)
        # A process each, so that one benchmark's memory and caches don't colour the next one's figures.
        command = [sys.executable, "-m", f"eval.bench.{name}", "--shared", str(arguments.shared)]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
