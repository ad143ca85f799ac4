"""Whether following an action means not answering the question. Source: MySQA D.11."""

import re

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.likeness import Likeness
from eval.judges.local.words import Words, stems, unreadable
from myscholar.actions.interpret import clause_of, interpret
from myscholar.domain.actions import Verb
from myscholar.errors import InputError
from myscholar.text.question import analyse_question

_SHUTS_OUT = re.compile(
    r"\b(?:only|exclusively|solely|instead of|rather than|nothing but|restrict\w*|limit\w*|narrow\w*|confine\w*|focus\w*|concentrate\w*|center\w*|centre\w*|replace\w*)\b",
    re.IGNORECASE,
)
FAR = 0.15
"""Cosine below which what an action narrows to is another topic."""


def judge_coherence(query: str, action: str, words: Words, likeness: Likeness | None) -> Judgment:
    for text, what in ((query, "the question"), (action, "the action")):
        if why := unreadable(text, what):
            return why
    try:
        analysis = analyse_question(query, idf=words.background.idf)
    except InputError as error:
        return Unscored(reason=f"{type(error).__name__}: {error}")
    clause = clause_of(action)
    directive = interpret(clause)
    core = [stems(p) for p in analysis.core_phrases[:3]]
    if directive.verb is Verb.EXCLUDE and any(stems(t) and stems(t) <= phrase for t in directive.terms for phrase in core):
        return Scored(score=0, reason=f"It leaves out {directive.terms[0]}, which is what is asked.")
    narrowed = frozenset(s for t in directive.terms for s in stems(t))
    if directive.verb is Verb.FOCUS and _SHUTS_OUT.search(clause) and narrowed and not narrowed & stems(query):
        close = float(likeness.between([" ".join(directive.terms)], [query])[0, 0]) if likeness else 0.0
        if close < FAR and any(words.background.idf(s) > 3.5 for s in narrowed):
            return Scored(score=0, reason=f"It narrows the answer to {directive.terms[0]}, of which the question does not speak.")
    return Scored(score=1, reason="Nothing in its words shuts the question out.")
