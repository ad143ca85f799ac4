"""Of a long paper those parts are shown that bear on what is asked, results before words."""

import pytest

from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.report.llm.excerpts import excerpt, excerpts, value

WANTED = (frozenset(("crop", "rotat", "soil", "nitrogen")), frozenset(("farmer", "cost")))
FIRST = "A first passage that the search ranked best, whatever stands in it."
ON_TOPIC = "Crop rotation is often said to help the soil."  # 3 of 4 stems: 0.75
MEASURED = "Crop rotation raised nitrogen by 12%."  # 3 of 4, and 0.3 for the result: 1.05
ON_DATA = "Farmers were asked in a survey of 40 respondents."  # 1 of 2, and 0.15 for data: 0.65
OFF_TOPIC = "Birds fell by 30%."  # 0.3


def paper(*texts: str, kind: PassageKind = PassageKind.BODY) -> Paper:
    passages = tuple(
        Passage(passage_id=PassageId(f"p{i}"), paper_id=PaperId("p"), kind=kind, text=text)
        for i, text in enumerate(texts)
    )
    return Paper(paper_id=PaperId("p"), title="Fields", passages=passages)


@pytest.mark.parametrize(
    ("text", "worth"),
    [(ON_TOPIC, 0.75), (MEASURED, 1.05), (ON_DATA, 0.65), (OFF_TOPIC, 0.3), (FIRST, 0.0)],
)
def test_a_passage_is_worth_its_share_of_the_wanted_words_and_more_with_a_result_or_data(
    text: str, worth: float
) -> None:
    assert value(text, WANTED) == pytest.approx(worth)


def test_the_searchs_best_passage_comes_first_then_the_others_by_their_value() -> None:
    shown = excerpts(paper(FIRST, OFF_TOPIC, ON_DATA, ON_TOPIC, MEASURED), WANTED, 1000)
    assert shown == (FIRST, MEASURED, ON_TOPIC, ON_DATA, OFF_TOPIC)


def test_no_passage_is_begun_for_which_too_little_room_is_left() -> None:
    long = f"{'Word after word goes on. ' * 20}".strip()  # 499 characters
    assert excerpts(paper(long, MEASURED, ON_TOPIC), WANTED, 750) == (long, MEASURED, ON_TOPIC)
    # after the second, 749 - 499 - 37 = 213 are left; of 735 it would be 199
    assert excerpts(paper(long, MEASURED, ON_TOPIC), WANTED, 735) == (long, MEASURED)


def test_an_abstract_is_shown_with_what_it_ends_in_and_a_longer_one_in_whole_sentences() -> None:
    usual = f"{'Word after word goes on. ' * 60}{MEASURED}"  # 1,537 characters
    assert excerpts(paper(usual, kind=PassageKind.ABSTRACT), WANTED, 1000) == (usual,)
    (long,) = excerpts(paper(usual * 2, kind=PassageKind.ABSTRACT), WANTED, 1000)
    assert 1537 < len(long) <= 2500
    assert long.endswith(".")


def test_of_a_long_passage_the_most_valuable_run_of_whole_sentences_is_shown() -> None:
    text = f"{FIRST} {OFF_TOPIC} {MEASURED} {ON_TOPIC} {ON_DATA}"
    # the result and what follows it: 37 + 1 + 45 characters; all four stems 1.0, and 0.3
    assert excerpt(text, WANTED, 90) == f"{MEASURED} {ON_TOPIC}"


def test_a_passage_of_very_many_sentences_is_not_read_from_each_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("myscholar.report.llm.excerpts.MOST_RUNS", 2)
    text = f"{FIRST} {OFF_TOPIC} {MEASURED} {ON_TOPIC} {ON_DATA}"
    # of five sentences the first and the fourth
    assert excerpt(text, WANTED, 90) == ON_TOPIC


def test_a_sentence_longer_than_all_room_is_cut_at_a_word() -> None:
    assert excerpt("Rotation helps the soil of a great many farms", WANTED, 24) == (
        "Rotation helps the…"
    )


def test_summaries_are_shown_only_where_a_paper_has_nothing_else() -> None:
    summary = paper(MEASURED, kind=PassageKind.SUMMARY)
    both = summary.model_copy(update={"passages": (*summary.passages, *paper("x", FIRST).passages)})
    assert excerpts(summary, WANTED, 500) == (MEASURED,)
    assert MEASURED not in excerpts(both, WANTED, 500)
