"""Questions with everything that was set for them."""

from sqlalchemy import Engine, delete, func, insert, select, update

from myscholar.domain.inquiry import Inquiry, InquiryId
from myscholar.errors import UnknownName
from myscholar.gateways.storage.connecting import reading, writing
from myscholar.gateways.storage.tables import inquiries as t


class Inquiries:
    """All methods raise StorageError when the database fails; each change is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def save(self, inquiry: Inquiry, *, at: str) -> None:
        """Stores it, in the place of one with the same id. `at` is an ISO 8601 time."""
        values = {"content": inquiry.model_dump_json(), "saved_at": at}
        with writing(self._engine) as connection:
            changed = connection.execute(
                update(t).where(t.c.inquiry_id == inquiry.inquiry_id).values(**values)
            )
            if not changed.rowcount:
                connection.execute(insert(t).values(inquiry_id=inquiry.inquiry_id, **values))

    def swap(self, before: Inquiry, after: Inquiry, *, at: str) -> bool:
        """Whether `after` now stands in the place of `before`: not where somebody else has changed
        or deleted it meanwhile."""
        mine = t.c.inquiry_id == before.inquiry_id
        with writing(self._engine) as connection:
            stored = connection.execute(select(t.c.content).where(mine).with_for_update()).scalar()
            if stored is None or Inquiry.model_validate_json(stored) != before:
                return False
            connection.execute(
                update(t).where(mine).values(content=after.model_dump_json(), saved_at=at)
            )
            return True

    def load(self, inquiry_id: InquiryId) -> Inquiry:
        """Raises UnknownName."""
        with reading(self._engine) as connection:
            content = connection.execute(
                select(t.c.content).where(t.c.inquiry_id == inquiry_id)
            ).scalar()
            if content is None:
                raise UnknownName(
                    "question",
                    inquiry_id,
                    tuple(connection.execute(select(t.c.inquiry_id).limit(5)).scalars()),
                )
            return Inquiry.model_validate_json(content)

    def recent(self, limit: int) -> tuple[Inquiry, ...]:
        """The last asked first."""
        with reading(self._engine) as connection:
            query = select(t.c.content).order_by(t.c.id.desc()).limit(limit)
            return tuple(
                Inquiry.model_validate_json(row.content) for row in connection.execute(query)
            )

    def count(self) -> int:
        with reading(self._engine) as connection:
            return connection.execute(select(func.count()).select_from(t)).scalar_one()

    def delete(self, inquiry_id: InquiryId) -> None:
        """Nothing happens if it is not there."""
        with writing(self._engine) as connection:
            connection.execute(delete(t).where(t.c.inquiry_id == inquiry_id))
