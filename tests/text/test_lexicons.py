"""Every entry of every lexicon is explained, used, and does what its examples say."""

import pickle
import re

import pytest

from myscholar.text import lexicons
from myscholar.text.lexicons import (
    FOLDER,
    alternatives,
    compile_entry,
    pattern,
    read_lexicon,
    word_set,
    words,
)

FILES = sorted(path.stem for path in FOLDER.glob("*.toml"))
ENTRIES = [f"{file}.{entry}" for file in FILES for entry in read_lexicon(file)]
FIELDS = set(
    "means source lost words verbs any shape case matches rejects "
    "says verb terms_follow called values".split()
)
CODE = "\n".join(path.read_text() for path in FOLDER.parent.rglob("*.py"))


def entry_of(name: str) -> dict:
    file, _, entry = name.partition(".")
    return read_lexicon(file)[entry]


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_says_what_it_means_where_it_comes_from_and_what_is_lost_without_it(name):
    entry = entry_of(name)
    assert all(entry.get(field, "").strip() for field in ("means", "source", "lost"))
    assert entry["matches"]
    assert entry["rejects"]
    assert sum(kind in entry for kind in ("words", "verbs", "any")) == 1
    assert set(entry) - FIELDS == set()


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_matches_its_examples_and_no_counterexample(name):
    entry = entry_of(name)
    assert [s for s in entry["matches"] if not _finds(name, s)] == []
    assert [s for s in entry["rejects"] if _finds(name, s)] == []


def _finds(name: str, sentence: str) -> bool:
    entry = entry_of(name)
    if "shape" in entry or "words" not in entry:
        return bool(pattern(name).search(sentence))
    said = {w.strip('.,;:?!()“”"') for w in sentence.split()}
    listed = word_set(name)
    phrases = [w for w in listed if " " in w and w in sentence]
    return bool(listed & said or phrases)


@pytest.mark.parametrize("name", [n for n in ENTRIES if "any" in entry_of(n)])
def test_each_alternative_of_a_pattern_matches_an_example_by_itself(name):
    entry = entry_of(name)
    idle = [
        a
        for a in alternatives(name)
        if not any(compile_entry(name, [a]).search(s) for s in entry["matches"])
    ]
    assert idle == []


def test_every_entry_is_used_and_every_name_in_the_code_is_an_entry():
    quoted = set(re.findall(rf'"((?:{"|".join(FILES)})\.[a-z_]+)"', CODE))
    by_kind = set(re.findall(rf'"((?:{"|".join(FILES)})\.)\{{', CODE))
    by_file = set(re.findall(r'read_lexicon\("(\w+)"\)', CODE))
    inside = {
        part if "." in part else f"{name.partition('.')[0]}.{part}"
        for name in ENTRIES
        for text in [entry_of(name).get("shape", ""), *entry_of(name).get("any", ())]
        for part in re.findall(r"\{([a-z_.]+)\}", text)
    }
    used = {
        name
        for name in ENTRIES
        if name in quoted | inside
        or name.partition(".")[0] in by_file
        or f"{name.partition('.')[0]}." in by_kind
    }
    assert quoted - set(ENTRIES) == set()
    assert set(ENTRIES) - used == set()


def test_a_pattern_is_compiled_once_and_only_when_it_is_used(monkeypatch):
    known, compiled = pattern("safeguards.ascription").pattern, []

    def compile_and_tell(name, chosen):
        compiled.append(name)
        return compile_entry(name, chosen)

    monkeypatch.setattr(lexicons, "compile_entry", compile_and_tell)
    unused = lexicons.LexiconPattern("safeguards.ascription")
    assert compiled == []
    assert unused.search("You are a native speaker")
    assert unused.search("Your papers study birds") is None
    assert unused.pattern == known
    assert compiled == ["safeguards.ascription"]


def test_a_pattern_is_itself_again_when_it_comes_from_another_process():
    kept = pattern("safeguards.lives")
    assert pickle.loads(pickle.dumps(kept)) is kept  # noqa: S301


def used_pattern(name: str) -> object:
    return pattern(name).search("a")


@pytest.mark.parametrize(
    ("text", "read", "fault"),
    [
        (None, words, "there is no lexicons/broken.toml"),
        ("[one]\nany = x", words, r"lexicons/broken.toml: .*line 2"),
        ("", words, "lexicons/broken.toml has no entry 'one'"),
        ("[one]\nany = ['a']", words, "the lexicon entry broken.one has no `words`"),
        ("[one]\nany = ['a', '(b']", used_pattern, r"lexicon entry broken.one: .*\(b"),
        ("[one]\nany = ['{two}']", used_pattern, "lexicons/broken.toml has no entry 'two'"),
    ],
)
def test_a_mistake_in_a_lexicon_is_told_with_its_file_and_entry(
    tmp_path, monkeypatch, text, read, fault
):
    if text is not None:
        (tmp_path / "broken.toml").write_text(text)
    monkeypatch.setattr(lexicons, "FOLDER", tmp_path)
    read_lexicon.cache_clear()
    with pytest.raises((LookupError, ValueError), match=fault):
        read("broken.one")
    read_lexicon.cache_clear()
