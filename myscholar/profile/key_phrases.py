"""Key phrases: what is common in the papers and rare in the background."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from myscholar.profile.acronyms import definitions
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.text.background import Background
from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.labels import Casing, is_countable, is_name_like, label
from myscholar.text.lexicons import word_set
from myscholar.text.terms import is_content, is_topical, phrase_key, phrases, stem

MAX_CANDIDATES = 400
"""Phrases kept of a profile's papers; by hand."""
LEAST_SURPRISE = 3.5
"""ln of how rare a phrase must be to count. By hand: one that 3 % of the background mentions says
nothing of a researcher."""
_LENGTH_WEIGHTS = (0.6, 1.1, 1.2, 1.2)
"""By number of words from one: longer phrases say more. By hand."""
_ONE = word_set("paper_sentences.one")
_ONLY_IN_BODY = 0.3
"""Weight of a phrase of no title and no abstract: an example is no interest. By hand."""


@dataclass
class _Seen:
    """Where a phrase was met."""

    surfaces: Counter[str] = field(default_factory=Counter)
    by_paper: Counter[int] = field(default_factory=Counter)
    edges: Counter[str] = field(default_factory=Counter)
    """How often it begins a run of words (`start`), ends one (`end`), follows an article (`a`)."""
    leads: set[int] = field(default_factory=set)
    titles: set[int] = field(default_factory=set)
    sentences: set[tuple[str, int]] = field(default_factory=set)

    @property
    def n(self) -> int:
        return sum(self.by_paper.values())

    def add(self, other: "_Seen") -> None:
        """Counts another spelling as well."""
        self.surfaces += other.surfaces
        self.by_paper += other.by_paper
        self.edges += other.edges
        self.leads |= other.leads
        self.titles |= other.titles
        self.sentences |= other.sentences


@dataclass(frozen=True)
class KeyPhrase:
    """`mentions`: paper number -> how often. `label`: as it reads in the middle of a sentence."""

    key: str
    label: str
    score: float
    mentions: dict[int, int]
    leads: frozenset[int]
    titles: frozenset[int]
    sentences: frozenset[tuple[str, int]]
    """Keys of the sentences that hold it; a title is ("", paper number)."""
    share: float

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(self.key.split())

    @property
    def short_label(self) -> str:
        """Without the short form in brackets."""
        return self.label.split(" (")[0]

    @property
    def is_established(self) -> bool:
        """Whether it can stand beside a statement: a name, or several words met at least three
        times or in a title."""
        is_name = self.short_label[1:] != self.short_label[1:].lower()
        return (is_name or " " in self.key) and (
            sum(self.mentions.values()) >= 3 or bool(self.titles)
        )

    def is_in(self, sentence: Sentence) -> bool:
        return sentence.key in self.sentences


def key_phrases(papers: Sequence[ReadPaper], background: Background) -> tuple[KeyPhrase, ...]:
    """The phrases that tell these papers from the background, best first; at most
    MAX_CANDIDATES."""
    shorts, alias = _spelled_out(papers, background)
    long_forms = {phrase_key(long): short for short, long in shorts.items()}
    casing = Casing.of([paper.text for paper in papers])
    made = (
        _key_phrase(key, found, papers, background, casing, long_forms.get(key))
        for key, found in _joined(_met(papers, alias)).items()
    )
    return tuple(sorted((p for p in made if p), key=lambda p: (-p.score, p.key))[:MAX_CANDIDATES])


def _met(papers: Sequence[ReadPaper], alias: Mapping[str, str]) -> dict[str, _Seen]:
    seen: dict[str, _Seen] = defaultdict(_Seen)
    for paper in papers:
        n = paper.number
        for found in _note(seen, alias, paper.paper.title, n, ("", n)):
            found.titles.add(n)
            found.leads.add(n)
        for sentence in paper.sentences:
            # where there is no abstract, the first sentence of a paragraph leads
            leads = sentence.in_abstract if paper.paper.abstract else sentence.position == 0
            for found in _note(seen, alias, sentence.text, n, sentence.key):
                found.leads |= {n} if leads else set()
    return seen


def _spelled_out(
    papers: Sequence[ReadPaper], background: Background
) -> tuple[dict[str, str], dict[str, str]]:
    """Short forms with what they stand for, and the keys that count for another: of short forms,
    and of other long forms of the same.

    Where papers spell one out differently ("HP optimization", "hyperparameter optimization"), the
    long form that the background knows best.
    """
    longs: dict[str, list[str]] = defaultdict(list)
    for paper in papers:
        for short, long in definitions(paper.text).items():
            longs[short].append(long)
    shorts = {
        s: max(found, key=lambda f: (background.frequencies.get(phrase_key(f), 0), len(f)))
        for s, found in longs.items()
    }
    alias = {stem(form): phrase_key(long) for s, long in shorts.items() for form in (s, f"{s}s")}
    for short, found in longs.items():
        key = phrase_key(shorts[short])
        others = {phrase_key(f) for f in found} - {key}
        alias |= {other: key for other in others if set(other.split()) & set(key.split())}
    return shorts, alias


