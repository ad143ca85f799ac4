"""BibTeX files as people have them."""

from pathlib import Path

from myscholar.domain.papers import TextSource
from myscholar.library.bibtex import read_bibtex
from tests.parted import parted

ENTRY = r"""@article{ex20,
  title = {On the {M{\"u}ller} Effect},
  author = {M{\"u}ller, J{\"o}rg and van Rossum, Guido and {\v{C}}apek, Karel},
  journal = "Journal of Examples", year = 2020, doi = {10.1000/ex.20},
  abstract = {We show an effect.}}
"""


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "library.bib"
    path.write_text(text, encoding="utf-8")
    return path


def test_latex_accents_braces_and_the_abstract_are_understood(tmp_path: Path) -> None:
    (paper,), problems = parted(read_bibtex(_file(tmp_path, ENTRY)))
    assert problems == ()
    assert paper.title == "On the Müller Effect"
    assert paper.authors == ("Jörg Müller", "Guido van Rossum", "Karel Čapek")
    assert (paper.year, paper.venue, paper.doi) == (2020, "Journal of Examples", "10.1000/ex.20")
    assert (paper.abstract, paper.text_source) == ("We show an effect.", TextSource.ABSTRACT)


def test_an_arxiv_entry_keeps_its_number(tmp_path: Path) -> None:
    text = (
        "@misc{a, title={Attention}, author={A. B. Cee}, eprint={1706.03762}, "
        "archivePrefix={arXiv}, year={2017}}"
    )
    (paper,), _ = parted(read_bibtex(_file(tmp_path, text)))
    assert (paper.arxiv_id, paper.authors) == ("1706.03762", ("A. B. Cee",))


def test_a_broken_entry_is_reported_with_its_line_and_the_others_kept(tmp_path: Path) -> None:
    text = (
        f"{ENTRY}\n@article{{broken, title = {{Never closed\n\n@misc{{ok, "
        f"title={{Fine}}}}\n@misc{{none, year={{2020}}}}\n"
    )
    papers, problems = parted(read_bibtex(_file(tmp_path, text)))
    assert [p.title for p in papers] == ["On the Müller Effect", "Fine"]
    assert [p.line for p in problems] == [7, 10]
    assert "no title" in problems[1].message


def test_a_file_that_ends_within_an_entry_says_what_may_be_missing(tmp_path: Path) -> None:
    _, (problem,) = parted(read_bibtex(_file(tmp_path, "@article{x, title={unclosed")))
    assert problem.message == "this entry can't be read: it may lack a brace or a comma"
