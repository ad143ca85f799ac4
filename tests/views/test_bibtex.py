"""Each reference is an entry of the type that it was published as."""

from pathlib import Path

import bibtexparser
import pytest

from myscholar.domain.papers import Paper, PaperId, Publication
from myscholar.library.bibtex import read_bibtex
from myscholar.views.bibtex import to_bibtex
from tests.parted import parted


def entry_of(**facts: object) -> bibtexparser.model.Entry:
    paper = Paper.model_validate({"paper_id": PaperId("p"), "title": "Songs", **facts})
    (entry,) = bibtexparser.parse_string(to_bibtex([paper])).entries
    return entry


@pytest.mark.parametrize(
    ("publication", "kind", "place"),
    [
        (Publication.JOURNAL, "article", "journal"),
        (Publication.CONFERENCE, "inproceedings", "booktitle"),
        (Publication.BOOK, "book", "publisher"),
        (Publication.CHAPTER, "incollection", "booktitle"),
        (Publication.REPORT, "techreport", "institution"),
        (Publication.PHD_THESIS, "phdthesis", "school"),
        (Publication.MASTERS_THESIS, "mastersthesis", "school"),
    ],
)
def test_an_entry_is_of_the_type_that_the_source_says(
    publication: Publication, kind: str, place: str
) -> None:
    entry = entry_of(venue="Song", publication=publication)
    assert (entry.entry_type, entry[place]) == (kind, "Song")


@pytest.mark.parametrize(
    ("venue", "kind"),
    [
        ("Transactions on Song", "article"),
        ("Journal of Song", "article"),
        ("Song Letters", "article"),
        ("Proceedings of the Song Society", "inproceedings"),
        ("International Conference on Song", "inproceedings"),
        ("ABCD 2021", "inproceedings"),
        ("TOSONG", "misc"),
        ("Song", "misc"),
        ("arXiv.org", "misc"),
        ("CoRR", "misc"),
        ("Journal of Song (preprint)", "misc"),
        (None, "misc"),
    ],
)
def test_where_no_source_says_the_venue_does_or_nothing_is_claimed(
    venue: str | None, kind: str
) -> None:
    entry = entry_of(venue=venue, arxiv_id="2101.00001")
    assert entry.entry_type == kind
    assert entry["eprint"] == "2101.00001"
    if kind == "misc" and venue:
        assert entry["howpublished"] == venue


def test_what_was_imported_is_exported_as_the_same_type(tmp_path: Path) -> None:
    kinds = {
        "article": "journal = {Song}",
        "inproceedings": "booktitle = {Song Meeting}",
        "book": "publisher = {Song Press}",
        "incollection": "booktitle = {All Songs}, publisher = {Song Press}",
        "phdthesis": "school = {University of Song}",
        "techreport": "institution = {Institute of Song}",
        "misc": "howpublished = {Songs}",
    }
    file = tmp_path / "mine.bib"
    entries = (
        f"@{kind}{{k{i}, title = {{On {kind}}}, {place}}}"
        for i, (kind, place) in enumerate(kinds.items())
    )
    file.write_text("\n".join(entries), encoding="utf-8")
    papers, problems = parted(read_bibtex(file))
    assert problems == ()
    exported = bibtexparser.parse_string(to_bibtex(papers)).entries
    assert [entry.entry_type for entry in exported] == list(kinds)
    for entry, place in zip(exported, kinds.values(), strict=True):
        name, value = place.split(", ")[0].split(" = ")
        assert f"{{{entry[name]}}}" == value


@pytest.mark.parametrize("field", ["title", "venue", "doi", "url", "arxiv_id"])
def test_no_text_of_a_paper_ends_its_field_or_is_a_command_of_tex(field: str) -> None:
    text = "https://x.org/a},note={x}{^^5cinput"
    entry = entry_of(**{field: text})
    assert "note" not in entry.fields_dict
    written = [f.value for f in entry.fields if "x.org" in f.value]
    assert written
    assert all(value.count("{") == value.count("}") for value in written)
    assert not any("^^" in value for value in written)
