"""The kind of sentence that a question asks for besides its topic: one that tells data, gives a
figure, names a limit. What a column of a table can ask, a question can."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from myscholar.report.columns import Topic, topic_of
from myscholar.report.cues import SentenceRole, cues_of
from myscholar.report.extractive.directions import Direction
from myscholar.report.extractive.doing import Doing, doing
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.quality import defined_term, names_term
from myscholar.text.lexicons import pattern
from myscholar.text.question_kind import QuestionKind, kind_of
from myscholar.text.terms import content_stems, tokens

Gives = Callable[[CandidateSentence], float]
"""How surely a sentence is of a kind."""
SURELY, LIKELY, MAYBE, NOT = 1.0, 0.8, 0.5, 0.0
"""Share of a kind's worth; by hand."""

_THING = pattern("asked_of_reports.thing_asked")
_TELLS_CAUSE = pattern("asked_of_reports.tells_cause")
_COUNTED = pattern("asked_of_reports.counted")
_MEANT = pattern("asked_of_reports.meant")
_BESIDE = pattern("asked_of_reports.beside")
_INTRODUCED = pattern("asked_of_reports.introduced")
_ANNOUNCED = pattern("asked_of_reports.announced")
_FALLS_SHORT = pattern("asked_of_reports.falls_short")
_LIMITING = frozenset({SentenceRole.LIMITATION, SentenceRole.FUTURE})
_SAID_BESIDE = pattern("table_columns.said_beside")


@dataclass(frozen=True)
class AskedKind:
    """`does_what` says what a sentence of it would do, where none was found. `asked` are the words
    of a question that ask for it; of a kind that is not `is_bound` others answer too. Where it
    `is_sure`, those that may be of it are left out beside one that is. Where `is_own_work`, a
    sentence on what its paper did is about the topic that the paper's title names."""

    gives: Gives
    does_what: str
    asked: re.Pattern[str]
    is_bound: bool = True
    is_sure: bool = False
    is_own_work: bool = False

    def without_its_words(self, question: str) -> str:
        return _SAID_BESIDE.sub(" ", self.asked.sub(" ", question))


def kind_asked(question: str) -> AskedKind | None:
    """The one whose words come first: "how many lack a source" asks for a figure."""
    named = [(found.start(), kind) for kind in _KINDS if (found := kind.asked.search(question))]
    if (thing := _THING.search(question)) and (kind := _OF_TOPIC.get(topic_of(thing["thing"]))):
        named.append((thing.start(), kind))
    if named:
        kind = min(named, key=lambda each: each[0])[1]
        counted = _COUNTED.search(question)
        return replace(kind, gives=partial(_counts, counted["thing"])) if counted else kind
    if kind_of(question) is QuestionKind.DEFINITION or _MEANT.search(question):
        gives = partial(_explains, question)
        return AskedKind(gives, "says what this is", _MEANT, is_sure=True)
    return None


def _saying(*surely: str, maybe: tuple[str, ...] = (), role: SentenceRole | None = None) -> Gives:
    """Patterns by their names."""
    sure, possible = tuple(map(pattern, surely)), tuple(map(pattern, maybe))

    def gives(s: CandidateSentence) -> float:
        if role in s.cues or any(p.search(s.text) for p in sure):
            return SURELY
        return MAYBE if any(p.search(s.text) for p in possible) else NOT

    return gives


def _counts(thing: str, s: CandidateSentence) -> float:
    """Where a figure for the thing can stand: the sentence holds half of its words."""
    wanted = set(content_stems(thing.replace("-", " ")))
    return _FIGURES(s) if len(wanted & s.stems) * 2 >= len(wanted) else NOT


def _causes(s: CandidateSentence) -> float:
    """Not of what its authors gained."""
    gained = s.change is not None and s.change.direction is Direction.BETTER
    return NOT if gained or not _TELLS_CAUSE.search(s.text) else SURELY


