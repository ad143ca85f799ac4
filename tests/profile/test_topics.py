"""Topics are what the papers share and the background does not know, under names that read well."""

import pytest

from myscholar.profile.acronyms import definitions
from myscholar.profile.labels import Casing, is_name_like, label, pluralized
from myscholar.profile.reading import read_papers
from myscholar.profile.topics import key_phrases, topics


def test_the_phrase_shared_by_most_papers_comes_first(nests, background) -> None:
    read = read_papers(nests)
    assert key_phrases(read, background)[0].label == "nest acoustics"


def test_topics_do_not_repeat_each_others_words(nests, background) -> None:
    read = read_papers(nests)
    found = topics(read, key_phrases(read, background), 5)
    words = [w for t in found for label_ in t.labels for w in label_.split()]
    assert {"acoustics", "dialects"} <= set(words)
    heads = [t.head.stems for t in found]
    assert all(not (a & b) for i, a in enumerate(heads) for b in heads[i + 1 :])


@pytest.mark.parametrize(
    "surface", ["nest acoustics", "reinforcement learning", "channel model", "Wi-Fi networks", "hallucination", "ray tracing"]
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
    ],
)
def test_verbs_fillers_and_adjectives_can_not(surface: str) -> None:
    assert not is_name_like(surface)


def test_acronyms_are_joined_with_what_they_stand_for() -> None:
    text = "We use a class activation map (CAM), support vector machines (SVMs) and the natural language inference (NLI) task (see above)."
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
    assert label({"Gaussian process": 2}, casing, short="GP", is_counted=False) == "Gaussian process (GP)"
    assert label({"Grad-CAM": 2}, casing, short=None, is_counted=False) == "Grad-CAM"


def test_plurals() -> None:
    assert [pluralized(w) for w in ("map", "study", "analysis", "matrix", "loss")] == [
        "maps",
        "studies",
        "analyses",
        "matrices",
        "losses",
    ]
