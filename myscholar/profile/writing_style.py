"""Writing style: what is measurably far from the middle. Source: MySQA D.2.

Abstracts are compared with abstracts, full texts with the rates of passages from full texts.
"""

import re
from collections.abc import Callable
from statistics import fmean
from typing import NamedTuple

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.acronyms import definitions
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.habits import TITLE_HABITS, Habit
from myscholar.profile.phrasings import PHRASINGS, Phrasing
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.style import MEASURES, PATTERNS, words
from myscholar.profile.wording import listed, rarity, third_person, times

HIGH, LOW = 76.0, 24.0
"""Percentiles beyond which the mean of several papers is told; one paper alone needs 90 or 10."""
ALONE_HIGH, ALONE_LOW = 90.0, 10.0
LEAST_WORDS = 40
"""Shorter abstracts are not measured."""
LEAST_RATIO = 2.0
"""A turn of phrase is told when the papers use it at least this many times as often as papers do on average."""


class _Trait(NamedTuple):
    """How a high or low value is said: verb and rest, with `{value}` for the mean and `{where}` for "abstracts" or "its abstract". None: that side is never told."""

    measure: str
    high: tuple[str, str] | None
    low: tuple[str, str] | None
    weight: float = 1.0


_TRAITS = (
    _Trait("words_per_sentence", ("write", "long sentences in {where}, {value:.0f} words on average"), ("keep", "to short sentences in {where}, {value:.0f} words on average")),
    _Trait("first_person_per_100_words", ("speak", "as “we” in {where}, {value:.1f} times per 100 words"), ("stay", "impersonal in {where}, with “we” and “our” {value:.1f} times per 100 words")),
    _Trait("hedges_per_100_words", ("hedge", "claims in {where} (“may”, “could”, “suggests”), {value:.1f} times per 100 words"), None, 1.1),
    _Trait("emphasis_per_100_words", ("use", "words of emphasis in {where} (“crucial”, “surprisingly”), {value:.1f} per 100 words"), None, 1.1),
    _Trait("contrasts_per_100_words", ("argue", "by contrast in {where} (“however”, “although”, “unlike”), {value:.1f} times per 100 words"), None, 1.1),
    _Trait("examples_per_100_words", ("give", "many examples in {where} (“such as”, “for example”), {value:.1f} per 100 words"), None, 1.1),
    _Trait("parentheses_per_100_words", ("add", "asides in brackets in {where}, {value:.1f} per 100 words"), None, 0.8),
    _Trait("numbers_per_100_words", ("put", "numbers into {where}, {value:.1f} per 100 words"), None),
    _Trait("enumerations_per_100_words", ("number", "points in {where} (“first”, “(i)”), {value:.1f} per 100 words"), None, 1.1),
    _Trait("dashes_per_100_words", ("break", "sentences with dashes in {where}, {value:.1f} per 100 words"), None, 0.9),
    _Trait("questions_per_100_sentences", ("ask", "questions in {where}, in {value:.0f} of 100 sentences"), None, 1.2),
)  # fmt: skip


def draft_writing_style(desk: Desk) -> list[Draft]:
    """Strongest first: measured abstracts, titles, turns of phrase."""
    measured = [d for t in _TRAITS if (d := _on_measure(desk, t))]
    titled = [d for h in TITLE_HABITS if h.name in _TITLE_FORMS and (d := _on_titles(desk, h))]
    phrased = [d for p in PHRASINGS if (d := _on_phrasing(desk, p))]
    coined = [d for d in (_on_coined_acronyms(desk),) if d]
    return sorted([*measured, *titled, *phrased, *coined], key=lambda d: -d.weight)


class _Ranked(NamedTuple):
    paper: ReadPaper
    value: float
    percentile: float


