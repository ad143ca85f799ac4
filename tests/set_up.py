"""Installs the Debian packages that some tests need, as far as this machine allows; says in one line what is missing otherwise.

Run by `make test` before the tests. Without root nothing is installed, and the tests that need a program are skipped by name.
"""

import os
import shutil
import subprocess
from pathlib import Path

NEEDED = {
    "chromium": ("chromium", "tests of the HTML report and the web app in a browser"),
    "postgres": ("postgresql", "tests of the library on PostgreSQL"),
}


def is_present(program: str) -> bool:
    return bool(shutil.which(program)) or any(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))


def install(packages: list[str]) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-yq", "--no-install-recommends", *packages]):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> None:
    missing = {program: needed for program, needed in NEEDED.items() if not is_present(program)}
    if not missing:
        return
    packages = [package for package, _ in missing.values()]
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {', '.join(packages)} for the tests ...", flush=True)
        install(packages)
        return
    for package, purpose in missing.values():
        print(f"Skipping the {purpose}: install the program with: sudo apt-get install {package}", flush=True)


if __name__ == "__main__":
    main()
