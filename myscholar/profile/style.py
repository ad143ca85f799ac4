"""How the abstracts are written, measured against the abstracts of the background; what is extreme
in several papers. Source: MySQA D.2."""

import re
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from myscholar.domain.profile import InferenceKind, ProfileAspect, StyleMeasure
from myscholar.profile.drafts import DraftContext, InferenceDraft
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern, read_lexicon
from myscholar.text.sentences import sentences

HIGH, LOW = 90.0, 10.0
"""Percentiles beyond which an abstract is extreme; by hand."""
LEAST_SHARE = 0.6
"""Share of the measured abstracts that must be extreme on one side before a habit is told, at least
two; by hand."""
LEAST_WORDS = 40
"""Shorter abstracts are not measured; by hand."""

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def words(text: str) -> list[str]:
    return _WORD.findall(text)


def words_per_sentence(text: str) -> float:
    return len(words(text)) / max(1, len(sentences(text)))


def letters_per_word(text: str) -> float:
    found = words(text)
    return sum(map(len, found)) / max(1, len(found))


def _per_100_words(counted: re.Pattern[str]) -> Callable[[str], float]:
    return lambda text: 100 * len(counted.findall(text)) / max(1, len(words(text)))


_PATTERNS: Mapping[str, re.Pattern[str]] = {
    f"{entry}_per_100_words": pattern(f"writing_habits.{entry}")
    for entry in read_lexicon("writing_habits")
}
MEASURES: Mapping[str, Callable[[str], float]] = {
    "words_per_sentence": words_per_sentence,
    "letters_per_word": letters_per_word,
    **{name: _per_100_words(counted) for name, counted in _PATTERNS.items()},
}
"""Measures of running text, by name; the unit is in the name. The background holds their
quantiles."""


_SHORT = "words_per_sentence"
"""The only measure of which few is a habit; of the others many is."""
_TRAITS = {
    _SHORT: "write short sentences in abstracts: {value:.0f} words on average",
    "numbers_per_100_words": "put numbers into abstracts: {value:.1f} in 100 words",
    "enumerations_per_100_words": "write numbered points in abstracts: {value:.1f} in 100 words",
    "examples_per_100_words": "give examples in abstracts: {value:.1f} in 100 words",
    "hedges_per_100_words": "hedge the claims of abstracts: {value:.1f} times in 100 words",
}
"""Habits that a report can follow, by measure; `{value}` is the mean."""


def measure_style(papers: Sequence[ReadPaper], background: Background) -> tuple[StyleMeasure, ...]:
    """The mean of each measure over the abstracts, with its percentile; empty where no abstract is
    long enough."""
    found = []
    for name in MEASURES:
        values = [value for _, value, _ in _ranked(papers, background, name)]
        mean = fmean(values) if values else 0.0
        percentile = background.percentile(name, "abstract", mean)
        if values and percentile is not None:
            facts = {"value": round(mean, 2), "percentile": round(percentile)}
            found.append(StyleMeasure(name=name, n_papers=len(values), **facts))
    return tuple(found)


def draft_writing_style(desk: DraftContext) -> list[InferenceDraft]:
    """Habits that a report can follow, where most of the abstracts, and at least two, are extreme
    on one side."""
    return [d for measure, said in _TRAITS.items() if (d := _on_trait(desk, measure, said))]


def _on_trait(desk: DraftContext, measure: str, said: str) -> InferenceDraft | None:
    ranked, is_low = _ranked(desk.speaking, desk.background, measure), measure == _SHORT
    extreme = [(p, v, q) for p, v, q in ranked if (q <= LOW if is_low else q >= HIGH)]
    if len(extreme) < max(2, LEAST_SHARE * len(ranked)):
        return None
    quotes = [(p, s) for p, _, _ in extreme if (s := desk.quote(p, _typical(measure)))]
    if len(quotes) < 2:
        return None
    subject = desk.shelf.some([p for p, _ in quotes])
    value, rank = fmean(v for _, v, _ in extreme), fmean(q for _, _, q in extreme)
    side = f"fewer than {100 - rank:.0f} %" if is_low else f"more than {rank:.0f} %"
    name, end = measure.replace("_", " "), LOW if is_low else HIGH
    why = f"One paper's abstract is extreme in {name}."
    return InferenceDraft(
        aspect=ProfileAspect.WRITING_STYLE,
        text=f"{subject} {said.format(value=value)}, {side} of conference abstracts.",
        supports=tuple(desk.support(p, s, why) for p, s in quotes),
        basis=f"{len(extreme)} of {len(ranked)} abstracts are beyond the {end:.0f}th percentile "
        f"of {desk.background.n_documents:,} in {name}.",
        terms=(name,),
        kind=InferenceKind.MEASURE,
        measure=measure,
    )


def _ranked(
    papers: Sequence[ReadPaper], background: Background, name: str
) -> list[tuple[ReadPaper, float, float]]:
    """Each abstract's value with its percentile."""
    abstracts = [(p, a) for p in papers if (a := p.paper.abstract) and len(words(a)) >= LEAST_WORDS]
    values = [(p, MEASURES[name](abstract)) for p, abstract in abstracts]
    return [
        (p, v, q)
        for p, v in values
        if (q := background.percentile(name, "abstract", v)) is not None
    ]


def _typical(measure: str) -> Callable[[Sentence], float]:
    """How well a sentence of an abstract shows the habit."""
    counted = _PATTERNS.get(measure)
    return lambda s: s.in_abstract * (len(counted.findall(s.text)) if counted else 1 / len(s.text))
