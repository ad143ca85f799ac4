"""What the papers of a quick look-up say about a question: the noun phrases that at least two of
them use, which of these stand as sides of one thing, and what their sentences could support.
Actions take their topics from here."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations

from myscholar.actions.on_topic import on_topic, texts_of
from myscholar.domain.actions import Verb
from myscholar.domain.evidence import Hit
from myscholar.text.background import Background
from myscholar.text.labels import is_countable
from myscholar.text.lexicons import pattern, words
from myscholar.text.noun_phrases import is_inflected, noun_phrases
from myscholar.text.question import QuestionAnalysis
from myscholar.text.question_words import is_frame, is_in_names
from myscholar.text.sentences import sentences
from myscholar.text.terms import phrase_key, pluralize, tokens

MIN_PAPERS, MAX_SHARE = 2, 0.6
"""A side is in at least so many of the papers, and in no larger share: what is in most of them is
the topic itself. By hand."""
MAX_BACKGROUND_SHARE = 0.004
"""What more papers of the field have ("neural networks") is a field, not a side. By hand; half
changes 5 of 24 lists of actions, twice 4."""
LEAST_NEWS = 3.0
"""Summed ln(1 / share) of the words that the question lacks, from which a phrase says something
new. By hand; half of it changes 13 of 24 lists of actions, twice 16."""
SAME_PAPERS = 0.5
"""Jaccard overlap of the papers of two phrases from which they count as one side; by hand."""
WITHIN = 0.75
"""Share of a phrase's papers from which one that holds it stands for it; by hand."""

_BETWEEN = "|".join(words("literature.between"))
_SUPPORTS = {
    Verb.DEFINE: pattern("literature.defines"),
    Verb.NUMBERS: pattern("sentence_roles.numbers"),
    Verb.LIMITATIONS: pattern("sentence_roles.limitation"),
    Verb.NEXT_STEPS: pattern("sentence_roles.future"),
}
"""How a sentence reads that serves the verb."""
_DATA_SET = pattern("literature.data_set")


@dataclass(frozen=True)
class LiteratureTopic:
    """A noun phrase as the papers write it in a sentence, with the places of those that use it."""

    name: str
    key: str
    papers: frozenset[int]
    worth: float


@dataclass(frozen=True)
class Literature:
    """Hits on the topic, and what they share. Empty where nothing was found or looked up."""

    hits: tuple[Hit, ...] = ()
    topics: tuple[LiteratureTopic, ...] = ()
    """Every noun phrase of two papers or more, the most telling first."""
    sides: tuple[str, ...] = ()
    """Those that say something the question does not, each of papers of its own."""
    contrasts: tuple[tuple[str, str], ...] = ()
    """Two kinds of one thing: "dense retrievers", "sparse retrievers"."""
    data_sets: tuple[str, ...] = ()
    texts: tuple[str, ...] = field(default=(), repr=False)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(f" {phrase_key(text)} " for text in self.texts)

    def papers_with(self, phrase: str) -> frozenset[int]:
        """The places of the papers that have the phrase."""
        key = f" {phrase_key(phrase)} "
        return frozenset(n for n, text in enumerate(self.keys) if key in text)

    def n_papers(self, phrase: str) -> int:
        """How many of the papers have the phrase."""
        return len(self.papers_with(phrase))

    def n_holding(self, phrase: str) -> int:
        """How many of the papers have all words of the phrase, wherever they stand."""
        words = set(phrase_key(phrase).split())
        return sum(words <= set(text.split()) for text in self.keys)

    def supports(self, verb: Verb, phrase: str = "") -> int:
        """How many sentences define, measure, limit or leave open what the phrase names; of any
        sentence without a phrase."""
        key = f" {phrase_key(phrase)} " if phrase else ""
        pattern = _SUPPORTS[verb]
        return sum(key in said and bool(pattern.search(s)) for s, said in self._sentences)

    @cached_property
    def _sentences(self) -> tuple[tuple[str, str], ...]:
        return tuple((s, f" {phrase_key(s)} ") for text in self.texts for s in sentences(text))


def read_literature(
    hits: Sequence[Hit], analysis: QuestionAnalysis, background: Background
) -> Literature:
    """What the hits that treat the question share."""
    kept = on_topic(hits, analysis, background)
    texts = texts_of(kept)
    denied = [f" {phrase_key(p)} " for p in analysis.leaves_out]
    words = frozenset(t.text for text in texts for t in tokens(text))
    named = (replace(t, name=_within_sentence(t.name, words)) for t in _topics(texts, background))
    topics = tuple(t for t in named if not any(key in f" {t.key} " for key in denied))
    initials = "".join(word[0] for word in phrase_key(analysis.text).split())
    asked = frozenset(phrase_key(analysis.text).split())
    sides = (t for t in topics if _is_side(t, asked, len(texts), background))
    return Literature(
        hits=kept,
        topics=topics,
        sides=tuple(t.name for t in _apart(sides, initials)),
        contrasts=_contrasts(topics, texts),
        data_sets=_data_sets(texts),
        texts=texts,
    )


@lru_cache(maxsize=512)  # who researches in many steps finds the same papers again and again
def _phrases_of(text: str) -> tuple[tuple[str, str, bool], ...]:
    """Each noun phrase with its key, and whether it is one whole."""
    return tuple((phrase, phrase_key(phrase), whole) for phrase, whole in noun_phrases(text))


