"""Only whole, clean sentences are shown as evidence."""

import pytest

from myscholar.profile.reading import is_quotable, read_papers, stands_alone


@pytest.mark.parametrize(
    "text",
    [
        "We introduce a method that measures how sound travels through nests.",
        "Nest boxes made of wood are quieter than nest boxes made of plastic, as our recordings "
        "show.",
        "In this paper, we review 40 studies of urban noise and its effect on broods.",
    ],
)
def test_clean_sentences_can_be_quoted(text: str) -> None:
    assert is_quotable(text)


@pytest.mark.parametrize(
    "text",
    [
        "Figure 3: Sound levels in nests of three species.",
        "where S = t∈{A,B} p( x = t ) is the score of the model.",
        "Correspondence to jane@example.org is what we prefer for all questions.",
        "as shown by earlier work on nests and on their acoustic properties.",
        "Results of the measurement in all of the eleven forests and streets",
        "Too short to say.",
        'We call a nest a novel"Quiet Place"that shields the brood from noise.',
        "The code is available at https://example.org for all who want it.",
        "The method was proposed by Smith et al.followed by a second method of Jones.",
        "We measure the loudness (in decibels of the nest and compare it with the street.",
        "The results in Table 4 show that wood is quieter than plastic for most of the species.",
        "We achieve 77.5% on the first set.The second set is much harder for the method.",
    ],
)
def test_debris_and_captions_can_not(text: str) -> None:
    assert not is_quotable(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nests are loud.", True),
        ("This paper argues that nests are loud.", True),
        ("This is why nests are loud.", False),
        ("However, nests are loud.", False),
        ("They are loud in spring.", False),
    ],
)
def test_a_sentence_that_leans_on_its_neighbour_does_not_stand_alone(
    text: str, expected: bool
) -> None:
    assert stands_alone(text) is expected


def test_papers_without_text_are_not_read_but_keep_their_number(make_paper) -> None:
    read = read_papers(
        [make_paper("t", "Only a title"), make_paper("a", "With text", "Nests are loud in spring.")]
    )
    assert [(p.number, p.paper.paper_id) for p in read] == [(2, "a")]
