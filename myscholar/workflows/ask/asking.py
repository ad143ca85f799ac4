"""A question on its way to a report: proposing, choosing, searching ahead, writing. Each change is
kept, so that a screen finds it again."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from pydantic import ValidationError

from myscholar.domain.actions import ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.feedback import Subject
from myscholar.domain.inquiry import Inquiry, InquiryId
from myscholar.domain.orders import ActionsOrder, read_order
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import BegunElsewhere, NotRecorded, UnknownName
from myscholar.workflows.actions import choose_actions
from myscholar.workflows.actions.learned import remember_choices
from myscholar.workflows.ask.inquiries import (
    change_inquiry,
    get_inquiry,
    keep_inquiry,
    list_inquiries,
    new_inquiry,
)
from myscholar.workflows.ask.inquiry_orders import actions_order, engine_of, report_order
from myscholar.workflows.engines import missing_key, takes_model
from myscholar.workflows.jobs import cancel, start
from myscholar.workflows.library.sources import SAMPLE
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

_SEARCHED = ("question", "sources", "filters", "research")
"""What a head start rests on."""
_RECORDED_FOR = (*_SEARCHED, "profile_id")
"""What a recording is for: with another one the question is asked as any other."""
_BEGUN = ("clarifying", "proposing", "reports")
_BEGIN_TRIES = 50
"""Of a tenth of a second each: longer than a run takes to begin. By hand."""


def change(services: Services, inquiry: Inquiry, **changes: object) -> Inquiry:
    """The inquiry with what the person set anew. A search that goes on ahead is stopped where it
    would be for something else.

    `inquiry` is what the person saw: what was changed elsewhere meanwhile, as in a second tab,
    stays. A question that reads otherwise there by now is not written over: the one wanted here
    becomes an inquiry of its own, with the same actions; so does one for a question that was
    deleted there.
    """
    new = {name: value for name, value in changes.items() if getattr(inquiry, name) != value}

    def is_apart(stored: Inquiry) -> bool:
        return "question" in new and stored.question not in (inquiry.question, new["question"])

    kept = _store(services, inquiry, lambda s: s if is_apart(s) else s.model_copy(update=new))
    is_lost = "question" in new and _now_kept(services, inquiry) is None
    return _apart(services, kept, new) if is_lost or is_apart(kept) else kept


def _now_kept(services: Services, inquiry: Inquiry) -> Inquiry | None:
    """None where it was deleted, as in a second tab."""
    try:
        return get_inquiry(services, inquiry.inquiry_id)
    except UnknownName:
        return None


def _apart(services: Services, inquiry: Inquiry, changes: dict[str, object]) -> Inquiry:
    """An inquiry of its own, for which nothing was begun yet."""
    its_own = {"inquiry_id": InquiryId(services.new_id()), "created_at": services.now()}
    begun = {
        "clarifying": None, "proposing": None, "head_start": None, "reports": (), "recorded": False,
    }  # fmt: skip
    made = inquiry.model_copy(update={**changes, **its_own, **begun})
    keep_inquiry(services, made)
    return made


def _store(services: Services, inquiry: Inquiry, change: Callable[[Inquiry], Inquiry]) -> Inquiry:
    def change_all(stored: Inquiry) -> Inquiry:
        changed = change(stored)
        if not _alike(changed, stored, _RECORDED_FOR):
            changed = changed.model_copy(update={"recorded": False})
        return (
            changed
            if _alike(changed, stored, _SEARCHED)
            else changed.model_copy(update={"head_start": None})
        )

    before, after = change_inquiry(services, inquiry, change_all)
    if before.head_start and after.head_start is None:
        _stop_search(services, before)
    return after


def _alike(one: Inquiry, other: Inquiry, names: Iterable[str]) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in names)


def play_sample(services: Services, profile_id: str) -> Inquiry:
    """The recorded question for the profile that was played, as it was left if it was begun
    before."""
    known = (
        i for i in list_inquiries(services, limit=200) if i.recorded and i.profile_id == profile_id
    )
    if (found := next(known, None)) is not None:
        return found
    made = new_inquiry(services, SAMPLE_QUESTION, sources=(SAMPLE,), profile_id=profile_id)
    return _store(services, made, lambda stored: stored.model_copy(update={"recorded": True}))


def split_question(services: Services, inquiry: Inquiry, question: str, other: str) -> Inquiry:
    """One of two questions is asked now; the other becomes an inquiry of its own, with the same
    settings."""
    later = new_inquiry(services, other)
    change(
        services,
        later,
        **{
            name: getattr(inquiry, name)
            for name in ("sources", "filters", "with_tables", "research", "profile_id")
        },
    )
    return change(services, inquiry, question=question)


def propose(services: Services, inquiry: Inquiry, *, engine: Engine = Engine.AUTO) -> Inquiry:
    """Begins the run that proposes actions. Raises EmptyQuestion, QuestionTooLong,
    EngineUnavailable, NotRecorded, BegunElsewhere."""
    engine = engine_of(services, inquiry) if engine is Engine.AUTO else engine
    with alone(services, inquiry):
        run_id = start(services, actions_order(services, inquiry, engine))
        return change(services, inquiry, proposing=run_id, exhausted=False)


@contextmanager
def alone(services: Services, inquiry: Inquiry) -> Iterator[None]:
    """Nobody else begins anything for the question meanwhile. Raises BegunElsewhere where somebody
    did, or is about to, or deleted it, since it was `inquiry`, as in a second tab."""
    name = f"inquiry-{inquiry.inquiry_id}"
    tries = (services.runs.locks.hold(name) for _ in range(_BEGIN_TRIES))
    release = next(filter(None, tries), None)
    if release is None:
        raise BegunElsewhere
    try:
        now = _now_kept(services, inquiry)
        if now is None or not _alike(now, inquiry, _BEGUN):
            raise BegunElsewhere
        yield
    finally:
        release()


def propose_more(services: Services, inquiry: Inquiry, *, like: str | None = None) -> Inquiry:
    """Begins the run that proposes more than there are, or more like one of them. Raises what
    `propose` raises."""
    if inquiry.actions is None:
        return propose(services, inquiry)
    order = actions_order(services, inquiry, engine_of(services, inquiry)).model_copy(
        update={
            "question": inquiry.actions.question,
            "more": inquiry.actions,
            "like": next((a for a in inquiry.actions.actions if a.action_id == like), None),
        }
    )
    with alone(services, inquiry):
        try:
            run_id = start(services, order)
        except NotRecorded:
            if not services.settings.has_models:
                raise
            run_id = start(services, order.model_copy(update={"engine": Engine.AUTO}))
        return change(services, inquiry, proposing=run_id, exhausted=False)


def take_in(services: Services, inquiry: Inquiry) -> Inquiry:
    """With what the run proposed, once it has finished; then the search begins ahead. A run that
    was deleted is forgotten."""
    run_id = inquiry.proposing
    try:
        if run_id is None or services.runs.info(run_id).status is not RunStatus.FINISHED:
            return inquiry
        proposed = ActionList.model_validate(services.runs.result(run_id))
        more = read_order(ActionsOrder, services.runs.order(run_id).inputs).more
    except (UnknownName, ValidationError):
        return _store(services, inquiry, lambda stored: _end_proposing(stored, run_id))

    def take_in(stored: Inquiry) -> Inquiry:
        return _end_proposing(
            stored,
            run_id,
            **(_further(stored, more, proposed) if more else _first(stored, proposed)),
        )

    return search_ahead(services, _store(services, inquiry, take_in))


def edit_actions(
    services: Services, inquiry: Inquiry, change: Callable[[ActionList], ActionList]
) -> Inquiry:
    """With the actions as `change` makes them, doubts looked at anew. Nothing happens before there
    are actions."""
    if inquiry.actions is None:
        return inquiry

    def edit(stored: Inquiry) -> Inquiry:
        if stored.actions is None:
            return stored
        return stored.model_copy(update={"actions": choose_actions.recheck(change(stored.actions))})

    return _store(services, inquiry, edit)


def search_ahead(services: Services, inquiry: Inquiry) -> Inquiry:
    """Begins the search while the person still chooses actions, where a language model will write
    and it has not begun yet."""
    if (
        inquiry.head_start
        or inquiry.actions is None
        or not inquiry.with_actions
        or inquiry.research
        or not _can_ask(services, inquiry)
    ):
        return inquiry
    mine = RunId(services.new_id())
    noted = _store(
        services,
        inquiry,
        lambda stored: stored.model_copy(update={"head_start": stored.head_start or mine}),
    )
    if noted.head_start != mine:
        return noted  # somebody else was faster
    try:
        order = report_order(services, noted, engine_of(services, noted))
        start(services, order.ahead, run_id=mine)
    except BaseException:
        change(services, noted, head_start=None)
        raise
    return noted


def _can_ask(services: Services, inquiry: Inquiry) -> bool:
    """Whether there is a model that can be asked, or what one answered before."""
    engine = engine_of(services, inquiry)
    is_set = engine is Engine.RECORDED or services.settings.has_models
    return is_set and takes_model(services, engine) and not missing_key(services, engine)


def leave(services: Services, inquiry: Inquiry) -> Inquiry:
    """The person turns to another question: a search that goes on ahead stops. One that is done, or
    that a report waits for, is kept."""
    if not is_unfinished(services, inquiry.head_start) or _is_waited_for(services, inquiry):
        return inquiry
    return change(services, inquiry, head_start=None)


def write(services: Services, inquiry: Inquiry, *, engine: Engine = Engine.AUTO) -> RunId:
    """Begins the report with the chosen actions, and remembers what the person did with them.

    Raises EmptyQuestion, QuestionTooLong, EngineUnavailable, NotRecorded, BegunElsewhere.
    """
    actions = inquiry.actions if inquiry.with_actions else None
    engine = engine_of(services, inquiry) if engine is Engine.AUTO else engine
    with alone(services, inquiry):
        run_id = start(services, report_order(services, inquiry, engine))
        _store(
            services,
            inquiry,
            lambda stored: stored.model_copy(update={"reports": (*stored.reports, run_id)}),
        )
    if actions:
        said = services.store.feedback.on(inquiry.inquiry_id)
        refused = [f.item for f in said if f.subject is Subject.ACTION and not f.liked]
        remember_choices(services, actions, inquiry.defaults, refused)
    return run_id


def _end_proposing(inquiry: Inquiry, run_id: RunId | None, **changes: object) -> Inquiry:
    """Without the run that proposed; as it is where that run was dealt with already, as in a second
    tab."""
    return (
        inquiry.model_copy(update={"proposing": None, **changes})
        if inquiry.proposing == run_id
        else inquiry
    )


def _first(inquiry: Inquiry, proposed: ActionList) -> dict[str, object]:
    """A new proposal takes the place of the old one; what the person added stays."""
    own = tuple(a for a in inquiry.actions.actions if a.is_own) if inquiry.actions else ()
    actions = proposed.model_copy(update={"actions": (*proposed.actions, *own)})
    return {
        "actions": actions,
        "defaults": tuple(a.action_id for a in proposed.chosen),
        "newest": (),
        "exhausted": False,
    }


def _further(inquiry: Inquiry, asked: ActionList, brought: ActionList) -> dict[str, object]:
    actions, new = choose_actions.add_proposed(inquiry.actions or asked, asked, brought)
    return {"actions": actions, "newest": new, "exhausted": not new}


def _stop_search(services: Services, inquiry: Inquiry) -> None:
    if (
        inquiry.head_start
        and is_unfinished(services, inquiry.head_start)
        and not _is_waited_for(services, inquiry)
    ):
        cancel(services, inquiry.head_start)


def _is_waited_for(services: Services, inquiry: Inquiry) -> bool:
    """Whether a report that is not written yet is to take over the search that goes on ahead."""
    unfinished = (run_id for run_id in inquiry.reports if is_unfinished(services, run_id))
    return any(facts_of(services, run_id).head_start == inquiry.head_start for run_id in unfinished)


def is_unfinished(services: Services, run_id: RunId | None) -> bool:
    try:
        return run_id is not None and not services.runs.info(run_id).status.has_ended
    except UnknownName:
        return False
