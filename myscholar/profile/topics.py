"""What the papers are about: key phrases that several of them share, with different words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.profile.key_phrases import KeyPhrase
from myscholar.profile.reading import ReadPaper

TOO_COMMON = 0.003
"""Share of the background, a paper that is about it, up to which papers share a topic rather than a
commonplace; by hand."""


@dataclass(frozen=True)
class ProfileTopic:
    """A phrase that at least two papers are about."""

    head: KeyPhrase
    papers: tuple[ReadPaper, ...]

    def mentions(self, paper: ReadPaper) -> int:
        return self.head.mentions.get(paper.number, 0)


def topics(
    papers: Sequence[ReadPaper], candidates: Sequence[KeyPhrase], n: int
) -> tuple[ProfileTopic, ...]:
    """Up to `n` topics that several papers share, with different words; papers that no topic covers
    yet draw the choice towards them."""
    chosen: list[ProfileTopic] = []
    used: set[str] = set()
    covered: Counter[int] = Counter()
    left = [p for p in candidates if _is_shared(p, papers)]
    while left and len(chosen) < n:
        worth, head = max(
            ((p.score * _novelty(p, used, covered, papers), p) for p in left),
            key=lambda scored: (scored[0], scored[1].key),
        )
        if worth == 0:
            break
        numbers = set(about_numbers(head, papers))
        chosen.append(ProfileTopic(head, tuple(p for p in papers if p.number in numbers)))
        used |= head.stems
        covered.update(numbers)
        left.remove(head)
    return tuple(chosen)


def _is_shared(phrase: KeyPhrase, papers: Sequence[ReadPaper]) -> bool:
    """Whether at least two papers are about it, one of them by its title or abstract (a single
    word: three papers, two of them so), and the background does not speak of it as well; what more
    papers share may be less rare.
    """
    about = len(about_numbers(phrase, papers))
    in_lead = len(phrase.leads | phrase.titles)
    is_single = " " not in phrase.key
    return about > 1 + is_single and in_lead > is_single and phrase.share <= TOO_COMMON * about


def _novelty(
    phrase: KeyPhrase, used: set[str], covered: Counter[int], papers: Sequence[ReadPaper]
) -> float:
    """0 for a phrase made of words already shown; otherwise larger where its papers are not covered
    yet."""
    repeated = len(phrase.stems & used) / len(phrase.stems)
    if repeated >= 0.5:
        return 0.0
    about = about_numbers(phrase, papers)
    fresh = sum(1 / (1 + covered[number]) for number in about) / max(1, len(about))
    return (1 - repeated) * (0.25 + 0.75 * fresh)


def about_numbers(phrase: KeyPhrase, papers: Sequence[ReadPaper]) -> list[int]:
    """Papers in whose title or abstract the phrase stands, or that mention it at least four
    times."""
    leading = phrase.leads | phrase.titles
    return [
        p.number for p in papers if p.number in leading or phrase.mentions.get(p.number, 0) >= 4
    ]
