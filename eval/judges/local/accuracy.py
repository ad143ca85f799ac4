"""Whether an inference contradicts the papers that it cites, as far as words show. Source: MySQA D.6.

FIGURES
"""

import re
from collections.abc import Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.topics import statement, topic_weights
from eval.judges.local.words import Words, foreign, stems, unreadable
from myscholar.profile.error_words import CONTRAST, OTHERS, SETS_APART, unquoted
from myscholar.text.own_words import affirmed
from myscholar.text.sentences import sentences
from myscholar.text.terms import is_content, stem

SPOKEN_OF = 0.15
"""Share of an inference's weighed words in one window below which the papers don't speak of what it says."""
AFFIRMED = 0.5
"""Share of the words of what an inference denies, in one sentence that denies nothing, from which that sentence affirms it."""
LONG_TEXT = 10_000
"""Characters from which the papers' text counts as whole: what is not in it the papers do not say."""
_DENIAL = re.compile(
    r"\b(?:do(?:es)? not|don't|doesn't|never|lacks?|avoids?|rejects?|without)\b(?P<other>[^.;,]*)", re.IGNORECASE
)
_COUNTED = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?) ?(%|percent\b|[a-z]+(?:-[a-z]+)?)(?: ([a-z]+))?", re.IGNORECASE)


def judge_accuracy(inference: str, cited: Sequence[UserPaper], words: Words) -> Judgment:
    """0 also where papers known in full don't speak of it at all: the judges of the paper know only accurate and contradictory."""
    if why := unreadable(inference, "the inference"):
        return why
    texts = [p.whole for p in cited if p.text.strip()]
    if not texts:
        return Unscored(reason="NoText: no text of the cited papers is known.")
    if foreign("\n\n".join(texts)):
        return Unscored(reason="ForeignText: the papers are not in English; their words can't be compared.")
    said = unquoted(statement(inference))
    if against := _denied(said, texts, words) or _other_number(said, texts):
        return Scored(score=0, reason=against)
    topic = topic_weights(inference, words)
    if topic and max(words.best_share(topic, text) for text in texts) < SPOKEN_OF:
        if sum(map(len, texts)) >= LONG_TEXT:
            return Scored(score=0, reason="The papers, known in full, do not speak of what it says.")
        return Unscored(reason="NotSaid: the texts known of the papers do not speak of it, neither for nor against.")
    return Scored(score=1, reason="Nothing in the papers' words speaks against it.")


def _denied(said: str, texts: Sequence[str], words: Words) -> str:
    """Why what the inference denies of the papers is affirmed by them; empty if it denies nothing, or they affirm nothing of it."""
    match = _DENIAL.search(said) or CONTRAST.search(said)
    if match is None or OTHERS.search(match.group()):
        return ""
    denied = {s: words.background.idf(s) for s in stems(match.group("other"))}
    if len(denied) < 2:
        return ""
    affirming = [
        s
        for text in texts
        for s in sentences(text)
        if words.share(denied, stems(affirmed(s))) >= AFFIRMED and not SETS_APART.search(s)
    ]
    needed = 1 if _DENIAL.search(said) else 3
    return f"It denies what the papers say: “{affirming[0][:160]}”." if len(affirming) >= needed else ""


def _other_number(said: str, texts: Sequence[str]) -> str:
    """Why a number of things is another one in the papers: they count the same things, and never as many."""
    for number, thing in _counts(said):
        held = {n for text in texts for n, t in _counts(text) if t == thing}
        if held and number not in held:
            return f"It counts {number}, the papers {', '.join(sorted(held)[:3])}, of the same things."
    return ""


def _counts(text: str) -> list[tuple[str, str]]:
    """Numbers with the stem of what they count: "3 new datasets" -> ("3", "dataset")."""
    found = []
    for number, first, second in _COUNTED.findall(text):
        things = [first] if first in ("%", "percent") else [w for w in (first, second) if w and is_content(w)]
        found += [(number, "%" if thing in ("%", "percent") else stem(thing)) for thing in things[-1:]]
    return found
