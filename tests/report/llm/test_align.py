"""A quote is the paper's words or it is none."""

import random

import pytest

from myscholar.report.llm.align import align, align_in

TEXT = (
    "We ﬁnd that retrieval- \naugmented models [3, 5] “halluci-\nnate” less, but only 3.5% of 1 "
    "200 answers — in all — cite well. "
    "It’s known that <b scores mislead. A third sentence says something quite different."
)
WORDS = (
    "the model answer cites evidence naïve judge refuses claims in-context score rarely well-known "
    "shows drops paper"
).split()


def found(quote: str, text: str = TEXT) -> list[str] | None:
    spans = align(quote, text)
    return [span.of(text) for span in spans] if spans else None


@pytest.mark.parametrize(
    "quote",
    [
        "We ﬁnd that retrieval- \naugmented models [3, 5] “halluci-\nnate” less",
        "We find that retrieval-augmented models [3, 5] “hallucinate” less",
        "we find that retrieval-augmented models 'hallucinate' less",
        'We find that retrieval augmented models "hallucinate" less.',
        "We  find that retrieval–augmented\nmodels [3,5] hallucinate less,",
        "We find, that retrieval-augmented models: (hallucinate) less",
    ],
)
def test_what_printing_changes_does_not_part_a_quote_from_its_text(quote: str) -> None:
    assert found(quote) == [
        "We ﬁnd that retrieval- \naugmented models [3, 5] “halluci-\nnate” less"
    ]


@pytest.mark.parametrize(
    "quote",
    [
        "We find that retrieval-augmented models hallucinate more",  # a word changed
        "We find that augmented models hallucinate less",  # a word missing
        "We find that retrieval-augmented models never hallucinate less",  # a word added
        "but only 35% of 1 200 answers",  # another number
        "but only 3,5% of 1 200 answers",
        "5% of 1 200 answers — in all — cite well",  # a number cut in two
        "only 3.5% of 1200 answers in all",  # digits joined
        "but only -3.5% of 1 200 answers",  # another sign
        "Its known that <b scores mislead",  # an apostrophe is part of a word
        "d that retrieval-augmented models hallucinate",  # a word cut in two
        "cite well",  # too short to prove anything
        "",
        "...",
    ],
)
def test_a_word_or_number_off_is_no_quote(quote: str) -> None:
    assert found(quote) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Judges agree less with longer answers (see Table 2).",
        "The set has three parts (train, dev, test).",
        "Experts call such an answer “well cited”.",
        "Nine judges were asked [3, 4] [Rao et al., 2021].",
        "The rate fell to a half ( n = 9 ).",
        "He said: “The rate fell to a half.”",
    ],
)
def test_a_sentence_keeps_the_bracket_quotation_mark_or_citation_before_its_full_stop(
    sentence: str,
) -> None:
    text = f"{sentence} Another one follows."
    assert found(sentence.removesuffix("."), text) == [sentence]
    assert found(f"{sentence.rstrip(' .)”')} ...", text) == [sentence]


@pytest.mark.parametrize(
    ("text", "quote", "kept"),
    [
        ("(They fell to a half.) More.", "they fell to a half", "They fell to a half."),
        ("Rates (they fell to a half) matter.", "they fell to a half", "they fell to a half"),
        ("Nine judges were asked.[3] More.", "nine judges were asked", "Nine judges were asked."),
        ("Scores rose to 3.5 in all runs.", "scores rose to 3", None),
        ("See example.org for all runs.", "please see example", None),
    ],
)
def test_a_quote_takes_no_bracket_that_it_did_not_open_and_cuts_no_number(
    text: str, quote: str, kept: str | None
) -> None:
    assert found(quote, text) == ([kept] if kept else None)


def test_a_tag_that_was_neutralized_for_the_prompt_is_found() -> None:
    assert found("It's known that ‹b scores mislead") == ["It’s known that <b scores mislead."]


