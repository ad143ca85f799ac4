"""Reports that others may read by a link. Deleting a report ends its share too."""

from myscholar.domain.report import Report
from myscholar.errors import UnknownName, UnknownShare
from myscholar.workflows.report.reports import get_report
from myscholar.workflows.services import Services


def share(services: Services, report_id: str) -> str:
    """The key that opens the report, 32 characters that an address can hold; the same one if it is
    shared already.

    Raises UnknownName for a report that does not exist, StorageError.
    """
    get_report(services, report_id)
    return services.store.shares.share(report_id, services.new_key(), at=services.now())


def share_key(services: Services, report_id: str) -> str | None:
    """None: it is not shared. Raises StorageError."""
    return services.store.shares.key_of(report_id)


def unshare(services: Services, report_id: str) -> None:
    """The link opens nothing any more; sharing again makes another one. Raises StorageError."""
    services.store.shares.end(report_id)


def shared_report(services: Services, key: str) -> Report:
    """Raises UnknownShare, also for a report that is gone; StorageError."""
    report_id = services.store.shares.report_of(key)
    if report_id is None:
        raise UnknownShare()
    try:
        return get_report(services, report_id)
    except UnknownName as error:
        raise UnknownShare() from error
