"""From a report back to its actions."""

from myscholar.domain.actions import LeftOut, Omission
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder, ReportOrder
from myscholar.domain.runs import RunId
from myscholar.workflows.ask import asking
from myscholar.workflows.ask.ask_again import actions_to_change
from myscholar.workflows.ask.inquiries import new_inquiry
from myscholar.workflows.jobs import carry_out
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services


async def test_what_was_left_out_can_still_be_taken_when_a_report_is_changed(
    tmp_services: Services,
) -> None:
    order = ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.EXTRACTIVE)
    proposed = await carry_out(tmp_services, order)
    *listed, taken, other = proposed.actions
    left_out = tuple(
        LeftOut(tldr=a.tldr, reason=Omission.TOO_MANY, action=a) for a in (taken, other)
    )
    chosen = (taken.model_copy(update={"enabled": True}),)
    written = ReportOrder(
        question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.EXTRACTIVE, actions=chosen
    )
    report = await carry_out(tmp_services, written)
    inquiry = new_inquiry(tmp_services, SAMPLE_QUESTION)
    asking.change(
        tmp_services,
        inquiry,
        actions=proposed.model_copy(update={"actions": tuple(listed), "left_out": left_out}),
        reports=(RunId(report.report_id),),
    )
    actions = actions_to_change(tmp_services, report.report_id)
    assert [a.action_id for a in actions.chosen] == [taken.action_id]
    assert actions.left_out == left_out[1:]
