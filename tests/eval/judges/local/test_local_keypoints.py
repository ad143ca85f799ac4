"""Keypoints of cited sources, and what a report makes of them, by words."""

import asyncio

import pytest

from eval.domain.judgment import Unscored
from eval.domain.keypoints import CitedSource, KeypointRelation, Related
from eval.domain.report import ScholarReport, ScholarSection
from eval.judges.local.keypoints import LocalKeypointJudge, says_same
from eval.judges.local.words import Words
from myscholar.workflows.background import load_background

QUESTION = "How do hedgerows influence wild bee abundance?"
HEDGES = CitedSource(
    name="hedges",
    title="Hedgerows and pollinators",
    passages=(
        "Counting took two springs. Hedgerows raised wild bee abundance by 40% in arable fields.",
        "Wild bee abundance near hedgerows depends on early flowering shrubs such as blackthorn.",
    ),
)
WORDS = Words(load_background())
JUDGE = LocalKeypointJudge(WORDS)


def report(text: str) -> ScholarReport:
    section = ScholarSection(title="Bees", text=text)
    return ScholarReport(query_id="q", question=QUESTION, system="s", sections=(section,))


def find(*sources: CitedSource, question: str = QUESTION):
    return asyncio.run(JUDGE.find(question, sources))


def relate(keypoint: str, text: str) -> Related | Unscored:
    return asyncio.run(JUDGE.relate(QUESTION, report(text), [keypoint]))[0]


def relation(keypoint: str, text: str) -> str:
    judged = relate(keypoint, text)
    if isinstance(judged, Related):
        return judged.relation.value
    return judged.reason.partition(":")[0]


def test_keypoints_are_the_sentences_that_answer_the_question_word_for_word():
    found = find(HEDGES)
    assert [k.text for k in found] == [
        "Hedgerows raised wild bee abundance by 40% in arable fields.",
        "Wild bee abundance near hedgerows depends on early flowering shrubs such as blackthorn.",
    ]
    assert all(span.is_in([HEDGES]) for k in found for span in k.spans)


def test_what_a_task_wants_handed_over_asks_nothing_of_its_sources():
    asked = "Find out how hedgerows influence wild bee abundance."
    form = (
        "Deliver a risk register with severity, likelihood, mitigation, owner, review dates, "
        "escalation thresholds, acceptance criteria and a one-page executive summary."
    )
    passage = "Hedgerows grow along the old parish roads of many counties."
    source = CitedSource(name="roads", title="Roads", passages=(passage,))
    [alone] = find(source, question=asked)
    assert find(source, question=f"{asked} {form}") == (alone,)


def test_a_source_has_three_keypoints_at_most():
    many = tuple(
        f"Hedgerows with {shrub} raise the abundance of wild bees in early spring."
        for shrub in ("blackthorn", "hawthorn", "willow", "hazel", "elder")
    )
    assert len(find(CitedSource(name="a", passages=many))) == 3


def test_sources_without_words_and_words_on_something_else_have_no_keypoints():
    assert find(CitedSource(name="bare", title="Hedgerows and bees")) == ()
    glass = CitedSource(name="glass", passages=("Glass melts slowly when it holds more quartz.",))
    assert find(glass) == ()


@pytest.mark.parametrize(
    "cut",
    [
        "raised wild bee abundance by 40% where hedgerows stood in arable fields.",
        "The snippet does not mention how hedgerows influence wild bee abundance in fields.",
        "This paper reviews how hedgerows influence wild bee abundance in arable fields.",
        "Hedgerows raise wild bee abundance, see https://bees.example.org for the fields.",
        "Hedgerows and wild bee numbers Hedgerows and wild bee numbers rose in abundance.",
    ],
)
def test_what_was_cut_and_words_about_a_text_are_no_keypoints(cut):
    """The last has its title before it."""
    assert find(CitedSource(name="a", passages=(cut,))) == ()


def test_sources_in_another_language_are_unscored():
    russian = "Живые изгороди увеличивают численность диких пчёл на полях весной, как показано."
    (found,) = find(CitedSource(name="a", passages=(russian,)), question="Как влияют изгороди?")
    assert isinstance(found, Unscored)
    assert found.reason.startswith("ForeignText")


