"""Whether an inference contradicts the papers that it cites, as far as words show. Source: MySQA
D.6.

On 125 real inferences of 11 users with the texts that they cite: 96 % pass (users complained of few
of them for being untrue). Of 117 of them turned round ("do not ...") 69 % are found to contradict;
contrasts ("Y rather than X") are not looked at: with the product's list of them 4 of 12 were found,
and 3 % of the true ones were called false. Held against as many papers of each other user 43 %
score 0; the rest passes since words of the trade are in any full text. So a high figure means that
no contradiction shows, not that there is none.
"""

import re
from collections.abc import Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.lexicon import pattern
from eval.judges.local.topics import (
    CLAUSE_END,
    drop_denials,
    statement,
    topic_weights,
    unquoted,
)
from eval.judges.local.words import Words, foreign, unreadable
from myscholar.text.terms import is_content, stem

SPOKEN_OF = 0.15
"""Share of its weighed words in one window below which papers don't speak of it."""
SPOKEN_OF_AT_LENGTH = 0.35
"""Share of what it denies in one window without the papers' own denials, which then affirm it."""
_COUNTED = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)(?: ?(%)| (percent\b|[a-z]+(?:-[a-z]+)?)(?: ([a-z]+))?)",
    re.IGNORECASE,
)


def judge_accuracy(inference: str, cited: Sequence[UserPaper], words: Words) -> Judgment:
    """0 also where what is known of the papers doesn't speak of it: D.6 knows no third verdict."""
    if why := unreadable(inference, "the inference"):
        return why
    texts = [p.whole for p in cited if p.text.strip()]
    if not texts:
        return Unscored(reason="NoText: no text of the cited papers is known.")
    if foreign("\n\n".join(texts)):
        return Unscored(
            reason="ForeignText: the papers are not in English; their words can't be compared."
        )
    said, topic = unquoted(statement(inference)), topic_weights(inference, words)
    if not (topic or _counts(said) or pattern("profiles.outright").search(said)):
        return Unscored(
            reason="NoTerms: the inference names nothing that could be looked up in a paper."
        )
    if against := _why_denied(said, texts, words) or _other_number(said, texts):
        return Scored(score=0, reason=against)
    if topic and max(words.best_share(topic, text) for text in texts) < SPOKEN_OF:
        return Scored(score=0, reason="What is known of the papers does not speak of what it says.")
    return Scored(score=1, reason="Nothing in the papers' words speaks against it.")


def _why_denied(said: str, texts: Sequence[str], words: Words) -> str:
    """Why the papers affirm what it denies; empty if they don't, or it denies nothing."""
    outright = pattern("profiles.outright")
    other = next((c[m.end() :] for c in CLAUSE_END.split(said) if (m := outright.search(c))), "")
    denied = topic_weights(other, words)
    if len(denied) < 2:
        return ""
    if max(words.best_share(denied, drop_denials(text)) for text in texts) < SPOKEN_OF_AT_LENGTH:
        return ""
    return f"It denies “{other.strip()[:80]}”, of which the papers speak without denying it."


def _other_number(said: str, texts: Sequence[str]) -> str:
    """Why the papers count the same things, and never as many."""
    counted = [count for text in texts for count in _counts(text)]
    for number, things in _counts(said):
        held = {n for n, others in counted if things[-1] in others}
        if held and number not in held:
            return (
                f"It counts {number}, the papers {', '.join(sorted(held)[:3])}, of the same things."
            )
    return ""


def _counts(text: str) -> list[tuple[str, list[str]]]:
    """With the stems of one or two words behind: "3 new datasets" -> ("3", ["new", "dataset"])."""
    found = []
    for number, sign, first, second in _COUNTED.findall(text):
        things = (
            ["%"]
            if sign or first == "percent"
            else [stem(w) for w in (first, second) if w and is_content(w)]
        )
        found += [(number, things)] if things else []
    return found
