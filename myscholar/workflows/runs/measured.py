"""How long and how dear the work was: in our own measurements, and in the finished runs of this
machine."""

from collections.abc import Mapping
from typing import NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.runs import RunCall, RunId, RunKind
from myscholar.errors import UnknownName
from myscholar.workflows.runs.kept import Kept
from myscholar.workflows.runs.run_facts import RunFacts, facts_of
from myscholar.workflows.services import Services


class Use(NamedTuple):
    """What models are asked and answer. Cached tokens are among those read."""

    n_calls: float = 0
    input_tokens: float = 0
    cached_tokens: float = 0
    output_tokens: float = 0

    def and_also(self, more: "Use", times: float = 1) -> "Use":
        return Use(*(a + times * b for a, b in zip(self, more, strict=True)))


class MeasuredWork(NamedTuple):
    """What a piece of work takes, by the role of the models that do it; without any it is the
    extractive engine's and free.

    `first_words_s` None: it shows no text as it grows.
    """

    seconds: float
    by_role: Mapping[str, Use]
    first_words_s: float | None = None

    @property
    def use(self) -> Use:
        total = Use()
        for use in self.by_role.values():
            total = total.and_also(use)
        return total


# Medians of eval/bench in the reference condition (first token after 1.2 s, 70 tokens/s); see the
# README there.
_REPORT = {"report": Use(8, 27_800, 0, 6_060), "quotes": Use(44, 33_300, 0, 6_680)}
_EIGHT_ACTIONS = {"report": Use(1, 14_600, 0, 630), "quotes": Use(0, 9_050, 0, 0)}
_JUDGE = {"judge": Use(7, 20_800, 0, 690)}
_JUDGED_ACTIONS = {"judge": Use(3, 9_000, 0, 180)}
_TABLES = {"report": Use(2, 4_200, 0, 2_750)}
_HEAD_START = {"report": Use(2, 5_000, 0, 470), "quotes": Use(16, 15_000, 0, 2_000)}
# tokens of five answers that a person gave; the seconds are by hand
_ANSWER, _PLAN, _JUDGED = Use(1, 12_500, 0, 420), Use(1, 1_300, 0, 130), Use(1, 2_500, 0, 90)
_FIVE_PAPERS = Use(0, 245_000, 195_000, 0)
_FIVE_ASPECTS = Use(5, 0, 0, 4_800)
_GENERIC, _PERSONALIZED = Use(1, 2_350, 0, 950), Use(1, 3_600, 0, 900)


def report_work(
    *, n_actions: int, with_tables: bool, head_start: bool, judged: bool
) -> MeasuredWork:
    """A report without sections to compare it with: six of about 500 words. What a head start takes
    is counted, but not its time. `judged`: a model reads its sentences against their quotes, and
    again what was rewritten."""
    eighths = n_actions / 8
    seconds = 33 + 12 * eighths + 6.5 * with_tables - 3 * head_start + judged * (5.5 + 6 * eighths)
    use = {**_REPORT, **(_JUDGE if judged else {})}
    for more, times in (
        (_EIGHT_ACTIONS, eighths),
        (_JUDGED_ACTIONS, eighths * judged),
        (_TABLES, with_tables),
        (_HEAD_START, head_start),
    ):
        use = {role: use[role].and_also(more.get(role, Use()), times) for role in use}
    return MeasuredWork(seconds, use, first_words_s=2.0 if head_start else 14.0)


def head_start_work() -> MeasuredWork:
    """Plan, reading and outline for the question alone: the reading is the report's own, who reads
    more for its actions then."""
    return MeasuredWork(14, {"report": _HEAD_START["report"], "quotes": _REPORT["quotes"]})


def profile_work(n_papers: int) -> MeasuredWork:
    """Five answers to one reading of the papers, which is as long as they are, up to a limit of
    about six full papers."""
    read = min(n_papers, 6) / 5
    return MeasuredWork(17 + 5 * read, {"profile": _FIVE_ASPECTS.and_also(_FIVE_PAPERS, read)})


