"""The words in which researchers ask: they frame a topic and never name one. Base forms; `is_verb`
and `is_frame` know the others."""

from collections.abc import Iterable
from functools import lru_cache

from myscholar.text.common_words import ACADEMIC_WORDS, split_words

VERBS = split_words("""
    accelerate achieve adapt adopt affect agree aim analyze apply arise ask assess associate assume
    avoid believe bring build calculate call capture carry cause choose cite clarify come compare
    compose compute concern conduct connect consider construct contain contribute convert correlate
    create deal define demonstrate depend deploy derive describe detect determine develop differ
    discover discuss distinguish draw drive elicit employ enable encounter encourage enhance ensure
    establish estimate evaluate examine exist expect explain exploit explore extend extract
    facilitate fail find gain generate get handle happen help hold identify impact implement improve
    include incorporate increase influence inform integrate interact interpret introduce investigate
    involve keep know learn leverage maintain make manage meet mention mitigate modify observe
    obtain occur offer operate optimize outperform overcome perform play predict prefer prepare
    preserve prevent produce promote propose protect prove provide publish recommend reduce refer
    relate rely remain remove replace require resolve respond retrieve reveal seek select serve show
    solve specialize suffer suggest summarize tackle take teach tell think treat try understand
    utilize validate vary verify want wonder
""")
"""Break a phrase, as stop words do."""
BREAKING = split_words("""
    apart became besides beyond brought built chose chosen concerning currently despite designing
    drawn except found given grown held including kept known leaving led let list lots made picking
    proven shown sought taken taught thought versus well otherwise written
""")

_NOUNS = split_words("""
    advancement advance advantage alternative area aspect benefit breakthrough circumstance
    comparison concept concern condition consequence consideration context development difference
    difficulty direction disadvantage downside drawback evidence factor gap idea implication
    importance kind landscape level option overview people perspective pitfall principle problem
    progress property publication question reason researcher role scenario scholar situation sort
    stage step strategy strength subject topic tradeoff trade-off trend usage variety view way
    weakness
""")
"""Frame a topic at its end; in the singular they may begin one: "topic modeling"."""
_ADJECTIVES = split_words("""
    accurate beneficial big biggest broad certain common considerable currently cutting-edge
    desirable different efficient emerging essential exact faster feasible frequent fundamental
    generic helpful hi interested latest leading main modern newest optimal popular practical
    precise primary prominent promising proper real-world reasonable right significant standard
    substantial suitable thanks theoretical top typical unique useful usual well-known
""")
_NAMES_TOO = split_words("""
    assessment based case design evaluation examine field framework high information key large
    learning low model models multiple open performance process review score set single small source
    survey system systems task test tests
""")
"""Words of the trade that begin names as well: "large language models", "process mining"."""
_FRAMING = ACADEMIC_WORDS | _NOUNS | _ADJECTIVES

ASKED_THINGS = {
    name: plural
    for plural, names in {
        "datasets": "dataset|data set|corpora",
        "benchmarks": "benchmark",
        "metrics": "metric|measure",
        "tools": "tool",
        "interfaces": "interface",
        "applications": "application",
        "challenges": "challenge|problem",
        "limitations": "limitation",
        "theories": "theory|theories",
        "algorithms": "algorithm",
        "principles": "principle",
        "practices": "best practice|good practice",
        "tasks": "task",
        "architectures": "architecture",
        "mechanisms": "mechanism",
        "experiments": "experiment",
        "methods": "method|technique|approach|approaches",
        "strategies": "strategy|strategies",
    }.items()
    for name in names.split("|")
}
"""What a question can want a list of, singular as asked -> plural as answered."""
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"))
_VERB_FORMS = (*_PLURALS, ("d", ""), ("ed", ""), ("ied", "y"), ("ing", ""), ("ing", "e"))


@lru_cache(maxsize=20_000)
def is_verb(word: str) -> bool:
    """Whether the word in lower case is one of the verbs in any of its forms."""
    return word in BREAKING or not VERBS.isdisjoint(_bases(word, _VERB_FORMS))


@lru_cache(maxsize=20_000)
def is_frame(word: str) -> bool:
    """Whether a lower-case word says how one asks: it is cut off the end of a phrase."""
    return not is_in_names(word) and not _FRAMING.isdisjoint(_bases(word, _PLURALS))


def is_opener(word: str) -> bool:
    """Whether a phrase may begin with the word in lower case."""
    return word in _NOUNS or not is_frame(word)


def is_in_names(word: str) -> bool:
    """Whether the word in lower case is one of the trade that is part of names as well."""
    return word in _NAMES_TOO


def _bases(word: str, forms: Iterable[tuple[str, str]]) -> list[str]:
    """What the word may be a form of: "uses" -> "uses", "use", "us"."""
    fitting = (f for f in forms if word.endswith(f[0]) and len(word) > len(f[0]) + 2)
    return [word, *(word[: -len(end)] + instead for end, instead in fitting)]
