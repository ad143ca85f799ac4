import random

import pytest

from eval.domain.judgment import NONE_LISTED, ClaimJudgment, Scored, Unscored
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.domain.rubric import Criterion, Importance, Rubric
from eval.metrics.report import (
    action_adherence,
    answer_coverage,
    answer_precision,
    citation_precision,
    citation_recall,
    paragraphs,
    with_words_shown,
)

LOST = Unscored(reason="LLMRefusal: no")


def scored(*scores):
    return [Scored(score=s) for s in scores]


def claim(supported, *supports, section=0):
    return ClaimJudgment(
        claim="Tides follow the moon.",
        section=section,
        cited=tuple(f"[{n}]" for n in range(1, len(supports) + 1)),
        supported=supported if isinstance(supported, Unscored) else Scored(score=supported),
        supports=tuple(s if isinstance(s, Unscored) else Scored(score=s) for s in supports),
    )


def rubric(*weights, annotator=1):
    return Rubric(
        query_id="q",
        annotator=annotator,
        criteria=tuple(
            Criterion(
                name=f"item {n}",
                importance=Importance.MOST_IMPORTANT,
                text="Says what tides are.",
                weight=w,
            )
            for n, w in enumerate(weights, 1)
        ),
    )


def report(*texts):
    return ScholarReport(
        query_id="q",
        question="Why tides?",
        system="s",
        sections=tuple(ScholarSection(text=t) for t in texts),
    )


def test_coverage_weighs_criteria_and_does_not_mind_that_weights_sum_to_less_than_1():
    # (0.3 * 1 + 0.2 * 0.5 + 0.1 * 0) / 0.6 = 2/3
    found = answer_coverage([(rubric(0.3, 0.2, 0.1), scored(1, 0.5, 0))])
    assert found.score == pytest.approx(2 / 3)
    assert answer_coverage([(rubric(0.2, 0.2, 0.2), scored(1, 1, 1))]).score == pytest.approx(1)


def test_two_annotators_rubrics_count_half_each_whatever_their_length():
    # the first is met by half, the second wholly: 3/4, although 2 of 3 criteria are met
    found = answer_coverage(
        [(rubric(0.3, 0.3), scored(1, 0)), (rubric(0.6, annotator=2), scored(1))]
    )
    assert found.score == pytest.approx(3 / 4)
    assert [i.name for i in found.items] == [
        "annotator 1, item 1",
        "annotator 1, item 2",
        "annotator 2, item 1",
    ]


def test_an_unscored_criterion_leaves_its_weight_to_the_others_of_its_rubric():
    # the first rubric's scored half is met: 1; the second is not met: 0; the mean is 1/2
    found = answer_coverage(
        [(rubric(0.3, 0.3), [Scored(score=1), LOST]), (rubric(0.6, annotator=2), scored(0))]
    )
    assert found.score == pytest.approx(1 / 2)
    assert found.n_unscored == 1
    # a rubric of which nothing is scored does not count
    found = answer_coverage([(rubric(0.6), [LOST]), (rubric(0.6, annotator=2), scored(1))])
    assert found.score == 1


def test_a_criterion_without_weight_does_not_count_nor_a_rubric_of_such():
    assert answer_coverage([(rubric(0.6, 0), scored(1, 0))]).score == 1
    assert answer_coverage([(rubric(0, 0), scored(1, 0))]).score is None
    assert answer_coverage([]).score is None
    with pytest.raises(ValueError, match="zip"):
        answer_coverage([(rubric(1, 1), scored(1))])


def test_paragraphs_are_parted_by_blank_lines_and_headings_alone_are_none():
    found = paragraphs(
        report(
            "## Tides\n\nThe moon pulls.\nAnd the sun.\n \n---\n\n### Ebb\nWater falls.",
            " ",
            "Last.",
        )
    )
    assert found == ("The moon pulls.\nAnd the sun.", "### Ebb\nWater falls.", "Last.")
    assert paragraphs(report()) == ()


def test_a_snippet_that_only_repeats_the_title_shows_no_words():
    def cited(*snippets, title="On Tides, Again"):
        return ScholarCitation(id="[1]", title=title, snippets=snippets)

    def shown(citation):
        section = ScholarSection(text="The moon pulls the sea [1].", citations=(citation,))
        return (
            with_words_shown(report().model_copy(update={"sections": (section,)}))
            .sections[0]
            .citations[0]
        )

    assert shown(cited("on tides - again.")).snippets == ()
    assert shown(cited("On Tides, Again", "Seas rise.")).snippets == ("Seas rise.",)
    assert shown(cited("On tides, again: seas rise.")).snippets == ("On tides, again: seas rise.",)
    # a quotation is no fault
    assert shown(cited("The moon pulls the sea")).snippets == ("The moon pulls the sea",)
    assert shown(cited("42", title=None)) == cited("42", title=None)


def test_a_heading_whose_text_goes_on_in_its_line_is_a_paragraph():
    flattened = (
        "### 1. Why the sea rises  The moon pulls the water towards it, and so does the sun, "
        "though it pulls half as much. " * 2
    )
    assert paragraphs(
        report(flattened, "### Where and when the sea rises, and why it does so twice a day")
    ) == (flattened.strip(),)


