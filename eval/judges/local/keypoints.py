"""Keypoints of cited sources and what a report makes of them, by words. Source: Arena §4, equations
4-8, where a model judges.

A source's keypoints are its sentences that the product itself would quote in answer to the
question. The report supports one where two neighbouring sentences of it hold most of its words by
weight and every figure that it measures; it omits one of which they hold little. In between, words
can't say: of 55 keypoints of 24 questions, set beside the likeliest place of their reports and
decided by hand, the report said 3 of 20 with a share below OMITTED, 10 of 20 in between and 12 of
15 from SUPPORTED on. Of 1,297 keypoints 0.1 % reach SUPPORTED in a report on another question.

It contradicts one only where a single sentence makes the same statement, as far as words tell,
with another figure, or where one of the two denies it. What is contradicted in other words is not
seen, so that no contradiction found says little.
"""

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
from eval.judges.local.words import Words, foreign, stems
from eval.judges.sentences import sentences_of
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.text import fold
from myscholar.report.extractive.quotes import CandidateSentence, gather_statements

MOST = 3
"""Keypoints of a source, the best that it has; by hand."""
SUPPORTED, OMITTED = 0.6, 0.4
"""Share of a keypoint's weighed words in two neighbouring sentences; by hand, on the 55 above."""
SAME = 0.75
"""Share of the words of either statement that the other has: they say the same, perhaps of another
figure. By hand."""
DENIED = 0.9
"""The same where one of the two denies it: of three found from SAME on in 80 reports none was a
contradiction, since only a clause was denied, or the words that deny differed."""
FOREIGN = Unscored(
    reason="ForeignText: the report or its sources are not in English; their words can't be "
    "compared."
)


class Place(NamedTuple):
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
    hits = [Hit(paper=_paper(n, s), score=1.0) for n, s in enumerate(sources) if s.passages]
    found: dict[str, list[CandidateSentence]] = {}
    for statement in gather_statements(question, hits, (), words.background):
        if _reads_whole(_whole(statement)):
            found.setdefault(statement.paper.paper_id, []).append(statement)
    for number, of_source in found.items():
        best = sorted(of_source, key=lambda s: -s.merit)[:MOST]
        for statement in sorted(best, key=lambda s: (s.passage.passage_id, s.sentence.start)):
            yield _keypoint(sources[int(number)], statement)


def _paper(number: int, source: CitedSource) -> Paper:
    paper_id = PaperId(str(number))
    passages = tuple(
        Passage(
            passage_id=PassageId(f"{number}:{place:04}"),
            paper_id=paper_id,
            kind=PassageKind.BODY,
            text=text,
        )
        for place, text in enumerate(source.passages)
    )
    return Paper(paper_id=paper_id, title=source.title or source.name, passages=passages)


def _whole(statement: CandidateSentence) -> str:
    return statement.sentence.of(statement.passage.text)


def _reads_whole(sentence: str) -> bool:
    """Not what a passage was cut within, nor a title that stands before its own sentence, nor what
    a model says of the passage."""
    letters = sentence.lstrip("\"'“‘([ ")
    begun, rest = fold(letters).split()[:4], fold(letters).split()[4:]
    again = " ".join(begun) in " ".join(rest)
    cut = letters[:1].islower()
    return not (cut or again or finds("keypoints.about_snippet", sentence))


def _keypoint(source: CitedSource, statement: CandidateSentence) -> EvidenceKeypoint:
    place = int(statement.passage.passage_id.split(":")[1])
    before = sum(len(p) + len(BETWEEN) for p in source.passages[:place])
    start, end = statement.sentence
    text = _whole(statement)
    span = SourceSpan(source=source.name, start=before + start, end=before + end, text=text)
    return EvidenceKeypoint(text=" ".join(text.split()), spans=(span,))


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


def _places(said: Sequence[str]) -> list[Place]:
    single = [Place(s, stems(s), (s,)) for s in said]
    pairs = (
        Place(f"{a.text} {b.text}", a.stems | b.stems, (a.text, b.text))
        for a, b in pairwise(single)
    )
    return [*single, *pairs]


def _bears_out(place: Place, keypoint: str, words: Words) -> bool:
    """Every figure is there, and the sentence that says most of it denies what it denies."""
    weights = words.weights(keypoint)
    leading = max(place.sentences, key=lambda s: words.share(weights, stems(s)))
    return _figures(keypoint) <= _figures(place.text) and _denies(leading) == _denies(keypoint)


def _opposes(keypoint: str, sentence: str, words: Words) -> bool:
    denied = _denies(keypoint) != _denies(sentence)
    least = DENIED if denied else SAME
    return _alike(keypoint, sentence, words, least) and (
        denied or _other_figures(keypoint, sentence)
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
    return frozenset(f.replace(",", "") for f in measured_figures(text))


def _denies(text: str) -> bool:
    """Twice is not at all."""
    return len(pattern("keypoints.negates").findall(text)) % 2 == 1
