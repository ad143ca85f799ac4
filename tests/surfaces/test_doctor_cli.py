"""`myscholar doctor` as a user meets it."""

import json
from pathlib import Path

import pytest

from myscholar.surfaces.cli.doctor_command import TYPED
from myscholar.workflows.doctor.diagnosis import Command

SECRET = "sk-very-secret-123"


def test_a_bare_machine_without_key_model_and_network_is_well(cli) -> None:
    done = cli("doctor", "--json", "--port", "8899")
    told = json.loads(done.out)
    faults = [f for f in told["diagnoses"] if f["state"] == "fault"]
    assert (done.status, told["is_well"], faults) == (0, True, [])
    said = {f["name"]: f for f in told["diagnoses"]}
    assert said["Language models"]["state"] == "ok"
    assert "without key and network" in said["Language models"]["said"]
    assert said["Language models"]["mend"] == "To use one, set it up: myscholar setup"
    assert said["Web app"]["mend"].endswith("Start it: myscholar app --port 8899")
    assert said["Semantic Scholar"]["state"] == "warning"
    assert "your libraries" in said["Semantic Scholar"]["mend"]


def test_a_fault_ends_the_command_with_status_1_and_no_secret_is_told(
    cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MYSCHOLAR_DATABASE_URL", f"postgresql://me:{SECRET}@127.0.0.1:1/x")
    monkeypatch.setenv("MYSCHOLAR_MODEL", "anthropic:claude-sonnet-5-5")
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://me:{SECRET}@127.0.0.1:9")
    monkeypatch.setenv("S2_API_KEY", SECRET)
    done = cli("doctor")
    assert done.status == 1
    assert "FAULT    Database: " in done.out
    assert "FAULT    Models of anthropic: 127.0.0.1:9 can't be reached: nobody answers." in done.out
    assert done.out.strip().endswith("Mend first what is at fault.")
    assert SECRET not in done.out + done.err


def test_whatever_may_be_done_has_words_to_type() -> None:
    assert set(TYPED) == set(Command)


def test_nothing_is_made_by_looking(cli, tmp_path: Path) -> None:
    cli("doctor")
    assert not (tmp_path / "home").exists()
