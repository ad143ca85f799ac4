"""What a model says of papers is said of those that show it."""

import pytest

from myscholar.domain.papers import Relation
from myscholar.profile.reading import read_papers
from myscholar.profile.scope import in_scope, is_too_wide
from myscholar.profile.wording import PaperSet

ONE = "“Nest Acoustics of City Sparrows”"


@pytest.mark.parametrize(
    ("text", "of_one", "of_two"),
    [
        ("Your papers measure nests.", "measures nests.", None),
        ("Your papers often study nests.", "often studies nests.", None),
        ("Your papers are about nests.", "is about nests.", None),
        ("Your papers have nests.", "has nests.", None),
        ("Your papers can measure nests.", "can measure nests.", None),
        ("Your papers asked for nests.", "asked for nests.", None),
        ("Some of your papers ask for nests.", "asks for nests.", None),
        ("All your papers always stress nests.", "stresses nests.", "stress nests."),
        ("3 of your 5 papers measure nests.", "measures nests.", "measure nests."),
        ("Both of your papers do not measure nests.", "does not measure nests.", "do not measure "
         "nests."),
        ("Your papers focus on nests.", "focuses on nests.", None),
        ("Your papers rely on nests.", "relies on nests.", None),
        ("Your papers need nests.", "needs nests.", None),
        ("Your papers took nests.", "took nests.", None),
        ("Your work measures nests.", "measures nests.", None),
        ("Twelve of your papers measure nests.", "measures nests.", "measure nests."),
    ],
)  # fmt: skip
def test_the_subject_and_its_verb_follow_the_papers_without_a_number(
    nests, text: str, of_one: str, of_two: str | None
) -> None:
    read = read_papers(nests)
    shelf = PaperSet(read)
    assert in_scope(text, shelf.some(read[:1])) == f"{ONE} {of_one}"
    assert in_scope(text, shelf.some(read[:2])) == (f"Your papers {of_two}" if of_two else text)


@pytest.mark.parametrize(
    "text",
    [
        "One of your papers measures nests.",
        "Nests are measured.",
        "Your writing style involves acronyms.",
        "Your work on nests measures noise.",
        "Your papers that measure nests are short.",
        "Your papers each measure nests.",
        "Your papers usually, but not always, measure nests.",
        "Your research group measures nests.",
    ],
)
def test_what_fits_or_no_rule_can_put_into_number_stays(nests, text: str) -> None:
    read = read_papers(nests)
    assert in_scope(text, PaperSet(read).some(read[:1])) == text
    assert in_scope(text, PaperSet(read).some(read[:2])) == text
    assert in_scope(text, PaperSet(read).some(())) == text


def test_some_papers_are_not_all_further_on_in_a_line_either(nests) -> None:
    read = read_papers(nests)
    text = "Where nests are loud, your papers count them."
    assert in_scope(text, PaperSet(read).some(read[:2])) == text
    some = in_scope(text, PaperSet(read, n_unread=1).some(read[:2]))
    assert some == "Where nests are loud, some of your papers count them."
    assert is_too_wide(text, PaperSet(read).some(read[:1]))
    assert not is_too_wide(text, PaperSet(read).some(read[:2]))
    assert not is_too_wide(some, PaperSet(read).some(read[:1]))
    assert not is_too_wide(text, PaperSet(read[:1]).some(read[:1]))


def test_two_papers_of_four_are_not_your_papers(nests) -> None:
    read = read_papers(nests)
    said = in_scope("Your papers measure nests.", PaperSet(read, n_unread=1).some(read[:2]))
    assert said == "Some of your papers measure nests."
    said = in_scope("Your work measures nests.", PaperSet(read, n_unread=1).some(read[:2]))
    assert said == "Some of your work measures nests."
    said = in_scope(
        "In all of your papers, nests are loud.", PaperSet(read, n_unread=1).some(read[:2])
    )
    assert said == "In some of your papers, nests are loud."


def test_papers_of_others_are_called_so(nests) -> None:
    followed = (p.model_copy(update={"relation": Relation.FOLLOWED}) for p in nests[1:])
    read = read_papers((nests[0], *followed))
    shelf, text = PaperSet(read), "Your papers measure nests."
    assert in_scope(text, shelf.some(read[1:])) == "The papers you follow measure nests."
    both = in_scope(text, shelf.some(read[:2]))
    assert both == "Your one paper and one of the papers you follow measure nests."
    kept = "The papers you follow measure nests."
    assert in_scope(kept, shelf.some(read[1:])) == kept
