"""Nothing is said about the person: a topic passes, an ascription does not."""

import pytest

from myscholar.text.safeguards import is_withheld

ASCRIPTIONS = (
    "You are a non-native speaker of English.",
    "Your papers come from an elderly Chinese author.",
    "Your papers are written by a young female researcher.",
    "The author is probably Chinese.",
    "The author appears to be a native German speaker.",
    "Your papers suggest that English is not your first language.",
    "Your writing shows the phrasing of a non-native writer.",
    "You are likely a woman.",
    "You seem to be a Muslim.",
    "The researcher is probably Iranian and works on wireless.",
    "As a Black woman, you write about fairness.",
    "You are a left-wing scholar.",
    "Your political views lean left.",
    "You suffer from depression.",
    "The author has dyslexia.",
    "You are in your sixties.",
    "The author was born in India.",
    "You come from Turkey.",
    "Your nationality shapes your choice of data.",
    "Your religious beliefs shape your view of ethics.",
    "Your gender may explain your interest in bias.",
    "You are a conservative Christian.",
    "The author is blind.",
    "You voted for the Labour party.",
    "Your Chinese background shows in your choice of corpora.",
    "Your papers reflect the perspective of an Asian scholar, as an Asian researcher would.",
    "The writer is a gay man.",
    "You are autistic.",
    "Your prose is typical of a Russian speaker.",
    "The user is an immigrant from Syria.",
    "You are an older researcher who prefers classical methods.",
    "Your mental health influences your topics.",
    "Your native language is probably Korean.",
    "The author comes across as a retired professor.",
    "You were diagnosed with ADHD.",
    "She is a disabled researcher.",
    "Your papers hint at a devout Hindu author.",
)

TOPICS = (
    "Your papers study gender bias in NLP.",
    "Your papers work on Chinese word segmentation.",
    "Your papers address elderly patients with dementia.",
    "Your papers compare native and non-native speakers of English.",
    "One of your papers (“X”) detects depression from speech.",
    "Your papers argue that models must be evaluated with blind users.",
    "Your papers test on American Sign Language.",
    "Your papers address clinicians who treat epilepsy.",
    "Your papers speak to women in computing.",
    "Your papers study political polarization on social media.",
    "Your papers criticize that benchmarks are western and English only.",
    "You are not the first to study religious hate speech.",
    "Your papers work with Black-Scholes models.",
    "Your papers show a conservative estimate of cost.",
    "Your papers come from the field of machine learning.",
    "Your papers prefer liberal licenses.",
    "Your papers rely on black-box access to models.",
    "You write for researchers of autism.",
    "Your papers are written for African NLP researchers.",
    "Your papers measure ethnicity bias in face recognition.",
    "Your papers use old-fashioned features rather than deep ones.",
    "Your papers build systems for blind people.",
    "Your papers work on sex differences in brain imaging.",
    "Your papers measure the age of stars.",
    "Your papers survey young researchers by questionnaire.",
    "The papers you follow study mental health and ageing.",
    "Your papers take a progressive growing approach to GANs.",
    "Your papers address low-resource African languages.",
    "Your papers argue that annotators from minority groups are overlooked.",
    "You are a straight shooter in your abstracts.",
    "Your papers discuss second-language learners.",
    "Your papers address a male-dominated field.",
    "You are an expert on depression.",
    "You have data from women with cancer.",
    "You have studied epilepsy for years, as your papers show.",
    "Your gender bias benchmark covers 7 languages.",
    "Your religion and politics corpus is public.",
    "Your age estimation method works on faces.",
    "I can search for work by Indian researchers on code-mixing.",
    "I am interested in Muslim women's writing",
    "I study deaf signers",
    "I am a scholar of Islamic law",
)


@pytest.mark.parametrize("statement", ASCRIPTIONS)
def test_a_protected_trait_of_the_person_is_withheld(statement: str) -> None:
    assert is_withheld(statement)


@pytest.mark.parametrize("statement", TOPICS)
def test_the_same_word_as_a_topic_passes(statement: str) -> None:
    assert not is_withheld(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "You are a **Muslim**.",
        "_You_ are a [Muslim](https://example.org/a) man.",
        "[You are a Muslim]",
    ],
)
def test_marks_of_markdown_hide_no_trait(statement: str) -> None:
    assert is_withheld(statement)
