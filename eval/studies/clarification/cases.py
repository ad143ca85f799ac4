"""Questions with intents that the tool is not shown, and whose profile it is told. Source: IntentRL
§3.3, where a model makes intents of rubrics; §4.1, where profiles are paired with tasks."""

from collections.abc import Mapping, Sequence

from eval.datasets.users import SyntheticUser
from eval.domain.instance import UserPaper
from eval.domain.rubric import Rubric
from eval.studies.steering.figures import halves_of
from eval.studies.steering.pairs import Corpus, aspects_of
from myscholar.domain.model import Frozen
from myscholar.text.similarity import cosines, tfidf

FEWEST = 3
"""Intents of a question."""


class VagueCase(Frozen):
    query_id: str
    question: str
    intents: tuple[str, ...]
    """Phrases of what experts wanted in an answer, that the corpus can answer."""
    papers: tuple[UserPaper, ...]
    """Of the simulated researcher whose papers are nearest to the question."""
    chosen_on: bool
    """Whether it is of the half that the asker's settings were chosen on."""


async def choose_cases(
    questions: Mapping[str, str],
    rubrics: Mapping[str, Sequence[Rubric]],
    users: Sequence[SyntheticUser],
    corpus: Corpus,
) -> tuple[VagueCase, ...]:
    """Of each question about which the corpus offers several directions."""
    found: dict[str, tuple[str, ...]] = {}
    for query_id in sorted(questions.keys() & rubrics.keys()):
        question = questions[query_id]
        if await corpus.branches(question):
            named = [aspect.text for aspect in aspects_of(question, rubrics[query_id])]
            intents = tuple([a for a in named if await corpus.answers(question, a)])
            if len(intents) >= FEWEST:
                found[query_id] = intents
    nearest = nearest_users([questions[query_id] for query_id in found], users)
    _, chosen_on = halves_of(list(found))
    return tuple(
        VagueCase(
            query_id=query_id,
            question=questions[query_id],
            intents=intents,
            papers=user.papers,
            chosen_on=query_id in chosen_on,
        )
        for (query_id, intents), user in zip(found.items(), nearest, strict=True)
    )


def nearest_users(
    questions: Sequence[str], users: Sequence[SyntheticUser]
) -> tuple[SyntheticUser, ...]:
    """One for each question, by the words of all their papers."""
    texts = [" ".join(paper.whole for paper in user.papers) for user in users]
    rows = tfidf([*questions, *texts])
    near = cosines(rows[: len(questions)], rows[len(questions) :])
    return tuple(users[int(place)] for place in near.argmax(axis=1))
