"""The words by which seminars are read: each entry is explained and does what its examples say, and
there is a sentence for all that cues find."""

import tomllib
from pathlib import Path

import pytest

import eval.arena
from eval.arena.extractive.objects import LANGUAGES, Kind, cues
from eval.domain.arena import InspirationType, TaskFamily, TaskPhase
from myscholar.text.lexicons import (
    alternatives,
    compile_entry,
    pattern,
    read_lexicon,
    word_set,
)

FOLDER = Path(eval.arena.__file__).parent
FILES = [str(FOLDER / name) for name in ("cues", "transcripts", "task_words")]
ENTRIES = [f"{file}.{entry}" for file in FILES for entry in read_lexicon(file)]
NAMES = [Path(name).name for name in ENTRIES]
TEMPLATES = tomllib.loads((FOLDER / "templates.toml").read_text(encoding="utf-8"))


def entry_of(name: str) -> dict:
    file, _, entry = name.rpartition(".")
    return read_lexicon(file)[entry]


def finds(name: str, sentence: str) -> bool:
    entry = entry_of(name)
    if "shape" in entry or "words" not in entry:
        return bool(pattern(name).search(sentence))
    return bool(word_set(name) & {w.strip('.,;:?!“”"').casefold() for w in sentence.split()})


@pytest.mark.parametrize("name", ENTRIES, ids=NAMES)
def test_an_entry_says_what_it_means_and_matches_its_examples_alone(name):
    entry = entry_of(name)
    assert all(entry.get(field, "").strip() for field in ("means", "source", "lost"))
    assert entry["matches"]
    assert entry["rejects"]
    assert [s for s in entry["matches"] if not finds(name, s)] == []
    assert [s for s in entry["rejects"] if finds(name, s)] == []


SEVERAL = [n for n in ENTRIES if "any" in entry_of(n) and "definite" not in n]


@pytest.mark.parametrize("name", SEVERAL, ids=lambda n: Path(n).name)
def test_each_alternative_matches_an_example_by_itself(name):
    examples = entry_of(name)["matches"]
    assert [
        a
        for a in alternatives(name)
        if not any(compile_entry(name, [a]).search(s) for s in examples)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_object_has_a_task_in_each_phase(language):
    for kind in {cue.kind for cue in cues(language)}:
        phases = {
            TaskFamily(family).phase for family, of in TEMPLATES[language].items() if kind in of
        }
        assert phases == set(TaskPhase), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_type_is_found_in_each_language(language):
    assert {cue.type for cue in cues(language)} == set(InspirationType)


def test_templates_are_of_the_ten_families_and_name_their_object_once():
    for language in LANGUAGES:
        assert set(TEMPLATES[language]) == set(TaskFamily)
        for entry in TEMPLATES[language].values():
            sentences = {kind: of for kind, of in entry.items() if kind != "difficulty"}
            assert set(sentences) <= set(Kind)
            assert all(asked.count("{object}") == 1 for asked, _ in sentences.values())
    assert all(set(order) == set(TaskFamily) for order in TEMPLATES["emphasis"].values())