POINT = "Hedgerows raised wild bee abundance by 40% in arable fields."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In arable fields, hedgerows raised the abundance of wild bees by 40% [1].", "supported"),
        # over two neighbouring sentences
        (
            "Hedgerows matter in arable fields. There, wild bee abundance was raised 40%.",
            "supported",
        ),
        ("Hedgerows raised wild bee abundance by 15% in arable fields.", "contradicted"),
        ("Hedgerows never raised wild bee abundance by 40% in arable fields.", "contradicted"),
        ("Hedgerows raised wild bee abundance in arable fields.", "FigureOrDenial"),
        ("Glass melts slowly when it holds more quartz.", "omitted"),
        ("Wild animals of many kinds live in the fields.", "omitted"),
        ("Hedgerows stand in many arable landscapes.", "PartlySaid"),
    ],
)
def test_what_a_report_makes_of_a_keypoint(text, expected):
    assert relation(POINT, text) == expected


def test_a_figure_is_the_same_however_it_is_written():
    point = "The corpus of hedgerows holds around 450K records of wild bees."
    said = "The corpus of hedgerows holds approximately 450,000 records of wild bees."
    assert relation(point, said) == KeypointRelation.SUPPORTED
    assert relation(point, point.replace("450K", "45K")) == KeypointRelation.CONTRADICTED


def test_most_of_the_words_are_enough_in_other_words_for_the_rest():
    point = (
        "Wild bee abundance near hedgerows depends on early flowering shrubs such as blackthorn."
    )
    said = "Near hedgerows the abundance of wild bees hangs on shrubs that flower, like blackthorn."
    assert relation(point, said) == KeypointRelation.SUPPORTED


def test_what_is_only_near_with_another_figure_is_no_contradiction():
    said = "Hedgerows fed 15% of the wild bee larvae that orchards, meadows and gardens raised."
    assert relation(POINT, said) not in (KeypointRelation.CONTRADICTED, KeypointRelation.SUPPORTED)


def test_a_longer_sentence_that_denies_it_does_not_support_it():
    """Nor does it contradict: what it denies may be something else."""
    said = (
        "Hedgerows never raised wild bee abundance by 40% in arable fields of the six northern "
        "provinces, whatever gardeners, foresters and beekeepers had hoped for at the outset."
    )
    assert relation(POINT, said) == "FigureOrDenial"


def test_a_denial_of_a_denial_is_none():
    said = "Hedgerows did not fail to raise wild bee abundance by 40% in arable fields."
    assert relation(POINT, said) == KeypointRelation.SUPPORTED


def test_a_report_that_says_both_supports_it():
    """Words can't tell which of the two it holds."""
    both = f"{POINT} Earlier, hedgerows raised wild bee abundance by 15% in arable fields."
    assert relation(POINT, both) == KeypointRelation.SUPPORTED


def test_two_denials_that_differ_in_words_are_no_contradiction():
    """ "no" and "not" both deny."""
    point = "Hedgerows make no difference to wild bee abundance in arable fields."
    said = "In arable fields hedgerows do not make a difference to wild bee abundance."
    assert relation(point, said) == KeypointRelation.SUPPORTED


def test_what_is_denied_of_a_part_is_no_contradiction():
    point = (
        "Hedgerows do not need pruning; however, in arable fields they raise wild bee abundance "
        "when early flowering shrubs stand in them."
    )
    said = "In arable fields hedgerows raise wild bee abundance when early flowering shrubs stand."
    assert relation(point, said) != KeypointRelation.CONTRADICTED


def test_a_point_without_words_is_unscored_and_an_empty_report_omits():
    assert relation("It is so.", POINT) == "NoTerms"
    assert relation(POINT, "") == KeypointRelation.OMITTED


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("In arable fields hedgerows raised wild bee abundance by 40%.", True),
        ("In arable fields hedgerows raised wild bee abundance by 15%.", False),
        ("In arable fields hedgerows never raised wild bee abundance by 40%.", False),
        ("Glass melts slowly when it holds more quartz.", False),
    ],
)
def test_points_are_one_where_words_figures_and_denials_agree(other, same):
    assert says_same(POINT, other, WORDS) is same
    assert says_same(other, POINT, WORDS) is same
