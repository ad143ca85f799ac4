"""Simple queries of a data set with intents that the tool is not shown, and whose profile it is
told. Source: IntentRL §4.1, where profiles are paired with tasks."""

from collections.abc import Sequence
from hashlib import sha256

from eval.datasets.users import SyntheticUser
from eval.domain.instance import UserPaper
from eval.studies.intentrl.data import IntentData, Split
from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.training.examples import QueryGraph
from myscholar.text.similarity import cosines, tfidf


class IntentCase(Frozen):
    query_id: str
    question: str
    """In its simple form."""
    intents: tuple[str, ...]
    """Shallow and deep."""
    graph: QueryGraph
    papers: tuple[UserPaper, ...] = ()
    """Of the simulated researcher whose papers are nearest to the question."""

    @property
    def fingerprint(self) -> str:
        whole = self.model_dump_json(exclude={"papers"})
        return sha256(whole.encode()).hexdigest()[:12]

    @property
    def source(self) -> str:
        return "DeepResearch Bench" if self.query_id.startswith("drb-") else "ScholarQA-CS"


def held_back(
    data: IntentData, users: Sequence[SyntheticUser], limit: int | None
) -> tuple[IntentCase, ...]:
    """Of each graph that nothing is learned from, in the order in which they were drawn."""
    queries = {query.query_id: query for query in data.queries.of(Split.TEST)}
    graphs = data.graphs.of(Split.TEST)[:limit]
    nearest = nearest_users([queries[graph.query_id].query for graph in graphs], users)
    return tuple(
        IntentCase(
            query_id=graph.query_id,
            question=query.query,
            intents=(*query.shallow, *query.deep),
            graph=graph,
            papers=user.papers,
        )
        for graph, user in zip(graphs, nearest, strict=True)
        for query in (queries[graph.query_id],)
    )


def nearest_users(
    questions: Sequence[str], users: Sequence[SyntheticUser]
) -> tuple[SyntheticUser, ...]:
    """One for each question, by the words of all their papers."""
    texts = [" ".join(paper.whole for paper in user.papers) for user in users]
    rows = tfidf([*questions, *texts])
    near = cosines(rows[: len(questions)], rows[len(questions) :])
    return tuple(users[int(place)] for place in near.argmax(axis=1))
