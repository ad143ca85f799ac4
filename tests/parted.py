"""What a reader yields, papers and problems apart."""

from collections.abc import Iterable

from myscholar.domain.papers import Paper
from myscholar.library.problems import Problem


def parted(found: Iterable[Paper | Problem]) -> tuple[tuple[Paper, ...], tuple[Problem, ...]]:
    everything = list(found)
    papers = tuple(each for each in everything if isinstance(each, Paper))
    return papers, tuple(each for each in everything if isinstance(each, Problem))
