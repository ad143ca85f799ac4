"""Whether following an action means not answering the question. Source: MySQA D.11.

Of 102 real actions under their own questions 93 % are coherent, and all of 500
made harmless ones ("Draw connections to X", "Add a section on X", style). Of 100 made conflicts
each, "Exclude", "Leave out" and "X instead of" the question's topic are all found, "Focus only on"
and "Restrict to" another question's topic 84 %. Conflicts in other words are
not seen.
"""

import re
from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.words import Words, stems, unreadable
from myscholar.actions.interpret import clause_of, interpret
from myscholar.domain.actions import Verb
from myscholar.errors import InputError
from myscholar.text.question import analyse_question

_SHUTS_OUT = re.compile(
    r"\b(?:only|exclusively|solely|instead of|rather than|nothing "
    r"but|restrict\w*|limit\w*|narrow\w*|confine\w*|focus\w*|concentrate\w*|center\w*|centre\w*"
    r"|replace\w*)\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|in place of)\b(?P<of>[^,.;]*)|\b(?:not|without|skip"
    r"|ignore)\b(?P<not>[^,.;]*)",
    re.IGNORECASE,
)
ASKED = 0.34
"""Share of its weighed words in the question, from which it stays with it."""
TELLING = 3.5
"""idf from which a word names a topic (under 3 % of papers), unlike "recent"."""


def judge_coherence(query: str, action: str, words: Words) -> Judgment:
    for text, what in ((query, "the question"), (action, "the action")):
        if why := unreadable(text, what):
            return why
    try:
        analysis = analyse_question(query, idf=words.background.idf)
    except InputError as error:
        return Unscored(reason=f"{type(error).__name__}: {error}")
    clause = clause_of(action)
    directive = interpret(clause)
    core = [phrase for p in analysis.core_phrases[:3] if (phrase := stems(p))]
    if directive.verb is Verb.EXCLUDE and any(
        stems(t) and stems(t) <= phrase for t in directive.terms for phrase in core
    ):
        return Scored(
            score=0, reason=f"It leaves out {directive.terms[0]}, which is what is asked."
        )
    if (instead := _INSTEAD.search(clause)) and any(
        phrase <= stems(instead["of"] or instead["not"] or "") for phrase in core[:1]
    ):
        return Scored(score=0, reason="It puts something else in the place of what is asked.")
    if (
        directive.verb is Verb.FOCUS
        and _SHUTS_OUT.search(clause)
        and _is_elsewhere(directive.terms, query, words)
    ):
        return Scored(
            score=0,
            reason=f"It narrows the answer to {directive.terms[0]}, of which the question does "
            "not speak.",
        )
    return Scored(score=1, reason="Nothing in its words shuts the question out.")


def _is_elsewhere(terms: Sequence[str], query: str, words: Words) -> bool:
    """Whether the terms name a topic that the question's words are far from."""
    named = words.weights(" ".join(terms))
    return (
        bool(named) and max(named.values()) >= TELLING and words.share(named, stems(query)) < ASKED
    )
