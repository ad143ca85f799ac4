"""A benchmark's results as a page to read."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest

from eval.domain.metric import FACTS, Metric
from eval.domain.output import Output
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.domain.results import Comparison, Estimate, JudgesAgreement, Results, Row
from eval.judges.local.caveats import CAVEATS, WHY_UNSCORED
from eval.show.html import to_html
from eval.show.results import results_document
from eval.studies.cited import citing_notes


def page_of(results: Sequence[Results], *, title: str = "") -> str:
    return to_html(results_document(results, title=title))


HOSTILE = "</svg><script>alert(1)</script> $x^2$ \x00\u202e\ud800 {{ 7 * 7 }} \"'&"


class Seen(HTMLParser):
    """Tags, ids and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    return page_of((results,))


def row(**changed: object) -> Row:
    return Row(**({"system": "ours", "judge": "local", "metric": Metric.WIN_RATE} | changed))


def run(*rows: Row, **changed: object) -> Results:
    return Results(**({"dataset": "d", "seed": 0, "versions": {}, "rows": rows} | changed))


def test_a_figure_stands_with_its_interval_questions_and_unscored_judgments(page):
    text = Seen(page).text
    assert "81.0 %[72.0, 90.0]" in text


def test_what_was_measured_by_whom_and_on_what_comes_first(page):
    lead = re.sub(r"<[^>]*>", "", page.split("<h1>")[1])[:400]
    assert "2 systems on bees 1a2b" in lead
    assert "no model" in lead


def test_groups_are_drawn_from_low_to_high_in_shapes_of_their_own(page):
    assert page.index("low 70.0, interval 60.0 to 80.0, high 90.0") > 0


def test_a_system_of_which_nothing_was_scored_is_shown_and_warned_of(page):
    text = Seen(page).text
    assert "nothing scored, 50 unscored" in text
    assert "theirs could not be given" in text


def test_a_comparison_is_a_difference_with_interval_and_p(page):
    text = Seen(page).text
    assert "ours compared with theirs, by local" in text
    assert "above 0 ours is higher, below 0 theirs is higher" in text
    assert "Left of the dashed line theirs is higher, right of it ours" in text
    assert "[+2.0, +18.0]0.040ours50 (25)" in text.replace("\n", "")
    assert "0.040" in text


def test_failures_notes_seed_and_versions_are_there(page):
    text = Seen(page).text
    for said in ("LLMRefusal", "scored as they stand", "myscholar 0.1.0", "How to read this"):
        assert said in text


def test_nothing_is_asked_of_the_network_and_nothing_is_executed(page):
    assert "script" not in Seen(page).tags
    assert not re.search(r"(src|href)=\"(?!#)|url\((?!#)|@import", page)
    assert "default-src 'none'" in page


def test_charts_have_names_for_those_who_cannot_see_them_and_ids_of_their_own(page):
    seen = Seen(page)
    assert page.count('role="img"') == page.count("<title id=") == page.count("<desc id=") == 3
    assert len(seen.ids) == len(set(seen.ids))


def test_the_same_results_give_the_same_bytes(page, results):
    assert page_of((results,)) == page


def test_names_of_others_are_shown_and_never_obeyed():
    bad = run(
        row(
            system=HOSTILE,
            judge=HOSTILE,
            group=HOSTILE,
            estimate=Estimate(mean=0.5, low=0.4, high=0.6, n_questions=1, n_instances=1),
        ),
        row(system=HOSTILE, n_unscored=3),
        benchmark=HOSTILE,
        dataset=HOSTILE,
        versions={HOSTILE: HOSTILE},
        failures=(HOSTILE,),
        notes=(HOSTILE,),
        dollars=None,
    )
    page = page_of((bad,), title=HOSTILE)
    page.encode("utf-8")
    seen = Seen(page)
    assert "script" not in seen.tags
    assert seen.text.count("alert(1)") > 8
    assert "$x^2$" in seen.text
    assert "{{ 7 * 7 }}" in seen.text
    assert "\u202e" not in page


@pytest.mark.parametrize(
    ("mean", "low", "high"),
    [(float("nan"), 0, 1), (0.5, float("-inf"), 1), (7, 6, 8), (0.5, 0.6, 0.4)],
)
def test_a_number_that_cannot_be_drawn_is_said_in_words(mean, low, high):
    page = page_of(
        (run(row(estimate=Estimate(mean=mean, low=low, high=high, n_questions=9, n_instances=9))),)
    )
    assert "off the scale" in page


