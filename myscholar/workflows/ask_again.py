"""From a report back to its question, with everything that was set for it."""

from myscholar.domain.inquiry import Inquiry
from myscholar.workflows.inquiries import keep_inquiry, new_inquiry
from myscholar.workflows.profiles import list_profiles
from myscholar.workflows.reports import actions_of_report, kept_report
from myscholar.workflows.services import Services


def ask_again(services: Services, report_id: str) -> Inquiry:
    """A new inquiry with the report's question, sources, filters, profile and actions, to be changed. Raises UnknownName, InputError."""
    order = kept_report(services, report_id).order
    profile_id = order.profile.profile_id if order.profile else None
    known = {saved.profile_id for saved in list_profiles(services)}
    inquiry = new_inquiry(
        services,
        order.question,
        sources=order.sources,
        filters=order.filters,
        with_tables=order.with_tables,
        profile_id=profile_id if profile_id in known else None,
    ).model_copy(update={"actions": actions_of_report(services, report_id), "with_actions": True})
    keep_inquiry(services, inquiry)
    return inquiry
