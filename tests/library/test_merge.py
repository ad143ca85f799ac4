"""One paper that arrives twice is one paper; two papers with one title stay two."""

from typing import Any

from myscholar.domain.papers import Paper, PaperId, PassageKind, Publication, Relation, TextSource
from myscholar.library.merge import merge_papers
from myscholar.library.paragraphs import TextPiece, number_passages, title_id


def _paper(
    paper_id: str, title: str = "A Study of Checking", *, text: str = "", **facts: Any
) -> Paper:
    pieces = [TextPiece(PassageKind.BODY, None, text)] if text else []
    source = TextSource.FULL_TEXT if text else TextSource.TITLE_ONLY
    return Paper(
        paper_id=PaperId(paper_id),
        title=title,
        passages=number_passages(PaperId(paper_id), pieces),
        text_source=source,
        **facts,
    )


def test_a_shared_doi_makes_one_paper_whatever_the_titles() -> None:
    merged = merge_papers([_paper("a", doi="10.1/X"), _paper("b", "Other Title", doi="10.1/x")])
    assert [p.paper_id for p in merged.papers] == ["a"]
    assert [(m.kept, m.merged, m.by) for m in merged.merges] == [("a", "b", "doi")]


def test_the_richer_text_wins_under_the_first_id_and_facts_are_completed() -> None:
    merged = merge_papers(
        [
            _paper("a", year=2020, authors=("Ada Example",)),
            _paper("b", text="A whole text.", venue="ACL", authors=("A. Example",)),
        ]
    )
    (paper,) = merged.papers
    assert (paper.paper_id, paper.year, paper.venue, paper.text_source) == (
        "a",
        2020,
        "ACL",
        TextSource.FULL_TEXT,
    )
    assert [(p.passage_id, p.paper_id, p.text) for p in paper.passages] == [
        ("a#1", "a", "A whole text.")
    ]


def test_one_title_with_other_authors_is_another_paper() -> None:
    assert (
        len(
            merge_papers(
                [_paper("a", authors=("Ada Example",)), _paper("b", authors=("Bo Specimen",))]
            ).papers
        )
        == 2
    )


def test_one_title_ten_years_apart_is_another_paper() -> None:
    assert len(merge_papers([_paper("a", year=2010), _paper("b", year=2020)]).papers) == 2


def test_case_accents_and_punctuation_of_titles_do_not_matter() -> None:
    assert (
        len(
            merge_papers(
                [_paper("a", "Café Studies: A Survey"), _paper("b", "CAFE STUDIES - a survey")]
            ).papers
        )
        == 1
    )


def test_mine_wins_over_followed() -> None:
    merged = merge_papers(
        [_paper("a", relation=Relation.FOLLOWED), _paper("b", relation=Relation.MINE)]
    )
    assert merged.papers[0].relation is Relation.MINE


def test_a_third_copy_finds_the_first_through_what_the_second_told() -> None:
    merged = merge_papers(
        [
            _paper("a"),
            _paper("b", arxiv_id="2001.00001"),
            _paper("c", "Renamed Altogether", arxiv_id="2001.00001"),
        ]
    )
    assert [m.merged for m in merged.merges] == ["b", "c"]


def test_merging_twice_changes_nothing() -> None:
    once = merge_papers(
        [_paper("a", text="Text."), _paper("b"), _paper("c", "Something Else")]
    ).papers
    assert merge_papers(once).papers == once


def test_two_files_that_both_count_from_one_keep_all_their_papers() -> None:
    given = [
        _paper("1", "Tides of the Moon", text="Tides rise."),
        _paper("1", "Fish of the Deep Sea", text="Fish swim."),
    ]
    merged = merge_papers(given)
    assert [(p.title, p.passages[0].text) for p in merged.papers] == [
        ("Tides of the Moon", "Tides rise."), ("Fish of the Deep Sea", "Fish swim."),
    ]  # fmt: skip
    first, second = merged.papers
    assert first.paper_id == "1" != second.paper_id
    assert [(p.paper_id, p.passage_id) for p in second.passages] == [
        (second.paper_id, f"{second.paper_id}#1")
    ]
    # given again, nothing is new
    assert merge_papers([*merged.papers, *given]).papers == merged.papers


def test_one_id_under_a_shortened_title_is_one_paper() -> None:
    assert (
        len(
            merge_papers(
                [_paper("1", "Tides of the Moon: A Survey"), _paper("1", "Tides of the Moon")]
            ).papers
        )
        == 1
    )


def test_a_preprint_and_what_became_of_it_are_not_mixed_up() -> None:
    as_preprint = _paper("a", doi="10.1/x", venue="arXiv.org")
    as_article = _paper("b", doi="10.1/x", venue="Song", publication=Publication.JOURNAL)
    known = [
        [(p.venue, p.publication) for p in merge_papers(papers).papers]
        for papers in ([as_preprint, as_article], [as_article, as_preprint])
    ]
    assert known == [[("arXiv.org", None)], [("Song", "journal")]]
    unplaced = _paper("c", doi="10.1/x")
    (paper,) = merge_papers([unplaced, as_article]).papers
    assert (paper.venue, paper.publication) == ("Song", "journal")


