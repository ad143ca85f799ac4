"""The meta-evaluation as a document."""

from io import StringIO

from rich.console import Console

from eval.domain.agreement import (
    Agreement,
    AgreementRow,
    HumanGroup,
    JudgeDifference,
    Rater,
    RaterKind,
    ReportScore,
)
from eval.domain.results import Estimate
from eval.show.agreement import agreement_document
from eval.show.html import to_html
from eval.show.terminal import show
from eval.studies.agreement.conclusion import conclusion
from eval.studies.agreement.findings import findings

PUBLISHED, OURS = (
    Rater(name="published judge", kind=RaterKind.PUBLISHED),
    Rater(name="local judge", kind=RaterKind.LOCAL),
)


def page_of(found: Agreement) -> str:
    return to_html(agreement_document(found))


def estimate(mean: float, low: float, high: float) -> Estimate:
    return Estimate(mean=mean, low=low, high=high, n_questions=10, n_instances=20)


def row(judge: Rater, accuracy: Estimate | None, n_unscored: int = 0) -> AgreementRow:
    return AgreementRow(
        judge=judge,
        score=ReportScore.OVERALL,
        target=ReportScore.PREFERENCE,
        group=HumanGroup.ASKER,
        n_pairs=20,
        n_unscored=n_unscored,
        n_human_ties=3,
        n_judge_ties=1,
        accuracy_without_ties=accuracy,
    )


def found(low: float, high: float) -> Agreement:
    difference = JudgeDifference(
        a=PUBLISHED,
        b=OURS,
        score_a=ReportScore.OVERALL,
        score_b=ReportScore.OVERALL,
        target=ReportScore.PREFERENCE,
        group=HumanGroup.ASKER,
        accuracy_a=estimate(0.6, 0.5, 0.7),
        accuracy_b=estimate(0.7, 0.6, 0.8),
        difference=estimate(0.1, low, high),
        p_value=0.2,
    )
    rows = (row(PUBLISHED, estimate(0.6, 0.5, 0.7)), row(OURS, None, 4))
    return Agreement(
        dataset="bees",
        seed=0,
        n_resamples=10,
        versions={},
        rows=rows,
        differences=(difference,),
        notes=("<i>",),
    )


def test_it_is_said_plainly_whether_two_judges_can_be_told_apart():
    assert any(
        "not told apart: 0 is within the interval" in said for said in findings(found(-0.1, 0.3))
    )
    assert any(said.endswith(": told apart.") for said in findings(found(0.05, 0.3)))


def test_a_page_has_the_figures_counts_and_notes():
    page = page_of(found(-0.1, 0.3))
    for said in (
        "60 % [50, 70] (20)",
        "difference +10 points [−10, +30]",
        "3, 1",
        "&lt;i&gt;",
        "no: within the interval",
    ):
        assert said in page
    assert page_of(found(-0.1, 0.3)) == page


def test_a_page_of_nothing_is_a_page():
    assert "Do judges" in page_of(
        Agreement(dataset="bees", seed=0, n_resamples=1, versions={}, rows=())
    )


def of(
    judge: Rater,
    score: ReportScore | None,
    target: ReportScore,
    low: float,
    high: float,
    **changed: object,
) -> AgreementRow:
    changed |= {"judge": judge, "score": score, "target": target}
    return row(judge, estimate((low + high) / 2, low, high)).model_copy(update=changed)


PREFERENCE, PRECISION, CITED = (
    ReportScore.PREFERENCE,
    ReportScore.ANSWER_PRECISION,
    ReportScore.CITATION_PRECISION,
)
SECOND = Rater(name="annotator 2", kind=RaterKind.PERSON)
NAME = Rater(name="system's name", kind=RaterKind.BASELINE)


def concluded(
    *rows: AgreementRow, differences: tuple[JudgeDifference, ...] = ()
) -> tuple[str, ...]:
    return conclusion(
        Agreement(
            dataset="bees", seed=0, n_resamples=10, versions={}, rows=rows, differences=differences
        )
    )


def test_the_conclusion_says_who_does_better_than_a_coin_and_who_does_worse():
    said = concluded(
        of(OURS, ReportScore.OVERALL, PREFERENCE, 0.6, 0.8),
        of(OURS, PRECISION, PREFERENCE, 0.2, 0.4),
        of(OURS, CITED, PREFERENCE, 0.4, 0.8),
        of(NAME, None, PREFERENCE, 0.5, 0.9),
    )
    assert said == (
        "Which report people prefer is told by the local judge better than a coin by the mean of "
        "all four scores (70 %); not told from a coin by "
        "citation precision (60 %); worse than a coin by answer precision (30 %).",
        "Without any judge so many of the pairs are decided rightly by: system's name (70 %); a "
        "coin has 50 %.",
    )


def test_the_conclusion_names_groups_of_people_that_differ_and_ranges_over_them():
    first = of(OURS, CITED, PREFERENCE, 0.6, 0.8)
    second = of(OURS, CITED, PREFERENCE, 0.4, 0.6, group=HumanGroup.ANNOTATOR_1)
    assert (
        "better than a coin for some of the people only by citation precision (50 to 70 %)"
        in concluded(first, second)[0]
    )


def test_citations_are_held_beside_a_second_person():
    person = of(SECOND, CITED, CITED, 0.7, 0.9)
    alike, fewer, more = (
        of(OURS, CITED, CITED, *of_judge) for of_judge in ((0.6, 0.8), (0.4, 0.6), (0.92, 0.98))
    )
    assert (
        "about as often as a second person does on citation precision (70 % beside 80 %)"
        in concluded(person, alike)[0]
    )
    assert "not as often as a second person does" in concluded(person, fewer)[0]
    assert "at least as often as a second person does" in concluded(person, more)[0]


def test_people_who_saw_no_difference_in_citations_are_not_spoken_of():
    unknown = row(SECOND, None).model_copy(update={"score": CITED, "target": CITED})
    said = concluded(of(SECOND, PREFERENCE, PREFERENCE, 0.6, 0.8), unknown)
    assert said == (
        "Two people (the authors of the questions and annotator 2) prefer the same report in 70 % "
        "of the pairs: more than that can hardly be asked of a "
        "judge.",
    )


def test_what_passes_the_corrected_bar_is_named():
    d = found(0.05, 0.3).differences[0]
    # Two comparisons: the bar is p below 0.05 / 2 = 0.025.
    passing = d.model_copy(update={"p_value": 0.024})
    said = concluded(differences=(d, passing))[-1]
    assert "1 stands after correction for their number (p below 0.025)" in said
    assert (
        "local judge, overall (70 %) before published judge, overall (60 %) on preference by the "
        "authors of the questions" in said
    )
    assert "none stands after correction" in concluded(differences=(d, d))[-1]
    assert concluded() == ()


def test_a_page_begins_and_a_screen_ends_with_the_conclusion():
    of_all = found(-0.1, 0.3)
    first = conclusion(of_all)[0]
    page = page_of(of_all)
    assert (
        page.index("What was found")
        < page.index("How to read this")
        < page.index("The figures in words")
    )
    assert first in page
    show(agreement_document(of_all), Console(width=300, file=(written := StringIO())))
    assert written.getvalue().count(first) == 1
    assert written.getvalue().index("The figures in words") < written.getvalue().index(first)
    narrow = StringIO()
    show(agreement_document(of_all), Console(width=60, file=narrow))
    assert max(map(len, narrow.getvalue().splitlines())) <= 60