def _on_measure(desk: Desk, trait: _Trait) -> Draft | None:
    """If the abstracts lie on one side: their mean percentile is extreme and at least 60 % of them lie clearly on that side."""
    ranked = _ranked(desk, trait.measure)
    if not ranked:
        return None
    mean = fmean(r.percentile for r in ranked)
    is_high = mean >= 50
    wording = trait.high if is_high else trait.low
    same = [r for r in ranked if (r.percentile >= 70 if is_high else r.percentile <= 30)]
    if wording is None or not _is_extreme(mean, len(ranked)) or len(same) < max(1, 0.6 * len(ranked)):
        return None
    quotes = [(r, s) for r in same if (s := desk.quote(r.paper, _typical(trait.measure, r.value, high=is_high)))]
    if not quotes or (len(ranked) > 1 and len(quotes) < 2):
        return None
    subject = desk.shelf.some([r.paper for r, _ in quotes])
    value, rank = fmean(r.value for r, _ in quotes), fmean(r.percentile for r, _ in quotes)
    verb = wording[0] if subject.is_plural else third_person(wording[0])
    said = wording[1].format(value=value, where="abstracts" if subject.is_plural else "its abstract")
    side = f"above {rank:.0f} %" if is_high else f"below {100 - rank:.0f} %"
    return Draft(
        aspect=ProfileAspect.WRITING_STYLE,
        text=f"{subject.broadly} {verb} {said}{subject.count}: {side} of conference abstracts.",
        supports=tuple(
            desk.support(
                r.paper, s, f"One paper has {_amount(trait.measure, r.value)} in its abstract (percentile {r.percentile:.0f})."
            )
            for r, s in quotes
        ),
        basis=f"Mean of {counted(len(ranked), 'abstract')}: percentile {mean:.0f} among {desk.background.n_documents:,} background abstracts.",
        terms=(trait.measure.replace("_", " "),),
        weight=trait.weight * abs(rank - 50) / 50 * len(quotes) ** 0.5,
    )


def _ranked(desk: Desk, name: str) -> list[_Ranked]:
    """Each abstract's value with its percentile; papers without an abstract of some length are left out."""
    ranked = []
    for paper in desk.shelf.papers:
        abstract = paper.paper.abstract
        if abstract and len(words(abstract)) >= LEAST_WORDS:
            value = MEASURES[name](abstract)
            percentile = desk.background.percentile(name, "abstract", value)
            if percentile is not None:
                ranked.append(_Ranked(paper, value, percentile))
    return ranked


def _is_extreme(percentile: float, n: int) -> bool:
    high, low = (HIGH, LOW) if n > 1 else (ALONE_HIGH, ALONE_LOW)
    return percentile >= high or percentile <= low


def _amount(measure: str, value: float) -> str:
    return f"{value:.1f} {measure.replace('_', ' ')}"


def _typical(measure: str, value: float, *, high: bool) -> Callable[[Sentence], float]:
    """Prefers sentences of the abstract that show the trait."""
    pattern = PATTERNS.get(measure)

    def fit(sentence: Sentence) -> float:
        if not sentence.in_abstract:
            return 0.0
        if measure == "words_per_sentence":
            return 1.0 / (1.0 + abs(len(words(sentence.text)) - value) / 8)
        if measure == "questions_per_100_sentences":
            return float(sentence.text.endswith("?"))
        n = len(pattern.findall(sentence.text)) if pattern else 0
        return float(n if high else n == 0)

    return fit


_TITLE_FORMS = {"title question": "ask a question in the title", "title coined name": "open the title with a coined name"}
"""Titles in two parts are too common (23 % of the background) to be told."""


def _on_titles(desk: Desk, habit: Habit) -> Draft | None:
    """A form of title that the papers use clearly more often than the background does."""
    papers = [p for p in desk.shelf.papers if habit.pattern.search(p.paper.title)]
    share = desk.background.habit_share(habit.name)
    own = len(papers) / len(desk.shelf.papers)
    if share is None or len(papers) < 2 or own < 3 * share or own < 0.4:
        return None
    subject = desk.shelf.some(papers)
    titles = listed([f"“{p.paper.title.split(':')[0]}”" for p in papers[:3]]) if habit.name == "title coined name" else ""
    rare = rarity(share, desk.background.n_documents, desk.background.floor)
    return Draft(
        aspect=ProfileAspect.WRITING_STYLE,
        text=f"{subject.broadly} {_TITLE_FORMS[habit.name]}{f', such as {titles}' if titles else ''}{subject.count}; {rare.replace('abstracts', 'titles')} do.",
        supports=tuple(desk.title_support(p, "One paper does so in its title.") for p in papers),
        basis=f"{len(papers)} of {len(desk.shelf.papers)} titles against {100 * share:.1f} % of background titles.",
        terms=(habit.name,),
        weight=(own - share) * len(papers) ** 0.5 * 0.9,
    )


