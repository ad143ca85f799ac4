"""Keypoints of cited sources and what a report makes of them, by words. Source: Arena §4, equations
4-8, where a model judges.

A source's keypoints are its sentences that hold most of the question's words by weight, as far as
they read by themselves. They are not those that the product would choose: its own reports quote
these, and would support them by construction. The report supports a keypoint where two neighbouring
sentences of it hold most of its words by weight and every figure that it measures; it omits one of
which they hold little. In between, words can't say: of 55 keypoints of 24 questions, set beside the
likeliest place of their reports and decided by hand, the report said 3 of 15 with a share below
OMITTED, 10 of 20 in between and 15 of 20 from SUPPORTED on. Of 1,297 keypoints none reaches
SUPPORTED in a report on another question.

It contradicts one only where a single sentence makes the same statement, as far as words tell,
with another figure, or where one of the two denies it. That is nearly never: of 17 figures that
were changed, and 336 sentences that were denied, where a report supports a keypoint, it finds 5 and
6; 9 and 162 become unscored. So no contradiction found says little.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from eval.domain.judgment import Unscored
from eval.domain.keypoints import (
    BETWEEN,
    CitedSource,
    EvidenceKeypoint,
    KeypointRelation,
    Related,
    SourceSpan,
)
from eval.domain.report import ScholarReport
from eval.judges.local.figures import measured_figures
from eval.judges.local.lexicon import finds, pattern
from eval.judges.local.words import Words, foreign, researched, stems
from eval.judges.sentences import sentences_of
from myscholar.domain.text import Span, fold
from myscholar.text.sentences import sentence_spans

MOST = 3
"""Keypoints of a source, the best that it has; by hand."""
NEAR = 0.15
"""Share of the question's weighed words from which a sentence helps to answer it, as measured for
paragraphs (`directness`)."""
FEWEST = 5
"""Content words of a statement; by hand."""
SUPPORTED, OMITTED = 0.6, 0.4
"""Share of a keypoint's weighed words in two neighbouring sentences; by hand, on the 55 above."""
SAME = 0.75
"""Share of the words of either statement that the other has: they say the same, perhaps of another
figure. By hand."""
DENIED = 0.9
"""The same where one of the two denies it, of the clause that does, too: of three found from SAME
on in 80 reports none was a contradiction, since only a clause was denied, or the words that deny
differed."""
_SCALED = re.compile(r"(\d+(?:\.\d+)?)([kmb]?)\+?", re.I)
_SCALES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9}
_NO_STATEMENT = (
    "reports.about_itself",
    "keypoints.about_snippet",
    "keypoints.announces",
    "keypoints.leans_back",
    "keypoints.markup",
)
_CLAUSE = re.compile(r"[,;:–—]")
FOREIGN = Unscored(
    reason="ForeignText: the report or its sources are not in English; their words can't be "
    "compared."
)


class SaidPlace(NamedTuple):
    """One or two neighbouring sentences of a report."""

    text: str
    stems: frozenset[str]
    sentences: tuple[str, ...]


class LocalKeypointJudge:
    name = "local"

    def __init__(self, words: Words) -> None:
        self._words = words

    async def find(
        self, question: str, sources: Sequence[CitedSource]
    ) -> tuple[EvidenceKeypoint | Unscored, ...]:
        """Sources that are not near the question have none."""
        if foreign(" ".join((question, *(s.text for s in sources)))):
            return (FOREIGN,)
        return tuple(_find(question, sources, self._words))

    async def relate(
        self, _question: str, report: ScholarReport, keypoints: Sequence[str]
    ) -> tuple[Related | Unscored, ...]:
        if foreign(report.text):
            return (FOREIGN,) * len(keypoints)
        said = [s.plain for of_section in sentences_of(report) for s in of_section]
        return tuple(_relate(keypoint, said, self._words) for keypoint in keypoints)


def says_same(one: str, other: str, words: Words) -> bool:
    """Whether two statements are one, as far as words, figures and denials tell."""
    differs = _other_figures(one, other) or _denies(one) != _denies(other)
    return _alike(one, other, words, SAME) and not differs


def _find(
    question: str, sources: Sequence[CitedSource], words: Words
) -> Iterator[EvidenceKeypoint]:
    asked = words.weights(researched(question))
    for source in sources:
        told = {
            span: words.share(asked, stems(span.of(source.text))) for span in _statements(source)
        }
        near = [span for span, share in told.items() if share >= NEAR]
        for span in sorted(sorted(near, key=lambda s: -told[s])[:MOST]):
            text = span.of(source.text)
            own = SourceSpan(source=source.name, start=span.start, end=span.end, text=text)
            yield EvidenceKeypoint(text=" ".join(text.split()), spans=(own,))


