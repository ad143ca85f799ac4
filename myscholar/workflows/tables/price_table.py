"""What a table costs, told before it is begun."""

from myscholar.domain.orders import TableOrder
from myscholar.report.columns import SUGGESTED, USUAL
from myscholar.workflows.runs.estimates import Estimate, estimate_table
from myscholar.workflows.services import Services
from myscholar.workflows.tables.make_table import columns_of
from myscholar.workflows.tables.table_papers import count_papers, is_of_papers
from myscholar.workflows.tables.tables import get_table

__all__ = ["SUGGESTED", "USUAL", "price_table"]


def price_table(services: Services, order: TableOrder) -> Estimate:
    """Of new columns the papers that are there, of new papers all columns. Raises InputError,
    UnknownName, EngineUnavailable."""
    base = get_table(services, order.base) if order.base else None
    columns = columns_of(order, base)
    added = columns[len(base.columns) :] if base else ()
    n_new = count_papers(services, order) if is_of_papers(order) else 0
    n_old = len(base.rows) if base and added else 0
    n_columns = sum(column.fact is None for column in (columns if n_new else added))
    return estimate_table(
        services,
        n_papers=n_new + n_old,
        n_columns=n_columns,
        in_full=any(name.startswith("library:") for name in order.sources),
        engine=order.engine,
    )
