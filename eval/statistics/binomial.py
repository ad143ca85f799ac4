"""Is an accuracy above a baseline? Source: MySQA §4.3, Figure 6 (Dror et al. 2018)."""


def chance_of_at_least(n_right: int, n: int, baseline: float) -> float:
    """Exact chance of at least `n_right` right answers of `n` if each were right with probability
    `baseline`.

    One-sided, since the question is whether a judge beats the majority class; MySQA does not say
    which it used, and a two-sided test would call a judge different that is worse. The answers are
    taken for independent: judgments of one user are not quite, so true p-values are rather larger.
    The baseline of the study's triplets is 2/3; elsewhere it is the majority's share in the same
    sample, which the test then takes for known. None right: 1. Raises ValueError unless 0 <=
    n_right <= n, 1 <= n and 0 <= baseline <= 1.
    """
    from scipy.stats import binom

    if not (0 <= n_right <= n and n >= 1 and 0 <= baseline <= 1):
        raise ValueError(f"{n_right} right of {n} against {baseline} can't be tested")
    return float(binom.sf(n_right - 1, n, baseline))
