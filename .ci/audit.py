"""Looks the pinned packages up among known vulnerabilities: audit.py FILE ... Fails where one is
found, and says so where it could not look: then nothing is known, good or bad.

Two services are asked by pip-audit, the second for what the first did not tell. An advisory that is
accepted stands in `accepted_advisories.toml` with its reason and until when.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

ACCEPTED = Path(__file__).with_name("accepted_advisories.toml")
SERVICES = ("pypi", "osv")
PATIENCE_S = 300


class Unreachable(Exception):
    """What the service, or the tool, said in the place of an answer."""


def main(files: Sequence[str], accepted: Path = ACCEPTED) -> int:
    today = datetime.now(UTC).date()
    excused = excused_by(tomllib.loads(accepted.read_text(encoding="utf-8")), today)
    known: dict[str, str] = {}
    audited: set[str] = set()
    found: dict[str, None] = {}
    for service in os.environ.get("AUDIT_SERVICES", " ".join(SERVICES)).split():
        try:
            told = ask(service, files)
        except Unreachable as error:
            print(f"{service} can't be asked: {error}")
            continue
        for package in told:
            known[package["name"]] = package.get("skip_reason", "")
            audited |= {package["name"]} if "vulns" in package else set()
            for advisory in package.get("vulns", ()):
                if excused.isdisjoint((advisory["id"], *advisory["aliases"])):
                    mended = " or ".join(advisory["fix_versions"]) or "no release yet"
                    which = f"{package['name']} {package['version']}: {advisory['id']}"
                    found[f"{which}, mended in {mended}"] = None
        if audited == known.keys():
            break
    print(*found, sep="\n", end="\n" * bool(found))
    left = sorted(known.keys() - audited)
    if left:
        print(f"Skipped by the tool, as the first of {len(left)}: {known[left[0]]}")
    if left or not known:
        those = f"{len(left)} of {len(known)} packages" if audited else "the packages"
        print(f"NOT AUDITED: {those}. No service that knows vulnerabilities could be reached.")
    if audited and not found:
        accepted_too = f", but {', '.join(sorted(excused))}, accepted" if excused else ""
        n = f"{len(audited)} package{'s' * (len(audited) != 1)}"
        print(f"Audited {n}: no known vulnerability{accepted_too}.")
    return bool(found)


def ask(service: str, files: Sequence[str]) -> list[dict[str, Any]]:
    """Each package with its `vulns`, or the `skip_reason` that it was not looked up for. Raises
    Unreachable."""
    wanted = [part for file in files for part in ("--requirement", file)]
    options = "--disable-pip --require-hashes --format json --desc off --aliases on".split()
    options += ["--progress-spinner", "off", "--vulnerability-service", service]
    command = [sys.executable, "-m", "pip_audit", *options, *wanted]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
        told = json.loads(ran.stdout)
    except subprocess.TimeoutExpired:
        raise Unreachable(f"no answer in {PATIENCE_S} s") from None
    except ValueError:
        said = ran.stderr.strip().splitlines() or [f"ended with {ran.returncode}"]
        raise Unreachable(said[-1][:300]) from None
    return list(told["dependencies"])


def excused_by(accepted: dict[str, Any], today: date) -> set[str]:
    """Ids of the advisories that are accepted today. Ends the program where one lacks its reason or
    its date."""
    for name, said in accepted.items():
        if not (str(said.get("reason", "")).strip() and isinstance(said.get("until"), date)):
            sys.exit(f"{ACCEPTED.name}: {name} needs a `reason`, and a date `until`.")
    return {name for name, said in accepted.items() if said["until"] >= today}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