def _on_phrasing(desk: Desk, phrasing: Phrasing) -> Draft | None:
    """An expression that full texts use several times as often as usual."""
    full = [p for p in desk.shelf.papers if p.is_full_text]
    used = [(p, sum(bool(phrasing.pattern.search(s.text)) for s in p.sentences)) for p in full]
    often = [(p, n) for p, n in used if n >= 3 and 1000 * n / p.n_words >= LEAST_RATIO * phrasing.usual_per_1000_words]
    quotes = [(p, n, s) for p, n in often if (s := desk.quote(p, lambda s: float(bool(phrasing.pattern.search(s.text)))))]
    if not quotes:
        return None
    subject = desk.shelf.some([p for p, _, _ in quotes])
    verb = phrasing.verb if subject.is_plural else third_person(phrasing.verb)
    total = sum(n for _, n, _ in quotes)
    per_1000 = 1000 * total / sum(p.n_words for p, _, _ in quotes)
    ratio = per_1000 / phrasing.usual_per_1000_words
    return Draft(
        aspect=ProfileAspect.WRITING_STYLE,
        text=f"{subject.broadly} {verb} {phrasing.rest}{subject.count}, {times(ratio)} as often as papers usually do.",
        supports=tuple(desk.support(p, s, f"One paper does so in {counted(n, 'sentence')}.") for p, n, s in quotes),
        basis=f"{total} sentences in {counted(len(quotes), 'full text')}, {per_1000:.1f} per 1,000 words; passages of other papers hold "
        f"{phrasing.usual_per_1000_words:.1f}.",
        terms=(phrasing.name,),
        weight=0.3 * min(3.0, ratio / LEAST_RATIO) * len(quotes) ** 0.5 * phrasing.weight,
    )


def _on_coined_acronyms(desk: Desk) -> Draft | None:
    """Acronyms that a paper defines, uses at least eight times, and that the background does not know."""
    coined = {p.number: _coined(desk, p) for p in desk.shelf.papers}
    supports = [
        (p, names, s)
        for p in desk.shelf.papers
        if (names := coined[p.number])
        and (s := desk.quote(p, lambda s: float(sum(f"({n})" in s.text or n in s.text for n in names))))
    ]
    if not supports:
        return None
    subject = desk.shelf.some([p for p, _, _ in supports])
    names = [n for _, own, _ in supports for n in own][:4]
    return Draft(
        aspect=ProfileAspect.WRITING_STYLE,
        text=f"{subject.broadly} {subject.verb('coin', 'coins')} acronyms for core ideas and {subject.verb('build', 'builds')} the argument on them ({listed(names)}){subject.count}.",
        supports=tuple(desk.support(p, s, f"One paper defines and then keeps using {listed(own)}.") for p, own, s in supports),
        basis="Each is introduced by the paper itself, used at least eight times and known to fewer than "
        f"{desk.background.floor} of {desk.background.n_documents:,} background abstracts.",
        terms=tuple(names),
        weight=0.3 * len(supports) ** 0.5,
    )


_COINS = re.compile(
    r"\b(?:we|our|this (?:paper|work|study|article))\b[^.]*\b(?:propos|introduc|present|develop|defin|call|term|nam|dub|formulat|construct)\w*",
    re.IGNORECASE,
)
"""A sentence that gives something its name, not one that only spells out a known short form."""


def _coined(desk: Desk, paper: ReadPaper) -> list[str]:
    own = {short for s in paper.sentences if _COINS.search(s.text) for short in definitions(s.text)}
    counts = {short: len(re.findall(rf"\b{re.escape(short)}", paper.text)) for short in own}
    return [s for s, n in sorted(counts.items(), key=lambda i: (-i[1], i[0])) if n >= 8 and not _is_known(desk, s)][:2]


def _is_known(desk: Desk, short: str) -> bool:
    return any(desk.background.frequency(form) is not None for form in (short, f"{short}s"))
