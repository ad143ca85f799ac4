"""What is proposed beside what is on screen."""

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder
from myscholar.workflows.jobs import carry_out
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services


async def test_each_action_has_an_id_of_its_own_however_often_more_are_asked_for(
    tmp_services: Services,
) -> None:
    order = ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.EXTRACTIVE)
    first = await carry_out(tmp_services, order)
    more = await carry_out(tmp_services, order.model_copy(update={"more": first}))
    half = len(first.actions) // 2
    kept = (*more.actions[:half], *more.actions[len(first.actions) :][:half])
    fewer = more.model_copy(update={"actions": kept})
    again = await carry_out(tmp_services, order.model_copy(update={"more": fewer}))
    ids = [a.action_id for a in again.actions]
    assert len(ids) > len(fewer.actions)
    assert len(ids) == len(set(ids))
