import re
from pathlib import Path

import eval as package
import myscholar
from eval.studies import versions
from eval.studies.versions import judging_version, product_version, study_version

OPENING = {"errors", "gateways", "settings", "workflows"}
"""Rooms of the product by which a judge is opened, not by whose rules it reads."""


def test_the_version_of_judging_covers_all_code_of_the_product_that_a_judge_reads_with():
    root = Path(package.__file__).parent
    files = [file for room in versions._JUDGING for file in (root / room).rglob("*.py")]
    rooms = {
        room
        for file in files
        for room in re.findall(r"from myscholar\.(\w+)", file.read_text(encoding="utf-8"))
    }
    assert rooms - OPENING <= set(versions._READING)


def test_another_background_is_another_product_and_another_judge(monkeypatch, tmp_path):
    before = product_version.__wrapped__(), judging_version.__wrapped__()
    assert before == (product_version(), judging_version())
    other = tmp_path / "background.parquet"
    other.write_bytes(b"other frequencies")
    monkeypatch.setattr(versions, "_BACKGROUND", other)  # an absolute path stands for the whole
    after = product_version.__wrapped__(), judging_version.__wrapped__()
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_another_study_makes_other_lines_of_its_own_alone(monkeypatch, tmp_path):
    def versions_of(studies: Path) -> tuple[str, str]:
        for name in ("one", "other"):
            (studies / "studies" / name).mkdir(parents=True, exist_ok=True)
        monkeypatch.setattr(versions.package, "__file__", str(studies / "__init__.py"))
        return study_version.__wrapped__("one"), study_version.__wrapped__("one", "other")

    before = versions_of(tmp_path)
    (tmp_path / "studies" / "other" / "run.py").write_text("asked = 5")
    after = versions_of(tmp_path)
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_a_product_that_reads_with_other_word_lists_is_another_one(monkeypatch):
    read = list[Path]()
    monkeypatch.setattr(versions, "_digest", lambda files: str(read.extend(files)))
    product_version.__wrapped__()
    assert set((Path(myscholar.__file__).parent / "lexicons").glob("*.toml")) <= set(read)
