"""Whoever opens a connection to Semantic Scholar closes it, also when something else fails."""

import pytest

from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Relation
from myscholar.errors import UnknownName
from myscholar.workflows.jobs import carry_out
from myscholar.workflows.library.gather_papers import read_pasted
from myscholar.workflows.library.sources import SCHOLAR


async def test_after_pasted_lines_are_looked_up(refused) -> None:
    read = await read_pasted(refused, ("10.1234/x", "A title"), relation=Relation.MINE)
    assert len(read.problems) == 2
    assert refused.all_closed
    assert refused.__dict__["given"]


async def test_when_another_source_is_unknown(refused) -> None:
    with pytest.raises(UnknownName):
        await carry_out(
            refused, ReportOrder(question="How do tides rise?", sources=(SCHOLAR, "corpus:nowhere"))
        )
    assert refused.all_closed