def answer_work(*, searches: bool, judged: bool) -> MeasuredWork:
    """An answer of 150 words from 10,000 tokens of sources; a search plans first."""
    use = {"report": _ANSWER.and_also(_PLAN, searches), **({"judge": _JUDGED} if judged else {})}
    return MeasuredWork(6 + 8 * searches + 4 * judged, use, first_words_s=2.5 + 8 * searches)


def actions_work(*, with_profile: bool) -> MeasuredWork:
    use = _GENERIC.and_also(_PERSONALIZED) if with_profile else _GENERIC
    return MeasuredWork(16 if with_profile else 14, {"actions": use})


def table_work(*, n_papers: int, n_columns: int, in_full: bool) -> MeasuredWork:
    """Four papers a call, eight calls at once; half of the cells are filled."""
    n_calls = -(-n_papers // 4)
    read, written = 500 + (6_400 if in_full else 1_200), 40 + 4 * n_columns * 20
    seconds = 1.5 + written / 70
    use = Use(n_calls, n_calls * read, 0, n_calls * written)
    return MeasuredWork(1 + seconds * -(-n_calls // 8), {"quotes": use})


def extractive_work(kind: RunKind, *, n_papers: int = 0) -> MeasuredWork:
    each = {RunKind.PROFILE: 0.25, RunKind.TABLE: 0.03}.get(kind, 0.0)
    once = {RunKind.PROFILE: 0.0, RunKind.ACTIONS: 1.0, RunKind.ANSWER: 1.0}.get(kind, 2.0)
    return MeasuredWork(once + each * n_papers, {})


class Past(NamedTuple):
    """What a finished run took, and what our own measurements say of such a one."""

    seconds: float
    calls: tuple[RunCall, ...]
    usual: MeasuredWork

    @property
    def use(self) -> Use:
        calls = self.calls
        return Use(
            len(calls),
            sum(c.input_tokens for c in calls),
            sum(c.cached_tokens for c in calls),
            sum(c.output_tokens for c in calls),
        )

    @property
    def dollars(self) -> float | None:
        """None where the price of a call is not known. One that failed before a token was read cost
        nothing."""
        paid = [c for c in self.calls if not c.error or c.input_tokens + c.output_tokens]
        known = [c.dollars for c in paid if c.dollars is not None]
        return sum(known) if len(known) == len(paid) else None

    @property
    def models(self) -> frozenset[str]:
        return frozenset(c.model for c in self.calls)


_pasts: Kept[Past | None] = Kept(500)


def past_of(services: Services, run_id: RunId) -> Past | None:
    """What is known of a finished run, read once a process since it does not change any more. None
    for one that tells nothing about the next: it was read from a file, answered from this machine's
    store, or written by another version.
    """
    return _pasts.get((services.settings.library_url, run_id), lambda: _read(services, run_id))


def _read(services: Services, run_id: RunId) -> Past | None:
    try:
        facts = facts_of(services, run_id)
        ahead = services.runs.calls(facts.head_start) if facts.head_start else ()
    except (UnknownName, ValueError):
        return None
    if facts.kind is RunKind.TABLE or facts.research:  # how much it read stands in no order
        return None
    own, seconds = services.runs.calls(run_id), services.runs.worked_s(run_id)
    if not seconds or any(call.replayed for call in (*own, *ahead)):
        return None
    judged = any(call.role == "judge" for call in own)
    return Past(seconds, (*ahead, *own), _usual(facts, judged=judged))


def _usual(facts: RunFacts, *, judged: bool) -> MeasuredWork:
    if facts.kind is RunKind.ANSWER and facts.engine is not Engine.EXTRACTIVE:
        return answer_work(searches=facts.searches, judged=judged)
    if facts.engine is Engine.EXTRACTIVE:
        return extractive_work(facts.kind, n_papers=facts.size)
    if facts.kind is RunKind.PROFILE:
        return profile_work(facts.size)
    if facts.kind is RunKind.ACTIONS:
        return actions_work(with_profile=facts.has_profile)
    return report_work(
        n_actions=facts.size,
        with_tables=facts.with_tables,
        head_start=facts.head_start is not None,
        judged=judged,
    )
