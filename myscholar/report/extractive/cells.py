"""Cells of a table of papers without a model: of each paper the sentence that its column's words
ask for, word for word, and of it the part that answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from myscholar.domain.papers import Paper, PassageKind
from myscholar.domain.tables import (
    PaperCell,
    PaperRow,
    TableColumn,
    fact_cell,
    nothing_said,
    row_of,
)
from myscholar.report.columns import Topic, topic_of
from myscholar.report.extractive.doing import Doing, doing
from myscholar.report.extractive.quotes import CandidateSentence, statements_of
from myscholar.report.extractive.relevance import IDF_CAP
from myscholar.report.extractive.table import LONGEST_CELL, clause_of, worth
from myscholar.report.extractive.telling import (
    can_stand,
    find_main_result,
    find_method,
    find_problem,
    start_at,
    with_motives,
)
from myscholar.report.extractive.values import (
    Own,
    cell_of,
    find_names,
    find_number,
    find_part,
    find_rivals,
)
from myscholar.report.quality import says_nothing
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

SHARED = 0.7
"""Share, by rarity, of a column's own words that a sentence must hold to answer it; by hand."""
TELLING = 4.0
"""Idf of a column's words, together, below which a sentence that holds them need not answer it:
"which languages" stands at 2.6. By hand."""
LONGEST_RESULT = 260
"""Characters of a result, whose verb often stands late; by hand."""
_OR = pattern("table_columns.either")
_BESIDE = pattern("table_columns.said_beside")
_PROBLEM = pattern("table_columns.problem_named")
_WORKED_ON = pattern("table_columns.problem_worked_on")
_GUARANTEED = pattern("table_columns.guaranteed")
_PROVING = pattern("table_columns.proving")
_NO_METHOD = pattern("table_columns.no_method")
_TRIED = pattern("table_columns.tried")
_EARLIER = pattern("table_columns.earlier_work")
_EASED = pattern("table_columns.problem_eased")
_RATE = pattern("table_columns.rate")
_RELEASED = pattern("table_columns.released")
_THINGS = pattern("table_columns.things_released")
_LIMITS = pattern("table_columns.limits")
_OWN_LIMIT = pattern("table_columns.own_limit")
_AHEAD = pattern("table_columns.ahead")
_OFFERED = pattern("sentence_roles.offered")
_TELLS = {
    Topic.COMPARISONS: pattern("table_columns.compared"),
    Topic.EVALUATIONS: pattern("table_columns.evaluated"),
}
"""What a sentence says that answers the topic."""
_NAMES = {
    Topic.DATA: [f"table_columns.{kind}_material" for kind in ("named", "listed", "known")],
    Topic.METRICS: ["table_columns.metric_names"],
    Topic.LANGUAGES: ["table_columns.language_names"],
    Topic.LANGUAGE_MODELS: ["table_columns.model_names"],
    Topic.MODELS: ["table_columns.model_kinds"],
    Topic.DESIGNS: ["table_columns.design_names"],
    Topic.HARDWARE: ["table_columns.device_names"],
}
"""What answers a topic by its name, as `what`."""
_PARTS = {
    Topic.DATA: pattern("table_columns.material"),
    Topic.TRAINING_DATA: pattern("table_columns.learned_from"),
    Topic.ASSUMPTIONS: pattern("table_columns.assumed"),
}
"""What answers a topic, where no name does, as part of a sentence."""


class _Asked(NamedTuple):
    """What a column asks; `wanted` are its content stems without those that name its topic, by
    their rarity."""

    words: str
    topic: Topic
    wanted: Mapping[str, float]

    def near(self, own: Own) -> Own:
        """Those that hold what the column names beyond its topic: all where it names no more."""
        least = SHARED * sum(self.wanted.values())
        wanted = self.wanted.keys()
        return [s for s in own if sum(self.wanted[w] for w in wanted & s.stems) >= least]


class _Read(NamedTuple):
    """A paper's sentences: what a report would quote of each, and each in full: "Experiments on ...
    show that" may stand before that."""

    quoted: Own
    full: Own


def fill_rows(
    papers: Sequence[Paper],
    columns: Sequence[TableColumn],
    *,
    background: Background,
    on_done: Callable[[int], None],
) -> tuple[PaperRow, ...]:
    """One row a paper, in their order. An abstract, which sums its paper up, is asked before the
    rest."""
    asked = [_asked(column.asks, background) for column in columns]
    rows = []
    for n, paper in enumerate(papers, 1):
        read = with_motives(statements_of(paper, beside_title=True))
        own = tuple(s for s in read if s.is_verbatim) or read
        summed = tuple(s for s in own if s.passage.kind is PassageKind.ABSTRACT)
        texts = [_Read(_telling(each), tuple(map(_in_full, each))) for each in (summed, own)]
        cells = [
            fact_cell(column.fact, paper)
            if column.fact
            else next(
                filter(None, (_find(a, text) for text in texts for a in either)),
                nothing_said(paper),
            )
            for column, either in zip(columns, asked, strict=True)
        ]
        rows.append(row_of(paper, cells))
        on_done(n)
    return tuple(rows)


def _telling(own: Own) -> Own:
    """Without what is said in general only, as that results are good."""
    return tuple(s for s in own if not says_nothing(s.text))


