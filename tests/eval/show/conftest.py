"""Made-up results."""

import pytest

from eval.domain.metric import Metric
from eval.domain.results import Comparison, Estimate, Results, Row


def estimate(mean: float, low: float, high: float) -> Estimate:
    return Estimate(mean=mean, low=low, high=high, n_questions=25, n_instances=50)


def run(*rows: Row, **changed: object) -> Results:
    facts = {"dataset": "bees 1a2b", "seed": 7, "versions": {"myscholar": "0.1.0"}, "rows": rows}
    return Results(**(facts | changed))


@pytest.fixture(scope="session")
def results() -> Results:
    return run(
        Row(
            system="ours",
            judge="local",
            metric=Metric.WIN_RATE,
            estimate=estimate(0.81, 0.72, 0.9),
            n_scored=50,
            n_unscored=1,
        ),
        Row(
            system="ours",
            judge="local",
            metric=Metric.WIN_RATE,
            group="low",
            estimate=estimate(0.7, 0.6, 0.8),
            n_scored=20,
        ),
        Row(
            system="ours",
            judge="local",
            metric=Metric.WIN_RATE,
            group="high",
            estimate=estimate(0.9, 0.8, 1.0),
            n_scored=20,
        ),
        Row(system="theirs", judge="local", metric=Metric.WIN_RATE, n_unscored=50),
        comparisons=(
            Comparison(
                metric=Metric.CITATION_RECALL,
                judge="local",
                a="theirs",
                b="ours",
                difference=estimate(0.1, 0.02, 0.18),
                p_value=0.04,
            ),
        ),
        failures=("q1-low: LLMRefusal: the model declines",),
        notes=("Reports of others were scored as they stand.",),
    )
