"""`python -m eval blind`, and its page."""

from pathlib import Path

import pytest

from eval.commands.blind import blind
from eval.commands.page import page
from eval.domain.blind import BlindResults
from myscholar.errors import InputError


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))


def kept(folder: Path) -> BlindResults:
    return BlindResults.model_validate_json((folder / "blind.json").read_text("utf-8"))


def test_without_a_reader_reports_are_counted(places, tmp_path, capsys):
    blind(places, shared=tmp_path, out=tmp_path / "run")
    found = kept(tmp_path / "run")
    assert {c.system: c.counts.n_papers for c in found.counted} == {
        "now": 1, "stone-writer-9": 2, "raft": 2,
    }  # fmt: skip
    assert found.opinions == ()
    assert "now: 1.0 papers and 1.0 measured figures in 9 words" in capsys.readouterr().out


def test_what_people_say_on_sheets_is_read_and_shown_with_names(places, tmp_path, capsys):
    sheets = tmp_path / "sheets"
    blind(places, shared=tmp_path, sheets=sheets)
    for form in sheets.glob("*/form.toml"):
        said = form.read_text("utf-8").replace('better = ""', 'better = "A"')
        said = said.replace('reason = ""', 'reason = "It counts."')
        form.with_name("verdict-mia.toml").write_text(said, "utf-8")
    blind(places, shared=tmp_path, read=sheets, out=tmp_path / "run")
    found = kept(tmp_path / "run")
    assert {o.reader for o in found.opinions} == {"mia"}
    assert len(found.opinions) == 2
    assert "mia prefers now to" in capsys.readouterr().out
    assert "It counts." in (tmp_path / "run" / "page.html").read_text("utf-8")


def test_a_model_that_refuses_leaves_all_unscored_and_says_why(
    places, tmp_path, model_host, monkeypatch, capsys
):
    monkeypatch.setenv("MYSCHOLAR_MODEL_URL", model_host.url)
    model_host.fault = (401, {"error": {"message": "no such key"}})
    blind(places, judge="compatible:small", shared=tmp_path, out=tmp_path / "run")
    found = kept(tmp_path / "run")
    assert {o.better for o in found.opinions} == {None}
    assert len(found.opinions) == 4
    said = " ".join(capsys.readouterr().out.split())
    assert "compatible:small could not judge any pair: LLMKeyRefused" in said


def test_two_states_of_the_product_stand_on_one_page(places, tmp_path):
    before = [places[0].replace("now=", "before="), places[1]]
    blind(places, shared=tmp_path, out=tmp_path / "now")
    blind(before, shared=tmp_path, out=tmp_path / "before")
    page([tmp_path / "now", tmp_path / "before"], out=tmp_path / "page.html")
    shown = (tmp_path / "page.html").read_text("utf-8")
    assert "4 reports on 1 question by 4 systems" in shown


def test_other_reports_under_the_same_name_are_not_mixed(places, tmp_path):
    blind(places, shared=tmp_path, out=tmp_path / "one")
    longer = tmp_path / "otters-1.md"
    longer.write_text("Stones help, says nobody.", "utf-8")
    blind([f"now={longer}", places[1]], shared=tmp_path, out=tmp_path / "two")
    with pytest.raises(InputError, match="two different reports"):
        page([tmp_path / "one", tmp_path / "two"], out=tmp_path / "page.html")


def test_what_cannot_be_read_is_said(places, tmp_path):
    with pytest.raises(InputError, match="There is no report of 'bees'"):
        blind(places, of=["bees"], shared=tmp_path)
    with pytest.raises(InputError, match="nothing to set side by side"):
        blind(places[:1], sheets=tmp_path / "sheets", shared=tmp_path)
    with pytest.raises(InputError, match="local can't tell"):
        blind(places, judge="local", shared=tmp_path, out=tmp_path / "run")
