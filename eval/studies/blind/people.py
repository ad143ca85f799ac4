"""What people said who compared the same reports, as one more reader."""

from collections.abc import Sequence

from eval.datasets.human_pairs import HumanPair
from eval.domain.blind import Better, Opinion
from eval.studies.blind.judging import Read
from eval.studies.blind.pairs import ReportPair

AUTHOR, ANNOTATOR = "the question's author", "annotator"


def said_by_people(people: Sequence[HumanPair], pairs: Sequence[ReportPair]) -> Read:
    """Their opinions on the pairs, in the order in which the file names the systems: whether they
    saw names is not known. So each other reader's agreement with people stands beside its
    figures."""
    asked = {(p.query_id, frozenset((p.a.system, p.b.system))) for p in pairs}
    return Read(
        opinions=tuple(_opinion(p) for p in people if (p.query_id, frozenset(p.systems)) in asked)
    )


def _opinion(pair: HumanPair) -> Opinion:
    a, b = pair.preference
    return Opinion(
        query_id=pair.query_id,
        first=pair.systems[0],
        second=pair.systems[1],
        reader=AUTHOR if pair.annotator is None else f"{ANNOTATOR} {pair.annotator}",
        better=Better.TIE if a == b else Better.FIRST if a > b else Better.SECOND,
    )