def _statements(source: CitedSource) -> Iterator[Span]:
    """In the source's text, in order, each once."""
    before, known = 0, {fold(source.title)}
    for passage in source.passages:
        for span in sentence_spans(passage):
            text = span.of(passage)
            if fold(text) not in known and _is_statement(text):
                known.add(fold(text))
                yield Span(before + span.start, before + span.end)
        before += len(passage) + len(BETWEEN)


def _is_statement(text: str) -> bool:
    """One that reads by itself: not what a passage was cut within, nor a title that stands before
    its own sentence, nor words about the text, nor what only goes on from another."""
    letters = text.lstrip("\"'“‘([ ")
    folded = fold(letters).split()
    again = " ".join(folded[:4]) in " ".join(folded[4:])
    is_cut = letters[:1].islower() or text.endswith(("?", ":", "...", "…"))
    is_sentence = text.endswith((".", "!")) or finds("reports.verb", text)
    says_something = is_sentence and len(stems(text)) >= FEWEST
    return says_something and not (is_cut or again or any(finds(n, text) for n in _NO_STATEMENT))


def _relate(keypoint: str, said: Sequence[str], words: Words) -> Related | Unscored:
    weights = words.weights(keypoint)
    if not weights:
        return Unscored(reason="NoTerms: the keypoint names nothing that could be looked up.")
    opposed = [s for s in said if _opposes(keypoint, s, words)]
    shares = {p: words.share(weights, p.stems) for p in _places(said)}
    near = [
        p for p, share in shares.items() if share >= SUPPORTED and not {*opposed} & {*p.sentences}
    ]
    if any(_bears_out(p, keypoint, words) for p in near):
        return Related(relation=KeypointRelation.SUPPORTED, reason=_say(max(shares.values())))
    if opposed:
        return Related(
            relation=KeypointRelation.CONTRADICTED, reason=f"The report says: {opposed[0]}"
        )
    most = max(shares.values(), default=0.0)
    if most < OMITTED:
        return Related(relation=KeypointRelation.OMITTED, reason=_say(most))
    missing = "FigureOrDenial: its words stand there, but not its figure or its denial."
    return Unscored(reason=missing if near else f"PartlySaid: {_say(most)}")


def _say(share: float) -> str:
    return f"One place holds {share:.0%} of its words by weight."


def _places(said: Sequence[str]) -> list[SaidPlace]:
    single = [SaidPlace(s, stems(s), (s,)) for s in said]
    pairs = (
        SaidPlace(f"{a.text} {b.text}", a.stems | b.stems, (a.text, b.text))
        for a, b in pairwise(single)
    )
    return [*single, *pairs]


def _bears_out(place: SaidPlace, keypoint: str, words: Words) -> bool:
    """Every figure is there, and the sentence that says most of it denies what it denies."""
    weights = words.weights(keypoint)
    leading = max(place.sentences, key=lambda s: words.share(weights, stems(s)))
    return _figures(keypoint) <= _figures(place.text) and _denies(leading) == _denies(keypoint)


def _opposes(keypoint: str, sentence: str, words: Words) -> bool:
    if _denies(keypoint) == _denies(sentence):
        return _alike(keypoint, sentence, words, SAME) and _other_figures(keypoint, sentence)
    denying, other = (keypoint, sentence) if _denies(keypoint) else (sentence, keypoint)
    clauses = (c for c in _CLAUSE.split(denying) if finds("keypoints.negates", c))
    return _alike(denying, other, words, DENIED) and all(
        words.share(words.weights(clause), stems(other)) >= DENIED for clause in clauses
    )


def _alike(one: str, other: str, words: Words, least: float) -> bool:
    """Whether either has so much of the other's words."""
    return all(
        words.share(words.weights(a), stems(b)) >= least for a, b in ((one, other), (other, one))
    )


def _other_figures(one: str, other: str) -> bool:
    """As many as it has, and none of its own."""
    first, second = _figures(one), _figures(other)
    return bool(first) and len(first) == len(second) and not first & second


def _figures(text: str) -> frozenset[str]:
    """However they are written: 450K is 450,000."""
    return frozenset(_plain(figure.replace(",", "")) for figure in measured_figures(text))


def _plain(figure: str) -> str:
    scaled = _SCALED.fullmatch(figure)
    return f"{float(scaled[1]) * _SCALES[scaled[2].casefold()]:g}" if scaled else figure


def _denies(text: str) -> bool:
    """Twice is not at all."""
    return len(pattern("keypoints.negates").findall(text)) % 2 == 1