def _topics(texts: Sequence[str], background: Background) -> tuple[LiteratureTopic, ...]:
    papers: defaultdict[str, set[int]] = defaultdict(set)
    surfaces: defaultdict[str, Counter[str]] = defaultdict(Counter)
    whole: defaultdict[str, set[int]] = defaultdict(set)
    for number, text in enumerate(texts):
        for phrase, key, is_whole in _phrases_of(text):
            papers[key].add(number)
            surfaces[key][phrase] += 1
            whole[key] |= {number} if is_whole else set()
    keys = [f" {phrase_key(text)} " for text in texts]
    found = []
    for key, used in papers.items():
        is_long = " " in key
        if len(used) < MIN_PAPERS or len(whole[key]) < (1 if is_long else MIN_PAPERS):
            continue
        name = _surface(surfaces[key])
        if name.split()[0].endswith("ing") and key not in background.frequencies:
            continue
        naming = frozenset(n for n, text in enumerate(keys) if f" {key} " in text)
        worth = len(naming) * background.idf(key) * (1.0 if is_long else 0.7)
        found.append(LiteratureTopic(name, key, naming, worth))
    return tuple(sorted(_without_parts(found), key=lambda t: (-t.worth, t.key)))


def _without_parts(topics: Sequence[LiteratureTopic]) -> list[LiteratureTopic]:
    """Without those that nearly always stand within a longer one: "language inference"."""
    long = [t for t in topics if " " in t.key]

    def is_part(t: LiteratureTopic) -> bool:
        around = (o for o in long if t.key != o.key and f" {t.key} " in f" {o.key} ")
        return any(len(o.papers) >= WITHIN * len(t.papers) for o in around)

    return [t for t in topics if not is_part(t)]


def _surface(written: Counter[str]) -> str:
    """The usual way of writing, in lower case unless that is rare: a name keeps its capital."""
    return max(written, key=lambda s: (written[s] * (1 if s[0].isupper() else 3), s))


def _is_side(
    topic: LiteratureTopic, asked: frozenset[str], n_papers: int, background: Background
) -> bool:
    """Whether it names something special that the question lacks and not most papers have."""
    lone = " " not in topic.name
    unnamed = lone and (topic.name.islower() or any(c.isdigit() for c in topic.name))
    return (
        not unnamed
        and not is_frame(topic.name.split()[-1].casefold())
        and background.share(topic.key) <= MAX_BACKGROUND_SHARE
        and len(topic.papers) <= MAX_SHARE * n_papers
        and sum(map(background.idf, set(topic.key.split()) - asked)) >= LEAST_NEWS
    )


def _apart(topics: Iterable[LiteratureTopic], initials: str) -> list[LiteratureTopic]:
    """Without those that repeat the question by its initials ("GNNs"), or an earlier one: more than
    half of its words, or the same papers."""
    kept: list[LiteratureTopic] = []
    for topic in topics:
        short = "".join(c for c in topic.name if c.isupper()).casefold()
        repeats = " " not in topic.name and len(short) > 2 and short in initials
        if not repeats and not any(_are_one(topic, other) for other in kept):
            kept.append(topic)
    return kept


def _are_one(a: LiteratureTopic, b: LiteratureTopic) -> bool:
    stems, others = set(a.key.split()), set(b.key.split())
    return 2 * len(stems & others) > min(len(stems), b.key.count(" ") + 1) or (
        len(a.papers) > 2 and len(a.papers & b.papers) > SAME_PAPERS * len(a.papers | b.papers)
    )


def _within_sentence(name: str, words: frozenset[str]) -> str:
    """Without capitals that the papers leave out elsewhere ("Gaussian" keeps its own), in the
    plural where they have it in the plural as well."""
    lowered = (w.lower() if w[1:].islower() and w.lower() in words else w for w in name.split())
    plain = " ".join(lowered)
    is_several = is_countable(plain.split()[-1], words | {w.lower() for w in words})
    return pluralize(plain) if is_several else plain


def _contrasts(
    topics: Sequence[LiteratureTopic], texts: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """Pairs of two-word topics with one head that some paper names both; those first that one sets
    side by side: "static and dynamic scenes"."""
    said = " ".join(map(phrase_key, texts))
    by_head: defaultdict[str, list[LiteratureTopic]] = defaultdict(list)
    for topic in topics:
        if topic.key.count(" ") == 1 and not is_inflected(topic.name.split()[0]):
            by_head[topic.key.split()[1]].append(topic)
    pairs = []
    for head, kinds in by_head.items():
        for a, b in combinations(kinds, 2):
            together = _set_side_by_side(a.key.split()[0], b.key.split()[0], head, said)
            names_thing = not is_in_names(a.name.split()[-1])
            if together or (names_thing and a.papers & b.papers and a.papers != b.papers):
                pairs.append((not together, -min(len(a.papers), len(b.papers)), a.name, b.name))
    return tuple((a, b) for *_, a, b in sorted(pairs))


def _set_side_by_side(one: str, other: str, head: str, said: str) -> bool:
    patterns = (
        rf" {a} (?:{head} )?(?:{_BETWEEN}) (?:the )?{b} {head} "
        for a, b in ((one, other), (other, one))
    )
    return any(re.search(pattern, said) for pattern in patterns)


def _data_sets(texts: Sequence[str]) -> tuple[str, ...]:
    """Names before "dataset", "benchmark" or "corpus" that two papers use, the most used first."""
    names = {m.group(1).strip() for text in texts for m in _DATA_SET.finditer(text)}
    named = (n for n in names if any(c.isalpha() for c in n))
    used = {n: uses for n in named if (uses := sum(n in text for text in texts)) >= MIN_PAPERS}
    return tuple(sorted(used, key=lambda n: (-used[n], n)))
