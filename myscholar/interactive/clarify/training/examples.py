"""What an asker learns from: lines of the files of a built data set. Source: IntentRL §3.3-§3.5."""

from pydantic import Field

from myscholar.domain.model import Frozen


class Exchange(Frozen):
    """One turn of a dialogue."""

    question: str
    reply: str


class TurnExample(Frozen):
    """What stage I learns from: a turn of an expert's dialogue with all before it; for stage II
    also a turn of a simulated rollout. Source: IntentRL §3.5."""

    example_id: str
    """`GRAPH/TRAJECTORY/TURN`."""
    query: str = Field(min_length=1)
    """The simple query, from which constraints were taken."""
    history: tuple[Exchange, ...] = ()
    targets: tuple[str, ...] = Field(min_length=1)
    """Intents that a question should elicit at this turn. Source: IntentRL equation 4."""
    intents: tuple[str, ...]
    """All latent intents of the trajectory, shallow and deep."""
    question: str
    """The expert's."""
    choices: tuple[str, ...] = ()
    is_rollout: bool = False


class QueryIntents(Frozen):
    """A query in its simple form, with what somebody who asks it wants and does not say."""

    query_id: str
    original: str = Field(min_length=1)
    query: str = Field(min_length=1)
    """Simplified."""
    shallow: tuple[str, ...]
    """What was removed from the original."""
    deep: tuple[str, ...]
    """What its rubric asks for beyond the original."""
