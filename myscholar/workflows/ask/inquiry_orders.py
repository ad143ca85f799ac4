"""What a question on its way amounts to as orders, and who carries them out."""

from myscholar.domain.engine import Engine
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.orders import ActionsOrder, ReportOrder
from myscholar.domain.profile import Profile
from myscholar.domain.runs import RunId
from myscholar.errors import InputError, NotRecorded, UnknownName, UnreadableFile
from myscholar.workflows.engines import missing_key
from myscholar.workflows.jobs import check
from myscholar.workflows.profile.profiles import profile_of
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services


def reader_of(services: Services, inquiry: Inquiry) -> Profile | None:
    """Whom it is for, as `profile_by_id` finds it."""
    return profile_by_id(services, inquiry.profile_id)


def profile_by_id(services: Services, profile_id: str | None) -> Profile | None:
    """None for none, and for one that is gone or not inferred yet. Raises StorageError."""
    if profile_id is None:
        return None
    try:
        return profile_of(services, profile_id)
    except (UnknownName, InputError):
        return None


def engine_of(services: Services, inquiry: Inquiry) -> Engine:
    """What proposes and writes for it. Where choices go beyond a recording and there is a model,
    that one does."""
    if not inquiry.recorded or (
        services.settings.has_models and beyond_recording(services, inquiry)
    ):
        return Engine.AUTO
    return Engine.RECORDED


def beyond_recording(services: Services, inquiry: Inquiry) -> str:
    """Why what comes next can't be played: other actions are chosen, the profile was changed, or
    the recording can't be read. Empty where it can, and where nothing is played."""
    if not inquiry.recorded:
        return ""
    try:
        if inquiry.actions or not inquiry.with_actions:
            check(services, report_order(services, inquiry, Engine.RECORDED))
        else:
            check(services, actions_order(services, inquiry, Engine.RECORDED))
    except (NotRecorded, UnreadableFile) as beyond:
        return str(beyond)
    return ""


def no_model(services: Services, inquiry: Inquiry) -> str:
    """Why no model can be asked for what comes next, in words; empty where nothing is known to be
    in the way."""
    engine = engine_of(services, inquiry)
    return (
        beyond_recording(services, inquiry)
        if engine is Engine.RECORDED
        else missing_key(services, engine)
    )


def is_played(services: Services, profile_id: str) -> bool:
    """Whether the profile was made from recorded answers."""
    try:
        return facts_of(services, RunId(profile_id)).engine is Engine.RECORDED
    except UnknownName:
        return False


def actions_order(services: Services, inquiry: Inquiry, engine: Engine) -> ActionsOrder:
    return ActionsOrder(
        question=inquiry.question,
        profile=reader_of(services, inquiry),
        sources=inquiry.sources,
        engine=engine,
    )


def report_order(services: Services, inquiry: Inquiry, engine: Engine) -> ReportOrder:
    without_head = (
        engine is Engine.EXTRACTIVE
        or inquiry.research is not None
        or (inquiry.recorded and engine is not Engine.RECORDED)
    )
    return ReportOrder(
        question=inquiry.question,
        actions=inquiry.actions.chosen if inquiry.actions and inquiry.with_actions else (),
        profile=reader_of(services, inquiry),
        sources=inquiry.sources,
        filters=inquiry.filters,
        with_tables=inquiry.with_tables,
        research=inquiry.research,
        head_start=None if without_head else inquiry.head_start,
        engine=engine,
    )
