"""What is quoted of a sentence, and by which verb."""

import pytest

from myscholar.report.framing import Joint, frame


@pytest.mark.parametrize(
    ("sentence", "joint", "verb", "quote"),
    [
        (
            "In this paper, we show that rotation raises yields [12].",
            Joint.THAT,
            "show",
            "rotation raises yields",
        ),
        (
            "This paper presents a survey of crop models.",
            Joint.OBJECT,
            "present",
            "a survey of crop models",
        ),
        (
            "The authors propose RAFT, a fine-tuning recipe.",
            Joint.OBJECT,
            "propose",
            "RAFT, a fine-tuning recipe",
        ),
        (
            "This study investigates how tillage works.",
            Joint.OBJECT,
            "investigate",
            "how tillage works",
        ),
        (
            "To close this gap, we introduce a new planner.",
            Joint.OBJECT,
            "introduce",
            "a new planner",
        ),
        ("Our results suggest that sensors drift.", Joint.THAT, "suggest", "sensors drift"),
        ("However, large models fail (Smith et al., 2020).", Joint.CLAUSE, "", "large models fail"),
        ("Legumes fix nitrogen.", Joint.SENTENCE, "", "Legumes fix nitrogen"),
        ("Our method ranks fields.", Joint.SPOKEN, "", "Our method ranks fields"),
        (
            "Results obtained on three farms demonstrate gains.",
            Joint.SENTENCE,
            "",
            "Results obtained on three farms demonstrate gains",
        ),
        ("We also carefully describe two fields.", Joint.OBJECT, "describe", "two fields"),
    ],
)
def test_the_authors_verb_becomes_the_lead_in_and_the_rest_is_quoted(
    sentence: str, joint: Joint, verb: str, quote: str
) -> None:
    framing = frame(sentence, 0, len(sentence))
    assert (framing.joint, framing.verb, framing.span.of(sentence)) == (joint, verb, quote)


def test_a_framing_keeps_to_its_sentence_within_a_passage() -> None:
    text = "Rain fell. We find that soil dries. Wind blew."
    assert frame(text, 11, 35).span.of(text) == "soil dries"
