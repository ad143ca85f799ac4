"""Each threshold of the judge without a model, just below, at it, and just above. Every word weighs
8 unless a test says otherwise, so that a share of words is a share of weight to the last digit."""

import string
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from eval.domain.instance import UserPaper
from eval.domain.output import OutputInference
from eval.domain.rubric import Criterion, Importance
from eval.judges.local.accuracy import judge_accuracy
from eval.judges.local.action_case import NAMED, read_case
from eval.judges.local.adherence import judge_adherence
from eval.judges.local.asked import topics_of
from eval.judges.local.category import cue_scores, judge_category
from eval.judges.local.claims import claims_of
from eval.judges.local.coherence import judge_coherence
from eval.judges.local.coverage import judge_coverage
from eval.judges.local.directness import judge_directness
from eval.judges.local.preference import judge_preference
from eval.judges.local.relevance import judge_relevance
from eval.judges.local.report_text import paragraphs_of
from eval.judges.local.specificity import judge_specificity
from eval.judges.local.support import judge_support
from eval.judges.local.words import Words, foreign, windows
from myscholar.domain.profile import ProfileAspect
from myscholar.text.background import Background
from tests.eval.judges.local.conftest import cited, one_section, report

QUERY = "How do otters dive?"


class Weights(Background):
    """A weight for each word as it is told, else 8."""

    def __init__(self, **weights: float) -> None:
        super().__init__(n_documents=10, frequencies={}, floor=1)
        self._weights = weights

    def idf(self, key: str) -> float:
        return self._weights.get(key, 8.0)


EVEN = Words(Weights())


def word(n: int) -> str:
    """The n-th of many made-up words, none of which is another's stem."""
    return f"wu{string.ascii_lowercase[n // 26]}{string.ascii_lowercase[n % 26]}ko"


def of(numbers: Iterable[int]) -> str:
    """The words, parted by a stop word: English, and no pairs of words."""
    return " ".join(f"the {word(n)}" for n in numbers)


def first(n: int) -> str:
    return of(range(n))


def support(n_held: int, *, as_title: bool = False, shared: bool = False):
    """Of a claim of 100 words, whose citation holds so many."""
    text = f"They see {first(100)}{'. Herons fish there' if shared else ''} [1]."
    held = {"title": first(n_held)} if as_title else {}
    source = cited("[1]", *(() if as_title else (first(n_held),)), **held)
    return judge_support(one_section(text.replace("They see ", ""), source), EVEN)[0]


def title(held: float) -> float:
    source = cited("[1]", title=ONE)
    return judge_support(one_section(f"{BOTH} [1].", source), weighed(held))[0].supported.score


def coverage(text: str, held: str, query: str = QUERY, words: Words = EVEN) -> float:
    wanted = Criterion(name="c", importance=Importance.MOST_IMPORTANT, text=text, weight=1)
    return judge_coverage(query, [wanted], one_section(held), words)[0].score


def paper(text: str) -> UserPaper:
    return UserPaper(paper_id="p", title="A", text=f"{text} and the rest")


def followed(action: str, text: str, title: str | None = None) -> float:
    return judge_adherence(QUERY, action, one_section(text, title=title), EVEN).score


def sentences(n: int, total: int, what: str = "Kelp grows in the {}.") -> str:
    """So many of the total about kelp."""
    return " ".join(
        (what if i < n else "Rafts drift at the {}.").format(word(i)) for i in range(total)
    )


def years(*said: int) -> str:
    return " ".join(f"Pups learn (Otter et al., {year})." for year in said)


def positions(n: int) -> str:
    """A cue of positions as the n-th word of what is said."""
    return f"Your papers {' '.join(['film'] * (n - 1))} believe {' '.join(['film'] * 9)}"


def aspects(n: int) -> str:
    """Of positions 8 and n, of knowledge 4."""
    cues = " ".join(("contend", "believe")[:n])
    return f"Your papers believe and advocate aware otters film {cues}"


def weighed(held: float) -> Words:
    """A word of so much weight, and one of the rest to 1,000."""
    return Words(Weights(kelpo=held, rafto=1000 - held))


BOTH, ONE = "the kelpo and the rafto", "the kelpo"
"""What is said, and what is held of it."""


def focus(held: float) -> float:
    return judge_coherence("How does the kelpo grow?", "Focus on kelpo rafto", weighed(held)).score