def _asked(words: str, background: Background) -> tuple[_Asked, ...]:
    """Of "bound / convergence" each: where all of them name a topic, either is an answer."""
    parts = [part for part in _OR.split(words) if part.strip()]
    topics = [topic_of(part) for part in parts]
    if Topic.OTHER in topics or topic_of(words) is Topic.DESIGNS:
        parts, topics = [words], [topic_of(words)]
    return tuple(
        _Asked(part, topic, _wanted(part, topic, background))
        for part, topic in zip(parts, topics, strict=True)
    )


def _wanted(words: str, topic: Topic, background: Background) -> dict[str, float]:
    if topic is not Topic.OTHER:
        words = _BESIDE.sub(" ", pattern(f"table_columns.{topic}").sub(" ", words))
    return {stem: min(background.idf(stem), IDF_CAP) for stem in content_stems(words)}


def _find(asked: _Asked, read: _Read) -> PaperCell | None:
    near = asked.near(read.quoted)
    told = [s for s in near if not s.is_motive]
    own = [s for s in read.full if not s.is_motive]
    full = asked.near(own)
    match asked.topic:
        case Topic.COUNTS | Topic.PEOPLE as topic:
            persons = topic is Topic.PEOPLE
            return find_number(told, asked.wanted.keys(), of_persons=persons)
        case topic if topic in _NAMES or topic in _PARTS:
            names = [pattern(name) for name in _NAMES.get(topic, ())]
            named = find_names(full, *names) or (asked.wanted and find_names(own, *names))
            return named or (find_part(full, _PARTS[topic]) if topic in _PARTS else None)
        case Topic.BASELINES:
            return find_rivals(full)
        case Topic.PROBLEMS:
            return find_problem(near) or find_part(read.full, _PROBLEM) or find_part(full, _EASED)
        case Topic.TASKS:
            return find_part(read.full, _PROBLEM) or find_part(full, _WORKED_ON)
        case Topic.METHODS:
            return _clause(find_method(near))
        case Topic.RESULTS:
            return _clause(find_main_result(near), LONGEST_RESULT)
        case Topic.GUARANTEES:
            proved = [s for s in told if can_stand(s) and _is_proved(s)]
            return _clause(max(proved, key=_says_rate, default=None), LONGEST_RESULT)
        case Topic.OTHER:
            tells = sum(asked.wanted.values()) >= TELLING
            return _clause(max(told, key=worth, default=None), LONGEST_RESULT) if tells else None
        case Topic.AVAILABILITY:
            released = (s for s in read.full if _is_released(s, asked.words))
            return _clause(next(released, None), LONGEST_RESULT)
        case topic:
            return _telling_clause(_most_telling(full, topic), topic)


def _most_telling(own: Own, topic: Topic) -> CandidateSentence | None:
    """The one that answers the topic and can be read alone; a comparison with earlier work also
    where it leans on the sentence before."""
    telling = [s for s in own if _tells(s, topic)]
    standing = [s for s in telling if can_stand(s)]
    if topic is Topic.COMPARISONS:
        earlier = [s for s in telling if _EARLIER.search(s.text)]
        standing = [s for s in earlier if can_stand(s)] or earlier or standing
    return max(standing, key=worth, default=None)


def _is_proved(statement: CandidateSentence) -> bool:
    says = _GUARANTEED.search(statement.text) or _PROVING.search(statement.framing.verb)
    sets = _NO_METHOD.search(statement.framing.verb)
    return bool(says) and not (sets or _TRIED.search(_in_full(statement).text))


def _says_rate(statement: CandidateSentence) -> tuple[bool, float]:
    return bool(_RATE.search(statement.text)), worth(statement)


def _in_full(statement: CandidateSentence) -> CandidateSentence:
    return start_at(statement, statement.sentence.start)


def _is_released(statement: CandidateSentence, words: str) -> bool:
    """Whether it says that what the words name can be had."""
    wanted = {found.lastgroup for found in _THINGS.finditer(words)}
    named = {found.lastgroup for found in _THINGS.finditer(statement.text)}
    return bool(_RELEASED.search(statement.text)) and (not wanted or bool(wanted & named))


def _tells(statement: CandidateSentence, topic: Topic) -> bool:
    if topic is Topic.LIMITS:
        return _is_own_limit(statement)
    if topic is Topic.FUTURE:
        text = statement.text
        return bool(_AHEAD.search(text) and _AHEAD.search(_OFFERED.sub(" ", text)))
    return bool(_TELLS[topic].search(statement.text))


def _is_own_limit(statement: CandidateSentence) -> bool:
    in_place = _LIMITS.search(statement.passage.section or "")
    named = in_place and doing(statement) is Doing.LIMITS
    return bool(named or _OWN_LIMIT.search(statement.text))


def _telling_clause(chosen: CandidateSentence | None, topic: Topic) -> PaperCell | None:
    """The clause; all of the sentence where the topic's own words would be cut off."""
    cut = _clause(chosen, LONGEST_RESULT)
    if cut is None or chosen is None or topic not in _TELLS or _TELLS[topic].search(cut.text):
        return cut
    return cell_of(chosen.text, [chosen])


def _clause(chosen: CandidateSentence | None, longest: int = LONGEST_CELL) -> PaperCell | None:
    return cell_of(clause_of(chosen, longest).text, [chosen]) if chosen else None