def test_results_without_a_row_say_so():
    assert "Nothing was scored" in page_of((run(),))


def test_runs_on_different_data_are_not_to_be_compared():
    page = page_of((run(row()), run(row(), dataset="other")))
    assert "on different data" in page
    assert "ours, run 1" in page
    assert "ours, run 2" in page


def test_several_judges_are_named_beside_each_figure():
    assert "ours, by a:b" in page_of((run(row(), row(judge="a:b")),))


def test_differences_in_units_of_their_own_have_a_scale_of_their_own():
    def compared(metric: Metric, by: float) -> Comparison:
        found = Estimate(mean=by, low=by - 0.05, high=by + 0.05, n_questions=9, n_instances=9)
        return Comparison(metric=metric, judge="local", a="a", b="b", difference=found, p_value=0.5)

    page = page_of(
        (run(comparisons=(compared(Metric.WIN_RATE, 0.1), compared(Metric.N_WORDS, 12))),)
    )
    assert "Differences of shares" in page
    assert "Differences of counts and grades" in page


def test_figures_from_few_questions_stand_without_interval_and_the_reader_is_told_first():
    def of(n: int, low: float) -> Estimate:
        return Estimate(mean=0.5, low=low, high=0.61, n_questions=n, n_instances=n)

    few, enough = (
        row(estimate=of(4, 0.4321)),
        row(metric=Metric.ANSWER_PRECISION, estimate=of(5, 0.45)),
    )
    compared = Comparison(
        metric=Metric.WIN_RATE, judge="local", a="a", b="b", difference=of(4, 0.4321), p_value=0.001
    )
    page = page_of((run(few, enough, comparisons=(compared,)),))
    seen = Seen(page)
    assert (
        seen.text.index("Read with care")
        < seen.text.index("2 of 3 figures rest on fewer than 5 questions")
        < seen.text.index("Actions")
    )
    assert "50.0 %4 (4)" in seen.text
    assert "50.0 %[45.0, 61.0]5 (5)" in seen.text
    assert "43.2" not in page
    assert "+50.0 pp·too few questions4 (4)" in seen.text.replace("\n", "")
    assert "ours: 50.0, no interval" in page


def test_several_systems_compared_with_one_stand_in_one_table():
    def compared(b: str, n: int, p: float) -> Comparison:
        found = Estimate(mean=0.1, low=-0.1, high=0.3, n_questions=n, n_instances=n)
        return Comparison(
            metric=Metric.WIN_RATE, judge="local", a="plain", b=b, difference=found, p_value=p
        )

    many = tuple(compared(b, n, p) for b, n, p in (("x", 9, 0.4), ("y", 9, 0.01), ("z", 3, 0.25)))
    text = Seen(page_of((run(comparisons=many),))).text
    assert text.count("Compared with plain, by local") == 2  # the heading, and the way to it
    assert "+10.0 pp[−10.0, +30.0]p 0.400, n 9+10.0 pp[−10.0, +30.0]p 0.010, n 9, higher" in text
    assert "+10.0 ppn 3" in text
    assert text.count("1 comparison on fewer than 5 questions: no interval and no p") == 1


@pytest.mark.parametrize(("n_systems", "columns"), [(4, "Mean"), (5, "Answer precision")])
def test_of_many_systems_a_table_has_a_row_each_and_a_column_for_each_metric(n_systems, columns):
    found = Estimate(mean=0.5, low=0.4, high=0.6, n_questions=9, n_instances=9)
    rows = [
        row(system=f"s{n}", metric=m, estimate=found, n_unscored=int(n == 3))
        for n in range(n_systems)
        for m in (Metric.ANSWER_PRECISION, Metric.ANSWER_COVERAGE)
    ]
    page = page_of((run(*rows),))
    assert f'<th scope="col">{columns}</th>' in page
    assert (">1 unscored<" in page) is (n_systems == 5)


def test_a_benchmark_keeps_its_heading_where_its_page_is_made_again():
    assert "<h1>Does asking help a research?</h1>" in page_of((run(benchmark="idrbench"),))
    assert "<h1>Mine</h1>" in page_of((run(benchmark="idrbench"),), title="Mine")


def test_a_difference_that_chance_may_make_names_no_system_as_higher():
    found = Estimate(mean=0.1, low=-0.1, high=0.3, n_questions=9, n_instances=9)
    same = Comparison(
        metric=Metric.WIN_RATE, judge="local", a="a", b="b", difference=found, p_value=0.4
    )
    assert "0.400not told apart9 (9)" in Seen(page_of((run(comparisons=(same,)),))).text


