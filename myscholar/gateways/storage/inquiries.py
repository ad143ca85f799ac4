"""Questions with everything that was set for them."""

from operator import itemgetter

from sqlalchemy import delete, func, insert, select, update

from myscholar.domain.inquiry import Inquiry, InquiryId
from myscholar.errors import UnknownName
from myscholar.gateways.storage.connecting import Records, writing
from myscholar.gateways.storage.tables import inquiries as t


class Inquiries(Records):
    def save(self, inquiry: Inquiry, *, at: str) -> None:
        """Stores it, in the place of one with the same id. `at` is an ISO 8601 time."""
        values = {"content": inquiry, "saved_at": at}
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
            if stored != before:
                return False
            connection.execute(update(t).where(mine).values(content=after, saved_at=at))
            return True

    def load(self, inquiry_id: InquiryId) -> Inquiry:
        """Raises UnknownName."""
        query = select(t.c.content).where(t.c.inquiry_id == inquiry_id)
        inquiry: Inquiry | None = self._fetch_value(query)
        if inquiry is None:
            known = self._fetch(select(t.c.inquiry_id).limit(5), itemgetter("inquiry_id"))
            raise UnknownName("question", inquiry_id, known)
        return inquiry

    def recent(self, limit: int) -> tuple[Inquiry, ...]:
        """The last asked first."""
        query = select(t.c.content).order_by(t.c.id.desc()).limit(limit)
        return self._fetch(query, itemgetter("content"))

    def count(self) -> int:
        return int(self._fetch_value(select(func.count()).select_from(t)))

    def delete(self, inquiry_id: InquiryId) -> None:
        """Nothing happens if it is not there."""
        self._change(delete(t).where(t.c.inquiry_id == inquiry_id))