def test_answer_precision_is_the_share_of_paragraphs_that_help():
    assert answer_precision(scored(1, 1, 0, 1)).score == 3 / 4
    assert answer_precision([LOST, Scored(score=0)]).score == 0
    assert answer_precision([LOST]).score is None


def test_a_report_without_paragraphs_claims_or_citations_scores_0_and_says_why():
    for found, why in (
        (answer_precision([]), "the report has no paragraph"),
        (citation_recall([]), "the report claims nothing"),
        (citation_precision([]), "no claim cites anything"),
        (citation_precision([claim(0)]), "no claim cites anything"),
    ):
        assert (found.score, found.n_unscored, found.items[0].judgment.reason) == (0, 0, why)


def test_citation_precision_is_the_mean_over_claims_of_their_citations():
    # by hand: first claim (1 + 0 + 0.5) / 3 = 0.5, second 1, third cites nothing: the mean is
    # (0.5 + 1) / 2, the third counts in neither part
    found = citation_precision([claim(1, 1, 0, 0.5), claim(1, 1), claim(0)])
    assert found.score == pytest.approx(0.75)


def test_citation_precision_of_titles_is_half():
    assert citation_precision([claim(0.5, 0.5, 0.5)]).score == pytest.approx(0.5)


def test_an_unscored_citation_leaves_its_share_to_the_claims_others():
    # first claim: the one scored citation 1; second 0; third unscored altogether: 1/2
    found = citation_precision([claim(1, 1, LOST), claim(0, 0), claim(LOST, LOST, LOST)])
    assert found.score == pytest.approx(1 / 2)
    assert found.n_unscored == 3
    assert citation_precision([claim(LOST, LOST)]).score is None


def test_a_report_that_has_lost_its_list_of_citations_is_unscored_and_one_that_never_cited_is_not():
    lost = [claim(0), claim(NONE_LISTED)]
    for found in (citation_precision(lost), citation_recall(lost)):
        assert (found.score, found.n_unscored) == (None, 1)
    # a judge that failed at one claim
    assert citation_precision([claim(0), claim(LOST)]).score == 0
    assert citation_recall([claim(1, 1), claim(NONE_LISTED)]).score == 1  # one marker astray


def test_citation_recall_is_the_share_of_claims_wholly_supported():
    # wholly 1, by titles only 0.5, in part 0, unsupported 0, uncited 0: 1.5 / 5
    found = citation_recall(
        [claim(1, 1, 0), claim(0.5, 0.5, 0), claim(0.5, 1, 0), claim(0, 0), claim(0)]
    )
    assert found.score == pytest.approx(1.5 / 5)
    assert [i.judgment.score for i in found.items] == [1, 0.5, 0, 0, 0]


def test_half_support_is_by_titles_only_if_a_title_and_no_words_give_it():
    assert citation_recall([claim(0.5, 0.5, 1)]).score == 0  # words bear out a part
    assert citation_recall([claim(0.5, 0, 0)]).score == 0  # a part, by all together
    # nobody knows: the judge's word stands
    assert citation_recall([claim(0.5, LOST, 0)]).score == 0.5


def test_what_a_claim_shares_counts_for_recall_alone():
    def sharing(supported, support):
        return claim(supported, support).model_copy(update={"cited": (), "shared": ("[1]",)})

    claims = [sharing(1, 1), sharing(0.5, 0.5), sharing(0.5, 1), claim(1, 0.5)]
    # recall: wholly 1, by a title 0.5, in part 0, wholly 1: 2.5 / 4; precision: the one citation,
    # 0.5
    assert citation_recall(claims).score == pytest.approx(2.5 / 4)
    assert citation_precision(claims).score == pytest.approx(0.5)


def test_an_unscored_claim_is_counted_and_moves_nothing():
    found = citation_recall([claim(LOST, LOST), claim(1, 1)])
    assert (found.score, found.n_unscored) == (1, 1)


def test_claims_are_numbered_within_their_section():
    found = citation_precision(
        [claim(1, 1, section=0), claim(1, 1, section=0), claim(1, 1, 1, section=1)]
    )
    assert [i.name for i in found.items] == [
        "section 1, claim 1, [1]",
        "section 1, claim 2, [1]",
        "section 2, claim 1, [1]",
        "section 2, claim 1, [2]",
    ]


def test_action_adherence_is_the_share_of_chosen_actions_followed():
    assert action_adherence(scored(1, 0, 1, 1)).score == 3 / 4
    assert action_adherence([]).score is None
    assert action_adherence([LOST]).n_unscored == 1


def test_citation_metrics_stay_in_range_whatever_the_order_and_doubling_of_claims():
    rng = random.Random(0)
    for _ in range(100):
        claims = [
            claim(
                LOST if rng.random() < 0.1 else rng.choice([0, 0.5, 1]),
                *(
                    LOST if rng.random() < 0.1 else rng.choice([0, 0.5, 1])
                    for _ in range(rng.randint(0, 4))
                ),
                section=rng.randint(0, 2),
            )
            for _ in range(rng.randint(1, 10))
        ]
        for metric in (citation_precision, citation_recall):
            score = metric(claims).score
            again, doubled = metric(rng.sample(claims, len(claims))).score, metric(claims * 2).score
            assert score is None or 0 <= score <= 1
            assert (
                (again, doubled) == (pytest.approx(score), pytest.approx(score))
                if score is not None
                else (None, None)
            )
