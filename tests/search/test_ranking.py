import math

import numpy as np
import pytest

from myscholar.search.ranking import (
    DEFAULT_RANKING,
    LEXICAL_ONLY,
    Ranking,
    TermStatistics,
    Vocabulary,
    WeightedQuery,
    blended,
    expanded,
    smoothed,
    weighted_query,
)

DF = {"fruit": 1, "robot": 10, "tide": 2}
VOCABULARY = Vocabulary(lambda text: text.lower().replace("?", "").split())
STATISTICS = TermStatistics(
    VOCABULARY, n_documents=20, mean_length=2.0, frequency=lambda term: DF.get(term, 0)
)


def weigh(text, ranking=LEXICAL_ONLY):
    return weighted_query(text, STATISTICS, ranking)


def test_question_words_are_left_out_and_words_of_the_trade_count_half():
    # fruit 1, robot 1, method 0.5: shares of 2.5
    assert weigh("What is the method for a robot and fruit?").words == pytest.approx(
        {"robot": 0.4, "fruit": 0.4, "method": 0.2}
    )


def test_a_query_of_nothing_but_stop_words_keeps_them():
    assert weigh("to be or not to be").words == pytest.approx(
        {"to": 1 / 3, "be": 1 / 3, "or": 1 / 6, "not": 1 / 6}
    )


def test_two_content_words_in_a_row_are_a_pair_whatever_stop_words_lie_between():
    # robot, fruit and the half-weighted method sum to 2.5; a pair with a word of the trade has half
    # the pair weight 0.3
    assert weigh("a robot and the fruit method").pairs == pytest.approx(
        {"robot_fruit": 0.3 / 2.5, "fruit_method": 0.15 / 2.5}
    )


def test_a_long_query_is_cut_to_its_rarest_terms():
    assert weigh("robot tide fruit", Ranking(max_query_terms=1)).words == {"fruit": 1.0}


def test_idf_is_that_of_bm25():
    # ln(1 + (20 - 10 + 0.5) / (10 + 0.5)) = ln 2
    assert STATISTICS.idf("robot") == pytest.approx(math.log(2))


def test_feedback_adds_what_tells_the_first_results_apart():
    found = expanded(
        WeightedQuery({"robot": 1.0}, {"robot_tide": 0.2}),
        ["robot tide", "robot the"],
        [3.0, 1.0],
        STATISTICS,
        Ranking(feedback_terms=2, feedback_weight=0.5),
    )
    # Both texts have the mean length 2, so tf 1 saturates to 1 * 2.2 / (1 + 1.2) = 1. Mean weights:
    # robot 3/4 + 1/4 = 1, tide 3/4; "the"
    # is a stop word. Learned half: robot 0.5 * 1 / 1.75, tide 0.5 * 0.75 / 1.75; the query's own
    # half: robot 0.5.
    assert found.words == pytest.approx({"robot": 0.5 + 0.5 / 1.75, "tide": 0.375 / 1.75})
    assert found.pairs == {"robot_tide": 0.1}


def test_no_results_leave_the_query_as_it_is():
    query = WeightedQuery({"robot": 1.0}, {})
    assert expanded(query, [], [], STATISTICS, DEFAULT_RANKING) == query


def test_the_blend_weighs_the_share_of_the_best_lexical_score_and_the_cosine():
    # seven tenths of (4/4, 1/4) and three tenths of (0, 1)
    np.testing.assert_allclose(
        blended(np.float32([4, 1]), np.float32([0, 1]), 0.3), [0.7, 0.475], rtol=1e-6
    )


def test_the_blend_of_nothing_is_nothing():
    assert blended(np.zeros(0, np.float32), np.zeros(0, np.float32), 0.3).shape == (0,)


def test_neighbours_lift_what_lies_among_good_passages():
    vectors = np.float32([[1, 0], [1, 0], [0, 1]])
    # The first two are each other's only neighbours: 0.6 * 1 + 0.4 * 0.5, 0.6 * 0.5 + 0.4 * 1; the
    # third has none and keeps its score.
    lifted = smoothed(
        np.float32([1, 0.5, 0.6]), vectors, np.array([0, 1, 2]), weight=0.4, neighbours=5
    )
    np.testing.assert_allclose(lifted, [0.8, 0.7, 0.6], rtol=1e-6)


def test_passages_of_one_paper_do_not_support_each_other():
    vectors = np.float32([[1, 0], [1, 0]])
    np.testing.assert_allclose(
        smoothed(np.float32([1, 0.5]), vectors, np.array([7, 7]), weight=0.4, neighbours=5),
        [1, 0.5],
    )