def left_out(n: int) -> float:
    """Whether the n-th heaviest topic of four may be left out."""
    heavy = Words(Weights(**{word(i): 9.0 - i for i in range(4)}))
    query = f"How do {word(3)}, {word(1)}, {word(0)} and {word(2)} grow?"
    return judge_coherence(query, f"Leave out {word(n - 1)}", heavy).score


def prefers(n_held: int, n: int) -> float:
    profile = OutputInference(text=first(n_held), aspect=ProfileAspect.KNOWLEDGE)
    return judge_preference([profile], [first(n)], ["Search for tulips"], EVEN).score


def specific(**weights: float) -> float:
    return judge_specificity(of(range(len(weights))), Words(Weights(**weights))).score


def rarities(*values: float) -> dict[str, float]:
    return {word(n): value for n, value in enumerate(values)}


def holds(n: int, *least: float) -> bool:
    case = read_case(QUERY, "Search for kelp", report(), EVEN)
    return case.holds({"kelpo": n, "rafto": 1000 - n}, ONE, *least)


def introduces(n_again: int) -> bool:
    """Whether a sentence of 100 words is no claim, of which so many come again."""
    text = f"{first(100).capitalize()}. Herons eat {first(n_again)} [1]."
    return len(claims_of(one_section(text, cited("[1]", "x")))) == 1


def put_first(order: str) -> float:
    """`k` is a sentence about kelp, `r` one about rafts."""
    said = {"k": "Kelp grows in the {}.", "r": "Rafts drift at the {}."}
    return followed(
        "Put kelp first", " ".join(said[c].format(word(i)) for i, c in enumerate(order))
    )


def lines(n_items: int) -> str:
    return "\n".join(
        ("- " if i < n_items else "") + f"Otters dive at the {word(i)}." for i in range(100)
    )


def formulas(n: int) -> str:
    return " ".join(f"Here $x$ is {word(i)}." if i < n else f"It is {word(i)}." for i in range(9))


def text_of(n: int) -> str:
    return " ".join(["the"] * n)


