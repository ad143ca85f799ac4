"""Which reports are set side by side, and in which order they are shown."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eval.domain.report import ScholarReport
from eval.studies.blind.plain import to_plain


@dataclass(frozen=True)
class Shown:
    """A report as it came, which is counted, and in the plain form in which it is read."""

    report: ScholarReport
    plain: ScholarReport

    @property
    def system(self) -> str:
        return self.report.system


@dataclass(frozen=True)
class ReportPair:
    """`a` is shown first."""

    query_id: str
    question: str
    a: Shown
    b: Shown

    @property
    def pair_id(self) -> str:
        """Of what is shown, in its order: tells forms about other texts."""
        texts = (self.question, self.a.plain.text, self.b.plain.text)
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:8]

    def turned(self) -> "ReportPair":
        return ReportPair(self.query_id, self.question, self.b, self.a)


def show_all(reports: Sequence[ScholarReport]) -> tuple[Shown, ...]:
    """Each with all names of all of them hidden."""
    names = {report.system for report in reports}
    return tuple(Shown(report, to_plain(report, names)) for report in reports)


def pair_up(shown: Sequence[Shown], of: Sequence[str], *, seed: int) -> tuple[ReportPair, ...]:
    """Each system of `of` with every other one on each question that both answer, in order of
    question; which of the two comes first is drawn by seed, for each pair by itself."""
    return tuple(_pairs(shown, of, seed))


def _pairs(shown: Sequence[Shown], of: Sequence[str], seed: int) -> Iterator[ReportPair]:
    by_question: dict[str, list[Shown]] = {}
    for each in shown:
        by_question.setdefault(each.report.query_id, []).append(each)
    for query_id, here in sorted(by_question.items()):
        done = set[frozenset[str]]()
        for name in of:
            for one in (s for s in here if s.system == name):
                for other in (s for s in here if s.system != name):
                    both = frozenset((one.system, other.system))
                    if both not in done:
                        done.add(both)
                        pair = ReportPair(query_id, one.report.question, one, other)
                        yield pair.turned() if _is_turned(query_id, both, seed) else pair


def _is_turned(query_id: str, systems: frozenset[str], seed: int) -> bool:
    """As by a coin, the same whatever other pairs there are."""
    key = "\0".join((str(seed), query_id, *sorted(systems)))
    return hashlib.sha256(key.encode()).digest()[0] % 2 == 1
