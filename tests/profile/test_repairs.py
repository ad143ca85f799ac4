"""A subject that fits the papers that show it."""

import pytest

from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import Relation
from myscholar.domain.profile import Inference, InferenceId, ProfileAspect
from myscholar.profile.reading import read_papers
from myscholar.profile.repairs import claim_for, count_claimed, repair_wording
from myscholar.profile.wording import PaperSet


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("Your papers measure nests.", None),
        ("3 of your 5 papers measure nests.", 3),
        ("Two of your papers measure nests.", 2),
        ("Both of your papers measure nests.", 2),
        ("Twelve of your papers measure nests.", 12),
        ("Half of your papers measure nests.", None),
        ("One of your papers measures nests.", 1),
        ("Nests are measured.", None),
    ],
)
def test_how_many_papers_a_text_speaks_of(text, n) -> None:
    assert count_claimed(text) == n


@pytest.mark.parametrize(
    ("text", "of_one", "of_two"),
    [
        ("Your papers measure nests.", "measures nests.", "measure nests."),
        ("Your papers often study nests.", "often studies nests.", "often study nests."),
        ("Your papers are about nests.", "is about nests.", "are about nests."),
        ("Your papers have nests.", "has nests.", "have nests."),
        ("Your papers can measure nests.", "can measure nests.", "can measure nests."),
        ("Your papers asked for nests.", "asked for nests.", "asked for nests."),
        ("All your papers always stress nests.", "stresses nests.", "stress nests."),
        (
            "4 of your 5 papers do not measure nests.",
            "does not measure nests.",
            "do not measure nests.",
        ),
    ],
)
def test_the_verb_follows_the_number_of_papers(nests, text, of_one, of_two) -> None:
    read = read_papers(nests)
    assert (
        claim_for(text, PaperSet(read).some(read[:1]))
        == f"One of your papers (“Nest Acoustics of City Sparrows”) {of_one}"
    )
    assert claim_for(text, PaperSet(read).some(read[:2])) == f"2 of your 3 papers {of_two}"


def test_what_was_said_of_one_paper_is_not_said_of_two(nests) -> None:
    read = read_papers(nests)
    assert claim_for("One of your papers measures nests.", PaperSet(read).some(read[:2])) is None
    assert claim_for("Your papers measure nests.", PaperSet(read).some(())) is None
    assert claim_for("Nests are measured.", PaperSet(read).some(read)) is None


def test_papers_of_others_are_called_so(nests) -> None:
    read = read_papers(
        (nests[0], *(p.model_copy(update={"relation": Relation.FOLLOWED}) for p in nests[1:]))
    )
    said = claim_for("Your papers measure nests.", PaperSet(read).some(read[1:]))
    assert said == "Both of the papers you follow measure nests."
    assert (
        claim_for("Your papers measure nests.", PaperSet(read).some(read[:2]))
        == "Your one paper and 1 paper you follow measure nests."
    )


def test_papers_that_could_not_be_read_count_too(nests) -> None:
    read = read_papers(nests[:1])
    said = claim_for("Your papers measure nests.", PaperSet(read, n_unread=2).some(read))
    assert said == "One of your papers (“Nest Acoustics of City Sparrows”) measures nests."
    both = read_papers(nests[:2])
    assert (
        claim_for("All your papers stress nests.", PaperSet(both, n_unread=1).some(both))
        == "2 of your 3 papers stress nests."
    )


def test_a_writing_style_is_no_paper(nests) -> None:
    read = read_papers(nests)
    assert claim_for("Your writing style involves acronyms.", PaperSet(read).some(read[:1])) is None
    assert count_claimed("One of your writing habits is listing.") is None


@pytest.mark.parametrize(
    ("text", "repair"),
    [
        (
            "Your papers write for those who value bird watching over counting birds.",
            "Your papers write for those who value bird watching.",
        ),
        ("Your papers hold that songs are a better source than most others.", None),
        ("Your papers go beyond mere counts, not just of nests, and listen to birds rather than "
         "to maps.", "Your papers go beyond mere counts, not just of nests, and listen to birds."),
    ],
)  # fmt: skip
def test_a_contrast_is_cut_where_a_sentence_can_end(nests, text: str, repair: str | None) -> None:
    inference = Inference(inference_id=InferenceId("k-1"), aspect=ProfileAspect.AUDIENCE, text=text)
    assert repair_wording(inference, ErrorType.CONTRAST, PaperSet(read_papers(nests))) == repair
