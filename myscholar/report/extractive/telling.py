"""Which of a paper's sentences tell its problem, its method and its main result, and from where."""

import re
from dataclasses import replace

from myscholar.domain.papers import PassageId
from myscholar.domain.tables import PaperCell
from myscholar.domain.text import Span, one_line
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.doing import Doing, doing
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.table import find_result
from myscholar.report.extractive.values import Own, cell_of
from myscholar.report.framing import Joint
from myscholar.report.quality import dangles
from myscholar.text.lexicons import pattern

HEAD = 90
"""Characters in which authors name what they made; by hand."""
SHORTEST_METHOD = 20
"""Characters of a method whose end is cut off; by hand."""
LONGEST_PROBLEM = 360
"""Characters of a problem for which two sentences are needed; by hand."""
_PROPOSED = pattern("table_columns.proposed")
_PROPOSING = pattern("table_columns.proposing")
_INSIDE = pattern("table_columns.proposed_inside")
_THINGS = pattern("table_columns.things_made")
_NOT_MADE = pattern("table_columns.found_not_made")
_THEORY = pattern("table_columns.theory_made")
_NO_METHOD = pattern("table_columns.no_method")
_TOLD = pattern("table_columns.told")
_UNPROVEN = pattern("table_columns.unproven")
_SIDE = pattern("table_columns.side")
_HANGS = pattern("table_columns.hangs")
_HUNG_END = pattern("table_columns.hung_end")
_LEANING_OPENING = pattern("table_columns.leaning_opening")
_LACKS = {SentenceRole.LIMITATION, SentenceRole.FUTURE}
_HARD = pattern("table_columns.hard")
_WE_ALL = pattern("table_columns.we_all")
_STUDYING = pattern("table_columns.studying")
_BESIDE_METHOD = pattern("table_columns.things_released_beside")


def with_motives(statements: Own) -> tuple[CandidateSentence, ...]:
    """With those marked that stand before "we propose", also where no quote begins behind it."""
    first: dict[PassageId, int] = {}
    for s in statements:
        if s.framing.joint is Joint.SPOKEN and _PROPOSED.search(s.text):
            first.setdefault(s.passage.passage_id, s.sentence.start)
    framed = {s.passage.passage_id for s in statements if s.framing.verb}

    def is_motive(s: CandidateSentence) -> bool:
        before = s.sentence.start < first.get(s.passage.passage_id, s.sentence.start + 1)
        return before and (s.is_motive or s.passage.passage_id in first.keys() - framed)

    return tuple(replace(s, is_motive=is_motive(s)) for s in statements)


def find_problem(own: Own) -> PaperCell | None:
    """What is hard, lacking or unknown, from the last such sentence before what the authors did
    that can be read alone or with the one that it leans on; else from one further on."""
    others = [s for s in own if s.framing.joint is not Joint.SPOKEN or _WE_ALL.search(s.text)]
    lacking = [s for s in others if s.is_motive and _HARD.search(s.text)]
    for s in reversed(lacking):
        if cell := _alone(s) or _with_one_before(s, own):
            return cell
    last = max((s.sentence.start for s in own if doing(s) is Doing.PROPOSES), default=0)
    further = (s for s in others if s.sentence.start < last and s.cues & _LACKS)
    return next((_alone(s) for s in further if not s.framing.verb and can_stand(s)), None)


def _alone(s: CandidateSentence) -> PaperCell | None:
    s = _from_behind_leaning(s)
    return cell_of(s.text, [s]) if can_stand(s) else None


def _with_one_before(s: CandidateSentence, own: Own) -> PaperCell | None:
    before = next((b for b in own if 0 <= s.sentence.start - b.sentence.end <= 2), None)
    if before is None or not can_stand(before) or before.passage is not s.passage:
        return None
    text = one_line(Span(before.framing.span.start, s.framing.span.end).of(s.passage.text))
    return cell_of(text, [before, s]) if len(text) <= LONGEST_PROBLEM else None


