"""Words of papers that are cited by their titles only."""

import json
from pathlib import Path

from eval.datasets.stored_passages import PAPERS, SNIPPETS, stored_passages


def write(path: Path, *rows: dict[str, str | None]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_a_title_has_the_passages_that_others_quote_and_its_abstract(tmp_path):
    title = "Bees of the Hedgerow"
    write(
        tmp_path / SNIPPETS,
        {"title": title, "text": "Bees nest there.", "kind": "passage"},
        {"title": title, "text": "Bees nest there.", "kind": "passage"},
        {"title": title, "text": "A model's words.", "kind": "model_quote"},
        {"title": None, "text": "Nobody's.", "kind": "passage"},
    )
    write(tmp_path / PAPERS, {"title": title.upper(), "abstract": "We counted."})
    found = stored_passages(tmp_path, ["Bees of the hedgerow.", "Another title of none"])
    assert found == {"bees of the hedgerow": ("Bees nest there.", "We counted.")}


def test_a_short_title_may_be_anybodys(tmp_path):
    write(tmp_path / PAPERS, {"title": "Wild bees", "abstract": "We counted."})
    assert stored_passages(tmp_path, ["Wild bees"]) == {}


def test_without_the_files_nothing_is_stored(tmp_path):
    assert stored_passages(tmp_path, ["Bees of the hedgerow"]) == {}