def _joined(seen: dict[str, _Seen]) -> dict[str, _Seen]:
    """A phrase joined, hyphenated or apart ("co-existence scheme") counted as one, under the key
    met most often."""
    groups: dict[str, list[str]] = defaultdict(list)
    for key in seen:
        if " " in key or len(key) > 6:
            groups[key.replace(" ", "")].append(key)
    kept = dict(seen)
    for keys in groups.values():
        if len(keys) > 1:
            first, *others = sorted(keys, key=lambda k: (-seen[k].n, k))
            for other in others:
                kept[first].add(kept.pop(other))
    return kept


def _note(
    seen: dict[str, _Seen],
    alias: Mapping[str, str],
    text: str,
    paper: int,
    sentence: tuple[str, int],
) -> Iterator[_Seen]:
    """Counts the topical phrases of a text; gives what was seen of each."""
    for phrase in phrases(text, longest=3):
        if not is_topical(phrase):
            continue
        entry = seen[alias.get(phrase.key, phrase.key)]
        if phrase.key not in alias:
            entry.surfaces[phrase.text] += 1
        entry.by_paper[paper] += 1
        entry.sentences.add(sentence)
        before = text[max(0, phrase.start - 14) : phrase.start].split()
        after = text[phrase.end : phrase.end + 14].split(maxsplit=1)
        last, following = (before or [""])[-1], (after or [""])[0].strip(".,;:()")
        is_glued = text[phrase.end : phrase.end + 1] not in (" ", "")
        ends = is_glued or not after or not is_content(following)
        begins = not before or not is_content(last) or not last[-1].isalnum()
        is_several = " " in phrase.text
        entry.edges["start"] += begins or (is_several and last.lower() in ACADEMIC_WORDS)
        entry.edges["end"] += ends or (is_several and following.lower() in ACADEMIC_WORDS)
        entry.edges["a"] += ends and last.lower() in _ONE
        yield entry


def _key_phrase(
    key: str,
    seen: _Seen,
    papers: Sequence[ReadPaper],
    background: Background,
    casing: Casing,
    short: str | None,
) -> KeyPhrase | None:
    share = background.share(key)  # of the long form: short forms stand for other things elsewhere
    if not seen.surfaces or not _is_whole(
        key, seen, is_known=key in background.frequencies, has_short_form=short is not None
    ):
        return None
    strengths = [_strength(seen, paper) for paper in papers if paper.number in seen.by_paper]
    surprise = max(0.0, math.log(1 / share) - LEAST_SURPRISE)
    breadth = math.sqrt(sum(s > 0.5 for s in strengths))
    score = sum(strengths) * surprise * breadth * _LENGTH_WEIGHTS[min(key.count(" "), 3)]
    surface = seen.surfaces.most_common(1)[0][0]
    score *= 1 if seen.leads or seen.titles else _ONLY_IN_BODY
    if score <= 0:
        return None
    is_counted = seen.edges["a"] >= max(1, 0.08 * seen.n) or (
        " " in surface and is_countable(surface.split()[-1], casing.lower)
    )
    return KeyPhrase(
        key=key,
        label=label(seen.surfaces, casing, short=short, is_counted=is_counted),
        score=score,
        mentions=dict(seen.by_paper),
        leads=frozenset(seen.leads),
        titles=frozenset(seen.titles),
        sentences=frozenset(seen.sentences),
        share=share,
    )


def _is_whole(key: str, seen: _Seen, *, is_known: bool, has_short_form: bool) -> bool:
    """Whether the phrase can stand as a name and is not just a piece of longer runs. Phrases of the
    background may modify others more often."""
    surface = seen.surfaces.most_common(1)[0][0]
    if seen.n < (3 if " " not in key else 1) or not is_name_like(surface):
        return False
    if has_short_form or (" " not in key and not surface[1:].islower()):
        return True
    is_kind = is_known and len(seen.titles) > 2  # "body sensor network", "wireless sensor network"
    return seen.edges["end"] >= (0.35 if is_known else 0.5) * seen.n and (
        is_kind or seen.edges["start"] >= 0.34 * seen.n
    )


def _strength(seen: _Seen, paper: ReadPaper) -> float:
    """How much a paper is about the phrase, 0 to about 2.2: mentions per length, title and
    abstract."""
    n = seen.by_paper[paper.number]
    dense = min(1.0, math.log1p(n) / math.log1p(20))
    return dense + 0.7 * (paper.number in seen.titles) + 0.5 * (paper.number in seen.leads)
