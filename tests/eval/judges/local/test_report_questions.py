"""Coverage and directness without a model."""

from eval.domain.judgment import Scored, Unscored
from eval.domain.report import ScholarSection
from eval.domain.rubric import Criterion, Importance
from eval.judges.local.adherence import judge_adherence
from eval.judges.local.coverage import judge_coverage
from eval.judges.local.directness import judge_directness
from eval.judges.local.report_text import headings_of, paragraphs_of
from eval.judges.local.words import Words
from tests.eval.judges.local.conftest import cited, one_section, report

QUERY = "How do otters use tools?"


def criterion(text: str) -> Criterion:
    return Criterion(name="c", importance=Importance.MOST_IMPORTANT, text=text, weight=1)


def test_a_criterion_is_met_by_the_share_of_its_words_in_one_place(words: Words):
    # Own words: anvil, basalt, mussel, clam, all of one weight; "The answer should mention"
    # instructs only.
    wanted = criterion("The answer should mention anvils, basalt, mussels, clams.")
    # Two of four = 0.5: met. With a fifth, sixth own word: 2 of 6 = 0.33: in part. One of four =
    # 0.25: not.
    assert (
        judge_coverage(QUERY, [wanted], one_section("Anvils of basalt are old."), words)[0].score
        == 1
    )
    six = criterion("The answer should mention anvils, basalt, mussels, clams, crabs, urchins.")
    assert (
        judge_coverage(QUERY, [six], one_section("Anvils of basalt are old."), words)[0].score
        == 0.5
    )
    assert judge_coverage(QUERY, [wanted], one_section("Anvils are old."), words)[0].score == 0


def test_words_of_the_question_count_half(words: Words):
    # otter and tool (question, half weight each: 1) and anvil, basalt (2): a report of the
    # question's words alone holds 1 of 3 = 0.33.
    wanted = criterion("The answer should discuss tools, otters, anvils, basalt.")
    judged = judge_coverage(
        "Which tools have otters?", [wanted], one_section("Otters have tools."), words
    )[0]
    assert judged.score == 0.5
    assert "33%" in judged.reason


def test_each_criterion_gets_its_answer_in_order(words: Words):
    wanted = [
        criterion("The answer should mention tulips."),
        criterion("The answer should mention basalt."),
    ]
    assert [
        j.score for j in judge_coverage(QUERY, wanted, one_section("Anvils of basalt."), words)
    ] == [0, 1]
    assert judge_coverage(QUERY, [], one_section("Anvils of basalt."), words) == ()


def test_an_empty_report_and_an_empty_criterion_are_unscored(words: Words):
    assert isinstance(
        judge_coverage(QUERY, [criterion("Mention basalt.")], report(), words)[0], Unscored
    )
    assert isinstance(
        judge_coverage(QUERY, [criterion("The answer should.")], one_section("Basalt."), words)[0],
        Unscored,
    )


def test_a_paragraph_helps_if_it_speaks_of_what_is_asked(words: Words):
    # The question's stems: otter, tool (rare). One of two = 0.5 helps; none does not.
    judged = judge_directness(QUERY, ["Tulips were dear in Leiden.", "Otters dive.", " "], words)
    assert [getattr(j, "score", None) for j in judged] == [0, 1, None]
    assert judge_directness(QUERY, [], words) == ()


def test_a_short_paragraph_is_read_on_with_the_one_before(words: Words):
    assert [j.score for j in judge_directness(QUERY, ["Otters dive.", "- Near shores"], words)] == [
        1,
        1,
    ]
    assert [
        j.score
        for j in judge_directness(QUERY, ["Otters dive.", "The tulips of Leiden " * 15], words)
    ] == [1, 0]


def test_paragraphs_have_no_markers_and_open_with_their_section():
    made = one_section("Otters dive [1].\n\nThey eat clams [1].", cited("[1]", "x"), title="Prey")
    assert paragraphs_of(made) == ("Prey. Otters dive .", "They eat clams .")


def test_headings_are_titles_and_headings_within_texts():
    made = report(
        ScholarSection(title="Prey", text="### Clams\nOtters dive.\n**Deep water**: They rest.")
    )
    assert headings_of(made) == ("Prey", "Clams", "Deep water")


def test_a_paragraph_that_begins_like_a_heading_is_none():
    flattened = (
        "### 2. What seals eat  Seals eat clams, which they dig from the sand of the sea floor, "
        "and fish of many kinds besides, as divers saw."
    )
    assert headings_of(report(ScholarSection(text=flattened))) == ()


def test_blank_lines_without_end_are_read(words: Words):
    made = report(ScholarSection(text="\n" * 20_000 + "Otters dive."))
    assert headings_of(made) == ()
    assert isinstance(judge_adherence(QUERY, "List the tools in a table", made, words), Scored)
