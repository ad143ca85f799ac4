"""Uploads and pasted lines -> the run that reads them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from myscholar.domain.papers import PaperId, Relation
from myscholar.domain.runs import RunId
from myscholar.workflows.jobs import start
from myscholar.workflows.library.gather_papers import Upload, forget_uploads, order_of
from myscholar.workflows.services import Services


def begin_papers(
    services: Services,
    *,
    text: str = "",
    uploads: Sequence[Upload] = (),
    library: str,
    relation: Relation,
    years: Mapping[PaperId, int] = MappingProxyType({}),
) -> RunId:
    """Reads files and looks up lines (a link, id, DOI or title each), into a library.
    `gather_papers.papers_read` has the result. `years` are of papers that come without one.

    Raises InputError when nothing was given, or for the library's name; StorageError.
    """
    run_id = RunId(services.new_id())
    order = order_of(
        services, run_id, text=text, uploads=uploads, library=library, relation=relation
    )
    order = order.model_copy(update={"years": dict(years)})
    try:
        return start(services, order, run_id=run_id)
    except BaseException:
        forget_uploads(services, run_id)
        raise
