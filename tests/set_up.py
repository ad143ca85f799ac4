"""Installs the Debian packages that some tests need. Where that can't be done, fails with one line
that says what to install.

Run by `make test` before the tests.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = {
    "chromium-headless-shell": ("chromium-headless-shell", "chromium"),
    "postgresql": ("initdb",),
}
"""Debian package -> any of these programs: a browser for the HTML report and the web app, of which
the one without a window takes two thirds of the other's time, and PostgreSQL for the library."""


def browser_program() -> str | None:
    """Where it lies."""
    return next(filter(None, map(shutil.which, NEEDED["chromium-headless-shell"])), None)


def is_present(program: str) -> bool:
    return bool(shutil.which(program)) or any(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))


def install(packages: list[str]) -> bool:
    """Whether apt-get did it."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    commands = (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-yq", "--no-install-recommends", *packages],
    )
    return all(
        subprocess.run(c, check=False, env=environment, stdout=subprocess.DEVNULL).returncode == 0
        for c in commands
    )


def main() -> int:
    packages = [package for package, any_of in NEEDED.items() if not any(map(is_present, any_of))]
    if not packages:
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {' and '.join(packages)} for the tests ...", flush=True)
        if install(packages):
            return 0
    print(
        f"The tests need {' and '.join(packages)}. Install with: sudo apt-get install "
        f"{' '.join(packages)}",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
