"""A dataset in figures. Source: MySQA Table 5."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from eval.domain.instance import Expertise, Instance
from myscholar.domain.model import Frozen


class BandStatistics(Frozen):
    expertise: Expertise
    n_instances: int
    lowest: float
    mean: float
    highest: float


class DatasetStatistics(Frozen):
    """Lengths are counted in words, parted by white space."""

    split: str
    n_instances: int
    n_questions: int
    n_users: int | None = None
    """Different ones; None where it is not known."""
    users_per_question: float
    papers_per_user: float | None = None
    words_per_question: float
    """Mean over the questions, each once."""
    words_per_paper: float
    """Mean over the users' papers, title and text, each once."""
    bands: tuple[BandStatistics, ...] = ()


PAPER_TABLE_5 = tuple(
    DatasetStatistics(
        split=split,
        n_instances=n,
        n_questions=100,
        users_per_question=n / 100,
        words_per_question=words,
        words_per_paper=words_per_paper,
    )
    for split, n, words, words_per_paper in (
        ("dev", 281, 17.42, 5855.51),
        ("test", 291, 13.10, 5742.30),
    )
)
"""Its column "# Queries" holds the instances, and "Avg # Papers / Query" the instances a question
(281 / 100): we read them so. Its query length is the mean of words of the 100 dev questions, each
once: the same count of ours gives 17.42 too."""


def statistics_of(instances: Sequence[Instance]) -> tuple[DatasetStatistics, ...]:
    """One for each split, by name; empty for no instances."""
    splits = sorted({i.split for i in instances})
    return tuple(_of_split(split, [i for i in instances if i.split == split]) for split in splits)


def _of_split(split: str, instances: Sequence[Instance]) -> DatasetStatistics:
    questions = {i.query_id: i.query for i in instances}
    users = {i.user_id: i.papers for i in instances}
    papers = {p.paper_id: p for of_user in users.values() for p in of_user}
    return DatasetStatistics(
        split=split,
        n_instances=len(instances),
        n_questions=len(questions),
        n_users=len(users),
        users_per_question=len(instances) / len(questions),
        papers_per_user=fmean(len(p) for p in users.values()),
        words_per_question=fmean(len(q.split()) for q in questions.values()),
        words_per_paper=fmean(len(p.whole.split()) for p in papers.values()) if papers else 0.0,
        bands=tuple(band for e in Expertise for band in _band(e, instances)),
    )


def _band(expertise: Expertise, instances: Sequence[Instance]) -> Iterator[BandStatistics]:
    """None where nobody is in it."""
    values = [
        i.similarity for i in instances if i.expertise is expertise and i.similarity is not None
    ]
    if values:
        yield BandStatistics(
            expertise=expertise,
            n_instances=len(values),
            lowest=min(values),
            mean=fmean(values),
            highest=max(values),
        )