def test_each_metric_of_the_page_is_explained_and_its_source_named_in_full(page):
    text = Seen(page).text
    assert FACTS[Metric.WIN_RATE].means in text
    assert FACTS[Metric.SPECIFICITY].means not in text
    assert text.count("MySQA: Balepur et al. 2026") == 1


def test_what_the_local_judge_cannot_see_stands_above_its_figures_and_no_others():
    caveat = CAVEATS[Metric.GENERIC_COHERENCE]
    rows = [
        row(metric=m, n_unscored=1)
        for m in (Metric.GENERIC_COHERENCE, Metric.PERSONALIZED_COHERENCE)
    ]
    text = Seen(page_of((run(*rows),))).text
    assert f"Coherence, generic and Coherence, personalized, by the local judge: {caveat}" in text
    assert text.count(caveat) == 1
    assert (
        caveat
        not in Seen(page_of((run(*(r.model_copy(update={"judge": "m:x"}) for r in rows)),))).text
    )


def test_what_must_be_known_comes_first_and_reasons_are_explained_in_words():
    notes = (
        "theirs shows titles only.",
        "local left 2 items unscored (NotTold 2).",
        "Drawn: 3 of 9 instances.",
    )
    text = Seen(page_of((run(row(), notes=notes, warnings=notes[:1]),))).text
    assert text.index("Read with care") < text.index(notes[0]) < text.index("Actions")
    assert f"NotTold: {WHY_UNSCORED['NotTold']}." in text
    assert text.index(notes[2]) < text.index("Actions")
    assert all(text.count(note) == 1 for note in notes)


def test_a_system_that_shows_titles_only_is_named_above_the_figures_of_reports():
    cited = (ScholarCitation(id="[1]", title="Hedges"),)
    report = ScholarReport(
        query_id="q1",
        question="Where do bees nest?",
        system="theirs",
        sections=(ScholarSection(text="In hedges [1].", citations=cited),),
    )
    notes = citing_notes("theirs", (Output(instance_id="q1", system="theirs", report=report),))
    assert len(notes) == 1
    precision = row(system="theirs", metric=Metric.CITATION_PRECISION, n_unscored=1)
    page = page_of((run(row(), precision, notes=notes),))
    assert notes[0] in Seen(page.split("Reports</h2>")[1].split("</figure>")[0]).text
    assert Seen(page).text.count(notes[0]) == 1


def test_a_group_looks_the_same_in_all_charts_also_where_another_is_missing():
    def of(group: str) -> Row:
        return row(
            group=group,
            estimate=Estimate(mean=0.5, low=0.4, high=0.6, n_questions=9, n_instances=9),
        )

    for groups in (("low", "medium", "high"), ("high",), ("medium", "high")):
        chart = (
            page_of((run(*map(of, groups)),))
            .split("Actions by expertise</h2>")[1]
            .split("</figure>")[0]
        )
        assert {
            f"var(--s{i})" for i, g in enumerate(("low", "medium", "high")) if g in groups
        } == set(re.findall(r"var\(--s\d\)", chart))


def test_no_name_is_broken_where_the_table_can_be_as_wide_as_it(page):
    assert "overflow-wrap: anywhere" not in page.split("th, td {")[1].split("}")[0]


def test_a_caption_is_as_wide_as_a_phone_where_rows_become_blocks(page):
    assert ".wide caption" in page.split("@media (max-width: 40rem)")[1].split("display: block")[0]


def test_a_page_of_no_run_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        page_of(())


def test_two_judges_of_the_same_outputs_stand_side_by_side(results: Results):
    verdicts = JudgesAgreement(
        metric=Metric.CATEGORY_ACCURACY,
        a="local",
        b="m:x",
        n_items=33,
        n_unscored=2,
        same=0.91,
        kappa=0.4,
        pearson=0.9,
    )
    grades = JudgesAgreement(
        metric=Metric.SPECIFICITY, a="local", b="m:x", n_items=33, pearson=0.52, difference=None
    )
    seen = Seen(page_of((results.model_copy(update={"agreements": (verdicts, grades)}),)))
    assert "m:x beside local" in seen.text
    assert all(shown in seen.text for shown in ("91%", "0.40", "0.52"))
    # verdicts are shares, no grades
    assert "0.90" not in seen.text.split("m:x beside local")[1].split("Failures")[0]