def test_a_gap_parts_a_quote_into_spans_in_the_order_of_the_text() -> None:
    first, second = (
        "It’s known that <b scores mislead.",
        "A third sentence says something quite different.",
    )
    assert found(f"{first} ... {second}") == [first, second]
    assert found(f"{second} […] {first}") == [first, second]


def test_of_a_quote_with_gaps_the_pieces_that_hold_are_kept() -> None:
    text = "Judges miss half of all errors. Nothing else was measured."
    assert found("Judges miss half of all errors. ... Much else was measured too.", text) == [
        "Judges miss half of all errors."
    ]


@pytest.mark.parametrize(
    ("quote", "kept"),
    [
        (
            "it picks the granularity of a source ... using a router.",
            ["It picks the granularity of a source, by what the query needs, using a router."],
        ),
        (
            "MoG ... it picks the granularity ... by ... needs",
            ["MoG is a method. It picks the granularity of a source, by what the query needs"],
        ),
        ("MoG ... a router", None),
        ("it picks the granularity ... using a brouter", ["It picks the granularity"]),
    ],
)
def test_a_short_piece_holds_with_one_that_it_stands_close_to(
    quote: str, kept: list[str] | None
) -> None:
    text = "MoG is a method. It picks the granularity of a source, by what the query needs, "
    assert found(quote, f"{text}using a router.") == kept
    far = f"{text}{'and so on ' * 40}using a router."
    assert "using" not in " ".join(found(quote, far) or [])


def test_a_quote_over_several_passages_is_found_in_each() -> None:
    passages = (
        "Nothing of use stands here at all.",
        "Judges miss half of all errors [7]. They are slow.",
        "Experts miss one in ten.",
    )
    spans = align_in("Experts miss one in ten. ... judges miss half of all errors.", passages)
    assert [(n, span.of(passages[n])) for n, span in spans] == [
        (1, "Judges miss half of all errors [7]."),
        (2, "Experts miss one in ten."),
    ]


def test_a_repeated_sentence_is_taken_where_it_follows_the_one_before() -> None:
    text = "Scores fell in all runs. Costs rose in most runs. Scores fell in all runs."
    assert [
        tuple(s) for s in align("Costs rose in most runs ... Scores fell in all runs", text) or ()
    ] == [(25, 49), (50, 74)]


def test_languages_without_spaces_are_quoted_too() -> None:
    assert found(
        "検索拡張生成は幻覚を減らす", "本研究では、検索拡張生成は幻覚を減らすことを示す。"
    ) == ["検索拡張生成は幻覚を減らす"]


@pytest.mark.parametrize("seed", range(60))
def test_any_run_of_words_is_found_again_after_printing_and_none_after_a_change(seed: int) -> None:
    rng = random.Random(seed)
    words = [f"{rng.choice(WORDS)}{rng.choice(['', '', ',', ' [4]'])}" for _ in range(60)]
    text = " ".join(words)
    start = rng.randrange(40)
    piece = words[start : start + rng.randrange(6, 20)]
    spans = align(printed(" ".join(piece), rng), text)
    assert spans is not None
    assert plain(spans[0].of(text)) == plain(" ".join(piece))
    at = rng.randrange(1, len(piece) - 1)
    assert align(" ".join([*piece[:at], "zebra", *piece[at:]]), text) is None
    assert align(" ".join([*piece[:at], "zebra", *piece[at + 1 :]]), text) is None


def printed(text: str, rng: random.Random) -> str:
    """The text as another printing would have it."""
    changes = [
        ("fi", "ﬁ"),
        ("-", "‑"),
        (" ", "  "),
        (" [4]", ""),
        ("naïve", "nai\u0308ve"),
        ("t", "T"),
        ("cites", "ci-\ntes"),
    ]
    for old, new in rng.sample(changes, 3):
        text = text.replace(old, new)
    return text


def plain(text: str) -> list[str]:
    return text.replace(" [4]", "").replace(",", "").split()
