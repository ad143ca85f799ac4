import json
from pathlib import Path

import pytest

from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.text.question import QuestionKind, analyse_question, check_question


def test_topic_phrases_stay_whole_and_framing_goes() -> None:
    phrases = analyse_question(
        "How can dialogue planning be used to reduce sycophancy in LLMs?"
    ).core_phrases
    assert set(phrases) == {"dialogue planning", "sycophancy", "LLMs"}
    assert phrases[0] == "dialogue planning"


def test_numbering_greetings_addresses_and_quotes_are_no_topic() -> None:
    asked = (
        '3. "Hi everyone, what is known about overfitting in in-context learning? See '
        'https://arxiv.org/abs/1 thanks!"'
    )
    assert set(analyse_question(asked).core_phrases) == {"overfitting", "in-context learning"}


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is membership inference attack?", QuestionKind.DEFINITION),
        (
            "What are the main differences between contextual inquiry and diary studies?",
            QuestionKind.COMPARISON,
        ),
        (
            "Compare algorithms for finding a shortest tour in a weighted graph.",
            QuestionKind.COMPARISON,
        ),
        (
            "How to compensate the dispersion in OCT by hardware or computational method",
            QuestionKind.HOW_TO,
        ),
        ("Why do quadruped robots use three degrees of freedom?", QuestionKind.EFFECT),
        ("How does doping impact integrated circuit design?", QuestionKind.EFFECT),
        (
            "What metrics are used for evaluating differential privacy systems?",
            QuestionKind.EVALUATION,
        ),
        (
            "What are the latest techniques for improving the uptime of a satellite network?",
            QuestionKind.SURVEY,
        ),
        ("What are the pros and cons of soft grippers?", QuestionKind.ADVANTAGES),
        ("Are there papers that train multimodal language models?", QuestionKind.LIST),
        ("Is there any evidence that language models can plan for robots?", QuestionKind.YES_NO),
    ],
)
def test_the_form_of_the_wanted_answer_is_told(question: str, kind: QuestionKind) -> None:
    assert analyse_question(question).kind is kind


@pytest.mark.parametrize(
    ("question", "things"),
    [
        (
            "What are the differences between contextual inquiry and diary studies?",
            ("contextual inquiry", "diary studies"),
        ),
        (
            "Compare weakly supervised parsing vs self supervised parsing for speech.",
            ("weakly supervised parsing", "self supervised parsing"),
        ),
        (
            "What are the advantages of semiconducting polymers over other biomaterials in tumor "
            "detection?",
            ("semiconducting polymers", "biomaterials"),
        ),
        ("How does doping impact circuits?", ()),
    ],
)
def test_the_compared_things_are_found(question: str, things: tuple[str, ...]) -> None:
    assert analyse_question(question).compares == things


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Advances in visual explanation since 2022", 2022, None),
        ("Advances in visual explanation after 2020", 2021, None),
        ("Papers on topic models before 2015", None, 2014),
        ("Papers on topic models between 2010 and 2015", 2010, 2015),
        ("What is GPT-2019?", None, None),
        ("Effects of retrieval on contexts of up to 2000 tokens", None, None),
        ("How does accuracy change after 2000 steps?", None, None),
        ("Do models forget before 2000 updates in papers until 2020?", None, 2020),
    ],
)
def test_years_asked_for_become_filters(question: str, first: int | None, last: int | None) -> None:
    years = analyse_question(question).years
    assert (years.year_min, years.year_max) == (first, last)


def test_an_acronym_comes_with_its_expansion_and_is_not_a_second_topic() -> None:
    found = analyse_question(
        "How do Global Navigation Satellite Systems (GNSS) receivers estimate clock bias?"
    )
    assert [(a.short, a.expansion) for a in found.acronyms] == [
        ("GNSS", "Global Navigation Satellite Systems")
    ]
    assert "GNSS" not in found.core_phrases


def test_two_questions_in_one_are_named_in_a_hint() -> None:
    found = analyse_question(
        "How does dropout prevent overfitting? What datasets are used to evaluate SLAM methods?"
    )
    assert "How does dropout prevent overfitting?" in found.hints[0]
    assert "What datasets are used to evaluate SLAM methods?" in found.hints[0]


def test_a_question_mark_alone_is_no_question_of_two() -> None:
    assert analyse_question("? How do birds sing").questions == ()


def test_a_second_part_that_leans_on_the_first_is_no_second_question() -> None:
    found = analyse_question(
        "What are leading approaches to review generation and what are their strengths and "
        "weaknesses?"
    )
    assert found.hints == ()


@pytest.mark.parametrize("question", ["transformers?", "Tell me about research", "What is new?"])
def test_a_vague_question_gets_a_hint(question: str) -> None:
    assert len(analyse_question(question).hints) == 1


def test_an_empty_question_and_a_book_are_refused() -> None:
    with pytest.raises(EmptyQuestion):
        check_question(" \x00 ?! ")
    with pytest.raises(QuestionTooLong, match="20,000 characters; the limit is 5,000"):
        check_question("a" * 20_000)


def test_a_question_of_three_hundred_words_keeps_a_topic() -> None:
    asked = (
        "We build clinical decision support for sepsis prediction. "
        + "It should run in many hospitals and wards. " * 35
    )
    assert "sepsis prediction" in " ".join(
        analyse_question(asked + "How is sepsis prediction evaluated?").core_phrases[:2]
    )


