"""Sheets for people, and what is read of the forms that they fill in."""

from dataclasses import replace
from pathlib import Path

import pytest

from eval.domain.blind import Better, FaultKind
from eval.domain.judgment import Scored, Unscored
from eval.studies.blind.forms import read_forms
from eval.studies.blind.sheets import write_sheets
from myscholar.errors import InputError, UnreadableFile

OURS = "Stones open 80 % of shells [1]."


@pytest.fixture
def sheet(task, tmp_path) -> Path:
    [place] = write_sheets(tmp_path / "sheets", task)
    return place


def fill(sheet: Path, name: str, **changed: str) -> Path:
    """A copy of the form in which lines that begin with a word are put anew."""
    lines = (sheet / "form.toml").read_text("utf-8").splitlines()
    filled = [
        next((f"{key} = {value}" for key, value in changed.items() if _is(line, key)), line)
        for line in lines
    ]
    path = sheet / f"verdict-{name}.toml"
    path.write_text("\n".join(filled), "utf-8")
    return path


def _is(line: str, key: str) -> bool:
    return line.split(" =")[0] == key


def letter_of_ours(sheet: Path) -> str:
    return "A" if OURS in (sheet / "A.md").read_text("utf-8") else "B"


def test_a_sheet_holds_all_to_read_and_no_name(sheet):
    files = {f.name: f.read_text("utf-8") for f in sheet.iterdir()}
    assert sorted(files) == [
        "A-sources.md", "A.md", "B-sources.md", "B.md", "README.md", "form.toml", "question.md",
    ]  # fmt: skip
    assert "A vet." in files["question.md"]
    assert 'text = "Says why."' in files["form.toml"]
    told = [name for name, text in files.items() if "stone-writer" in text or "myscholar" in text]
    assert told == []


def test_a_filled_form_says_what_its_reader_thinks_of_which_system(sheet, task, tmp_path):
    ours = letter_of_ours(sheet)
    marks = {"errors_sought": "true", "a": "1", "b": "0.5"}
    path = fill(sheet, "mia", better=f'"{ours}"', reason='"It counts."', **marks)
    error = f'[[errors]]\nreport = "{ours}"\nsentence = "Otters keep them."\n'
    with path.open("a", encoding="utf-8") as file:
        file.write(f'\n{error}kind = "other_question"\nwhy = "Not asked."\n')
    said = read_forms(tmp_path / "sheets", task)
    [opinion] = said.opinions
    assert (opinion.reader, opinion.better, opinion.reason) == ("mia", Better(ours), "It counts.")
    mine = next(c for c in said.coverage if c.system == "now")
    score = 1.0 if ours == "A" else 0.5
    assert [c.judgment for c in mine.criteria] == [Scored(score=score)] * 2
    assert [c.weight for c in mine.criteria] == [0.3, 0.1]
    found = {f.system: f.faults for f in said.faults}
    assert [f.kind for f in found["now"]] == [FaultKind.OTHER_QUESTION]
    assert found["stone-writer-9"] == ()


def test_a_form_may_be_written_on_windows(sheet, task, tmp_path):
    path = fill(sheet, "mia", better='"A"')
    path.write_text(path.read_text("utf-8"), "utf-8-sig", newline="\r\n")
    [opinion] = read_forms(tmp_path / "sheets", task).opinions
    assert (opinion.reader, opinion.better) == ("mia", Better.FIRST)


def test_a_reader_who_says_two_things_of_one_pair_is_asked_which(sheet, task, tmp_path):
    fill(sheet, "mia", better='"A"')
    fill(sheet, "again", better='"B"', reader='"mia"')
    with pytest.raises(InputError, match="both what mia says of one pair"):
        read_forms(tmp_path / "sheets", task)


def test_an_id_that_is_a_path_leads_nowhere_else(task, tmp_path):
    pairs = [replace(pair, query_id="../../otters/\n1") for pair in task.pairs]
    [place] = write_sheets(tmp_path / "sheets", replace(task, pairs=pairs))
    assert place.parent == tmp_path / "sheets"
    assert place.name == f"otters- 1-{pairs[0].pair_id}"


def test_what_is_left_empty_is_unscored(sheet, task, tmp_path):
    fill(sheet, "ben")
    said = read_forms(tmp_path / "sheets", task)
    assert said.opinions[0].better is None
    assert all(isinstance(c.judgment, Unscored) for c in said.coverage[0].criteria)
    assert all(isinstance(f.faults, Unscored) for f in said.faults)


def test_a_form_that_is_not_filled_in_yet_is_none(sheet, task, tmp_path):
    with pytest.raises(InputError, match="holds no filled form"):
        read_forms(tmp_path / "sheets", task)


def test_a_form_about_another_state_of_a_report_is_refused(sheet, task, tmp_path):
    fill(sheet, "mia", pair='"00000000"')
    with pytest.raises(InputError, match="not to be read now"):
        read_forms(tmp_path / "sheets", task)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"better": '"C"'}, "better"),
        ({"better": "A"}, "TOML"),
        ({"better": "[" * 5000}, "TOML"),
        ({"better": "{" + "a." * 3000 + "a = 1}"}, "TOML"),
        ({"a": "2"}, "criteria"),
        ({"seen": "1", "reason": '""\nseen = 1'}, "seen"),
    ],
)
def test_a_form_with_a_mistake_is_named_with_the_mistake(sheet, task, tmp_path, changed, said):
    fill(sheet, "mia", **changed)
    with pytest.raises(UnreadableFile, match=said) as raised:
        read_forms(tmp_path / "sheets", task)
    assert "verdict-mia.toml" in str(raised.value)


def test_an_error_that_no_sentence_of_the_report_is_is_refused(sheet, task, tmp_path):
    path = fill(sheet, "mia", errors_sought="true")
    with path.open("a", encoding="utf-8") as file:
        file.write('\n[[errors]]\nreport = "A"\nsentence = "Bees."\nkind = "contradiction"\n')
    with pytest.raises(UnreadableFile, match="does not stand in"):
        read_forms(tmp_path / "sheets", task)