def _limits(s: CandidateSentence) -> float:
    """Perhaps of earlier work; not where it only announces some: "we discuss future directions"."""
    said = _ANNOUNCED.sub(" ", s.text)
    named = cues_of(said)
    if SentenceRole.FUTURE in named:
        return SURELY
    if named & _LIMITING and doing(s) is Doing.LIMITS:
        return LIKELY
    return MAYBE if named & _LIMITING or _FALLS_SHORT.search(said) else NOT


def _explains(question: str, s: CandidateSentence) -> float:
    """Surely one that says what the term is, also "mulch, a cover that ..."; perhaps one that is
    about the term, or in which somebody calls something so."""
    beside = _BESIDE.search(s.text)
    if names_term(question, beside["term"] if beside else defined_term(s.text)):
        return SURELY
    asked = _MEANT.sub(" ", question)
    names = {t.text for t in tokens(asked) if t.text.isupper() and len(t.text) > 1}
    term = content_stems(asked)
    if not term or not names <= {t.text for t in tokens(s.text)}:
        return NOT
    begins = (0, *(found.end() for found in _INTRODUCED.finditer(s.text)))
    about = (content_stems(s.text[at:])[: len(term)] for at in begins)
    return MAYBE if any(set(first) == set(term) for first in about) else NOT


def _kind(asked: str, does_what: str, gives: Gives, *, is_bound: bool = True) -> AskedKind:
    is_own_work = gives not in (_limits, _FIGURES, _causes, _COMPARES)
    return AskedKind(gives, does_what, pattern(asked), is_bound, is_own_work=is_own_work)


_FIGURES = _saying(role=SentenceRole.NUMBERS)
_DATA = _saying(
    "table_columns.named_material", "table_columns.material", maybe=("asked_of_reports.tried_on",)
)
_METRICS = _saying("table_columns.metric_names", maybe=("asked_of_reports.measures",))
_TESTS = _saying(
    "table_columns.evaluated", maybe=("asked_of_reports.measures", "asked_of_reports.tried_on")
)
_COMPARES = _saying("table_columns.compared", maybe=("asked_of_reports.denies",))
_RESULTS = _saying(
    "table_columns.told", maybe=("table_columns.compared",), role=SentenceRole.NUMBERS
)
_MEASURED = "says how this is measured"
_KINDS = (
    _kind("asked_of_reports.causes", "says why", _causes),
    _kind("asked_of_reports.figures", "gives a figure for this", _FIGURES),
    _kind("asked_of_reports.limits", "names a limit of this", _limits),
    _kind("asked_of_reports.measured", _MEASURED, _METRICS),
    _kind("asked_of_reports.tested", "says how this was tested", _TESTS),
    _kind("asked_of_reports.compares", "compares these", _COMPARES, is_bound=False),
)
_OF_TOPIC = {
    topic: _kind(f"table_columns.{topic}", does_what, gives)
    for topic, does_what, gives in (
        (Topic.LIMITS, "names a limit of this", _limits),
        (Topic.FUTURE, "names what is left to be done", _limits),
        (Topic.COMPARISONS, "compares these", _COMPARES),
        (Topic.DATA, "says on which data", _DATA),
        (Topic.METRICS, _MEASURED, _METRICS),
        (Topic.EVALUATIONS, "says how this was tested", _TESTS),
        (Topic.RESULTS, "tells what came out", _RESULTS),
        (Topic.METHODS, "says what is proposed", _saying("table_columns.proposed")),
        (Topic.PROBLEMS, "names the problem", _saying("table_columns.problem_worked_on")),
        (Topic.LANGUAGES, "names a language", _saying("table_columns.language_names")),
        (Topic.MODELS, "names a model", _saying("table_columns.model_names")),
        (Topic.AVAILABILITY, "says what can be had", _saying("table_columns.released")),
        (Topic.DESIGNS, "names the kind of study", _saying("table_columns.design_names")),
    )
}
