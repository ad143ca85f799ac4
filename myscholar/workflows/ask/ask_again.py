"""From a report back to its question and its actions, with everything that was set for them, to be
changed."""

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.orders import ReportOrder, read_order
from myscholar.domain.runs import RunId
from myscholar.workflows.ask.inquiries import keep_inquiry, list_inquiries, new_inquiry
from myscholar.workflows.profile.profiles import list_profiles
from myscholar.workflows.report.reports import actions_of_report, list_reports, report_record
from myscholar.workflows.services import Services


def ask_again(services: Services, report_id: str) -> Inquiry:
    """A new inquiry with the report's question, sources, filters, profile and actions, to be
    changed. Raises UnknownName, InputError."""
    asked = _inquire(services, report_record(services, report_id).order)
    return _with_actions(services, asked, actions_to_change(services, report_id))


def ask_instead(services: Services, run_id: RunId) -> Inquiry:
    """The question for which a run was to propose actions or write a report, to be changed: the
    same would fail again.

    One that is not kept any more is made anew, as it was given to the run. Raises UnknownName.
    """
    known = next(
        (i for i in list_inquiries(services, limit=200) if run_id in (i.proposing, *i.reports)),
        None,
    )
    if known:
        return known
    given = services.runs.order(run_id).inputs
    order = read_order(
        ReportOrder,
        {name: value for name, value in given.items() if name in ReportOrder.model_fields},
    )
    asked = _inquire(services, order)
    actions = ActionList(
        question=order.question, actions=order.actions, profile_id=asked.profile_id
    )
    return _with_actions(services, asked, actions) if order.actions else asked


def _with_actions(services: Services, inquiry: Inquiry, actions: ActionList) -> Inquiry:
    inquiry = inquiry.model_copy(update={"actions": actions})
    keep_inquiry(services, inquiry)
    return inquiry


def _inquire(services: Services, order: ReportOrder) -> Inquiry:
    """A new inquiry with what was ordered."""
    profile_id = order.profile.profile_id if order.profile else None
    known = {saved.profile_id for saved in list_profiles(services)}
    return new_inquiry(
        services,
        order.question,
        sources=order.sources,
        filters=order.filters,
        with_tables=order.with_tables,
        research=order.research,
        profile_id=profile_id if profile_id in known else None,
    )


def actions_to_change(services: Services, report_id: str) -> ActionList:
    """Those that the report carried out, and behind them, switched off, what else was proposed for
    its question, with what was left out of that. Raises UnknownName, InputError."""
    kept = report_record(services, report_id)
    carried_out = actions_of_report(services, report_id) or ActionList(
        question=kept.order.question, actions=()
    )
    known = {action.action_id for action in carried_out.actions}
    proposed = _find_proposed(services, report_id) or ActionList(question="", actions=())
    others = (_off(a) for a in proposed.actions if a.action_id not in known)
    left = proposed.left_out
    still = tuple(o for o in left if o.action is None or o.action.action_id not in known)
    together = {
        "actions": (*carried_out.actions, *others),
        "left_out": still,
        "topics": proposed.topics,
    }
    return carried_out.model_copy(update=together)


def _find_proposed(services: Services, report_id: str) -> ActionList | None:
    """For the question that this report, or the one that it goes back to, was written for."""
    bases = {str(saved.report_id): saved.base for saved in list_reports(services)}
    line: list[str] = []
    now: str | None = report_id
    while now and now not in line:
        line.append(now)
        now = bases.get(now)
    asked = next(
        (i for i in list_inquiries(services, limit=200) if set(i.reports) & set(line)), None
    )
    return asked.actions if asked else None


def _off(action: Action) -> Action:
    return action.model_copy(update={"enabled": False, "emphasis": False})
