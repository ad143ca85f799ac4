"""What an action asks for, read from its own words and not from what our report writer makes of it.

A topic is a run of content words between words of form, stop words and marks (RAKE, Rose et al.
2010), whose words are rare enough to name something.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from eval.judges.local.lexicon import finds, pattern, word_set
from eval.judges.local.words import TELLING, Words, stems
from myscholar.text.terms import is_content, tokens

Topic = Mapping[str, float]
"""Stems with their weights."""
_BENEFIT = ", which "
"""Actions go on with what they are good for: "I can ..., which might help you ..." (MySQA §2.2)."""


def clause_of(action: str) -> str:
    """The part that asks."""
    text = " ".join(action.replace("’", "'").split()).partition(_BENEFIT)[0]
    return pattern("asks.opening").sub("", text).strip(" .!?")


def topics_of(text: str, words: Words) -> tuple[Topic, ...]:
    """What it names, each once, in order; empty where it names nothing."""
    weighed = (_weigh(run, words) for run in _runs(text))
    return tuple({tuple(t): t for t in weighed if sum(t.values()) >= TELLING}.values())


def phrases_of(text: str, words: Words) -> tuple[str, ...]:
    """The same as it is written, the most telling first."""
    weights = {run.strip(): sum(_weigh(run, words).values()) for run in _runs(text)}
    telling = [phrase for phrase, weight in weights.items() if weight >= TELLING]
    return tuple(sorted(telling, key=lambda phrase: -weights[phrase]))


def _weigh(text: str, words: Words) -> Topic:
    """In one order, whatever the process; of a compound, its parts."""
    said = stems(text)
    kept = (s for s in sorted(said) if "-" not in s or s.split("-")[0] not in said)
    return {s: words.background.idf(s) for s in kept}


def _runs(text: str) -> Iterator[str]:
    run, end = "", 0
    for token in tokens(text):
        names = is_content(token.text) and token.text.casefold() not in word_set("asks.form")
        if not names or text[end : token.start].strip():
            yield run
            run = ""
        run, end = f"{run} {token.text}" if names else run, token.end
    yield run


@dataclass(frozen=True)
class Asked:
    clause: str
    of_question: frozenset[str]
    """Stems of the question."""
    words: Words

    def wants(self, name: str) -> bool:
        """Whether it asks for what the entry `asks.{name}` says."""
        return finds(f"asks.{name}", self.clause)

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """All that it names and does not deny, the question's words too."""
        return topics_of(pattern("asks.instead").sub(";", self.clause), self.words)

    @cached_property
    def own_topics(self) -> tuple[Topic, ...]:
        """Of each topic what the question does not say, where it still names something."""
        kept = ({s: w for s, w in t.items() if s not in self.of_question} for t in self.topics)
        return tuple(t for t in kept if sum(t.values()) >= TELLING)

    @cached_property
    def groups(self) -> tuple[tuple[Topic, ...], ...]:
        """What must be met in one place: each by itself, or all together where it says so."""
        if self.topics and self.wants("together"):
            return (self.topics,)
        return tuple((t,) for t in self.own_topics or self.topics)

    @cached_property
    def sides(self) -> tuple[Topic, ...]:
        """The two things that it sets against each other; empty without two."""
        found = pattern("asks.sides").search(self.clause)
        said = [side for side in found.groups() if side] if found else []
        return tuple(t for side in said if (t := self.weigh(side)))

    @cached_property
    def section(self) -> Topic:
        """What a section is to be about: the question's words only where nothing else is said."""
        named = self.weigh(self.clause)
        return {s: w for s, w in named.items() if s not in self.of_question} or named

    @cached_property
    def ground(self) -> Topic:
        """By what it is to be divided."""
        return joint(topics_of(self.clause.rpartition(" by ")[2], self.words))

    @cached_property
    def of_their_papers(self) -> Topic:
        """What the reader's papers, which are to be connected, are about; empty if not said."""
        found = pattern("asks.their_papers").search(self.clause)
        return self.weigh(found[1]) if found and found[1] else {}

    @cached_property
    def years(self) -> tuple[int | None, int | None]:
        """The first and last year that papers may be of."""
        since, until = (pattern(f"asks.{name}").search(self.clause) for name in ("since", "until"))
        return int(since[1]) if since else None, int(until[1]) if until else None

    def weigh(self, text: str) -> Topic:
        """Its words that are none of form."""
        return _weigh(" ".join(_runs(text)), self.words)


def joint(topics: Iterable[Topic]) -> Topic:
    return {s: w for t in topics for s, w in t.items()}
