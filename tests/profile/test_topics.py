"""Topics are what the papers share and the background does not know, under names that read well."""

import pytest

from myscholar.profile.acronyms import definitions
from myscholar.profile.key_phrases import key_phrases
from myscholar.profile.reading import read_papers
from myscholar.profile.topics import topics
from myscholar.text.background import Background
from myscholar.text.labels import Casing, is_name_like, label
from myscholar.text.terms import phrase_key, pluralize


def test_the_phrase_shared_by_most_papers_comes_first(nests, background) -> None:
    read = read_papers(nests)
    assert key_phrases(read, background)[0].label == "nest acoustics"


def test_topics_are_shared_and_do_not_repeat_each_others_words(nests, background) -> None:
    read = read_papers(nests)
    found = topics(read, key_phrases(read, background), 5)
    assert found[0].head.label == "nest acoustics"
    assert all(len(t.papers) > 1 for t in found)
    heads = [t.head.stems for t in found]
    assert all(not (a & b) for i, a in enumerate(heads) for b in heads[i + 1 :])


@pytest.mark.parametrize(
    "surface",
    [
        "nest acoustics",
        "reinforcement learning",
        "channel model",
        "Wi-Fi networks",
        "hallucination",
        "ray tracing",
    ],
)
def test_names_can_be_topics(surface: str) -> None:
    assert is_name_like(surface)


@pytest.mark.parametrize(
    "surface",
    [
        "detecting nests",
        "different approaches",
        "nests based",
        "highly relevant",
        "build predictions",
        "novel method",
        "subjective",
        "cross-lingual",
        "13B",
        "on-demand",
    ],
)
def test_verbs_fillers_and_adjectives_can_not(surface: str) -> None:
    assert not is_name_like(surface)


def test_acronyms_are_joined_with_what_they_stand_for() -> None:
    text = (
        "We use a class activation map (CAM), support vector machines (SVMs) and the natural "
        "language inference (NLI) task (see above)."
    )
    assert definitions(text) == {
        "CAM": "class activation map",
        "SVM": "support vector machines",
        "NLI": "natural language inference",
    }


def test_a_bracket_that_defines_nothing_is_no_acronym() -> None:
    assert definitions("We measured loudness (IEEE) in many nests (Table).") == {}


def test_labels_are_lower_case_but_for_names_and_plural_where_counted() -> None:
    casing = Casing.of(["the nest map of a Gaussian process and Grad-CAM"])
    assert label({"Nest Map": 3}, casing, short=None, is_counted=True) == "nest maps"
    assert (
        label({"Gaussian process": 2}, casing, short="GP", is_counted=False)
        == "Gaussian process (GP)"
    )
    assert label({"Grad-CAM": 2}, casing, short=None, is_counted=False) == "Grad-CAM"


def test_plurals() -> None:
    assert [pluralize(w) for w in ("map", "study", "analysis", "matrix", "loss")] == [
        "maps",
        "studies",
        "analyses",
        "matrices",
        "losses",
    ]


def test_what_several_papers_share_comes_before_what_one_paper_says_more_often(
    make_paper, background
) -> None:
    papers = (
        make_paper(
            "a",
            "Twig Lattices for Wren Nests",
            "Twig lattices hold wren nests. Twig "
            "lattices bend. Twig lattices are strong. "
            "We try a moss lining.",
        ),
        make_paper("b", "How Tits Build", "Tits build late. Eggs stay warm on a moss lining."),
        make_paper(
            "c", "How Finches Build", "Finches build early. Eggs stay dry on the moss lining."
        ),
    )
    read = read_papers(papers)
    first = topics(read, key_phrases(read, background), 5)[0]
    assert (first.head.label, [p.number for p in first.papers]) == ("moss lining", [1, 2, 3])


def test_a_phrase_counts_as_one_whether_joined_hyphenated_or_apart(make_paper, background) -> None:
    papers = (
        make_paper("a", "Noise in Nest Boxes", "We study nest-box noise. Nest box noise is loud."),
        make_paper("b", "Quiet Boxes", "Nestbox noise is low. We reduce nestbox noise by moss."),
    )
    read = read_papers(papers)
    (found,) = [p for p in key_phrases(read, background) if p.key.replace(" ", "") == "nestboxnois"]
    assert set(found.mentions) == {1, 2}


def test_a_short_form_stands_for_the_long_form_that_the_field_knows(make_paper) -> None:
    known = Background(n_documents=1000, frequencies={phrase_key("nestbox placement"): 9})
    papers = (
        make_paper("a", "Boxes", "We study nestbox placement (NBP) in towns. NBP matters."),
        make_paper("b", "Trees", "We study NB placement (NBP) in woods. NBP matters."),
    )
    read = read_papers(papers)
    (found,) = [p for p in key_phrases(read, known) if p.label.endswith("(NBP)")]
    assert (found.label, set(found.mentions)) == ("nestbox placement (NBP)", {1, 2})


def test_a_noun_met_in_the_plural_is_counted(make_paper, background) -> None:
    papers = (
        make_paper(
            "a",
            "Nest Label of Wrens",
            "The plain nest label of wrens is read. Such labels fade. The nest label is short.",
        ),
    )
    read = read_papers(papers)
    assert "nest labels" in [p.label for p in key_phrases(read, background)]