@pytest.mark.shared
def test_every_real_question_names_a_topic(shared: Path) -> None:
    lines = (
        (shared / "data/queries/scholarqa_cs2_dev.jsonl").read_text(encoding="utf-8").splitlines()
    )
    found = [analyse_question(json.loads(line)["query"]) for line in lines]
    assert [f.text for f in found if not f.core_phrases] == []
    assert sum(f.kind is QuestionKind.OTHER for f in found) < 10


@pytest.mark.parametrize(
    "question",
    [
        "a" * 4_999,
        "ab " * 1_600,
        "differences between " + "a and " * 800,
        "how do " + "a b " * 1_200,
    ],
)
def test_no_question_takes_long(question: str, n_calls) -> None:
    analyse_question("What are tides?")  # reads the word lists
    assert n_calls(lambda: analyse_question(question)) < 20 * len(question)


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("When should a question answering system abstain?", {"question answering system"}),
        ("How are citations of generated answers verified?", {"generated answers", "citations"}),
        ("Why do language models hallucinate?", {"language models"}),
        ("How should query variations be pooled?", {"query variations"}),
        ("How are labels used by dense retrievers?", {"labels", "dense retrievers"}),
        ("Which pooled judgments are used?", {"pooled judgments"}),
    ],
)
def test_the_verb_that_is_asked_about_is_no_part_of_a_topic(
    question: str, topics: set[str]
) -> None:
    assert set(analyse_question(question).core_phrases) == topics


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("What are good methods for vehicle re-detection at night?", "vehicle re-detection"),
        ("How do nature-inspired controllers and fins interact?", "nature-inspired controllers"),
        ("Are mixed methods common in nursing?", "mixed methods"),
        ("What are the latest techniques in topic modeling?", "topic modeling"),
        ("Is partially observable planning solved?", "partially observable planning"),
        ("Do large language models understand puns?", "large language models"),
    ],
)
def test_words_of_a_topic_are_not_lost(question: str, phrase: str) -> None:
    assert phrase in analyse_question(question).core_phrases


@pytest.mark.parametrize(
    ("question", "kept", "left_out"),
    [
        ("How are summaries judged without reference texts?", ("summaries",), ("reference texts",)),
        ("Which parsers do not need treebanks?", ("parsers",), ("treebanks",)),
        ("What are uses of sonar except in fishing?", ("uses of sonar",), ("fishing",)),
        ("Does dropout not only prevent overfitting?", ("dropout", "overfitting"), ()),
    ],
)
def test_what_a_question_denies_is_no_topic_of_it(
    question: str, kept: tuple[str, ...], left_out: tuple[str, ...]
) -> None:
    found = analyse_question(question)
    assert found.leaves_out == left_out
    assert not set(left_out) & set(found.core_phrases)
    assert {word for phrase in kept for word in phrase.split() if len(word) > 4} <= set(
        " ".join(found.core_phrases).split()
    )


def test_a_question_that_only_denies_keeps_its_words() -> None:
    assert analyse_question("Why not transformers?").core_phrases == ("transformers",)


@pytest.mark.parametrize(
    ("task", "topics"),
    [
        (
            "Design a protocol to test whether wind turbines affect bats. Deliver a risk "
            "register with severity and mitigation.",
            {"wind turbines", "bats"},
        ),
        (
            "Formulate three testable hypotheses on why oyster reefs fail, and provide a table "
            "of predictions.",
            {"oyster reefs"},
        ),
        (
            "Survey how lexical decoders represent the plural. Produce an annotated bibliography "
            "and a checklist.",
            {"lexical decoders", "plural"},
        ),
        (
            "Frost in orchards: Work out how hail nets affect ripening. Deliver a table of nets.",
            {"Frost", "orchards", "hail nets"},
        ),
    ],
)
def test_a_task_is_searched_by_its_topic_and_not_by_its_deliverable(
    task: str, topics: set[str]
) -> None:
    analysis = analyse_question(task)
    assert topics <= set(analysis.core_phrases)
    assert not {"register", "table", "bibliography", "checklist"} & set(
        analysis.text.lower().strip(".").split()
    )
    assert (analysis.question, analysis.has_deliverable) == (task, True)


def test_what_a_task_names_first_leads_also_where_it_ends_with_a_rarer_word() -> None:
    task = "Specify a recorder that detects wrens, robins and finches at dawn for the warden."
    analysis = analyse_question(task, idf=lambda key: 8.5 if key == "warden" else 6.0)
    assert analysis.topic == "recorder"


def test_a_question_keeps_what_alone_names_its_topic() -> None:
    for asked in (
        "Provide a list of data sets on bird song.",
        "I study wrens. Provide a list of data sets on bird song.",
        "Deliver a survey of bird song.",
    ):
        assert analyse_question(asked).text == asked


def test_nouns_that_could_be_orders_stay_in_their_phrase() -> None:
    assert "survey data" in " ".join(analyse_question("Survey data on wrens").core_phrases).lower()


def test_a_table_is_wanted_where_the_task_names_one() -> None:
    assert analyse_question("Survey bird song. Deliver a decision matrix.").wants_table
    assert not analyse_question("How does question answering over tables work?").wants_table


def test_numbers_in_words_are_no_topic_but_in_names() -> None:
    found = analyse_question("Does the half life of a drug fall in ten hundred annotated cases?")
    assert {"half life", "annotated cases"} <= set(found.core_phrases)


def test_how_many_years_a_task_looks_back_is_no_topic_of_it():
    asked = "Survey what research of the last fifteen years says about whether alarms help anyway."
    assert not {"fifteen", "anyway"} & set(" ".join(analyse_question(asked).core_phrases).split())
