"""What a prompt shows of a paper: of many or long passages those parts that bear on the question or
an action, and rather those with measured results."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator

from myscholar.domain.actions import Action
from myscholar.domain.papers import Paper, Passage, PassageKind
from myscholar.domain.text import shorten
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems

_MEASURED, _MEASURED_ON = pattern("sentence_roles.numbers"), pattern("paper_sentences.measured_on")
_FOR_RESULT, _FOR_DATA = 0.3, 0.15
"""What a measured result, and naming what was measured on, are worth beside the share of wanted
words, in [0, 1]; by hand."""
SHORTEST = 200
"""Characters below which a further piece of a paper is not worth its place; by hand."""
LONGEST_WHOLE = 2500
"""Characters up to which an abstract is shown whole, whatever room a paper has: what was found
stands at its end. By hand; the longest of 264 found for three questions has 1,979."""
MOST_RUNS = 400
"""Beginnings of which the best is sought in one passage: a page has some forty sentences; by
hand."""

Wanted = Collection[frozenset[str]]
"""The content stems of the question, and of each action."""


def wanted_by(question: str, actions: Iterable[Action]) -> Wanted:
    texts = (question, *(action.text for action in actions))
    return tuple(stems for text in texts if (stems := frozenset(content_stems(text))))


def quotable(paper: Paper) -> tuple[Passage, ...]:
    """The passages that can be quoted, best first: the paper's own words; summaries, which keep
    that label, only where there is nothing else."""
    own = tuple(p for p in paper.readable if p.kind.is_verbatim)
    return own or paper.readable


def excerpts(paper: Paper, wanted: Wanted, n_characters: int) -> tuple[str, ...]:
    """Pieces of its quotable passages, a line each, of at most so many characters together, or an
    abstract whole: the passage that the search ranked first, then those of the highest value.

    Value: the largest share of a wanted text's stems that a passage has, and more for a measured
    result and for what it was measured on.
    """
    first, *others = quotable(paper)
    shown, left = list[str](), n_characters
    for passage in (first, *sorted(others, key=lambda p: -value(p.text, wanted))):
        if left < SHORTEST and shown:
            break
        room = max(left, LONGEST_WHOLE) if passage.kind is PassageKind.ABSTRACT else left
        shown.append(excerpt(passage.text, wanted, room))
        left -= len(shown[-1])
    return tuple(shown)


def excerpt(text: str, wanted: Wanted, n_characters: int) -> str:
    """The text in one line, or its most valuable run of whole sentences within so many
    characters; a sentence longer than that alone is cut."""
    if len(text) <= n_characters:
        return " ".join(text.split())
    best = max(_runs(text, n_characters), key=lambda run: value(run, wanted), default="")
    return " ".join(best.split()) or shorten(text, n_characters)


def value(text: str, wanted: Wanted) -> float:
    stems = set(content_stems(text))
    share = max((len(stems & each) / len(each) for each in wanted), default=0.0)
    for_result = _FOR_RESULT if _MEASURED.search(text) else 0.0
    return share + for_result + (_FOR_DATA if _MEASURED_ON.search(text) else 0.0)


def _runs(text: str, n_characters: int) -> Iterator[str]:
    """From each sentence on as many whole ones as fit; of a text of very many from some of them."""
    spans = sentence_spans(text)
    ends = [span.end for span in spans]
    for place in range(0, len(spans), 1 + len(spans) // MOST_RUNS):
        start = spans[place].start
        last = bisect_right(ends, start + n_characters) - 1
        if last >= place:
            yield text[start : ends[last]]
