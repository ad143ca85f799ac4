"""Evidence is verbatim or it is not made."""

import pytest
from pydantic import ValidationError

from myscholar.domain.evidence import Evidence, SearchFilters, verify_all
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.errors import BadFilter, EvidenceMismatch

PASSAGE = Passage(
    passage_id=PassageId("p1#1"),
    paper_id=PaperId("p1"),
    kind=PassageKind.BODY,
    text=" We count birds. They sing. ",
)


def test_evidence_is_the_slice_without_surrounding_space() -> None:
    evidence = Evidence.of_passage(PASSAGE, 0, 16)
    assert (evidence.start, evidence.end, evidence.text) == (1, 16, "We count birds.")


def test_offsets_outside_the_passage_are_refused() -> None:
    with pytest.raises(EvidenceMismatch):
        Evidence.of_passage(PASSAGE, 0, 999)
    with pytest.raises(EvidenceMismatch):
        Evidence.of_passage(PASSAGE, 0, 1)


def test_a_changed_quote_is_found_out() -> None:
    forged = Evidence.of_passage(PASSAGE, 1, 16).model_copy(update={"text": "We count cats!!"})
    with pytest.raises(EvidenceMismatch):
        verify_all((forged,), (PASSAGE,))


def test_a_quote_of_another_length_can_not_be_made() -> None:
    with pytest.raises(ValidationError):
        Evidence(
            paper_id=PaperId("p1"),
            passage_id=PassageId("p1#1"),
            kind=PassageKind.BODY,
            start=0,
            end=3,
            text="birds",
        )


def test_a_quote_without_its_passage_is_refused() -> None:
    with pytest.raises(EvidenceMismatch):
        verify_all((Evidence.of_passage(PASSAGE, 1, 16),), ())


def test_a_quote_is_in_papers_that_hold_its_passage_word_for_word() -> None:
    evidence = Evidence.of_passage(PASSAGE, 1, 16)
    paper = Paper(paper_id=PaperId("p1"), title="Birds", passages=(PASSAGE,))
    other = paper.model_copy(
        update={"passages": (PASSAGE.model_copy(update={"text": "We counted birds. They sing."}),)}
    )
    assert evidence.is_in({paper.paper_id: paper})
    assert [
        evidence.is_in(held)
        for held in ({}, {paper.paper_id: paper.without_text()}, {paper.paper_id: other})
    ] == [False] * 3


@pytest.mark.parametrize(
    ("filters", "accepted"),
    [
        (SearchFilters(), True),
        (SearchFilters(year_min=2020), True),
        (SearchFilters(year_min=2021), False),
        (SearchFilters(year_max=2019), False),
        (SearchFilters(venues=("acl",)), True),
        (SearchFilters(venues=("ICML",)), False),
        (SearchFilters(min_citations=1), False),
        (SearchFilters(open_access=True), False),
    ],
)
def test_filters_refuse_what_is_unknown(filters: SearchFilters, accepted: bool) -> None:
    paper = Paper(paper_id=PaperId("x"), title="T", year=2020, venue="Findings of ACL")
    assert filters.accepts(paper) is accepted


def test_contradicting_years_are_one_clear_error() -> None:
    with pytest.raises(BadFilter, match="after"):
        SearchFilters(year_min=2022, year_max=2020)


@pytest.mark.parametrize("year", [0, 21, 10**20])
def test_a_year_without_four_digits_is_one_clear_error(year: int) -> None:
    with pytest.raises(BadFilter, match="four digits"):
        SearchFilters(year_max=year)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (("ACL",), (), ("ACL",)),
        ((), ("ACL",), ("ACL",)),
        (("ACL", "EMNLP"), ("acl",), ("ACL",)),
        (("ACL",), ("Findings of ACL", "ICML"), ("Findings of ACL",)),
    ],
)
def test_an_action_narrows_the_users_venues_and_never_replaces_them(
    one: tuple[str, ...], other: tuple[str, ...], both: tuple[str, ...]
) -> None:
    assert SearchFilters(venues=one).narrowed(SearchFilters(venues=other)).venues == both
    assert SearchFilters(fields=one).narrowed(SearchFilters(fields=other)).fields == both


def test_venues_that_exclude_each_other_are_one_clear_error() -> None:
    with pytest.raises(BadFilter, match="ACL and venue ICML"):
        SearchFilters(venues=("ACL",)).narrowed(SearchFilters(venues=("ICML",)))