def find_method(own: Own) -> CandidateSentence | None:
    """The first that says what is proposed, else what is made, else what is studied."""
    offers = [offer for s in own if not s.is_motive and (offer := _offer(s))]
    ranked = [(rank, whole) for rank, s in offers if (whole := _without_hung_end(s))]
    return min(ranked, key=lambda each: each[0], default=(0, None))[1]


def find_main_result(own: Own) -> CandidateSentence | None:
    """What came out, before what came out beside it."""
    proven = [s for s in own if not (_UNPROVEN.search(s.framing.verb) or _INSIDE.search(s.text))]
    main = [s for s in proven if not _SIDE.search(s.sentence.of(s.passage.text))]
    proposal = next((s.sentence.start for s in own if doing(s) is Doing.PROPOSES), 0)
    after = [s for s in main if s.sentence.start >= proposal]
    for some in (after, main, proven):
        standing = [s for s in some if can_stand(s)]
        if found := find_result(standing):
            return _outcome(found) or found
        if told := next(filter(None, (_outcome(s) for s in standing if not s.is_motive)), None):
            return told
    return None


def can_stand(statement: CandidateSentence) -> bool:
    """Whether it can be read without the sentence before it, beside its paper's title."""
    text = statement.text
    return not (_HANGS.search(text) or (statement.is_motive and dangles(_capital(text))))


def start_at(statement: CandidateSentence, start: int) -> CandidateSentence:
    span = Span(start, statement.framing.span.end)
    return replace(statement, framing=statement.framing._replace(span=span))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _from_behind_leaning(statement: CandidateSentence) -> CandidateSentence:
    """Without "Despite this potential,"."""
    opening = _LEANING_OPENING.search(statement.text)
    return (
        start_at(statement, statement.framing.span.start + opening.end()) if opening else statement
    )


def _offer(s: CandidateSentence) -> tuple[int, CandidateSentence] | None:
    """How surely it tells what its authors offer, 0 the surest, and from where it tells it."""
    verb, does = s.framing.verb, doing(s)
    is_theory = bool(_THEORY.search(s.text))
    if does is Doing.PROPOSES and _NOT_MADE.search(s.text):
        return None
    if does is Doing.PROPOSES and _PROPOSING.search(verb) and not is_theory:
        return int(bool(_BESIDE_METHOD.search(s.text[:HEAD]))), s
    if inside := _INSIDE.search(s.text):
        return 0, start_at(s, s.framing.span.start + inside.end())
    if does is Doing.PROPOSES and not _NO_METHOD.search(verb):
        return (4 if is_theory else 2), s
    if does is Doing.STUDIES and not _NO_METHOD.search(verb):
        names_thing = _THINGS.search(s.text[:HEAD]) and not _STUDYING.search(verb)
        return (2 if names_thing else 3), _with_verb(s)
    return (4, s) if not verb and _PROPOSED.search(s.text) else None


def _with_verb(statement: CandidateSentence) -> CandidateSentence:
    """From its verb on: "compare two tools", not "two tools"."""
    n = len(statement.framing.verb.split())
    text = statement.passage.text[: statement.framing.span.start]
    before = re.search(rf"(?:\w+\s+){{{n}}}$", text)
    return start_at(statement, before.start()) if before else statement


def _without_hung_end(statement: CandidateSentence) -> CandidateSentence | None:
    """Without "to solve these issues"; None where it can't be read alone even so."""
    if not _HANGS.search(statement.text):
        return statement
    end, start = _HUNG_END.search(statement.text), statement.framing.span.start
    if not end or end.start() < SHORTEST_METHOD:
        return None
    span = Span(start, start + end.start())
    cut = replace(statement, framing=statement.framing._replace(span=span))
    return None if _HANGS.search(cut.text) else cut


def _outcome(statement: CandidateSentence) -> CandidateSentence | None:
    """From where it tells what came out."""
    if doing(statement) is Doing.REPORTS and statement.framing.joint is Joint.THAT:
        return statement
    found = _TOLD.search(statement.text)
    return start_at(statement, statement.framing.span.start + found.end()) if found else None
