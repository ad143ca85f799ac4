"""BibTeX files as people have them."""

from pathlib import Path

import pytest

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


def _paper(tmp_path: Path, fields: str, before: str = ""):
    text = f"{before}\n@article{{x, title={{On birds}}, {fields}}}\n"
    (paper,), problems = parted(read_bibtex(_file(tmp_path, text)))
    assert problems == ()
    return paper


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://a.example/~ann/a--b%20c?d=1&e=2#f", "https://a.example/~ann/a--b%20c?d=1&e=2#f"),
        (r"https://a.example/\~{}ann/a\_b--c\%20d", "https://a.example/~ann/a_b--c%20d"),
        (r"https://a.example/{\textasciitilde}ann", "https://a.example/~ann"),
        (r"https://a.example/\textasciitilde{}ann", "https://a.example/~ann"),
        (r"https://a.example/$\sim$ann?a\&b\#c", "https://a.example/~ann?a&b#c"),
        (r"\url{https://a.example/a{\_}b}", "https://a.example/a_b"),
    ],
)
def test_an_address_stays_letter_by_letter_but_for_escapes(tmp_path, written, url) -> None:
    assert _paper(tmp_path, f"url = {{{written}}}").url == url


def test_a_doi_stays_letter_by_letter_but_for_escapes(tmp_path: Path) -> None:
    assert _paper(tmp_path, r"doi = {10.1000/a\_b--c~d}").doi == "10.1000/a_b--c~d"


def test_a_tilde_in_a_text_is_a_blank_only_where_it_ties_words(tmp_path: Path) -> None:
    said = r"abstract = {Of~10 owls about ~50\% sing: https://b.example/~ann/x\_y, Fig.~3.}"
    kept = "Of 10 owls about ~50% sing: https://b.example/~ann/x_y, Fig. 3."
    assert _paper(tmp_path, said).abstract == kept


def test_signs_and_names_that_latex_spells_out_are_kept(tmp_path: Path) -> None:
    said = (
        r"abstract = {At p{\textless}0.05 and {\textgreater}3 \LaTeX{} \mbox{texts} hy\-phenate.}"
    )
    kept = "At p<0.05 and >3 LaTeX texts hyphenate."
    assert _paper(tmp_path, said).abstract == kept


def test_a_formula_keeps_its_braces_and_a_sum_of_money_opens_none(tmp_path: Path) -> None:
    said = r"abstract = {An $\mathcal{O}(n)$ {Method}.}"
    assert _paper(tmp_path, said).abstract == r"An $\mathcal{O}(n)$ Method."
    said = r"abstract = {It costs $5 a song. We say \emph{so} -- twice.}"
    assert _paper(tmp_path, said).abstract == "It costs $5 a song. We say so – twice."


def test_a_name_within_braces_is_one_and_others_are_nobody(tmp_path: Path) -> None:
    said = r"author = {{Bird and S{\"o}hne, Inc.} and Lee, Bo and others}"
    assert _paper(tmp_path, said).authors == ("Bird and Söhne, Inc.", "Bo Lee")


def test_values_are_joined_of_macros_and_words(tmp_path: Path) -> None:
    macros = '@string{proc = "Proceedings of "}\n@string{all = proc # {the Owls}}'
    said = 'journal = all # ", {Volume} 3", year = 2003, abstract = "C# and F#"'
    paper = _paper(tmp_path, said, macros)
    assert (paper.venue, paper.year) == ("Proceedings of the Owls, Volume 3", 2003)
    assert paper.abstract == "C# and F#"


def test_macros_of_macros_do_not_grow_without_end(tmp_path: Path) -> None:
    doubled = "\n".join(f"@string{{m{n} = m{n - 1} # m{n - 1}}}" for n in range(1, 60))
    paper = _paper(tmp_path, "year = 2003, journal = m59", f"@string{{m0 = {{owl}}}}\n{doubled}")
    assert (paper.year, paper.venue) == (2003, None)
