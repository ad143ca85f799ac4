"""Whether following an action means not answering the question. Source: MySQA D.11.

Of 67 real actions under their own questions 91 % are coherent, and all of 500 made harmless ones
("Draw connections to X", "Add a section on X", style). Of 100 made conflicts each, "Exclude",
"Leave out" and "X instead of" the question's topic are found in 97 %, "Focus only on" and "Restrict
to" another question's topic in 99 %. Conflicts in other words are not seen.
"""

from collections.abc import Iterable

from eval.domain.judgment import Judgment, Scored
from eval.judges.local.asked import Asked, Topic, clause_of, topics_of
from eval.judges.local.lexicon import pattern
from eval.judges.local.words import Words, stems, unreadable

ASKED = 0.34
"""Share of its weighed words in the question, from which it stays with it."""
CORE = 3
"""Topics of the question that may not be left out: those of most weight."""


def judge_coherence(query: str, action: str, words: Words) -> Judgment:
    for text, what in ((query, "the question"), (action, "the action")):
        if why := unreadable(text, what):
            return why
    asked = Asked(clause_of(action), stems(query), words)
    if asked.wants("left_out") and (out := _asked_for(asked.topics, query, words)):
        return Scored(score=0, reason=f"It leaves out {' '.join(sorted(out))}, which is asked.")
    if (instead := pattern("asks.instead").search(asked.clause)) and _asked_for(
        topics_of(instead["other"], words), query, words
    ):
        return Scored(score=0, reason="It puts something else in the place of what is asked.")
    if asked.wants("focus") and asked.topics and not _is_near(asked.topics, query, words):
        return Scored(
            score=0,
            reason="It narrows the answer to something of which the question does not speak.",
        )
    return Scored(score=1, reason="Nothing in its words shuts the question out.")


def _asked_for(named: Iterable[Topic], query: str, words: Words) -> Topic:
    """The first of the named topics that is, or is a part of, what the question is about."""
    core = sorted(topics_of(query, words), key=lambda t: -sum(t.values()))[:CORE]
    return next((t for t in named if any(t.keys() <= c.keys() for c in core)), {})


def _is_near(topics: Iterable[Topic], query: str, words: Words) -> bool:
    return any(words.share(topic, stems(query)) >= ASKED for topic in topics)
