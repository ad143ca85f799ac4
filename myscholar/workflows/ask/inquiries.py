"""The questions asked so far, each with what was set for it: so a page finds everything again."""

from collections.abc import Callable, Sequence

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.inquiry import Inquiry, InquiryId
from myscholar.domain.interaction import ResearchPlan
from myscholar.domain.profile import ProfileId
from myscholar.errors import UnknownName
from myscholar.text.question import check_question
from myscholar.workflows.services import Services


def new_inquiry(
    services: Services,
    question: str,
    *,
    sources: Sequence[str] = (),
    filters: SearchFilters = SearchFilters(),
    with_tables: bool = True,
    research: ResearchPlan | None = None,
    profile_id: str | None = None,
) -> Inquiry:
    """Kept at once. Raises EmptyQuestion, QuestionTooLong, StorageError."""
    inquiry = Inquiry(
        inquiry_id=InquiryId(services.new_id()),
        question=check_question(question),
        sources=tuple(sources),
        filters=filters,
        with_tables=with_tables,
        research=research,
        profile_id=None if profile_id is None else ProfileId(profile_id),
        created_at=services.now(),
    )
    keep_inquiry(services, inquiry)
    return inquiry


def get_inquiry(services: Services, inquiry_id: str) -> Inquiry:
    """Raises UnknownName, StorageError."""
    return services.store.inquiries.load(InquiryId(inquiry_id))


def keep_inquiry(services: Services, inquiry: Inquiry) -> None:
    """In the place of the one with the same id. Raises StorageError."""
    services.store.inquiries.save(inquiry, at=services.now())


def change_inquiry(
    services: Services, inquiry: Inquiry, change: Callable[[Inquiry], Inquiry]
) -> tuple[Inquiry, Inquiry]:
    """The inquiry as it was kept, and as `change` makes it of that, which is kept now: so two that
    change it at once lose nothing.

    What `change` does may be done again, so it has no effect but its result. One that was deleted
    meanwhile stays deleted.
    """
    while True:
        try:
            stored = get_inquiry(services, inquiry.inquiry_id)
        except UnknownName:
            return inquiry, change(inquiry)
        changed = change(stored)
        if changed == stored or services.store.inquiries.swap(stored, changed, at=services.now()):
            return stored, changed


def list_inquiries(services: Services, limit: int = 20) -> tuple[Inquiry, ...]:
    """The last asked first. Raises StorageError."""
    return services.store.inquiries.recent(limit)


def count_inquiries(services: Services) -> int:
    """Raises StorageError."""
    return services.store.inquiries.count()


def delete_inquiry(services: Services, inquiry_id: str) -> None:
    """Its reports stay. Nothing happens if it is not there. Raises StorageError."""
    services.store.inquiries.delete(InquiryId(inquiry_id))
