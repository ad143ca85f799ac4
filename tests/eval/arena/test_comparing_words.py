"""Every entry of the room's words is explained, used, and does what its examples say."""

from pathlib import Path

import pytest

import eval.arena as room
from myscholar.text.lexicons import alternatives, compile_entry, pattern, read_lexicon

FOLDER = Path(room.__file__).parent
FILES = [str(FOLDER / "comparing")]
ENTRIES = [(file, entry) for file in FILES for entry in read_lexicon(file)]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))


@pytest.mark.parametrize(("file", "name"), ENTRIES)
def test_an_entry_matches_its_examples_and_no_counterexample(file, name):
    entry = read_lexicon(file)[name]
    assert all(entry[field].strip() for field in ("means", "source", "lost"))
    assert [s for s in entry["matches"] if not pattern(f"{file}.{name}").search(s)] == []
    assert [s for s in entry["rejects"] if pattern(f"{file}.{name}").search(s)] == []
    assert entry["rejects"]


@pytest.mark.parametrize(("file", "name"), ENTRIES)
def test_each_alternative_matches_an_example_by_itself(file, name):
    whole = f"{file}.{name}"
    matches = read_lexicon(file)[name]["matches"]
    idle = [
        a
        for a in alternatives(whole)
        if not any(compile_entry(whole, [a]).search(s) for s in matches)
    ]
    assert idle == []


@pytest.mark.parametrize(("file", "name"), ENTRIES)
def test_every_entry_is_used(file, name):
    assert f'}}.{name}"' in CODE
