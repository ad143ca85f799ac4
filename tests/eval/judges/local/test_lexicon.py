"""Every entry of the judge's words is explained and does what its examples say."""

import re
from pathlib import Path

import pytest

import eval.judges.local as room
import eval.studies.blind as blind
from eval.judges.local.lexicon import finds, read_entries, word_set
from myscholar.domain.profile import ProfileAspect

ENTRIES = read_entries()
FIELDS = {"means", "source", "lost", "any", "words", "shape", "matches", "rejects"}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_says_what_it_means_where_it_comes_from_and_what_is_lost_without_it(name: str):
    entry = ENTRIES[name]
    assert entry.keys() <= FIELDS
    assert all(entry[field].strip() for field in ("means", "source", "lost"))
    assert ("any" in entry) != ("words" in entry)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_matches_its_examples_and_no_counterexample(name: str):
    entry = ENTRIES[name]
    assert entry["matches"]
    assert entry["rejects"]
    assert [s for s in entry["matches"] if not has(name, s)] == []
    assert [s for s in entry["rejects"] if has(name, s)] == []


def has(name: str, sentence: str) -> bool:
    if "words" in ENTRIES[name]:
        return bool(word_set(name) & set(re.findall(r"\w+", sentence.lower())))
    return finds(name, sentence)


def test_every_entry_is_used():
    folders = (Path(of.__file__).parent for of in (room, blind))
    code = "".join(p.read_text(encoding="utf-8") for folder in folders for p in folder.glob("*.py"))
    whole = {n for n in ENTRIES if n.split(".")[0] in set(ProfileAspect)}
    asked = {f"asks.{name}" for name in re.findall(r'wants\("(\w+)"\)', code)}
    asked |= {f"asks.{name}" for name in re.findall(r'^    \("(\w+)", rules\.', code, re.M)}
    kinds = {f"{of}.{kind}" for of in ("asks", "shows") for kind in ("numbers", "examples")}
    counted = {f"checklists.{measure}" for measure in re.findall(r'", "(\w+)"\)', code)}
    named = counted | set(
        re.findall(
            r'"((?:asks|shows|reports|figures|criteria|profiles|keypoints|checklists)\.\w+)"', code
        )
    )
    assert set(ENTRIES) - whole - asked - kinds - named == set()
