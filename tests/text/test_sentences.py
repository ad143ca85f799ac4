"""Where sentences end in scholarly prose."""

from myscholar.text.sentences import sentences


def test_a_word_that_only_law_abbreviates_ends_a_sentence() -> None:
    text = (
        "Neither can be said to lead. For kernels nothing is known. They do two tasks. By Fig. 3."
    )
    assert sentences(text) == (
        "Neither can be said to lead.",
        "For kernels nothing is known.",
        "They do two tasks.",
        "By Fig. 3.",
    )


def test_a_name_with_a_small_first_letter_begins_a_sentence() -> None:
    text = "Gains shrink. pFedMe beats FedAvg. mBERT fails at pH 7. we stop."
    assert sentences(text) == (
        "Gains shrink.",
        "pFedMe beats FedAvg.",
        "mBERT fails at pH 7. we stop.",
    )
