"""How the abstracts are written, measured against the abstracts of the background; what is extreme
in several papers. Source: MySQA D.2."""

import re
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from types import MappingProxyType
from typing import NamedTuple

from myscholar.domain.profile import InferenceKind, ProfileAspect, StyleMeasure
from myscholar.profile.drafts import DraftContext, InferenceDraft
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.text.background import Background
from myscholar.text.sentences import sentences

HIGH, LOW = 90.0, 10.0
"""Percentiles beyond which an abstract is extreme."""
LEAST_SHARE = 0.6
"""Share of the measured abstracts that must be extreme on one side before a habit is told, at least
two."""
LEAST_WORDS = 40
"""Shorter abstracts are not measured."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FIRST_PERSON = re.compile(r"\b(?:we|our|us|ours|ourselves)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(?:may|might|could|perhaps|possibly|likely|unlikely|suggests?|suggesting|appears?|seems?"
    r"|seemingly|tends?|potentially"
    r"|presumably|arguably|to some extent|in some cases|we believe|we conjecture|we "
    r"hypothesi[sz]e)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\b(?:for example|for instance|e\.g\.|such as|consider the)", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?<![\w.,\[/:])(?<![A-Za-z]-)(?<!Task )(?<!Track "
    r")(?!\d{1,2}\)|(?:19|20)\d\d(?![\d.,]\d|\d|%))(?!\d{4}\.\d{4,5}\b)\d+(?:[.,]\d+)*\s?(?:%|×"
    r"|x\b|percent|dB|ms|k\b)?(?![\w\]]|-D\b|-?\w*[:/]\w)"
)
"""Amounts: not years, not addresses, not numbers of points, and not what belongs to a name
("GPT-4", "Task 3")."""
_ENUMERATION = re.compile(
    r"(?<!\w)\(?(?:i{1,3}|iv|v|[1-5a-d])\)\s|\b(?:first|second|third|fourth|firstly|secondly"
    r"|thirdly|finally)\b,",
    re.IGNORECASE,
)


def words(text: str) -> list[str]:
    return _WORD.findall(text)


def words_per_sentence(text: str) -> float:
    return len(words(text)) / max(1, len(sentences(text)))


def letters_per_word(text: str) -> float:
    found = words(text)
    return sum(map(len, found)) / max(1, len(found))


def _per_100_words(pattern: re.Pattern[str]) -> Callable[[str], float]:
    return lambda text: 100 * len(pattern.findall(text)) / max(1, len(words(text)))


_PATTERNS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "first_person_per_100_words": _FIRST_PERSON,
        "numbers_per_100_words": _NUMBER,
        "hedges_per_100_words": _HEDGE,
        "examples_per_100_words": _EXAMPLE,
        "enumerations_per_100_words": _ENUMERATION,
    }
)
MEASURES: Mapping[str, Callable[[str], float]] = MappingProxyType(
    {
        "words_per_sentence": words_per_sentence,
        "letters_per_word": letters_per_word,
        **{name: _per_100_words(pattern) for name, pattern in _PATTERNS.items()},
    }
)
"""Measures of running text, by name; the unit is in the name. The background holds their
quantiles."""


class _Trait(NamedTuple):
    """A habit that a report can follow: `said` takes the mean as `{value}`; `high`: which end of
    the background it is."""

    measure: str
    high: bool
    said: str


_TRAITS = (
    _Trait(
        "words_per_sentence",
        False,
        "write short sentences, {value:.0f} words on average in abstracts",
    ),
    _Trait("numbers_per_100_words", True, "put numbers into abstracts, {value:.1f} per 100 words"),
    _Trait(
        "enumerations_per_100_words",
        True,
        "write numbered points in abstracts, {value:.1f} per 100 words",
    ),
    _Trait("examples_per_100_words", True, "give examples in abstracts, {value:.1f} per 100 words"),
    _Trait(
        "hedges_per_100_words", True, "hedge claims in abstracts, {value:.1f} times per 100 words"
    ),
)


def measured(papers: Sequence[ReadPaper], background: Background) -> tuple[StyleMeasure, ...]:
    """The mean of each measure over the abstracts, with its percentile; empty where no abstract is
    long enough."""
    found = []
    for name in MEASURES:
        values = [value for _, value, _ in _ranked(papers, background, name)]
        mean = fmean(values) if values else 0.0
        percentile = background.percentile(name, "abstract", mean)
        if values and percentile is not None:
            found.append(
                StyleMeasure(
                    name=name,
                    value=round(mean, 2),
                    percentile=round(percentile),
                    n_papers=len(values),
                )
            )
    return tuple(found)


def draft_writing_style(desk: DraftContext) -> list[InferenceDraft]:
    """Habits that a report can follow, where most of the abstracts, and at least two, are extreme
    on one side."""
    return [d for trait in _TRAITS if (d := _on_trait(desk, trait))]


def _on_trait(desk: DraftContext, trait: _Trait) -> InferenceDraft | None:
    ranked = _ranked(desk.speaking, desk.background, trait.measure)
    extreme = [(p, v, q) for p, v, q in ranked if (q >= HIGH if trait.high else q <= LOW)]
    if len(extreme) < max(2, LEAST_SHARE * len(ranked)):
        return None
    quotes = [(p, s) for p, _, _ in extreme if (s := desk.quote(p, _typical(trait)))]
    if len(quotes) < 2:
        return None
    subject = desk.shelf.some([p for p, _ in quotes])
    rank = fmean(q for _, _, q in extreme)
    side = f"above {rank:.0f} %" if trait.high else f"below {100 - rank:.0f} %"
    name = trait.measure.replace("_", " ")
    return InferenceDraft(
        aspect=ProfileAspect.WRITING_STYLE,
        text=f"{subject.broadly} "
        f"{trait.said.format(value=fmean(v for _, v, _ in extreme))}{subject.count}: {side} "
        "of conference abstracts.",
        supports=tuple(
            desk.support(p, s, f"One paper's abstract is extreme in {name}.") for p, s in quotes
        ),
        basis=f"{len(extreme)} of {len(ranked)} abstracts are beyond the "
        f"{HIGH if trait.high else LOW:.0f}th percentile of {desk.background.n_documents:,} "
        f"in {name}.",
        terms=(name,),
        kind=InferenceKind.MEASURE,
        measure=trait.measure,
    )


def _ranked(
    papers: Sequence[ReadPaper], background: Background, name: str
) -> list[tuple[ReadPaper, float, float]]:
    """Each abstract's value with its percentile."""
    values = [
        (p, MEASURES[name](p.paper.abstract))
        for p in papers
        if p.paper.abstract and len(words(p.paper.abstract)) >= LEAST_WORDS
    ]
    return [
        (p, v, q)
        for p, v in values
        if (q := background.percentile(name, "abstract", v)) is not None
    ]


def _typical(trait: _Trait) -> Callable[[Sentence], float]:
    pattern = _PATTERNS.get(trait.measure)
    if pattern is None:
        return lambda s: float(s.in_abstract) / len(s.text)
    return lambda s: float(len(pattern.findall(s.text)) if s.in_abstract else 0)