Threshold = tuple[str, Callable[[Any], object], tuple[tuple[object, object], ...]]
THRESHOLDS: tuple[Threshold, ...] = (
    ("support whole", lambda n: support(n).supported.score, ((54, 0.5), (55, 1), (56, 1))),
    ("support in part", lambda n: support(n).supported.score, ((34, 0), (35, 0.5), (36, 0.5))),
    (
        "support of one citation",
        lambda n: support(n).supports[0].score,
        ((34, 0), (35, 1), (36, 1)),
    ),
    ("title", title, ((29, 0), (30, 0.5), (31, 0.5))),
    (
        "title shared",
        lambda n: support(n, as_title=True, shared=True).supported.score,
        ((34, 0), (35, 0.5), (36, 0.5)),
    ),
    (
        "criterion",
        lambda n: coverage(BOTH, ONE, words=weighed(n)),
        ((299, 0), (300, 0.5), (301, 0.5), (499, 0.5), (500, 1), (501, 1)),
    ),
    (
        "words of the question, alone held",
        lambda _: coverage(first(13), first(6), first(6)),
        ((0, 0.5),),
    ),
    (
        "words of the question, others held",
        lambda _: coverage(first(15), of(range(10, 15)), first(10)),
        ((0, 1),),
    ),
    (
        "paragraph helps",
        lambda n: judge_directness(BOTH, [ONE], weighed(n))[0].score,
        ((149, 0), (150, 1), (151, 1)),
    ),
    (
        "short paragraph",
        lambda n: judge_directness(QUERY, [QUERY, "the " * n], EVEN)[1].score,
        ((59, 1), (60, 0), (61, 0)),
    ),
    (
        "relevance",
        lambda n: judge_relevance(f"Your papers show {BOTH}", paper(ONE), weighed(n)).score,
        ((249, 0), (250, 1), (251, 1)),
    ),
    (
        "window",
        lambda n: [len(w) for w in windows(first(n))],
        ((79, [79]), (80, [80]), (81, [80, 41])),
    ),
    (
        "spoken of",
        lambda n: judge_accuracy(f"Your papers show {BOTH}", [paper(ONE)], weighed(n)).score,
        ((149, 0), (150, 1), (151, 1)),
    ),
    (
        "denied",
        lambda n: judge_accuracy(f"Your papers do not show {BOTH}", [paper(ONE)], weighed(n)).score,
        ((349, 1), (350, 0), (351, 0)),
    ),
    (
        "denies",
        lambda n: (
            judge_accuracy(f"Your papers do not show {first(n)}", [paper(first(9))], EVEN).score
        ),
        ((1, 1), (2, 0), (3, 0)),
    ),
    (
        "opening",
        lambda n: cue_scores(positions(n))[ProfileAspect.POSITIONS],
        ((5, 4), (6, 4), (7, 1)),
    ),
    (
        "clear",
        lambda n: judge_category(aspects(n), ProfileAspect.KNOWLEDGE).score,
        ((0, 1), (1, 0), (2, 0)),
    ),
    ("asked", lambda w: focus(w), ((339, 0), (340, 1), (341, 1))),
    ("core", lambda n: left_out(n), ((2, 0), (3, 0), (4, 1))),
    ("telling", lambda w: len(topics_of("kelpo", weighed(w))), ((3.4, 0), (3.5, 1), (3.6, 1))),
    ("close", lambda n: prefers(*n), (((1, 101), 0.5), ((1, 100), 1), ((2, 100), 1))),
    ("rarer half", lambda _: specific(**rarities(*[8] * 5, *[3] * 5)), ((0, 4.4),)),
    ("rarer half and no less", lambda _: specific(**rarities(*[8] * 4, *[3] * 6)), ((0, 3.8),)),
    ("four words at least", lambda _: specific(**rarities(8, 8, 8)), ((0, 3.5),)),
    ("four words are enough", lambda _: specific(**rarities(8, 8, 8, 8)), ((0, 4.4),)),
    ("common", lambda w: specific(**rarities(*[w] * 4)), ((2.4, 1), (2.5, 1), (2.6, 1.1))),
    ("rare", lambda w: specific(**rarities(*[w] * 4)), ((8.9, 4.9), (9.0, 5), (9.1, 5))),
    ("about", lambda n: holds(n), ((699, False), (700, True), (701, True))),
    ("named", lambda n: holds(n, NAMED), ((499, False), (500, True), (501, True))),
    ("claims", lambda n: followed("Search for kelp", sentences(n, 9)), ((2, 0), (3, 1), (4, 1))),
    ("focus", lambda n: followed("Focus on kelp", sentences(n, 100)), ((19, 0), (20, 1), (21, 1))),
    (
        "most",
        lambda n: followed("Prefer measured results", sentences(n, 100, "Dives rose by 3 % {}.")),
        ((49, 0), (50, 1), (51, 1)),
    ),
    ("first five", lambda o: put_first(o), (("krrkkrkkk", 1), ("krrkrkkk", 0), ("krkkrrkk", 1))),
    ("most of the first four", lambda o: put_first(o), (("krrkkk", 0), ("kkrkrk", 1))),
    ("listed", lambda n: followed("Use bullet points", lines(n)), ((49, 0), (50, 1), (51, 1))),
    (
        "headings",
        lambda n: followed("Use many headings", text_of(n - 1), "Prey"),
        ((249, 1), (250, 1), (251, 0)),
    ),
    ("brief", lambda n: followed("Keep it short", text_of(n)), ((699, 1), (700, 1), (701, 0))),
    (
        "ordered",
        lambda y: followed("Order by year", years(*y)),
        ((range(2000, 2010), 1), ((*range(2000, 2010), 2008), 1), ((*range(2000, 2009), 2007), 0)),
    ),
    ("formulas", lambda n: followed("Avoid heavy math", formulas(n)), ((3, 1), (4, 1), (5, 0))),
    (
        "stems of a claim",
        lambda n: len(claims_of(one_section(f"{first(n).capitalize()}."))),
        ((3, 0), (4, 1), (5, 1)),
    ),
    ("lead", lambda n: introduces(n), ((64, False), (65, True), (66, True))),
    ("letters", lambda n: len(paragraphs_of(one_section("a" * n))), ((2, 0), (3, 1), (4, 1))),
    (
        "tokens",
        lambda n: foreign(" ".join(map(word, range(n)))),
        ((11, False), (12, True), (13, True)),
    ),
    (
        "stop words",
        lambda n: foreign("the " * 8 + " ".join(map(word, range(n)))),
        ((91, False), (92, False), (93, True)),
    ),
    (
        "Latin letters",
        lambda n: foreign("я" * 40 + "a" * n),
        ((59, True), (60, False), (61, False)),
    ),
)
CASES = [
    pytest.param(judged, value, said, id=f"{name}: {said} at {value}")
    for name, judged, each in THRESHOLDS
    for value, said in each
]


@pytest.mark.parametrize(("judged", "value", "said"), CASES)
def test_a_threshold_decides_where_it_says(
    judged: Callable[[Any], object], value: object, said: object
):
    assert judged(value) == said