def test_facts_put_right_stay_when_the_paper_is_given_again() -> None:
    """An id of a file, a title and authors that its source gives wrongly, a wrong DOI."""
    read = _paper("1", "Draft v3 final", authors=("A", "B", "C"), year=2001, doi="10.1/wrong")
    facts = {"title": "Tides of the Moon", "authors": ("Ada Example",), "year": 2019, "doi": None}
    mine = read.with_facts(facts)
    from_elsewhere = _paper("CorpusId:7", "Tides of the Moon", venue="Nature", text="Tides rise.")
    for given in ([mine, read, from_elsewhere], [read, mine, from_elsewhere]):
        (paper,) = merge_papers(given).papers
        assert {name: getattr(paper, name) for name in facts} == facts
        assert (paper.venue, paper.passages[0].text) == ("Nature", "Tides rise.")
        assert paper.as_read
        assert paper.as_read.title == "Draft v3 final"
        assert merge_papers([paper, read, mine, from_elsewhere]).papers == (paper,)


def test_another_paper_with_the_doi_that_was_taken_from_one_is_another() -> None:
    mine = _paper("a", doi="10.1/other").with_facts({"doi": "10.1/mine"})
    other = _paper("b", "Fish of the Deep Sea", doi="10.1/other")
    assert merge_papers([mine, other]).merges == ()


def test_facts_put_back_are_as_the_source_says() -> None:
    read = _paper("a", year=2001)
    assert read.with_facts({"year": 2002}).with_facts({"year": 2001}) == read


def test_another_file_with_the_junk_title_of_a_paper_put_right_is_another_paper() -> None:
    """With an id of the file, and with the one that is made of the title."""
    junk = "Microsoft Word - final.docx"
    made = title_id(junk, ())
    for first, second in (("a", "b"), (made, made)):
        read = _paper(first, junk, text="Tides rise.")
        mine = read.with_facts({"title": "On Tides", "authors": ("Ada Example",)})
        other = _paper(second, junk, text="Stars shine.")
        merged = merge_papers([mine, other, read])
        assert [p.title for p in merged.papers] == ["On Tides", junk]
        assert [p.passages[0].text for p in merged.papers] == ["Tides rise.", "Stars shine."]
        assert len({p.paper_id for p in merged.papers}) == 2
        # given again, nothing is new
        assert merge_papers([*merged.papers, read, other]).papers == merged.papers


def test_a_paper_given_again_with_its_wrong_doi_is_not_the_dois_owner() -> None:
    read = _paper("a", "Tides of the Moon", authors=("Ada Example",), doi="10.1/fish")
    mine = read.with_facts({"doi": "10.1/tides"})
    owner = _paper("b", "Fish of the Deep Sea", authors=("Bo Other",), doi="10.1/fish")
    again = read.model_copy(update={"paper_id": "c"})
    for given in ([mine, owner, again], [owner, mine, again]):
        merged = merge_papers(given)
        assert set(merged.papers) == {mine, owner}
        assert [(m.kept, m.by) for m in merged.merges] == [("a", "doi")]


def test_one_title_and_dois_of_their_own_without_a_common_author_are_several_papers() -> None:
    """The id that is made of the title says no more than the title."""
    title = "Preface to the Proceedings"
    made = title_id(title, ())
    given = [_paper(made, title, doi=f"10.1/p{n}") for n in range(60)]
    given += [_paper(made, title, doi=f"10.48550/arxiv.{n}") for n in range(3)]
    merged = merge_papers(given)
    assert [p.doi for p in merged.papers] == [p.doi for p in given]
    assert len({p.paper_id for p in merged.papers}) == 63
    assert merged.merges == ()
    # given again, nothing is new
    assert merge_papers([*merged.papers, *given]).papers == merged.papers


def test_a_preprint_and_its_article_are_one_by_title_and_a_common_author() -> None:
    title, authors = "Tides of the Moon", ("Ada Example", "Bo Specimen")
    made = title_id(title, authors)
    for one, two in ((made, made), ("a", "b")):
        preprint = _paper(one, title, authors=authors, doi="10.48550/arxiv.2001.1", year=2020)
        article = _paper(two, title, authors=("A. Example",), doi="10.1/tides", year=2021)
        assert len(merge_papers([preprint, article]).papers) == 1
        assert len(merge_papers([article, preprint]).papers) == 1


def test_of_thousands_with_one_title_a_copy_is_looked_for_among_the_first_alone() -> None:
    title = "Preface to the Proceedings"
    many = [_paper(f"p{n}", title, authors=(f"Ann Author{n}",)) for n in range(60)]
    copies = [_paper(f"copy {n}", title, authors=(f"Ann Author{n}",)) for n in (3, 55)]
    merged = merge_papers([*many, *copies])
    assert [(m.kept, m.merged) for m in merged.merges] == [("p3", "copy 3")]
    assert len(merged.papers) == 61
