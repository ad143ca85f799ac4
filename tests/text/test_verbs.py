"""Forms of verbs by rule."""

from myscholar.text.verbs import third_person, verb_forms


def test_verbs_of_one_paper() -> None:
    assert [third_person(v) for v in ("show", "study", "switch", "have", "say")] == [
        "shows",
        "studies",
        "switches",
        "has",
        "says",
    ]


def test_a_verb_has_four_forms_and_irregular_ones_are_given() -> None:
    assert verb_forms("propose") == ("propose", "proposes", "proposed", "proposing")
    assert verb_forms("study") == ("study", "studies", "studied", "studying")
    assert verb_forms("survey") == ("survey", "surveys", "surveyed", "surveying")
    assert verb_forms("run", "ran", "running") == ("run", "runs", "ran", "running")
