"""Simple queries of a data set with intents that the tool is not shown, and whose profile it is
told. Source: IntentRL §4.1, where profiles are paired with tasks."""

from collections.abc import Sequence
from hashlib import sha256

from eval.datasets.users import SyntheticUser
from eval.domain.instance import UserPaper
from eval.studies.intentrl.data import IntentData, Split
from myscholar.domain.model import Frozen
from myscholar.errors import InputError
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
        return sha256(self.model_dump_json().encode()).hexdigest()[:12]

    @property
    def source(self) -> str:
        return "DeepResearch Bench" if self.query_id.startswith("drb-") else "ScholarQA-CS"


def held_back(
    data: IntentData, users: Sequence[SyntheticUser], limit: int | None
) -> tuple[IntentCase, ...]:
    """Of each graph that nothing is learned from and of which something is wanted, in the order of
    the file. Raises InputError where a graph's query is missing."""
    queries = {query.query_id: query for query in data.queries.of(Split.TEST)}
    every = data.graphs.of(Split.TEST)
    if missing := [graph.query_id for graph in every if graph.query_id not in queries]:
        raise InputError(f"{data.folder} holds no query of its graph {missing[0]}.")
    wants = {key for key, query in queries.items() if query.shallow or query.deep}
    graphs = [graph for graph in every if graph.query_id in wants][:limit]
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
